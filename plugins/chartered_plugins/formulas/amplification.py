"""How eps changes when a mechanism sees each record only with probability q (Poisson sampling, add-or-remove)."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def sampled_epsilon(xp: Arithmetic, rate: Value, epsilon: Value) -> Value:
    """eps' = log(1 + q (e^eps - 1)): the eps of the sampled mechanism at q delta."""
    return xp.log1p(rate * xp.expm1(epsilon))


def inner_epsilon(xp: Arithmetic, rate: Value, sampled: Value) -> Value:
    """Its inverse: log(1 + (e^eps' - 1)/q)."""
    return xp.log1p(xp.expm1(sampled) / rate)
