"""Claims about runs of two losses that compare the registered code, written out: their sum, and where it ends."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from chartered.proving import Each, Proofs, Sampled, claims_of, numbers
from chartered_plugins.characteristic_function.claims.reasons import POINTS, refused
from chartered_plugins.characteristic_function.formulas.common_losses import positive_terms
from chartered_plugins.characteristic_function.formulas.finite_sums import Expansion
from chartered_plugins.characteristic_function.formulas.runs_with_rare_losses import MOST_RUNS, FewLossRuns
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.mixture import sampled
from flint import arb

RUNS = Proofs("characteristic-function", "direct computation", at="for the finite sum")
claims = claims_of(RUNS)
RATES = numbers("1/10 2/3")
LOSSES = [numbers("1/10 1"), numbers("1/2 4"), numbers("9/10 1/10")]


def _law(rate: Fraction, noise: Fraction, added: bool = False) -> LaplaceOnIntegers:
    removed = LaplaceOnIntegers(noise, sampled(rate, Fraction(1)))
    return removed.swapped if added else removed


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
    m = _law(q, Fraction(1), added)
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


@RUNS.soundness(
    "profile.two-losses",
    "The sum that ships, from its first positive term on and until a bound of the rest is small, is that over all "
    "numbers of larger losses, in both directions.",
    "6 mechanisms, 4 numbers of runs, 4 eps; 30 digits",
    Sampled(
        "balls: exact binomial coefficients",
        cases=[
            (rate, noise, added, runs, part)
            for rate, noise in LOSSES
            for added in (False, True)
            for runs in (1, 2, 17, 300)
            for part in numbers("-1/3 0 1/10 2/3")
        ],
        digits=30,
        bits=320,
    ),
)
def _binomial(xp: Any, rate: Fraction, noise: Fraction, added: bool, runs: int, part: Fraction) -> bool:
    q, r = xp.number(rate), xp.number(noise)
    low, high = (1 - q + q * (s * r).exp() for s in (-1, 1))
    chance = 1 / (1 + r.exp())
    under_p, under_q = (1 - chance, (1 - chance) * low) if added else (chance * high, chance)
    x = part * runs * noise * rate
    total = arb(0)
    for k in range(runs + 1):
        one, other = (p**k * (1 - p) ** (runs - k) for p in (under_p, under_q))
        total += math.comb(runs, k) * xp.positive(one - xp.exp(xp.number(x)) * other)
    found = Expansion(runs, 160).inverse(((_law(rate, noise, added), runs),)).delta(x)
    return bool(found.overlaps(total)) and bool(found.rad() < arb(10) ** -30)


@RUNS.soundness(
    "profile.two-losses.refused",
    "An eps that is not finite, and a sum of too many terms, are refused.",
    "2 eps, and 1e9 runs at 600 bits",
    Each("run", cases=[(7, 128, arb("inf")), (7, 128, arb("nan")), (MOST_RUNS, 600, Fraction(0))]),
)
def _refuses(runs: int, bits: int, epsilon: Any) -> bool:
    return refused(lambda: FewLossRuns(_law(Fraction(1, 2), Fraction(1)), runs, bits).delta(epsilon))
