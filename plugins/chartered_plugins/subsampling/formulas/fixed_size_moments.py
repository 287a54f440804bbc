"""Moments of a mechanism on a uniform sample of m of n records, from those of the mechanism: rate r = m/n, order n,
replace-one neighbours.

Given the rest of the sample, the outputs have distributions p = (1-r) A + r B and q = (1-r) A + r C, where A, B, C are
the output distributions for samples without the record, with it, and with its replacement: any two of them are
neighbours. E_q[(p/q)^n] is bounded by the smaller of two bounds.

`coarse` splits q into A and C (Wang, Balle, Kasiviswanathan 2019). `fine` splits the privacy profile instead, as in
amplification: at L = 1 + r (l-1) it is at most r times the mean of the profiles of (B, C) and (B, A) at l, with weights
s and 1-s, s = L/l. So E_q[(p/q)^n] - 1 is at most n (n-1) r^2 times a sum of means over the pairs (B,C), (B,A), (C,B),
(C,A) of functions whose second derivatives, at a likelihood ratio l above 1, are s L^(n-2), (1-s) L^(n-2), s L^-(n+1)
and (1-s) L^-(n+1). Each is below a sum of powers l^(k-2), whose means are at most (e^c(k) - 1)/(k (k-1))."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.lazy_sequence import LazySequence

from .integer_orders import MOST, Inner, Moments

SHIFTS = (1, 2, 4, 8, 16)
"""1 - 1/l is at most l^i i^i/(i+1)^(i+1): the bound is tried for these i; also 1 - 1/l <= 1."""


class Costs(Moments):
    """Moments, and at each order k two bounds on means of functions, as logarithms.

    `near`: for the second derivative l^(k-2), (e^c(k) - 1)/(k (k-1)). `far`: for (1 - 1/l) l^(k-2) at l > 1, the
    minimum of the same bound and of i^i/(i+1)^(i+1) times that for l^(k+i-2)."""

    def __init__(self, xp: Arithmetic, inner: Inner, top: int = MOST) -> None:
        super().__init__(xp, inner, top)
        self.near = LazySequence(
            lambda k: None if k < 2 else self.excesses.up_to(k)[k] - xp.log(xp.number(k * (k - 1))), self.excesses
        )
        self.far = LazySequence(lambda k: None if k < 2 else self._least(k), self.near)

    def _least(self, k: int) -> Value:
        xp, near = self.xp, self.near.up_to(min(k + max(SHIFTS), self.top))
        least = near[k]
        for i in SHIFTS:
            if k + i <= self.top:
                least = xp.minimum(least, near[k + i] + xp.log(xp.number(Fraction(i**i, (i + 1) ** (i + 1)))))
        return least


def near_share(none: Value) -> Value:
    """The share of (e^c(2) - 1)/2 that covers l^-1 in both directions, given the share none = (1-r)^(n-1) of it that no
    other power covers."""
    return (15 + 17 * none) / 30


def fine(costs: Costs, rate: Fraction, n: int) -> Value:
    """log of 1 + n (n-1) r^2 (near + sum over j >= 1 of C(n-1,j) r^j (1-r)^(n-1-j) near(j+1)
    + (1-r) (far(2) + sum over j >= 0 of C(n-2,j) r^j (1-r)^(n-2-j) far(j+2)))."""
    xp, near, far = costs.xp, costs.near.up_to(n), costs.far.up_to(n)
    yes, no = xp.log(xp.number(rate)), xp.log(xp.number(1 - rate))
    scale = xp.log(xp.number(n * (n - 1))) + 2 * yes
    least, apart = scale + near[2] + xp.log(near_share(xp.exp((n - 1) * no))), scale + no
    beside = zip(costs.binomial(n - 1, range(1, n), yes, no), near[2 : n + 1], strict=True)
    between = zip(costs.binomial(n - 2, range(n - 1), yes, no), far[2 : n + 1], strict=True)
    terms = [least, apart + far[2], *(scale + chance + cost for chance, cost in beside)]
    return xp.log1p_sum_exp(terms + [apart + chance + cost for chance, cost in between])


def coarse(costs: Costs, rate: Fraction, n: int) -> Value:
    """log of 1 + C(n,2) r^2 min(4 (e^c(2) - 1), 2 e^c(2)) + sum over j >= 3 of C(n,j) r^j e^c(j)."""
    xp, cumulants = costs.xp, costs.cumulants.up_to(n)
    two = xp.log(xp.number(2))
    square = two + xp.minimum(two + costs.excesses.up_to(2)[2], cumulants[2])
    chances = costs.binomial(n, range(2, n + 1), xp.log(xp.number(rate)), xp.number(0))
    return xp.log1p_sum_exp(
        [chance + moment for chance, moment in zip(chances, [square, *cumulants[3 : n + 1]], strict=True)]
    )


def cumulant(costs: Costs, rate: Fraction, n: int) -> Value:
    """The smaller of the two bounds."""
    return costs.xp.minimum(fine(costs, rate, n), coarse(costs, rate, n))
