"""The privacy profile of n runs of a loss with few values: common losses (`common_losses`), and rare ones r_i of loss
l_i.

If j_i of the runs have the rare loss l_i, the other n - j have common ones. So

    delta(x) = sum_j n!/((n-j)! j_1! j_2! ...) r_1^j_1 r_2^j_2 ... E[(e^(L + j_1 l_1 + ...) - e^x)_+],

L the sum of n - j common losses under Q. Beyond some number of rare losses the rest is at most a geometric series: with
R and C the probabilities of rare and of common losses under P, the terms C(n, j) R^j C^(n-j) fall ever faster."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .common_losses import CommonLosses
from .contour import Losses
from .loss_properties import FewLosses, LossMoments, Split
from .outcome_tables import Outcome, likely, summed, together

MOST_RUNS = 10**9
"""The largest number of runs for which the sum is taken."""
MOST_TERMS = 200_000
"""The largest number of terms: about half a second's work."""


class FewLossRuns(Struct, frozen=True):
    """The profile of `runs` runs of a mechanism with few losses. `bits`: the working precision. Raises ArithmeticError
    if it takes too many terms: of two losses alone only a sum tells how many it has."""

    moments: FewLosses
    runs: int
    bits: int

    def __post_init__(self) -> None:
        if self.moments.count > 2:
            if terms(self.moments, self.runs, self.bits) > MOST_TERMS:
                raise ArithmeticError(f"the sum of few losses has more than {MOST_TERMS} terms")
            charge(min(self.runs, MOST_TERMS) * (2 + self.bits // 256))  # that of the coefficients, cached or not

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+] at any eps. Raises ArithmeticError."""
        with balls(self.bits) as xp:
            x: arb = xp.number(epsilon)
            if self.moments.count > 2 and x.is_finite() and x >= self.runs * xp.number(self.moments.max_loss):
                return arb(0)  # where no rest is negligible
            return summed(xp, parts(xp, self.moments, self.runs, self.bits), x)


def parts(xp: Any, moments: LossMoments, n: int, bits: int) -> Iterator[tuple[list[Outcome], CommonLosses, arb]]:
    """For each number of rare losses: their outcomes, those of the other runs, and a bound on all that follows."""
    split = moments.split(xp)
    for j in range(n + 1):
        yield (
            combinations(xp, n, j, split.rare),
            CommonLosses(moments, split, n - j, bits),
            rest_beyond(xp, split, n, j),
        )


def outcomes_of(xp: Any, moments: LossMoments, n: int, bits: int, least: arb) -> tuple[list[Outcome], arb]:
    """Those of n runs that are not less probable under P than `least`, and a bound on the probability of the others."""
    found, lost = list[Outcome](), arb(0)
    for left, right, rest in parts(xp, moments, n, bits):
        some, others = likely(together(left, right.outcomes(xp)), least)
        found, lost = found + some, lost + others
        if rest < least:
            return found, lost + rest
    return found, lost


def terms(moments: LossMoments, runs: int, bits: int) -> float:
    """About the number of terms: of the common losses, for as many rare ones as may occur."""
    with balls(64) as xp:
        split = moments.split(xp)
        rare, common = (float(sum(chances, arb(0))) for chances in (split.rare_under_p(xp), split.under_p(xp)))
    most = min(runs, number_of_rare(runs * rare / (rare + common), bits)) + 1
    if len(split.masses) == 2:
        return most * (16 + 16 * math.sqrt(runs))
    return most * runs + 8 * most ** len(split.rare)


def number_of_rare(mean: float, bits: int) -> float:
    """About the number j from which on a Poisson law of some mean has less than 2^-bits: j - mean + j log(mean/j)
    bounds its logarithm."""
    j = math.ceil(mean)
    while mean > 0 and j - mean + (j * math.log(mean / j) if j else 0.0) > -0.7 * bits - 12:
        j += 1 + int(0.1 * math.sqrt(mean))
    return float(j)


def combinations(xp: Any, n: int, j: int, rare: Losses) -> list[Outcome]:
    """The outcomes of j of n runs that have rare losses, of which there are at most two, among all ways."""
    ways = math.comb(n, j)
    if len(rare) < 2:
        (loss, chance), *_ = rare or [(arb(0), arb(0))]
        found = [(j * loss, ways * chance**j)]
    else:
        (one, chance), (other, other_chance) = rare
        found = [
            (i * one + (j - i) * other, ways * math.comb(j, i) * chance**i * other_chance ** (j - i))
            for i in range(j + 1)
        ]
    charge(24 * (len(found) - 1))
    return [Outcome(loss, weight * xp.exp(loss), weight) for loss, weight in found]


def rest_beyond(xp: Any, split: Split, n: int, j: int) -> arb:
    """A bound on the probability under P of more than j rare losses by a geometric series, infinite if there is none
    yet."""
    if j == n or not split.rare:
        return arb(0)
    rare, common = (sum(chances, arb(0)) for chances in (split.rare_under_p(xp), split.under_p(xp)))
    ratio = rare / common * (n - j - 1) / (j + 2)
    if not ratio < 1:
        return arb("inf")
    bound: arb = math.comb(n, j + 1) * rare ** (j + 1) * common ** (n - j - 1) / (1 - ratio)
    return bound
