"""The optimal conversion of a Renyi point at a witness, if the divergence is bounded in both directions.

Beside D_alpha(P||Q) <= gamma, whose witnesses are those of `optimal`, D_alpha(Q||P) <= gamma. This adds one kind of
witness, the `response` e0 of a binary randomized response whose divergence of order alpha, the same in both directions,
is at least gamma. With T = e^e0 and t = 1/T the function
h(x) = A (x^alpha - t^alpha - alpha t^(alpha-1) (x-t)) + B (x^(1-alpha) - t^(1-alpha) + (alpha-1) t^(-alpha) (x-t)) is
nonnegative for A, B >= 0, and there are such A and B for which its tangent at T is x - lambda if 1 <= lambda <=
(alpha-1) sinh(alpha e0)/(alpha sinh((alpha-1) e0)). Its mean under Q is largest if both divergences are, so no pair has
a larger delta at log lambda than randomized response itself. For a larger lambda, the extremal pair of Theorem 3
satisfies both bounds, and Theorem 3 is optimal.

A witness without a valid bound gives eps = inf, or delta = 1. Every function takes an arithmetic `xp` and values of
it."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value

from ...basics.formulas import randomized_response as response
from . import closed_forms as rc
from .optimal import Witness, one_sided_delta, one_sided_epsilon


def last_epsilon(xp: Arithmetic, alpha: Value, e0: Value) -> Value:
    """log((alpha-1) sinh(alpha e0)/(alpha sinh((alpha-1) e0))): up to this eps randomized response is the worst pair,
    above it that of Theorem 3."""
    return rc.tangent_lambda(xp, alpha, e0, e0)


def two_sided_epsilon(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value, witness: Witness) -> Value:
    """An eps such that every pair with divergence at most gamma in both directions is (eps, delta)-DP."""
    if witness.get("response") is None:
        return one_sided_epsilon(xp, alpha, gamma, delta, witness)
    e0 = xp.number(witness["response"])
    found = response.epsilon(xp, e0, xp.number(2), delta)
    return found if _allows(xp, alpha, gamma, e0) and found <= last_epsilon(xp, alpha, e0) else xp.inf


def two_sided_delta(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value, witness: Witness) -> Value:
    """A delta such that every pair with divergence at most gamma in both directions is (eps, delta)-DP."""
    if witness.get("response") is None:
        return one_sided_delta(xp, alpha, gamma, epsilon, witness)
    e0 = xp.number(witness["response"])
    if _allows(xp, alpha, gamma, e0) and epsilon <= last_epsilon(xp, alpha, e0):
        return response.delta(xp, e0, xp.number(2), epsilon)
    return xp.number(1)


def _allows(xp: Arithmetic, alpha: Value, gamma: Value, e0: Value) -> bool:
    """Whether the divergence of randomized response at e0 is certainly at least gamma."""
    return bool(e0 > 0) and bool(response.renyi(xp, e0, xp.number(2), alpha) >= gamma)
