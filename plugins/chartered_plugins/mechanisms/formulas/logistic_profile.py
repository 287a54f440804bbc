"""The profile and the moments of logistic noise, whose largest loss is d: e^((d - loss)/2) is uniform on (1, e^d)."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def delta(xp: Arithmetic, most: Value, epsilon: Value) -> Value:
    """(e^(d/2) - e^(eps/2))_+^2/(e^d - 1)."""
    below = xp.positive(-xp.expm1((epsilon - most) / 2))
    return below * below / -xp.expm1(-most)


def epsilon(xp: Arithmetic, most: Value, delta: Value) -> Value:
    """Its inverse, or 0 above delta(0)."""
    share = xp.minimum(xp.sqrt(delta * -xp.expm1(-most)), -xp.expm1(-most / 2))
    return xp.positive(most + 2 * xp.log1p(-share))


def log_moment(xp: Arithmetic, most: Value, order: Value) -> Value:
    """log sinh((a - 1/2) d)/((2a - 1) sinh(d/2)) at an order a > 1."""
    power = 2 * order - 1
    return (order - 1) * most + xp.log(-xp.expm1(-power * most)) - xp.log(power) - xp.log(-xp.expm1(-most))
