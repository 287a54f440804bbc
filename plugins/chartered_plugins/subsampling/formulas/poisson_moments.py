"""Moments of a Poisson-sampled mechanism, from those of the mechanism: rate q, order n, x = P/Q for the data with and
without the record.

With w = 1 - q + q x, the one direction is E_Q[w^n], a binomial sum of the moments of x. The other, E_Q[w^(1-n)], has no
such sum; its second derivative in x is n (n-1) q^2 w^-(n+1), and w >= x^q, so at most n (n-1) q^2 x^-c with c = (n+1)
q: a power whose mean is known, or (c <= 3) below the chord of 1 and x^-3, whose means are."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Value

from .integer_orders import Moments, log_excess, log_one_plus


def forward(moments: Moments, rate: Fraction, n: int) -> Value:
    """log E_Q[w^n]: 1 plus the sum over k >= 2 of C(n,k) q^k (1-q)^(n-k) (e^c(k) - 1)."""
    xp = moments.xp
    excesses = moments.excesses.up_to(n)[2 : n + 1]
    chances = moments.binomial(n, range(2, n + 1), xp.log(xp.number(rate)), xp.log(xp.number(1 - rate)))
    return log_one_plus(xp, [chance + excess for chance, excess in zip(chances, excesses, strict=True)])


def backward(moments: Moments, rate: Fraction, n: int) -> Value:
    """A bound on log E_Q[w^(1-n)]: 1 plus n (n-1) q^2 times (e^c(2) - 1)/2, or (e^((c-2) gamma(c-1)) - 1)/((c-1)(c-2))
    where c > 3."""
    xp = moments.xp
    c, scale = (n + 1) * rate, xp.log(xp.number(n * (n - 1))) + 2 * xp.log(xp.number(rate))
    if c <= 3:
        return log_one_plus(xp, [scale - xp.log(xp.number(2)) + moments.excesses.up_to(2)[2]])
    order = xp.number(c - 1)
    return log_one_plus(
        xp, [scale - xp.log(order * (order - 1)) + log_excess(xp, (order - 1) * moments.inner(xp, order))]
    )


def cumulant(moments: Moments, rate: Fraction, n: int) -> Value:
    """The larger of the two directions."""
    return moments.xp.maximum(forward(moments, rate, n), backward(moments, rate, n))
