"""Amplification by sampling: eps of a mechanism that receives each record with probability q (Poisson sampling,
add-or-remove)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value

Bound: TypeAlias = Callable[[Arithmetic, Value, Any], Value]
"""A profile or its inverse: (xp, eps or delta, witness) -> delta or eps."""


def sampled_epsilon(xp: Arithmetic, rate: Value, epsilon: Value) -> Value:
    """eps' = log(1 + q (e^eps - 1)): the eps of the sampled mechanism at q delta."""
    return xp.log1p(rate * xp.expm1(epsilon))


def inner_epsilon(xp: Arithmetic, rate: Value, sampled: Value) -> Value:
    """The inverse of `sampled_epsilon`: eps = log(1 + (e^eps' - 1)/q)."""
    return xp.log1p(xp.expm1(sampled) / rate)


def sampled_profile(rate: Number, inner: Bound) -> Bound:
    """delta'(eps') = q delta(eps), the profile on a sample of rate q."""

    def delta(xp: Arithmetic, epsilon: Value, witness: Any) -> Value:
        share = xp.number(rate)
        return share * inner(xp, inner_epsilon(xp, share, epsilon), witness)

    return delta


def sampled_inverse(rate: Number, inverse: Bound | None) -> Bound | None:
    """eps'(delta) from eps(delta/q), the inverse of the profile on a sample; None if the inner inverse is None."""
    if inverse is None:
        return None

    def epsilon(xp: Arithmetic, delta: Value, witness: Any) -> Value:
        share = xp.number(rate)
        inside = xp.minimum(delta / share, xp.number(1))
        return sampled_epsilon(xp, share, xp.positive(inverse(xp, inside, witness)))

    return epsilon
