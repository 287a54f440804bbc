"""Randomized response on k values: its privacy profile and its Renyi divergence. For k = 2 it is the worst case of pure
DP."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def delta(xp: Arithmetic, epsilon0: Value, k: Value, epsilon: Value) -> Value:
    """delta(eps) = (e^eps0 - e^eps)_+ / (e^eps0 + k - 1): the true value is e^eps0 times as likely as each of the k - 1
    others."""
    return xp.positive(-xp.expm1(epsilon - epsilon0)) / (1 + (k - 1) * xp.exp(-epsilon0))


def epsilon(xp: Arithmetic, epsilon0: Value, k: Value, delta: Value) -> Value:
    """The inverse of `delta`: log(max(1, e^eps0 - delta (e^eps0 + k - 1)))."""
    return xp.log1p(xp.positive(xp.expm1(epsilon0) - delta * (xp.exp(epsilon0) + k - 1)))


def renyi(xp: Arithmetic, epsilon0: Value, k: Value, alpha: Value) -> Value:
    """log(p^alpha r^(1-alpha) + r^alpha p^(1-alpha) + (k-2) r)/(alpha-1), where p and r are the probabilities of the
    true value and of each other one; computed as log(1 + excess)."""
    return xp.logaddexp(xp.number(0), log_excess(xp, epsilon0, k, alpha - 1)) / (alpha - 1)


def log_excess(xp: Arithmetic, epsilon0: Value, k: Value, a: Value) -> Value:
    """log(e^(a gamma) - 1) for the Renyi divergence gamma of order 1 + a."""
    x = a * epsilon0
    return x + xp.log(xp.expm1(-x) * xp.expm1(-x - epsilon0) / (1 + (k - 1) * xp.exp(-epsilon0)))


def variation(xp: Arithmetic, epsilon: Value) -> Value:
    """tanh(eps/2): the total variation of binary randomized response."""
    return -xp.expm1(-epsilon) / (1 + xp.exp(-epsilon))


def concentration(xp: Arithmetic, epsilon: Value) -> Value:
    """eps tanh(eps/2): the Kullback-Leibler divergence of binary randomized response, and the least rho of eps-DP."""
    return epsilon * variation(xp, epsilon)
