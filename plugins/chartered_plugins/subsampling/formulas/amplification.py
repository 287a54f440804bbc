"""How eps changes when a mechanism sees each record only with probability q (Poisson sampling, add-or-remove)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value

Bound: TypeAlias = Callable[[Arithmetic, Value, Any], Value]
"""A profile or its inverse: a function of eps or delta, and of a witness."""


def sampled_epsilon(xp: Arithmetic, rate: Value, epsilon: Value) -> Value:
    """eps' = log(1 + q (e^eps - 1)): the eps of the sampled mechanism at q delta."""
    return xp.log1p(rate * xp.expm1(epsilon))


def inner_epsilon(xp: Arithmetic, rate: Value, sampled: Value) -> Value:
    """Its inverse: log(1 + (e^eps' - 1)/q)."""
    return xp.log1p(xp.expm1(sampled) / rate)


def sampled_profile(rate: Number, inner: Bound) -> Bound:
    """The profile at eps' is q times the inner one at eps."""

    def delta(xp: Arithmetic, epsilon: Value, witness: Any) -> Value:
        share = xp.number(rate)
        return share * inner(xp, inner_epsilon(xp, share, epsilon), witness)

    return delta


def sampled_inverse(rate: Number, inverse: Bound | None) -> Bound | None:
    """The eps' at delta is that of the inner eps at delta/q; None where there is no inner inverse."""
    if inverse is None:
        return None

    def epsilon(xp: Arithmetic, delta: Value, witness: Any) -> Value:
        share = xp.number(rate)
        inside = xp.minimum(delta / share, xp.number(1))
        return sampled_epsilon(xp, share, xp.positive(inverse(xp, inside, witness)))

    return epsilon
