"""The Gaussian mechanism by its Renyi curve, gamma(alpha) = rho alpha: Asoodeh et al. 2020, (23), Lemma 2, (28) and
Theorem 5.

Every function takes an arithmetic `xp` and values of it. `rho` is the total over all runs, T/(2 sigma^2) at sensitivity
1; variances are sigma^2. L stands for log(1/delta). Logarithms are natural."""

from __future__ import annotations

from math import comb

from chartered_verify.arithmetic import Arithmetic, Value

from ...basics.formulas.gaussian_moments import curve as curve
from ...basics.formulas.subgaussian_tail import tail_delta, tail_epsilon
from .closed_forms import closed_epsilon_f, closed_epsilon_g, edge_epsilon, log_zeta


def rho_of(variance: Value, times: Value) -> Value:
    """The total rho of `times` runs: times/(2 sigma^2)."""
    return times / (2 * variance)


def accountant_epsilon(xp: Arithmetic, rho: Value, delta: Value) -> Value:
    """E23 (the moments accountant): the minimum of T1 over all orders, rho + sqrt(4 rho L). Also the zCDP bound of Bun
    and Steinke 2016."""
    return tail_epsilon(xp, rho, 2 * rho, delta)


def accountant_order(xp: Arithmetic, rho: Value, delta: Value) -> Value:
    """The order that minimises T1: 1 + sqrt(L/rho)."""
    return 1 + xp.sqrt(-xp.log(delta) / rho)


def lemma2_first(xp: Arithmetic, rho: Value, delta: Value, alpha: Value) -> Value:
    """L2's eps0 before the infimum over 1 < alpha <= 1/delta and without the positive part."""
    return closed_epsilon_g(xp, alpha, curve(rho, alpha), delta)


def lemma2_second(xp: Arithmetic, rho: Value, delta: Value, alpha: Value) -> Value:
    """L2's eps1 before the infimum over 1 < alpha <= 1/delta."""
    return closed_epsilon_f(xp, alpha, curve(rho, alpha), delta)


def lemma2_edge(xp: Arithmetic, rho: Value, delta: Value) -> Value:
    """L2's third branch without the positive part: rho/delta + log(1-delta), at the order 1/delta."""
    return edge_epsilon(xp, curve(rho, 1 / delta), delta)


def lemma2_epsilon(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value) -> Value:
    """L2 at one order of a linear curve, gamma = rho alpha: the minimum of its three branches. If it is negative, eps =
    0 holds."""
    rho = gamma / alpha
    inner = xp.minimum(lemma2_first(xp, rho, delta, alpha), lemma2_second(xp, rho, delta, alpha))
    return xp.minimum(inner, lemma2_edge(xp, rho, delta))


def lemma2_balance(xp: Arithmetic, rho: Value, delta: Value, alpha: Value) -> Value:
    """rho (alpha-1)^2 + log(alpha delta), increasing in alpha: zero exactly at the order that minimises
    `lemma2_first`."""
    return rho * (alpha - 1) ** 2 + xp.log(alpha * delta)


def accountant_variance(xp: Arithmetic, epsilon: Value, delta: Value, times: Value) -> Value:
    """E28: the sigma^2 for which E23 gives eps, T (sqrt(eps+L) + sqrt(L))^2/(2 eps^2)."""
    reach = -xp.log(delta)
    return times * (xp.sqrt(epsilon + reach) + xp.sqrt(reach)) ** 2 / (2 * epsilon**2)


def theorem5_order(xp: Arithmetic, epsilon: Value, delta: Value) -> Value:
    """T5's order, 2 L/eps."""
    return -2 * xp.log(delta) / epsilon


def theorem5_variance(xp: Arithmetic, epsilon: Value, delta: Value, times: Value) -> Value:
    """T5's exact form (80), alpha T/(2 eps + 2 log(delta/zeta)/(alpha-1)) at alpha = 2L/eps; sufficient if it is
    positive and 1 < alpha <= 1/delta."""
    alpha = theorem5_order(xp, epsilon, delta)
    return alpha * times / (2 * epsilon + 2 * (xp.log(delta) - log_zeta(xp, alpha)) / (alpha - 1))


def theorem5_leading(xp: Arithmetic, epsilon: Value, delta: Value, times: Value) -> Value:
    """T5's printed terms 2TL/eps^2 + T/eps - (2T/eps^2)(log(2L) + 1 - log eps), without its O-term: HEURISTIC, not a
    sufficient variance."""
    reach = -xp.log(delta)
    return times / epsilon + 2 * times / epsilon**2 * (reach - xp.log(2 * reach) - 1 + xp.log(epsilon))


def abadi_rho(rate: Value, variance: Value) -> Value:
    """Figure 3's rho for noisy SGD, q^2/((1-q) sigma^2) (Abadi et al. 2016, Lemma 3, without its O-term and outside its
    range): HEURISTIC."""
    return rate**2 / ((1 - rate) * variance)


def sampled_moment(xp: Arithmetic, alpha: int, rate: Value, variance: Value) -> Value:
    """E_Q[(dP/dQ)^alpha] of the Poisson-sampled Gaussian at an integer order, exact: sum over k of C(alpha,k)
    (1-q)^(alpha-k) q^k e^((k^2-k)/(2 sigma^2)) (Mironov, Talwar and Zhang 2019)."""
    total = xp.number(0)
    for k in range(alpha + 1):
        total = total + comb(alpha, k) * (1 - rate) ** (alpha - k) * rate**k * xp.exp((k * k - k) / (2 * variance))
    return total


def accountant_delta(xp: Arithmetic, rho: Value, epsilon: Value) -> Value:
    """E23 solved for delta: e^(-(eps-rho)_+^2/(4 rho))."""
    return tail_delta(xp, rho, 2 * rho, epsilon)
