"""Moments of a mechanism on a uniform sample of m of n records, from its own: rate r = m/n, order n, replace-one.

Given the rest of the sample the outputs are p = (1-r) A + r B and q = (1-r) A + r C for outputs A, B, C on samples
without the record, with it, and with its replacement: any two of them are neighbours. Two bounds on E_q[(p/q)^n], of
which the less is taken.

`coarse` splits q into A and C (Wang, Balle, Kasiviswanathan 2019). `fine` splits the privacy profile instead, as in
amplification: at L = 1 + r (l-1) it is at most r times a mean of those of B against C and against A at l, with the
weights s and 1-s, s = L/l. So E_q[(p/q)^n] - 1 is at most n (n-1) r^2 times a sum of means over the pairs (B,C), (B,A),
(C,B), (C,A) of functions whose second derivatives, at a likelihood ratio l above 1, are s L^(n-2), (1-s) L^(n-2), s
L^-(n+1) and (1-s) L^-(n+1). Each is below a sum of powers l^(k-2), whose means are at most (e^c(k) - 1)/(k (k-1))."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.lazy_sequence import LazySequence

from .integer_orders import MOST, Inner, Moments, log_one_plus

SHIFTS = (1, 2, 4, 8, 16)
"""1 - 1/l is at most l^i i^i/(i+1)^(i+1): tried for these i, and as 1."""


class Costs(Moments):
    """Moments, and at each k what second derivatives cost at most, as logarithms.

    `near`: l^(k-2) costs (e^c(k) - 1)/(k (k-1)). `far`: (1 - 1/l) l^(k-2) at l > 1 costs no more, and no more than
    i^i/(i+1)^(i+1) times what l^(k+i-2) costs."""

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
    """The share of (e^c(2) - 1)/2 that covers l^-1 in both directions, where none = (1-r)^(n-1) of it is not covered by
    other powers."""
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
    return log_one_plus(xp, terms + [apart + chance + cost for chance, cost in between])


def coarse(costs: Costs, rate: Fraction, n: int) -> Value:
    """log of 1 + C(n,2) r^2 min(4 (e^c(2) - 1), 2 e^c(2)) + sum over j >= 3 of C(n,j) r^j e^c(j)."""
    xp, cumulants = costs.xp, costs.cumulants.up_to(n)
    two = xp.log(xp.number(2))
    square = two + xp.minimum(two + costs.excesses.up_to(2)[2], cumulants[2])
    chances = costs.binomial(n, range(2, n + 1), xp.log(xp.number(rate)), xp.number(0))
    return log_one_plus(
        xp, [chance + moment for chance, moment in zip(chances, [square, *cumulants[3 : n + 1]], strict=True)]
    )


def cumulant(costs: Costs, rate: Fraction, n: int) -> Value:
    """The smaller of the two bounds."""
    return costs.xp.minimum(fine(costs, rate, n), coarse(costs, rate, n))
