"""Claims about runs of two losses that compare the registered code, written out: where their sum ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from chartered_plugins.characteristic_function.claims.reasons import POINTS
from chartered_plugins.characteristic_function.formulas.common_losses import positive_terms
from chartered_plugins.characteristic_function.formulas.runs_with_rare_losses import FewLossRuns
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.mixture import sampled
from flint import arb

RUNS = Proofs("characteristic-function", "direct computation", at="for the finite sum")
claims = claims_of(RUNS)
RATES = numbers("1/10 2/3")


def _near(x: Any, y: Any) -> bool:
    """Whether two balls overlap and are narrow."""
    return bool(abs(x - y).upper() < arb(10) ** -25 * (1 + abs(y).upper()))


def _taken(runs: int, first: int, ratios: tuple[arb, arb]) -> Iterator[tuple[arb, arb, arb]]:
    """(gain, the term under P, its ratio to the next) from the term `first` on, which is 1 under P and 1/2 under Q."""
    one, other = arb(1), arb(1) / 2
    for k in range(first, runs + 1):
        yield max(one - other, arb(0)), one, ratios[0] * (runs - k) / (k + 1)
        one *= ratios[0] * (runs - k) / (k + 1)
        other *= ratios[1] * (runs - k) / (k + 1)


def _ends(xp: Any, runs: int, first: int, bits: int, odds: Fraction) -> bool:
    """The sum up to the first multiple of 16 at which all others are small, and these."""
    ratios = xp.number(odds), xp.number(odds) * 3 / 4
    total, rest = arb(0), arb(0)
    for k, (gain, term, ratio) in enumerate(_taken(runs, first, ratios), first):
        total += gain
        left = term * ratio / (1 - ratio)
        if k < runs and k % 16 == 0 and ratio < 1 and left < total * arb(2) ** -bits:
            rest = left
            break
    found = positive_terms(xp, runs, first, (arb(1), ratios[0]), (arb(1) / 2, ratios[1]), bits)
    slack = total * arb(10) ** -25 + rest * arb(2) ** -25  # the radius of a ball has thirty bits
    return bool(abs(found.lower() - total) < slack) and bool(abs(found.upper() - total - rest) < slack)


RUNS.soundness(
    "profile.two-losses.rest",
    "The sum of two losses ends at the first multiple of 16 at which a geometric series bounds all that follow by a "
    "share of 2^-bits, and this bound is the width of what ships.",
    "4 numbers of runs, 2 first terms, 2 precisions, 2 ratios; 25 digits",
    Sampled(
        "balls: term by term",
        _ends,
        digits=25,
        bits=300,
        why=POINTS,
        runs=(20, 300, 1000),
        first=(0, 7),
        precision=(6, 40),
        odds=numbers("1/10 2"),
    ),
)


def _least(xp: Any, q: Fraction, added: bool, runs: int, part: Fraction) -> bool:
    """Where no loss is above eps, and just where one is."""
    removed = LaplaceOnIntegers(Fraction(1), sampled(q, Fraction(1)))
    m = removed.swapped if added else removed
    e = m.max_loss(xp) * runs if callable(m.max_loss) else arb(0)
    sure = FewLossRuns(m, runs, 200)
    above, below = (sure.delta(e * xp.number(1 + side * part)) for side in (1, -1))
    rate, r = xp.number(q), arb(1)
    chance = 1 / (1 + r.exp())
    p, other = (
        (1 - chance, (1 - chance) * (1 - rate + rate * (-r).exp()))
        if added
        else (chance * (1 - rate + rate * r.exp()), chance)
    )
    written = p**runs - (e * xp.number(1 - part)).exp() * other**runs
    return bool(abs(above).upper() < arb(10) ** -40) and _near(below / written, arb(1))


RUNS.soundness(
    "profile.two-losses.ends",
    "Above the largest loss of all runs delta is 0, and just below it one term is left.",
    "4 mechanisms, 2 numbers of runs",
    Sampled(
        "balls",
        _least,
        digits=25,
        bits=400,
        why=POINTS,
        rates=RATES,
        added=(False, True),
        runs=(1, 9),
        part=(Fraction(1, 1000),),
    ),
)
