"""E[excess] of the sampled Gaussian at any order, by the trapezoidal rule on the whole line, with a proved remainder.

Let g be analytic in the strip |Im z| < a, where the integral of |g(x+iy)| over x is at most M for each y. The sum h
sum_k g(lo + k h) over all integers k differs from the integral of g by at most 2M/(e^(2 pi a/h) - 1) (Trefethen,
Weideman 2014, Theorem 5.1). Here g is the normal density times the excess. On Im z = y the modulus of the density is
e^(y^2/(2 sigma^2)) times that at x; the ratio w = 1-q + q e^(...) is not a negative number or 0 for |y| < pi sigma^2,
and there |w(x+iy)| <= w(x). So with I = E[excess] = E[w^alpha] - 1 and a <= pi sigma^2,

    M <= e^(a^2/(2 sigma^2)) (E[w^alpha] + 1 + alpha q E[e^(...) + 1]) = e^(a^2/(2 sigma^2)) (I + 2 + 2 alpha q).

Truncation is bounded by geometric series on both sides. Nodes left of lo < 0 have -q <= u <= 0 and excess at most
max(1, alpha/2) b q^2. Right of the last node hi > alpha, the density times w^alpha decreases from node to node at least
by the factor e^(-h (hi-alpha)/sigma^2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.budget import charge

from . import sampled_gaussian_terms as terms

_MOST_NODES = 6000
_LOG2 = math.log(2)


@dataclass(frozen=True, slots=True)
class Nodes:
    """Equidistant nodes low, low + step, ..., and the bits (or digits) that the sum may lose to cancellation."""

    low: float
    step: float
    count: int
    guard: int


def spaced(sigma: float, alpha: float, accuracy: float, left: float, right: float) -> tuple[float, float, int]:
    """(low, step, count): a step with a remainder of about e^-accuracy; the nodes reach from 0 to alpha, and beyond
    both until the log density has decreased by `left` and `right`."""
    wide = math.pi * sigma * math.sqrt(2 / accuracy)
    step = wide if wide >= 2 else 2 * (math.pi * sigma) ** 2 / (accuracy + (math.pi * sigma) ** 2 / 2)
    low = -sigma * math.sqrt(2 * left)
    return low, step, math.ceil((alpha + sigma * math.sqrt(2 * right) - low) / step) + 1


def plan(xp: Arithmetic, rate: Value, sigma: Value, alpha: Value) -> Nodes | None:
    """Nodes for the precision of the arithmetic; None if the unsampled Gaussian determines all digits, or if the nodes
    would be too many."""
    goal = 5 * xp.rest_bits // 8 * _LOG2
    log_rate, log_sigma, log_b = (_middle(xp.log(x)) for x in (rate, sigma, alpha - 1))
    if not (-200 < log_sigma < 700 and log_b < 50) or _middle(terms.plainness(xp, rate, sigma, alpha)) > goal:
        return None
    a, s = 1 + math.exp(log_b), math.exp(log_sigma)
    small = max(
        0.0, -(math.log(a / 2) + log_b + 2 * log_rate - 2 * max(0.0, log_sigma))
    )  # about -log of the result, if it is small
    spread = 4 + math.log1p(a * math.exp(log_rate))
    low, step, count = spaced(s, a, goal + small + spread, goal + 2 * max(0.0, log_sigma) + 4, goal + small + 4)
    guard = 24 + math.ceil((max(0.0, log_sigma) * 2 - log_rate + max(0.0, -log_b)) / _LOG2)
    return Nodes(low, step, count, guard) if count <= _MOST_NODES else None


def bracket(xp: Arithmetic, rate: Value, sigma: Value, alpha: Value) -> Value:
    """The two bounds without nodes: in balls their hull, otherwise the upper one."""
    return xp.hull(*terms.between(xp, rate, sigma, alpha))


def mean_excess(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value, nodes: Nodes) -> Value:
    """E[excess]: enclosed in balls, accurate to nearly all digits in multiprecision."""
    with xp.refined(nodes.guard) as fine:
        q, s, a = fine.number(rate), fine.number(sigma), fine.number(alpha)
        total, density, ratio = _sum(fine, q, s, a - 1, nodes)
        return xp.number(_enclosed(fine, q, s, a, nodes, total, density * ratio**a))


def _sum(xp: Arithmetic, rate: Value, sigma: Value, b: Value, nodes: Nodes) -> tuple[Value, Value, Value]:
    """(the sum over the nodes, the weight of the last node, the likelihood ratio there). Adjacent nodes differ by
    factors."""
    low, step, twice = xp.number(nodes.low), xp.number(nodes.step), 2 * sigma**2
    shifted, shift = xp.exp((2 * low - 1) / twice), xp.exp(2 * step / twice)
    weight = step * xp.exp(-(low**2) / twice) / (sigma * xp.sqrt(2 * xp.pi))
    change, bend = xp.exp(-(2 * low + step) * step / twice), xp.exp(-2 * step**2 / twice)
    total = xp.number(0)
    charge(8 * nodes.count)
    u = last = weight
    for _ in range(nodes.count):
        last, u = weight, rate * (shifted - 1)
        total = total + weight * terms.excess(xp, u, b)
        shifted, weight, change = shifted * shift, weight * change, change * bend
    return total, last, 1 + u


def _enclosed(
    xp: Arithmetic, rate: Value, sigma: Value, alpha: Value, nodes: Nodes, total: Value, last: Value
) -> Value:
    """The integral from the finite sum, with both tails and the remainder of the rule."""
    low, step, variance = xp.number(nodes.low), xp.number(nodes.step), sigma**2
    high = low + (nodes.count - 1) * step
    if not (high > alpha and low < 0):
        raise ArithmeticError("the nodes do not reach beyond the order")
    first = step * xp.exp(-(low**2) / (2 * variance)) / (sigma * xp.sqrt(2 * xp.pi))
    tails = _series(xp, low * step / variance) * first * xp.maximum(xp.number(1), alpha / 2) * (alpha - 1) * rate**2
    tails = tails + _series(xp, (alpha - high) * step / variance) * last
    full = xp.within(total, total + tails)
    a = xp.minimum(xp.pi * variance, 2 * xp.pi * variance / step)
    loss = 2 * xp.exp(a**2 / (2 * variance)) / xp.expm1(2 * xp.pi * a / step)
    if not loss < 1:
        raise ArithmeticError("the step is too wide for a remainder")
    slack = loss * (2 + 2 * alpha * rate)
    return xp.within(xp.positive((full - slack) / (1 + loss)), (full + slack) / (1 - loss))


def _series(xp: Arithmetic, log_factor: Value) -> Value:
    """x + x^2 + ... for x = e^log_factor < 1."""
    return -xp.exp(log_factor) / xp.expm1(log_factor)


def _middle(x: Any) -> float:
    """A nearby double, for choices only."""
    return float(x.mid()) if hasattr(x, "mid") else float(x)
