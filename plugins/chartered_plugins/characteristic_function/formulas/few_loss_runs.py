"""The privacy profile of n runs of a loss with few values, as a finite sum: common losses base + k step, with the
probabilities c_k under Q for k = 0, 1 and perhaps 2, and rare ones r_i of loss l_i.

If j_i of the runs have the rare loss l_i, the other m = n - j have common ones, which add up to m base + k step with
the probability p_k, the coefficient of z^k in (c_0 + c_1 z + c_2 z^2)^m. So

    delta(x) = sum_j n!/(m! j_1! j_2! ...) r_1^j_1 r_2^j_2 ... sum_k p_k (e^(m base + k step + j_1 l_1 + ...) - e^x)_+.

Two common losses are summed as in `two_losses`. Of three, f = c^m has c f' = m c' f, so that from either end

    c_2 (2m - k) p_k = c_1 (k + 1 - m) p_(k+1) + c_0 (k + 2) p_(k+2),

of which no term is negative for k + 1 >= m; if the sum over k begins below the middle, it is that over all k less the
terms before. Beyond some number of rare losses the rest is at most a geometric series: with R and C the probabilities
of rare and of common losses under P, the terms C(n, j) R^j C^(n-j) fall ever faster."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .bounded_cache import Kept
from .few_losses import FewLosses, Losses, Split
from .two_losses import TwoLossRuns

MOST_RUNS = 10**9
"""The largest number of runs for which the sum is taken."""
MOST_TERMS = 200_000
"""The largest number of terms: about half a second's work."""


class Term(NamedTuple):
    """p_k, and the sums of p and of p e^loss from one end up to it."""

    chance: arb
    under_q: arb
    under_p: arb


_COEFFICIENTS = Kept[tuple[Term, ...]](2**18)
"""About 50 megabytes."""


class Common(Struct, frozen=True):
    """Two common losses as noise with two losses."""

    losses_in: tuple[tuple[Any, Any], tuple[Any, Any]]

    def losses(self, xp: Any) -> Losses:
        """The smaller one and the larger one."""
        return list(self.losses_in)


class FewLossRuns(Struct, frozen=True):
    """The profile of `runs` runs of a mechanism with few losses. `bits`: the working precision."""

    moments: FewLosses
    runs: int
    bits: int

    def __post_init__(self) -> None:
        charge(min(self.runs, MOST_TERMS) * (2 + self.bits // 256))  # that of the coefficients, cached or not

    @property
    def terms(self) -> float:
        """About the number of terms: of the common losses, for as many rare ones as may occur."""
        with balls(64) as xp:
            split = self.moments.split(xp)
            rare, common = (float(sum(chances, arb(0))) for chances in (split.rare_under_p(xp), split.under_p(xp)))
        most = min(self.runs, number_of_rare(self.runs * rare / (rare + common), self.bits)) + 1
        if len(split.masses) == 2:
            return most * (16 + 16 * math.sqrt(self.runs))
        return most * self.runs + 8 * most ** len(split.rare)

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+] at any eps. Raises ArithmeticError if it takes too many terms."""
        if self.terms > MOST_TERMS:
            raise ArithmeticError(f"the sum of few losses has more than {MOST_TERMS} terms")
        with balls(self.bits) as xp:
            x: arb = xp.number(epsilon)
            if not x.is_finite():
                raise ArithmeticError("a profile of few losses is taken at finite eps")
            total, tiny = arb(0), arb(2) ** -self.bits
            if x >= self.runs * xp.number(self.moments.max_loss):
                return total
            split = self.moments.split(xp)
            for j in range(self.runs + 1):
                for weight, loss in combinations(xp, self.runs, j, split.rare):
                    charge(32)
                    total += weight * xp.exp(loss) * self._common(xp, split, self.runs - j, x - loss)
                rest = rest_beyond(xp, split, self.runs, j)
                if rest is not None and rest <= total * tiny:
                    return total + arb(0).union(rest)
            return total

    def _common(self, xp: Any, split: Split, m: int, x: arb) -> arb:
        """sum_k p_k (e^(m base + k step) - e^x)_+ for m runs of common losses."""
        if m == 0:
            below: arb = xp.positive(-xp.expm1(x))
            return below
        if len(split.masses) == 2:
            low, high = ((split.base + k * split.step, mass) for k, mass in enumerate(split.masses))
            return TwoLossRuns(Common((low, high)), m, self.bits).delta(x)
        return self._of_three(xp, split, m, x)

    def _of_three(self, xp: Any, split: Split, m: int, x: arb) -> arb:
        """By the coefficients from the nearer end: those whose sign is certain, and two whose loss is near x."""
        index = (x - m * split.base) / split.step
        if not index.rad() < 0.25:
            raise ArithmeticError("the precision does not tell the losses apart")
        first = max(-1, min(2 * m, int(index.mid().floor().unique_fmpz())))
        level, above = xp.exp(x), first >= m - 1
        certain, sign = (2 * m - first - 2, 1) if above else (first - 1, -1)
        terms, end = self._from_end(xp, split, m, above=above)
        found: arb = arb(0)
        if certain >= 0:
            found = sign * (terms[certain].under_p - level * terms[certain].under_q)
        for k in range(max(certain + 1, 0), certain + 3):
            found += terms[k].chance * xp.positive(sign * (xp.exp(end - sign * k * split.step) - level))
        if not above:
            under_q, under_p = (sum(masses, arb(0)) ** m for masses in (split.masses, split.under_p(xp)))
            found += under_p - level * under_q
        return found

    def _from_end(self, xp: Any, split: Split, m: int, *, above: bool) -> tuple[tuple[Term, ...], arb]:
        """The coefficients from one end to the middle, and the loss at that end: the largest one (`above`) or the least
        one."""
        masses, sign = (split.masses[::-1], 1) if above else (split.masses, -1)
        end = m * split.base + (2 * m * split.step if above else 0)

        def made() -> tuple[Term, ...]:
            return tuple(coefficients(masses, m, xp.exp(end), xp.exp(-sign * split.step)))

        return _COEFFICIENTS.get((self.moments, m, above, self.bits), m, made), end


def coefficients(masses: Sequence[Any], m: int, factor: Any, ratio: Any) -> Iterator[Term]:
    """p_0, ..., p_(m+1) of (a + b z + c z^2)^m with their sums, for m >= 1: i a p_i = (m - i + 1) b p_(i-1) + (2m - i +
    2) c p_(i-2). `factor` is e^loss of the first one, and `ratio` that of each to the one before."""
    (a, b, c), before, chance = masses, arb(0), masses[0] ** m
    under_q = under_p = arb(0)
    for i in range(m + 2):
        if i:
            before, chance = chance, ((m - i + 1) * b * chance + (2 * m - i + 2) * c * before) / (i * a)
            factor = factor * ratio
        under_q, under_p = under_q + chance, under_p + chance * factor
        yield Term(chance, under_q, under_p)


def number_of_rare(mean: float, bits: int) -> float:
    """About the number j from which on a Poisson law of some mean has less than 2^-bits: j - mean + j log(mean/j)
    bounds its logarithm."""
    j = math.ceil(mean)
    while mean > 0 and j - mean + (j * math.log(mean / j) if j else 0.0) > -0.7 * bits - 12:
        j += 1 + int(0.1 * math.sqrt(mean))
    return float(j)


def combinations(xp: Any, n: int, j: int, rare: Losses) -> Iterator[tuple[Any, Any]]:
    """For each way in which j of n runs have rare losses, of which there are at most two: (how likely they are under Q,
    among all ways, their sum)."""
    ways = math.comb(n, j)
    if len(rare) < 2:
        found = [(loss, chance) for loss, chance in rare] or [(xp.number(0), xp.number(0))]
        yield ways * found[0][1] ** j, j * found[0][0]
        return
    (one, chance), (other, other_chance) = rare
    for i in range(j + 1):
        yield ways * math.comb(j, i) * chance**i * other_chance ** (j - i), i * one + (j - i) * other


def rest_beyond(xp: Any, split: Split, n: int, j: int) -> Any:
    """A bound on all parts with more than j rare losses, or None if there is none yet: their probability under P, by a
    geometric series."""
    if j == n or not split.rare:
        return xp.number(0)
    rare, common = (sum(chances, xp.number(0)) for chances in (split.rare_under_p(xp), split.under_p(xp)))
    ratio = rare / common * (n - j - 1) / (j + 2)
    return math.comb(n, j + 1) * rare ** (j + 1) * common ** (n - j - 1) / (1 - ratio) if ratio < 1 else None
