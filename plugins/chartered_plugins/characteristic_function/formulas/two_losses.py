"""The privacy profile of n runs of a loss with two values, as a finite sum.

If the larger loss has the probability p under P and r under Q, r < p, then k larger ones among n have the loss

    k log(p/r) + (n - k) log((1-p)/(1-r)),

which increases with k, so that with B(k; n, p) = C(n, k) p^k (1-p)^(n-k)

    delta(x) = sum_k (B(k; n, p) - e^x B(k; n, r))_+,

whose terms are positive from some k on. The ratio of B(k; n, p) to the term before decreases, and above n p it is below
1: the terms that are left out are bounded by a geometric series."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Protocol

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

MOST_RUNS = 10**9
"""The largest number of runs for which the sum is taken."""
MOST_SUMMED = 200_000
"""The largest number of terms: a fifth of a second's work."""


class TwoLosses(Protocol):
    """Noise with two losses; their probabilities may add up to less than 1."""

    def losses(self, xp: Any) -> list[tuple[Any, Any]]:
        """(loss, its probability under Q), ascending."""


class TwoLossRuns(Struct, frozen=True):
    """The profile of `runs` runs of noise with two losses. `bits`: the working precision."""

    moments: TwoLosses
    runs: int
    bits: int

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+] at any eps. Raises ArithmeticError if it takes too many terms."""
        n = self.runs
        with balls(self.bits) as xp:
            x: arb = xp.number(epsilon)
            if not x.is_finite():
                raise ArithmeticError("a profile of two losses is taken at finite eps")
            (low, p_low, r_low), (high, p, r) = self._values(xp)
            first = self._first(float(x.lower()), float(low), float(high))
            while first > 0 and not first * high + (n - first) * low <= x:
                first -= 1  # all terms before it are certainly negative
            binomial: arb = (xp.lgamma(arb(n + 1)) - xp.lgamma(arb(first + 1)) - xp.lgamma(arb(n - first + 1))).exp()
            under_p = binomial * p**first * p_low ** (n - first)
            under_q = xp.exp(x) * binomial * r**first * r_low ** (n - first)
            return self._summed(xp, first, (under_p, p / p_low), (under_q, r / r_low))

    def _summed(self, xp: Any, first: int, under_p: tuple[arb, arb], under_q: tuple[arb, arb]) -> arb:
        """The sum from the term `first` on; (that term, p/(1-p)) under P, and the same under Q."""
        (one, odds), (other, other_odds) = under_p, under_q
        n, total, tiny = self.runs, arb(0), arb(2) ** -self.bits
        for k in range(first, n + 1):
            if (k - first) % 256 == 0:
                charge(256 * (2 + self.bits // 256))
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

    def _values(self, xp: Any) -> list[tuple[arb, arb, arb]]:
        """(loss, its probability under P, that under Q) of the smaller and of the larger loss."""
        return [(loss, chance * xp.exp(loss), chance) for loss, chance in self.moments.losses(xp)]

    def _first(self, x: float, low: float, high: float) -> int:
        """About the largest number of larger losses with a loss of at most eps."""
        return min(self.runs, max(0, math.floor((x - self.runs * low) / (high - low))))
