"""Some runs of a mechanism of which all have common losses, base + k step with the probabilities c_k under Q for k = 0,
1 and perhaps 2.

The m runs add up to m base + k step with the probability p_k, the coefficient of z^k in (c_0 + c_1 z + c_2 z^2)^m.

Of two losses it is C(m, k) c_0^(m-k) c_1^k, whose ratio to the one before decreases, and is below 1 above the mean. A
sum over the losses above x begins with the first of them, and what it leaves out is at most a geometric series.

Of three, f = c^m has c f' = m c' f, so that from the largest loss down

    c_2 i p_(2m-i) = c_1 (m - i + 1) p_(2m-i+1) + c_0 (2m - i + 2) p_(2m-i+2),

of which no term is negative for i <= m + 1. A sum over losses above x < m (base + step) is that over all losses less
those below it, which are above -x in the other direction, where P and Q change places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .bounded_cache import Kept
from .loss_properties import LossMoments, Split
from .outcome_tables import Outcome, Table

MOST_SUMMED = 200_000
"""The largest number of terms of two losses: a fifth of a second's work."""
_TABLES = Kept[Table](2**18)
"""About 50 megabytes."""


class CommonLosses(Struct):
    """`runs` runs of `moments`, with the losses `split` at a precision of `bits`. `read`: tables that were read."""

    moments: LossMoments
    split: Split
    runs: int
    bits: int
    read: dict[bool, Table] = {}

    def outcomes(self, xp: Any) -> list[Outcome]:
        """All of them."""
        upper = list(from_the_top(xp, self.split, self.runs))[: self.runs + 1]
        if len(self.split.masses) == 2:
            return upper
        lower = list(from_the_top(xp, self.split.swapped(xp), self.runs))[: self.runs]
        return upper + [Outcome(-loss, q, p) for loss, p, q in reversed(lower)]

    def beyond(self, xp: Any, x: arb, p: arb, q: arb) -> arb:
        """The sum of p under_p - q under_q over the losses above x, where q/p is e^x. Raises ArithmeticError if it has
        too many terms, or if the precision does not tell the losses apart."""
        if len(self.split.masses) == 2:
            return self._of_two(xp, x, p, q)
        index = (x - self.runs * self.split.base) / self.split.step - self.runs
        if not index.rad() < 0.25:
            raise ArithmeticError("the precision does not tell the losses apart")
        if index.mid() >= 0:
            return self._upper(xp, swapped=False).beyond(xp, x, p, q)
        under_p, under_q = (sum(all_, arb(0)) ** self.runs for all_ in (self.split.under_p(xp), self.split.masses))
        found: arb = p * under_p - q * under_q
        return found + self._upper(xp, swapped=True).beyond(xp, -x, q, p)

    def _upper(self, xp: Any, *, swapped: bool) -> Table:
        """The losses down to the middle, in this direction or in the other one."""

        def made() -> Table:
            return Table.of(from_the_top(xp, self.split.swapped(xp) if swapped else self.split, self.runs))

        if swapped not in self.read:  # to find a table anew takes longer than to read it
            self.read[swapped] = _TABLES.get((self.moments, self.runs, swapped, self.bits), 2 * self.runs, made)
        return self.read[swapped]

    def _of_two(self, xp: Any, x: arb, p: arb, q: arb) -> arb:
        """From the first positive term on: all before it are certainly negative."""
        n, base, step = self.runs, self.split.base, self.split.step
        first = min(n, max(0, math.floor((float(x.lower()) - n * float(base)) / float(step))))
        while first > 0 and not n * base + first * step <= x:
            first -= 1
        binomial = (xp.lgamma(arb(n + 1)) - xp.lgamma(arb(first + 1)) - xp.lgamma(arb(n - first + 1))).exp()
        (low, high), (other_low, other_high) = self.split.under_p(xp), self.split.masses
        under_p = p * binomial * high**first * low ** (n - first)
        under_q = q * binomial * other_high**first * other_low ** (n - first)
        return positive_terms(xp, n, first, (under_p, high / low), (under_q, other_high / other_low), self.bits)


def positive_terms(xp: Any, n: int, first: int, under_p: tuple[arb, arb], under_q: tuple[arb, arb], bits: int) -> arb:
    """The sum over the numbers k >= `first` of larger losses, to about `bits`; (the term `first`, p/(1-p)) under P, and
    under Q."""
    (one, odds), (other, other_odds) = under_p, under_q
    total, tiny = arb(0), arb(2) ** -bits
    for k in range(first, n + 1):
        if (k - first) % 256 == 0:
            charge(256 * (2 + bits // 256))
            if k - first > MOST_SUMMED:
                raise ArithmeticError(f"the sum of two losses has more than {MOST_SUMMED} terms")
        total += xp.positive(one - other)
        if k == n:
            break
        ratio = odds * (n - k) / (k + 1)
        if k % 16 == 0 and ratio < 1 and one * ratio / (1 - ratio) < total * tiny:
            total += arb(0).union(one * ratio / (1 - ratio))
            break
        one, other = one * ratio, other * (other_odds * (n - k) / (k + 1))
    return total


def from_the_top(xp: Any, split: Split, m: int) -> Iterator[Outcome]:
    """The outcomes of m runs from the largest loss down, one more than to the middle of three losses."""
    loss = m * split.base + (len(split.masses) - 1) * m * split.step
    factor, ratio = xp.exp(loss), xp.exp(-split.step)
    for chance in coefficients(split.masses[::-1], m):
        yield Outcome(loss, chance * factor, chance)
        loss, factor = loss - split.step, factor * ratio


def coefficients(masses: Sequence[Any], m: int) -> Iterator[arb]:
    """p_0, ..., p_(m+1) of (a + b z + c z^2)^m: i a p_i = (m - i + 1) b p_(i-1) + (2m - i + 2) c p_(i-2)."""
    a, b, c = (*masses, 0)[:3]
    before, chance, one, two = arb(0), a**m, b / a, c / a
    yield chance
    for i in range(1, m + 2):
        before, chance = chance, ((m - i + 1) * one * chance + (2 * m - i + 2) * two * before) / i
        yield chance
