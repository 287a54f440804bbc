"""Moments of a Poisson-sampled mechanism, from those of the mechanism: rate q, order n, x = P/Q the likelihood ratio of
the data with and without the record.

With w = 1 - q + q x, one direction is E_Q[w^n], a binomial sum of the moments of x. The other, E_Q[w^(1-n)], has no
such sum. Its second derivative in x is n (n-1) q^2 w^-(n+1), and w >= x^q, so this is at most n (n-1) q^2 x^-c with c =
(n+1) q: a power with a known mean, or, for c <= 3, below the chord of 1 and x^-3, whose means are known."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Value

from .integer_orders import Moments, log_excess


def forward(moments: Moments, rate: Fraction, n: int) -> Value:
    """log E_Q[w^n]: 1 plus the sum over k >= 2 of C(n,k) q^k (1-q)^(n-k) (e^c(k) - 1)."""
    xp = moments.xp
    excesses = moments.excesses.up_to(n)[2 : n + 1]
    chances = moments.binomial(n, range(2, n + 1), xp.log(xp.number(rate)), xp.log(xp.number(1 - rate)))
    return xp.log1p_sum_exp([chance + excess for chance, excess in zip(chances, excesses, strict=True)])


def backward(moments: Moments, rate: Fraction, n: int) -> Value:
    """A bound on log E_Q[w^(1-n)]: the logarithm of 1 plus n (n-1) q^2 times (e^c(2) - 1)/2, or, for c > 3, times
    (e^((c-2) gamma(c-1)) - 1)/((c-1)(c-2))."""
    xp = moments.xp
    c, scale = (n + 1) * rate, xp.log(xp.number(n * (n - 1))) + 2 * xp.log(xp.number(rate))
    if c <= 3:
        return xp.log1p_sum_exp([scale - xp.log(xp.number(2)) + moments.excesses.up_to(2)[2]])
    order = xp.number(c - 1)
    return xp.log1p_sum_exp(
        [scale - xp.log(order * (order - 1)) + log_excess(xp, (order - 1) * moments.inner(xp, order))]
    )


def cumulant(moments: Moments, rate: Fraction, n: int) -> Value:
    """The maximum over both directions."""
    return moments.xp.maximum(forward(moments, rate, n), backward(moments, rate, n))
