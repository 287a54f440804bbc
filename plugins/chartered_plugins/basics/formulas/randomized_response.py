"""Randomized response: the profile and the moments of k-ary randomized response, which for k = 2 is the worst case of
pure DP."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value

from . import moment_excess
from .moment_excess import Excess


def delta(xp: Arithmetic, epsilon0: Value, k: Value, epsilon: Value) -> Value:
    """delta(eps) = (e^eps0 - e^eps)_+ / (e^eps0 + k - 1): the true value is e^eps0 times as likely as each of the k - 1
    others."""
    return xp.positive(-xp.expm1(epsilon - epsilon0)) / (1 + (k - 1) * xp.exp(-epsilon0))


def epsilon(xp: Arithmetic, epsilon0: Value, k: Value, delta: Value) -> Value:
    """The inverse of `delta`: log(max(1, e^eps0 - delta (e^eps0 + k - 1)))."""
    return xp.log1p(xp.positive(xp.expm1(epsilon0) - delta * (xp.exp(epsilon0) + k - 1)))


def excess(xp: Arithmetic, epsilon0: Value, k: Value, a: Value) -> Excess:
    """That of the moment of order z = 1 + a, (p^z r^(1-z) + r^z p^(1-z) + (k-2) r) for the truth's p and another's
    r."""
    x = a * epsilon0
    return x, xp.expm1(-x) * xp.expm1(-x - epsilon0) / (1 + (k - 1) * xp.exp(-epsilon0))


def renyi(xp: Arithmetic, epsilon0: Value, k: Value, alpha: Value) -> Value:
    """Its Renyi divergence of order alpha."""
    return moment_excess.renyi(xp, excess(xp, epsilon0, k, alpha - 1), alpha)


def log_excess(xp: Arithmetic, epsilon0: Value, k: Value, a: Value) -> Value:
    """log(e^(a gamma) - 1) for the Renyi divergence gamma of order 1 + a."""
    return moment_excess.log_excess(xp, excess(xp, epsilon0, k, a))


def variation(xp: Arithmetic, epsilon: Value) -> Value:
    """tanh(eps/2): the total variation of binary randomized response."""
    return -xp.expm1(-epsilon) / (1 + xp.exp(-epsilon))


def concentration(xp: Arithmetic, epsilon: Value) -> Value:
    """eps tanh(eps/2): the Kullback-Leibler divergence of binary randomized response, and the least rho of eps-DP."""
    return epsilon * variation(xp, epsilon)
