"""The profile of a privacy loss of bounded range, that is, of the worst exponential mechanism, for one run."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def delta_at(xp: Arithmetic, width: Value, top: Value, epsilon: Value) -> Value:
    """The profile of the two-outcome pair with log-likelihood ratios `top` and `top - width`, for 0 <= eps <= top <=
    width."""
    weight = xp.exp(-top) * xp.expm1(top - width) / xp.expm1(-width)
    return weight * xp.exp(epsilon) * xp.expm1(top - epsilon)


def delta(xp: Arithmetic, width: Value, epsilon: Value) -> Value:
    """The maximum of `delta_at` over the offset, at top = (width + eps)/2: (1 - e^((eps - width)/2))_+^2/(1 -
    e^-width)."""
    return xp.positive(-xp.expm1((epsilon - width) / 2)) ** 2 / -xp.expm1(-width)


def epsilon(xp: Arithmetic, width: Value, delta: Value) -> Value:
    """The inverse of `delta`: width + 2 log(1 - sqrt(delta (1 - e^-width))), or 0 if that is negative."""
    return xp.positive(width + 2 * xp.log1p(-xp.sqrt(-delta * xp.expm1(-width))))
