"""The privacy profile of mu-GDP and related formulas."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Arithmetic, Value


def delta_mu(xp: Arithmetic, mu: Value, epsilon: Value) -> Value:
    """delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu) (Balle and Wang 2018; Dong, Roth and Su 2022)."""
    return xp.ndtr(mu / 2 - epsilon / mu) - xp.exp(epsilon + xp.log_ndtr(-mu / 2 - epsilon / mu))


def delta_mu_rate(xp: Arithmetic, mu: Value, epsilon: Value) -> Value:
    """The derivative of delta_mu in eps: -e^eps Phi(-mu/2 - eps/mu), in which the two normal densities have
    cancelled."""
    return -xp.exp(epsilon + xp.log_ndtr(-mu / 2 - epsilon / mu))


def mu_of_pure(xp: Arithmetic, epsilon: Value) -> Value:
    """T5.1: the least mu for which eps-DP implies mu-GDP, -2 Phi^-1(1/(1 + e^eps))."""
    return -2 * xp.ndtri(1 / (1 + xp.exp(epsilon)))


def mu_of_laplace(xp: Arithmetic, epsilon0: Value) -> Value:
    """The mu for which delta_mu(0) equals 1 - e^(-eps0/2), the Laplace mechanism's: -2 Phi^-1(e^(-eps0/2)/2)."""
    return -2 * xp.ndtri(xp.exp(-epsilon0 / 2) / 2)


def tail_below(xp: Arithmetic, mu: Value, at: Value) -> tuple[Value, Value, Value]:
    """(a, b, c) with log delta_mu(eps) >= c + b eps - a eps^2 for every eps >= at, where at >= 2 mu.

    With x = eps/mu - mu/2, y = eps/mu + mu/2 and Mills' ratio m, delta = phi(x) (m(x) - m(y)) >= mu phi(x) (1 - y
    m(y)), since 1 - t m(t) is decreasing; 1 - y m(y) > 1/(y^2 + 3); and log(y^2 + 3) lies below its tangent at y(at)
    for y >= sqrt(3)."""
    y = at / mu + mu / 2
    slope = 2 * y / (y * y + 3)
    constant = xp.log(mu) - xp.log(2 * xp.pi) / 2 - mu * mu / 8 - xp.log(y * y + 3) + slope * (y - mu / 2)
    return 1 / (2 * mu * mu), xp.number(Fraction(1, 2)) - slope / mu, constant
