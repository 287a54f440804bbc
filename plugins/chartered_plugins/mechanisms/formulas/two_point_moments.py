"""The Renyi divergence of pairs whose moment is a mean of two exponentials: Laplace, discrete Laplace, bounded range.

Every function takes an arithmetic `xp` and values of it; alpha > 1. u e^x + v e^-y with u + v = 1 is computed as 1 plus
its excess, so that small eps and orders near 1 keep their digits, and large ones do not overflow."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def log_mean(xp: Arithmetic, u: Value, v: Value, x: Value, y: Value) -> Value:
    """log(u e^x + v e^-y) for u + v = 1 and x, y >= 0, where that mean is above 1."""
    excess = -u * xp.expm1(-x) + v * xp.exp(-x) * xp.expm1(-y)
    return xp.logaddexp(xp.number(0), x + xp.log(excess))


def laplace(xp: Arithmetic, epsilon: Value, alpha: Value) -> Value:
    """Laplace at eps = sensitivity/scale: log(alpha e^((alpha-1) eps)/(2 alpha-1) + (alpha-1) e^(-alpha eps)/(2
    alpha-1))/(alpha-1)."""
    b, whole = alpha - 1, 2 * alpha - 1
    return log_mean(xp, alpha / whole, b / whole, b * epsilon, alpha * epsilon) / b


def discrete_laplace(xp: Arithmetic, rate: Value, epsilon: Value, alpha: Value) -> Value:
    """Discrete Laplace noise, P(k) ~ e^(-rate |k|), at eps = rate times an integer sensitivity.

    The moment is u e^((alpha-1) eps) + v e^(-alpha eps) with v/u = sinh((alpha-1) rate)/sinh(alpha rate); as rate -> 0
    it becomes that of Laplace noise."""
    b, a = alpha - 1, xp.exp(-rate)
    whole = (1 + a) * xp.expm1(-(2 * alpha - 1) * rate)
    u, v = xp.expm1(-2 * alpha * rate) / whole, a * xp.expm1(-2 * b * rate) / whole
    return log_mean(xp, u, v, b * epsilon, alpha * epsilon) / b


def below_top(xp: Arithmetic, width: Value, alpha: Value) -> Value:
    """width - t for the worst offset t of a loss in [t - width, t], which maximises the divergence of order alpha."""
    b = alpha - 1
    return xp.log1p(1 / b) + xp.log(xp.expm1(-b * width) / xp.expm1(-alpha * width))


def bounded_range(xp: Arithmetic, width: Value, alpha: Value) -> Value:
    """The largest divergence of pairs whose log-likelihood ratio lies in an interval of this width: two outcomes, at
    the worst offset.

    With L(y) = log(sinh(y)/y) and h = width/2 it is (alpha L(alpha h) - (alpha-1) L((alpha-1) h) - L(h))/(alpha-1).
    """
    b, low = alpha - 1, below_top(xp, width, alpha)
    high, whole = width - low, xp.expm1(-width)
    u, v = xp.expm1(-low) / whole, xp.exp(-low) * xp.expm1(-high) / whole
    return log_mean(xp, u, v, b * high, b * low) / b
