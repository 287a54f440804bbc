"""Pairs whose moment E_Q[(dP/dQ)^z] is a mean of two exponentials: Laplace, discrete Laplace, bounded range; and their
Renyi divergences.

Every function takes an arithmetic `xp` and values of it; orders alpha > 1 are real, orders z may be complex with a real
part above 1. For a divergence u e^x + v e^-y with u + v = 1 is written as 1 plus its excess, so that small eps and
orders near 1 keep their digits, and nothing overflows at large ones."""

from __future__ import annotations

from typing import TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value

from ...basics.formulas.moment_excess import Excess, renyi

Mean: TypeAlias = tuple[Value, Value, Value, Value]
"""(u, v, x, y) of the moment u e^x + v e^-y; u + v = 1, and x and y have no negative real part."""


def moment(xp: Arithmetic, mean: Mean) -> Value:
    """The moment, at a real or a complex order."""
    u, v, x, y = mean
    return u * xp.exp(x) + v * xp.exp(-y)


def log_moment(xp: Arithmetic, mean: Mean) -> Value:
    """Some branch of its logarithm, where e^x may overflow."""
    u, v, x, y = mean
    return x + xp.log(u + v * xp.exp(-x - y))


def excess(xp: Arithmetic, mean: Mean) -> Excess:
    """The moment less 1."""
    u, v, x, y = mean
    return x, -u * xp.expm1(-x) + v * xp.exp(-x) * xp.expm1(-y)


def laplace_mean(xp: Arithmetic, epsilon: Value, z: Value) -> Mean:
    """Laplace at eps = sensitivity/scale: M(z) = (z e^((z-1) eps) + (z-1) e^(-z eps))/(2z - 1)."""
    b, whole = z - 1, 2 * z - 1
    return z / whole, b / whole, b * epsilon, z * epsilon


def laplace(xp: Arithmetic, epsilon: Value, alpha: Value) -> Value:
    """Laplace's divergence of order alpha."""
    return renyi(xp, excess(xp, laplace_mean(xp, epsilon, alpha)), alpha)


def discrete_laplace_mean(xp: Arithmetic, rate: Value, epsilon: Value, z: Value) -> Mean:
    """Discrete Laplace, P(k) ~ e^(-rate |k|), at eps = rate times a whole sensitivity: M(z) = u e^((z-1) eps) +
    v e^(-z eps) with v/u = sinh((z-1) rate)/sinh(z rate); as rate falls it is Laplace's."""
    b, a = z - 1, xp.exp(-rate)
    whole = (1 + a) * xp.expm1(-(2 * z - 1) * rate)
    u, v = xp.expm1(-2 * z * rate) / whole, a * xp.expm1(-2 * b * rate) / whole
    return u, v, b * epsilon, z * epsilon


def discrete_laplace(xp: Arithmetic, rate: Value, epsilon: Value, alpha: Value) -> Value:
    """Its divergence of order alpha."""
    return renyi(xp, excess(xp, discrete_laplace_mean(xp, rate, epsilon, alpha)), alpha)


def below_top(xp: Arithmetic, width: Value, alpha: Value) -> Value:
    """width - t for the worst offset t of a loss in [t - width, t], which maximises the divergence of order alpha."""
    b = alpha - 1
    return xp.log1p(1 / b) + xp.log(xp.expm1(-b * width) / xp.expm1(-alpha * width))


def bounded_range(xp: Arithmetic, width: Value, alpha: Value) -> Value:
    """The largest divergence of pairs whose log-likelihood ratio lies in an interval of this width: two outcomes, at
    the worst offset, which changes with the order.

    With L(y) = log(sinh(y)/y) and h = width/2 it is (alpha L(alpha h) - (alpha-1) L((alpha-1) h) - L(h))/(alpha-1).
    """
    b, low = alpha - 1, below_top(xp, width, alpha)
    high, whole = width - low, xp.expm1(-width)
    u, v = xp.expm1(-low) / whole, xp.exp(-low) * xp.expm1(-high) / whole
    return renyi(xp, excess(xp, (u, v, b * high, b * low)), alpha)
