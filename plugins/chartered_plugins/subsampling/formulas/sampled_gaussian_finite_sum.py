"""The sampled Gaussian's moments without an integral: the finite sum of a whole order, and two bounds that hold at any
order and meet at large ones.

Orders are alpha > 1, rates 0 < q < 1, sigma is the noise over the sensitivity.
"""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.work_budget import charge


def whole_excess(xp: Arithmetic, rate: Value, sigma: Value, alpha: int) -> Value:
    """E[w^alpha] - 1 at a whole order: sum over k >= 2 of C(alpha,k) (1-q)^(alpha-k) q^k (e^((k^2-k)/(2 sigma^2)) - 1),
    each term from the last.

    With growth = e^(k/sigma^2) - 1 and risen = e^((k^2-k)/(2 sigma^2)) - 1, every operation adds or multiplies positive
    numbers."""
    charge(5 * alpha)
    first = growth = xp.expm1(1 / sigma**2)
    odds = rate / (1 - rate)
    term = alpha * odds * (1 - rate) ** alpha
    risen = total = xp.number(0)
    for k in range(1, alpha):
        risen = risen * (1 + growth) + growth
        growth = growth * (1 + first) + first
        term = term * odds * (alpha - k) / (k + 1)
        total = total + term * risen
    return total


def plainness(xp: Arithmetic, rate: Value, sigma: Value, alpha: Value) -> Value:
    """v = log q + (alpha-1)/(2 sigma^2): if it is positive, the unsampled Gaussian dominates the curve."""
    return xp.log(rate) + (alpha - 1) / (2 * sigma**2)


def between(xp: Arithmetic, rate: Value, sigma: Value, alpha: Value) -> tuple[Value, Value]:
    """A lower and an upper bound on gamma whose gap vanishes as v grows: alpha/(alpha-1) times v_+ and times log(1-q +
    e^v).

    The lower bound keeps q^alpha times the moment of the Gaussian; the upper bound is Minkowski's inequality for 1-q
    and q times the ratio."""
    v = plainness(xp, rate, sigma, alpha)
    share = alpha / (alpha - 1)
    return xp.positive(share * v), share * xp.logaddexp(xp.log1p(-rate), v)
