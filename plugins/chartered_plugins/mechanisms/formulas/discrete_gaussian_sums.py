"""The discrete Gaussian, P(k) ~ e^(-k^2/(2 v)) on the integers: P(k <= n) with certified remainders.

In the far tail and for small v the sum is taken term by term, with a geometric bound on its remainder. For large v it
is the Euler-Maclaurin formula: integral, half the last term, derivatives; the remainder after the derivative of order
2p - 1 is at most 2 zeta(2p) (2 pi)^(-2p) times the integral of |f^(2p)|, and |He_n(x)| <= 1.1 sqrt(n!) e^(x^2/4)
(Cramer). Balls contain both remainders; other arithmetics use their midpoints. Symbols are not supported, since the
number of terms depends on the precision."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.work_budget import charge
from flint import fmpq

SMALL = 64
"""Smaller variances are summed term by term."""
MOST_TERMS = 5000
MOST_DERIVATIVES = 200


def at_most(xp: Arithmetic, variance: Fraction, n: int) -> Value:
    """P(k <= n)."""
    return 1 - _below_zero(xp, variance, -n - 1) if n >= 0 else _below_zero(xp, variance, n)


@lru_cache(maxsize=1024)
def _below_zero(xp: Arithmetic, variance: Fraction, n: int) -> Value:
    """The same for n < 0; kept, since a search asks at few integers, again and again."""
    bits, v = xp.rest_bits, xp.number(variance)
    if variance < SMALL:
        return tail(xp, v, n, bits) / (1 + 2 * tail(xp, v, -1, bits))
    derivatives = enough(float(variance), n, bits)
    weight = xp.sqrt(2 * xp.pi * v)
    found = tail(xp, v, n, bits) / weight if derivatives is None else smooth(xp, v, n, derivatives)
    # Poisson: the sum over all k is `weight` times 1 + 2 (wave + wave^4 + wave^9 + ...)
    wave = xp.exp(-2 * xp.pi**2 * v)
    return found / (1 + 2 * wave + hull(xp, 0, 4 * wave**4))


def tail(xp: Arithmetic, variance: Value, n: int, bits: int) -> Value:
    """The sum over k <= n < 0 of e^(-k^2/(2 v)), from n downward; the ratio of successive terms decreases."""
    step, ratio = xp.exp(-1 / variance), xp.exp(xp.number(Fraction(2 * n - 1, 2)) / variance)
    term = total = xp.number(1)
    least = xp.number(Fraction(1, 2**bits))
    for _ in range(MOST_TERMS):
        charge(3)
        term, ratio = term * ratio, ratio * step
        if term <= least:
            break
        total = total + term
    return xp.exp(-xp.number(n) * n / (2 * variance)) * hull(xp, total, total + term / (1 - ratio))


def smooth(xp: Arithmetic, variance: Value, n: int, derivatives: int) -> Value:
    """The same sum divided by sqrt(2 pi v), by the Euler-Maclaurin formula with `derivatives` odd derivatives."""
    charge(10 * derivatives)
    slope = xp.number(n) / variance
    before, hermite = xp.number(1), slope  # He_j(n/sigma)/sigma^j
    bracket = xp.number(Fraction(1, 2))
    for j in range(1, 2 * derivatives):
        if j % 2:
            bracket = bracket - xp.number(bernoulli_over_factorial(j + 1)) * hermite
        before, hermite = hermite, slope * hermite - j * before / variance
    root = xp.sqrt(variance)
    last = xp.exp(-slope * n / 2) / (xp.sqrt(2 * xp.pi) * root)
    order = 2 * derivatives
    rest = 6 * xp.exp(xp.lgamma(xp.number(order + 1)) / 2 - order * xp.log(2 * xp.pi * root))
    found = xp.ndtr(n / root) + last * bracket
    return hull(xp, found - rest, found + rest)


def enough(variance: float, n: int, bits: int) -> int | None:
    """The number of derivatives for a remainder below 2^-bits of the tail; None if summing term by term is better."""
    if abs(n) > min(variance, 1e150):
        return None
    wanted = bits + n * n / (2 * variance * math.log(2))
    scale = math.log2(2 * math.pi) + math.log2(variance) / 2
    for p in range(1, MOST_DERIVATIVES):
        if 2 * p * scale - math.lgamma(2 * p + 1) / (2 * math.log(2)) - 3 > wanted:
            return p
    return None


@lru_cache(maxsize=4 * MOST_DERIVATIVES)
def bernoulli_over_factorial(j: int) -> Fraction:
    """B_j/j!."""
    number = fmpq.bernoulli(j)
    return Fraction(int(number.p), int(number.q)) / math.factorial(j)


def hull(xp: Arithmetic, low: Value, high: Value) -> Any:
    """A value known only to lie between `low` and `high`."""
    return xp.within(xp.number(low), xp.number(high))
