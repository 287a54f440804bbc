"""The privacy profile of Laplace noise, on a query of bounded sensitivity and on a clipped outcome."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def delta_laplace(xp: Arithmetic, epsilon0: Value, epsilon: Value) -> Value:
    """delta(eps) = (1 - e^((eps - eps0)/2))_+ with eps0 = sensitivity/scale."""
    return xp.positive(-xp.expm1((epsilon - epsilon0) / 2))


def rectified_delta(xp: Arithmetic, head: Value, delta: Value, epsilon: Value) -> Value:
    """delta (1 - e^((eps' - head)/2))_+ at e^eps' = 1 + (e^eps - 1)/delta, written for delta = 0 as well: what Laplace
    noise of range/scale = head leaves of an outcome whose own delta at eps is `delta`."""
    return xp.positive(delta - xp.exp(-head / 2) * xp.sqrt(delta * (delta + xp.expm1(epsilon))))


def covering_scale(low: Value, high: Value, head: Value) -> Value:
    """The scale of the Laplace noise that hides an outcome in [low, high] up to eps = head."""
    return (high - low) / head
