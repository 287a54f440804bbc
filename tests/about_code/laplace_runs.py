"""Claims about the finite sum for runs of one Laplace mechanism: one run in closed form, several runs between the
smoothed profiles, and delta = 0 from the largest loss on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Each, Proofs, Sampled, claims_of, numbers
from chartered_plugins.characteristic_function.formulas.finite_sums import Expansion, expands
from chartered_plugins.characteristic_function.formulas.laplace_runs import MOST_RUNS, LaplaceRuns
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, Laplace, RandomizedResponse
from chartered_verify.catching import ours
from flint import arb

_BITS = 160
RUNS = Proofs("characteristic-function", "Bromwich's integral", at="closed to the right")
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
    from chartered_plugins.characteristic_function.search.smoothing import SmoothedSearch

    parts, x = ((Laplace(e), runs),), runs * e * part
    found = Expansion(runs, _BITS + 2 * runs).inverse(parts).delta(x)
    smoothed = SmoothedSearch(parts).line_at(x, None).inverse(parts).delta(x)
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
    "3 mechanisms, 4 counts",
    Sampled("balls", _beyond, digits=20, bits=_BITS, epsilons=numbers("1/3 1 5"), runs=(1, 2, 5, 30)),
)


def _decided(xp: Any, e: Any, runs: int, k: int, width: Fraction) -> bool:
    """At eps = (2k - n) e, where a term begins to count: on an interval about it, delta holds that at both ends, and
    the one at the place itself where that is rational, and is hardly wider."""
    place = (2 * k - runs) * xp.number(e)
    found = LaplaceRuns(e, runs, _BITS + 2 * runs).delta
    around = xp.number(width) * arb(0, 1)
    ends = [found(place + sign * xp.number(width)) for sign in (-1, 1)]
    ends += [found((2 * k - runs) * e)] if isinstance(e, Fraction) else []
    whole = found(place + around)
    return all(whole.contains(end) for end in ends) and bool(whole.rad() < xp.number(width * 2**8))


RUNS.soundness(
    "profile.laplace-runs.intervals",
    "On an interval of eps about the place where a term begins to count, the sum holds both values at its ends, and is "
    "no wider than 256 times the interval.",
    "a rational and an irrational loss, 3 numbers of runs, 2 widths",
    Sampled(
        "balls",
        _decided,
        [
            (e, runs, k, width)
            for e in (Fraction(1, 3), lambda xp: 1 / xp.sqrt(xp.number(8)))
            for runs, k in ((2, 2), (5, 3), (5, 4), (12, 8))
            for width in (Fraction(1, 10**9), Fraction(1, 10**25))
        ],
        digits=9,
        bits=_BITS,
    ),
)


def _of_these(parts: Any, runs: int, wanted: bool) -> bool:
    try:
        Expansion(runs, _BITS).inverse(parts)
    except ours(ArithmeticError):
        return not wanted
    return wanted and expands(parts)


ONE = Laplace(Fraction(1, 2))
RUNS.soundness(
    "profile.laplace-runs.refused",
    "The finite sum is taken of as many runs of one Laplace mechanism as its rule says, and at most 512, or of one "
    "with few losses; every other composition is refused.",
    "",
    "3 compositions of Laplace runs, one of responses, 5 others",
    Each(
        "run",
        _of_these,
        [
            (((ONE, 1),), 1, True),
            (((ONE, 7),), 7, True),
            (((ONE, MOST_RUNS),), MOST_RUNS, True),
            (((ONE, 7),), 6, False),
            (((ONE, MOST_RUNS + 1),), MOST_RUNS + 1, False),
            (((RandomizedResponse(Fraction(1, 2)), 7),), 7, True),
            (((Gaussian(Fraction(1, 2)), 7),), 7, False),
            (((ONE, 7), (Laplace(Fraction(1)), 7)), 7, False),
            ((), 1, False),
        ],
    ),
)
