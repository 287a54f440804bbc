"""The Renyi divergence of the Laplace mechanism, whose moment is a mean of two exponentials.

Every function takes an arithmetic `xp` and values of it; alpha > 1. u e^x + v e^-y with u + v = 1 is written as 1 plus its excess, so that
small eps and orders near 1 keep their digits, and nothing overflows at large ones.
"""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def log_mean(xp: Arithmetic, u: Value, v: Value, x: Value, y: Value) -> Value:
    """log(u e^x + v e^-y) for u + v = 1 and x, y >= 0, where that mean is above 1."""
    excess = -u * xp.expm1(-x) + v * xp.exp(-x) * xp.expm1(-y)
    return xp.logaddexp(xp.number(0), x + xp.log(excess))


def laplace(xp: Arithmetic, epsilon: Value, alpha: Value) -> Value:
    """Laplace at eps = sensitivity/scale: log(alpha e^((alpha-1) eps)/(2 alpha-1) + (alpha-1) e^(-alpha eps)/(2 alpha-1))/(alpha-1)."""
    b, whole = alpha - 1, 2 * alpha - 1
    return log_mean(xp, alpha / whole, b / whole, b * epsilon, alpha * epsilon) / b
