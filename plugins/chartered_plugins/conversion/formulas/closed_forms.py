"""Closed-form conversions of one Renyi point (alpha, gamma) to eps and delta, after Asoodeh et al. 2020.

Every function takes an arithmetic `xp` and values of it. Orders are alpha > 1, logarithms natural.

The optimal conversion (Theorem 3) has two forms. `objective` is the printed one, a minimum over p = delta s.
`tangent_epsilon` and `tangent_delta` are its dual, which is sound without any minimum: for likelihood ratios t = e^-v <
T = e^w the function h(x) = c (x^alpha - t^alpha - alpha t^(alpha-1) (x - t)) is nonnegative and lies above x - T +
h(T), its tangent of slope 1 at T; hence delta(lambda) <= E_Q[h] = c (M - alpha t^(alpha-1) + (alpha-1) t^alpha) with M
= e^((alpha-1) gamma), whenever lambda = T - h(T). Any v gives a sound bound; the best v gives the optimum. v = None
means t = 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value

Conversion: TypeAlias = Callable[[Arithmetic, Value, Value, Value], Value]
"""A conversion at one order in closed form: (xp, alpha, gamma, delta) -> eps, or (xp, alpha, gamma, eps) -> log
delta."""


def classical_delta(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value) -> Value:
    """T1 (Abadi et al. 2016, Thm 2; Mironov 2017, Prop 3): exp(-(alpha-1)(eps-gamma))."""
    return xp.exp(log_classical_delta(xp, alpha, gamma, epsilon))


def log_classical_delta(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value) -> Value:
    """The logarithm of `classical_delta`."""
    return (alpha - 1) * (gamma - epsilon)


def classical_epsilon(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value) -> Value:
    """T1 solved for eps: gamma + log(1/delta)/(alpha-1)."""
    return gamma - xp.log(delta) / (alpha - 1)


def log_zeta(xp: Arithmetic, alpha: Value) -> Value:
    """The logarithm of zeta = (1/alpha)(1-1/alpha)^(alpha-1)."""
    return (alpha - 1) * xp.log1p(-1 / alpha) - xp.log(alpha)


def objective(xp: Arithmetic, alpha: Value, epsilon: Value, delta: Value, s: Value) -> Value:
    """T3 without its minimum, at p = delta s with 1 < s < 1/delta: the largest sound gamma is the minimum over s."""
    return xp.log1p(
        xp.exp(objective_first(xp, alpha, epsilon, delta, s)) + xp.expm1(objective_second(xp, alpha, epsilon, delta, s))
    ) / (alpha - 1)


def objective_first(xp: Arithmetic, alpha: Value, epsilon: Value, delta: Value, s: Value) -> Value:
    """The logarithm of T3's first term times e^((alpha-1) eps)."""
    return (alpha - 1) * (epsilon - xp.log(s - 1)) + xp.log(delta) + alpha * xp.log(s)


def objective_second(xp: Arithmetic, alpha: Value, epsilon: Value, delta: Value, s: Value) -> Value:
    """The logarithm of T3's second term times e^((alpha-1) eps)."""
    return alpha * xp.log1p(-delta * s) - (alpha - 1) * xp.log1p(-delta * (s - 1) * xp.exp(-epsilon))


def bregman(xp: Arithmetic, alpha: Value, v: Value | None) -> Value:
    """1 - alpha t^(alpha-1) + (alpha-1) t^alpha at t = e^-v: the difference at x = 1 between x^alpha and its tangent at
    t."""
    if v is None:
        return xp.number(1)
    return (alpha - 1) * xp.exp(-(alpha - 1) * v) * xp.expm1(-v) - xp.expm1(-(alpha - 1) * v)


def log_mean(xp: Arithmetic, alpha: Value, gamma: Value, v: Value | None) -> Value:
    """The logarithm of E_Q[h]/c = M - alpha t^(alpha-1) + (alpha-1) t^alpha."""
    x = (alpha - 1) * gamma
    return x + xp.log(bregman(xp, alpha, v) * xp.exp(-x) - xp.expm1(-x))


def _log_scaled_mean(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value, v: Value | None) -> Value:
    return log_mean(xp, alpha, gamma, v) - xp.log(alpha * delta)


def _upper_tangent(xp: Arithmetic, alpha: Value, mean: Value, v: Value | None) -> Value:
    return (mean if v is None else xp.logaddexp(-(alpha - 1) * v, mean)) / (alpha - 1)


def tangent_point(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value, v: Value | None) -> Value:
    """w = log T, at which h has slope 1 if E_Q[h] = delta: T^(alpha-1) = t^(alpha-1) + E_Q[h]/(c alpha delta)."""
    return _upper_tangent(xp, alpha, _log_scaled_mean(xp, alpha, gamma, delta, v), v)


def tangent_epsilon(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value, v: Value | None) -> Value:
    """T3 in its dual form: an eps such that (alpha, gamma)-RDP implies (eps, delta)-DP, for any v > 0. If it is
    negative, eps = 0 holds."""
    mean = _log_scaled_mean(xp, alpha, gamma, delta, v)
    w = _upper_tangent(xp, alpha, mean, v)
    bound = w + xp.log1p(-1 / alpha)
    if v is None:
        return bound
    return bound + xp.log1p(xp.exp(-(alpha - 1) * v - mean)) + xp.log(-xp.expm1(-alpha * (w + v)))


def tangent_lambda(xp: Arithmetic, alpha: Value, v: Value | None, w: Value) -> Value:
    """The logarithm of lambda = T - h(T) for tangent points t = e^-v and T = e^w."""
    if v is None:
        return w + xp.log1p(-1 / alpha)
    return w + xp.log1p(-1 / alpha) + xp.log(xp.expm1(-alpha * (w + v)) / xp.expm1(-(alpha - 1) * (w + v)))


def tangent_mean(xp: Arithmetic, alpha: Value, gamma: Value, v: Value | None, w: Value) -> Value:
    """E_Q[h] for the h with tangent points t = e^-v and T = e^w: a valid delta if lambda(v, w) <= e^eps."""
    log_c = -xp.log(alpha) - (alpha - 1) * w
    if v is not None:
        log_c = log_c - xp.log(-xp.expm1(-(alpha - 1) * (w + v)))
    return xp.exp(log_c + log_mean(xp, alpha, gamma, v))


def tangent_delta(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value, v: Value | None, w: Value) -> Value:
    """T3 in its dual form: a delta such that (alpha, gamma)-RDP implies (eps, delta)-DP, for any w > -v. The excess of
    lambda over e^eps is added to delta."""
    excess = xp.exp(epsilon) * xp.expm1(tangent_lambda(xp, alpha, v, w) - epsilon)
    return tangent_mean(xp, alpha, gamma, v, w) + xp.positive(excess)


def edge_epsilon(xp: Arithmetic, gamma: Value, delta: Value) -> Value:
    """T4 and L1 in the branch alpha delta >= 1, where they are exact: gamma + log(1-delta)."""
    return gamma + xp.log1p(-delta)


def edge_delta(xp: Arithmetic, gamma: Value, epsilon: Value) -> Value:
    """The inverse, delta: 1 - e^(eps-gamma); valid if alpha delta >= 1."""
    return -xp.expm1(epsilon - gamma)


def lower_gamma_g(xp: Arithmetic, alpha: Value, epsilon: Value, delta: Value) -> Value:
    """T4's g: a gamma that implies (eps, delta)-DP when alpha delta < 1."""
    return epsilon - (log_zeta(xp, alpha) - xp.log(delta)) / (alpha - 1)


def lower_gamma_f(xp: Arithmetic, alpha: Value, epsilon: Value, delta: Value) -> Value:
    """T4's f: another such gamma, better at small eps; f = eps + log((e^eps - a d) ((1-d)/(e^eps-d))^a + a d)/(a-1)."""
    shrink = xp.exp(-epsilon)
    term = (1 - alpha * delta * shrink) * xp.exp(alpha * (xp.log1p(-delta) - xp.log1p(-delta * shrink)))
    return xp.log(term + alpha * delta * xp.exp((alpha - 1) * epsilon)) / (alpha - 1)


def closed_epsilon(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value) -> Value:
    """L1: the edge branch if alpha delta >= 1, otherwise the minimum of the other two. If it is negative, eps = 0
    holds."""
    if alpha * delta >= 1:
        return edge_epsilon(xp, gamma, delta)
    return xp.minimum(closed_epsilon_g(xp, alpha, gamma, delta), closed_epsilon_f(xp, alpha, gamma, delta))


def log_closed_delta(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value) -> Value:
    """The logarithm of L1 solved for delta."""
    least = log_closed_delta_g(xp, alpha, gamma, epsilon)
    if epsilon > 0:
        least = xp.minimum(least, log_closed_delta_f(xp, alpha, gamma, epsilon))
    edge = edge_delta(xp, gamma, epsilon)
    return xp.minimum(least, xp.log(edge)) if alpha * edge >= 1 else least


def closed_epsilon_g(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value) -> Value:
    """L1, first branch: gamma + (log zeta - log delta)/(alpha-1); also Balle et al. 2020, Thm 21."""
    return gamma + (log_zeta(xp, alpha) - xp.log(delta)) / (alpha - 1)


def closed_epsilon_f(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value) -> Value:
    """L1, second branch: log(1 + (e^((alpha-1) gamma) - 1)/(alpha delta))/(alpha-1)."""
    return xp.log1p(xp.expm1((alpha - 1) * gamma) / (alpha * delta)) / (alpha - 1)


def closed_delta_g(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value) -> Value:
    """L1's first branch solved for delta: zeta e^((alpha-1)(gamma-eps)); also Canonne-Kamath-Steinke 2020, Prop 12."""
    return xp.exp(log_closed_delta_g(xp, alpha, gamma, epsilon))


def log_closed_delta_g(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value) -> Value:
    """The logarithm of `closed_delta_g`."""
    return log_zeta(xp, alpha) + (alpha - 1) * (gamma - epsilon)


def closed_delta_f(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value) -> Value:
    """L1's second branch solved for delta: (e^((alpha-1) gamma) - 1)/(alpha (e^((alpha-1) eps) - 1)) for eps > 0."""
    return xp.exp(log_closed_delta_f(xp, alpha, gamma, epsilon))


def log_closed_delta_f(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value) -> Value:
    """The logarithm of `closed_delta_f`, in a form that does not overflow."""
    x, y = (alpha - 1) * gamma, (alpha - 1) * epsilon
    return x - y + xp.log(xp.expm1(-x) / xp.expm1(-y)) - xp.log(alpha)


def bretagnolle_huber(xp: Arithmetic, gamma: Value) -> Value:
    """sqrt(1 - e^-gamma), a bound on the total variation, which is delta at eps = 0 (Bretagnolle and Huber 1979)."""
    return xp.sqrt(-xp.expm1(-gamma))


def pinsker(xp: Arithmetic, gamma: Value) -> Value:
    """sqrt(gamma/2), Pinsker's bound on the total variation: the smaller of the two bounds for gamma <= 1.59."""
    return xp.sqrt(gamma / 2)
