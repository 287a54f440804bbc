"""The privacy profile of mu-GDP, shared by everything Gaussian."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def delta_mu(xp: Arithmetic, mu: Value, epsilon: Value) -> Value:
    """delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu) (Balle and Wang 2018; Dong, Roth and Su 2022)."""
    return xp.ndtr(mu / 2 - epsilon / mu) - xp.exp(epsilon + xp.log_ndtr(-mu / 2 - epsilon / mu))


def mu_of_pure(xp: Arithmetic, epsilon: Value) -> Value:
    """T5.1: the mu of eps-DP, -2 Phi^-1(1/(1 + e^eps))."""
    return -2 * xp.ndtri(1 / (1 + xp.exp(epsilon)))
