"""A group of two: what a guarantee between neighbours says of neighbours' neighbours."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def delta(xp: Arithmetic, epsilon: Value, delta: Value) -> Value:
    """(1 + e^eps) delta, at twice eps: P(A) <= e^eps Q(A) + delta <= e^eps (e^eps R(A) + delta) + delta."""
    return (1 + xp.exp(epsilon)) * delta


def divergence(alpha: Value, below: Value, at_double: Value) -> Value:
    """2 alpha/(2 alpha - 1) gamma(2 alpha - 1) + gamma(2 alpha): Hoelder's inequality with the exponents (2 alpha -
    1)/alpha and (2 alpha - 1)/(alpha - 1), of all pairs the one that loses nothing for a linear curve."""
    return 2 * alpha / (2 * alpha - 1) * below + at_double
