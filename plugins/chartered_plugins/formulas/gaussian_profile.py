"""The privacy profile of mu-GDP, shared by everything Gaussian."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def delta_mu(xp: Arithmetic, mu: Value, epsilon: Value) -> Value:
    """delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu) (Balle and Wang 2018; Dong, Roth and Su 2022)."""
    return xp.ndtr(mu / 2 - epsilon / mu) - xp.exp(epsilon + xp.log_ndtr(-mu / 2 - epsilon / mu))
