"""Claims about the finite sum for runs of one Laplace mechanism: one run in closed form, several runs between the
smoothed profiles, and delta = 0 from the largest loss on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from flint import arb

from ..formulas.laplace_runs import Expansion, LaplaceRuns, expanded
from ..formulas.moments import Laplace
from ..formulas.rules import inverse

_BITS = 160
RUNS = Proofs("characteristic-function", "Bromwich's integral")
claims = claims_of(RUNS)


def _one_run(xp: Any, e: Fraction, part: Fraction) -> bool:
    found = LaplaceRuns(e, 1, _BITS).delta(e * part)
    return bool(found.overlaps(-xp.expm1(xp.number(e * (part - 1) / 2)))) and bool(found.rad() < arb(10) ** -40)


RUNS.soundness(
    "profile.laplace-runs.one",
    "For one run of Laplace noise the finite sum is 1 - e^((x - e)/2).",
    "residues at 1/2 and 1",
    "4 mechanisms, 4 eps; 40 digits",
    Sampled(
        "balls: the closed form",
        _one_run,
        digits=40,
        bits=_BITS,
        epsilons=numbers("1/100 1/3 1 10"),
        parts=numbers("0 1/3 9/10 1"),
    ),
)


def _several(xp: Any, e: Fraction, runs: int, part: Fraction) -> bool:
    from ..search.smoothing import SmoothedSearch

    parts, x = ((Laplace(e), runs),), runs * e * part
    found = expanded(parts, Expansion(runs, _BITS + 2 * runs)).delta(x)
    smoothed = inverse(parts, SmoothedSearch(parts).line_at(x, None)).delta(x)
    return bool(smoothed.contains(found)) and bool(found.rad() < arb(10) ** -12 * smoothed.rad())


RUNS.soundness(
    "profile.laplace-runs.several",
    "For several runs the finite sum lies between the profiles smoothed from below and from above.",
    "residues at 1/2 and 1, and Jensen's inequality",
    "7 compositions of up to 120 runs, 2 eps",
    Sampled(
        "balls: the smoothed profiles",
        _several,
        [
            (Fraction(e), runs, part)
            for e, runs in (("1", 2), ("1/3", 3), ("4", 4), ("1", 7), ("1/2", 20), ("1/10", 50), ("1/10", 120))
            for part in numbers("1/20 1/3")
        ],
        digits=12,
        bits=_BITS,
    ),
)


def _beyond(xp: Any, e: Fraction, runs: int) -> bool:
    found = LaplaceRuns(e, runs, _BITS + 2 * runs).delta
    just_below = found(runs * e * Fraction(999, 1000))
    return bool(found(runs * e) == 0) and bool(found(2 * runs * e) == 0) and bool(just_below > 0)


RUNS.soundness(
    "profile.laplace-runs.largest",
    "From the largest loss n e on delta is 0, and it is positive just below.",
    "closed to the right",
    "3 mechanisms, 4 counts",
    Sampled("balls", _beyond, digits=20, bits=_BITS, epsilons=numbers("1/3 1 5"), runs=(1, 2, 5, 30)),
)
