"""Group privacy: guarantees for data sets that differ by several changes, from the guarantee for neighbours."""

from __future__ import annotations

from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value


def delta(xp: Arithmetic, epsilon: Value, delta: Value, size: int = 2) -> Value:
    """(1 + e^eps + ... + e^((size-1) eps)) delta, at size times eps. For size 2: P(A) <= e^eps Q(A) + delta <= e^eps
    (e^eps R(A) + delta) + delta."""
    return _powers(xp, epsilon, size) * delta


def _powers(xp: Arithmetic, epsilon: Value, size: int) -> Value:
    """1 + e^eps + ... + e^((size-1) eps), by repeated halving of the size, without a division, which would fail at eps
    = 0."""
    if size == 1:
        return xp.number(1)
    if size % 2:
        return 1 + xp.exp(epsilon) * _powers(xp, epsilon, size - 1)
    return (1 + xp.exp(size // 2 * epsilon)) * _powers(xp, epsilon, size // 2)


def divergence(alpha: Value, below: Value, at_double: Value) -> Value:
    """2 alpha/(2 alpha - 1) gamma(2 alpha - 1) + gamma(2 alpha), by Hoelder's inequality with the exponents (2 alpha -
    1)/alpha and (2 alpha - 1)/(alpha - 1), the only pair of exponents that loses nothing for a linear curve."""
    return 2 * alpha / (2 * alpha - 1) * below + at_double


def last_order(top: Any) -> Any:
    """T^2/(2 T - 1), which is above 1: the largest order at which a curve that is known up to the order T bounds the
    divergence of a group of two."""
    return top**2 / (2 * top - 1)


def divergence_at_end(top: Any, at_top: Value) -> Value:
    """(2 T - 1)/(T - 1) gamma(T), at the order T^2/(2 T - 1) and at all smaller ones: Hoelder's inequality with the
    exponents (2 T - 1)/T and (2 T - 1)/(T - 1), for which both divergences are of the order T."""
    return (2 * top - 1) / (top - 1) * at_top
