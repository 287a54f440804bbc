"""Families of (eps, delta) guarantees that a noise calibration states for one mechanism: delta at each eps, and the
sign of the slope whose zero is the eps of the best guarantee.

The best guarantee is at the eps that maximises (1-delta)/(1 + e^eps). Where the slope of that function is negative, a
larger eps gains nothing."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def power(xp: Arithmetic, k: Value, b: Value, epsilon: Value) -> Value:
    """sigma = A sqrt(log(B/delta))/eps solved for delta, with k = (sigma/A)^2: B e^(-k eps^2)."""
    return b * xp.exp(-k * epsilon * epsilon)


def power_inverse(xp: Arithmetic, k: Value, b: Value, delta: Value) -> Value:
    """The inverse of `power`; 0 for delta >= B."""
    return xp.sqrt(xp.positive(xp.log(b) - xp.log(delta)) / k)


def power_rises(xp: Arithmetic, k: Value, b: Value, epsilon: Value) -> Value:
    """A number with the sign of the slope of (1-delta)/(1 + e^eps): the logarithm of 2 k eps delta (1 + e^-eps) +
    delta."""
    return xp.log1p(2 * k * epsilon * (1 + xp.exp(-epsilon))) + xp.log(b) - k * epsilon * epsilon


def cloak_weight(xp: Arithmetic, n: Value, m: Value) -> Value:
    """m > 10 log(n/(eps delta)) solved for eps delta: n e^(-m/10)."""
    return n * xp.exp(-m / 10)


def cloak(xp: Arithmetic, c: Value, epsilon: Value) -> Value:
    """c/eps, the delta with eps delta = c."""
    return c / epsilon


def cloak_rises(xp: Arithmetic, c: Value, epsilon: Value) -> Value:
    """A number with the sign of the slope of (1-delta)/(1 + e^eps)."""
    return c * (1 + xp.exp(-epsilon)) + epsilon * (c - epsilon)
