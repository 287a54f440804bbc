"""The search for the tangent points of the optimal conversion at one order: the v (and w) that minimise the dual bound
of Theorem 3.

A fixed-point iteration converges in a few steps if eps is well above 0: each pair (v, w) determines the extremal pair
of Bernoulli distributions of the primal problem, whose likelihood ratios are the next tangent points. Otherwise v is
found by a line search."""

from __future__ import annotations

import math
from collections.abc import Callable

from chartered_verify.arithmetic import floats
from chartered_verify.catching import ours
from chartered_verify.numeric.minimisation import minimise, scan

from ..formulas import closed_forms as rc

Tangent = tuple[float, float | None]
"""(bound, v); v = None means a tangent at zero."""


def epsilon(alpha: float, gamma: float, delta: float, rounds: int = 4) -> Tangent:
    """A nearly least eps at one order with its v, by a few rounds of the fixed-point iteration."""
    best: Tangent = (_at(alpha, gamma, delta, None), None)
    v = 0.0
    for _ in range(rounds):
        value = _at(alpha, gamma, delta, v)
        if value < best[0]:
            best = (value, v)
        if rounds == 1 or not value < math.inf:
            break
        following = _next(value, rc.tangent_point(floats, alpha, gamma, delta, v), delta)
        if following is None and best[0] > 0:  # for a large delta there is no fixed point nearby
            return _nearby(best, lambda v: _at(alpha, gamma, delta, v), delta)
        if following is None or abs(following - v) < 1e-9 * following:
            break
        v = following
    return best


def best_epsilon(alpha: float, gamma: float, delta: float) -> Tangent:
    """The least eps at one order, by a line search around the fixed point or, without one, over all v."""
    return _polish(epsilon(alpha, gamma, delta, 30), lambda v: _at(alpha, gamma, delta, v), delta)


def delta(alpha: float, gamma: float, epsilon: float, rounds: int = 6) -> Tangent:
    """A nearly least delta at one order with its v: by the fixed-point iteration from 0 or, for small eps, from the v
    of close distributions."""

    def at(v: float | None) -> float:
        return delta_at(alpha, gamma, epsilon, v)

    starts = [math.sqrt(2 * gamma / alpha), *([0.0] if epsilon > 0 else [])]
    best: Tangent = (at(None), None)
    v, trail = starts.pop(), list[float]()
    for _ in range(rounds):
        value = at(v)
        if value < best[0]:
            best = (value, v)
        following = _next(epsilon, slope_one(alpha, epsilon, v), value) if 0 < value < 1 else None
        if following is None and starts:
            v, trail = starts.pop(), []
            continue
        if following is None and best[0] > 0:
            return _nearby(best, at, best[0])
        if following is None or abs(following - v) < 1e-9 * following:
            break
        trail = [*trail, math.log(v)] if v > 0 else []
        v, trail = (following, trail) if len(trail) < 2 else (_aitken(*trail, math.log(following)), [])
    return best


def best_delta(alpha: float, gamma: float, epsilon: float) -> Tangent:
    """The least delta at one order."""
    start = delta(alpha, gamma, epsilon, 30)
    return _polish(start, lambda v: delta_at(alpha, gamma, epsilon, v), start[0])


def delta_at(alpha: float, gamma: float, epsilon: float, v: float | None) -> float:
    """The dual bound on delta at eps for one v, with w such that lambda = e^eps exactly, as e^eps would amplify its
    rounding. inf if undefined."""
    try:
        value = float(rc.tangent_mean(floats, alpha, gamma, v, slope_one(alpha, epsilon, v)))
    except ours(ValueError, ZeroDivisionError, OverflowError):
        return math.inf
    return value if value == value else math.inf


def slope_one(alpha: float, epsilon: float, v: float | None) -> float:
    """The w with lambda(v, w) = e^eps, by bisection and secants inside [eps, eps - log(1 - 1/alpha)]."""
    if v is None:
        return epsilon - math.log1p(-1 / alpha)
    low, high = epsilon, epsilon - math.log1p(-1 / alpha)
    at_low, at_high = (
        float(rc.tangent_lambda(floats, alpha, v, x)) - epsilon if x > -v else -math.inf for x in (low, high)
    )
    near = 1e-15 * max(1.0, epsilon)
    if at_high < near:  # lambda hardly depends on v
        return high
    rose = False
    for turn in range(60):
        straight = math.isfinite(at_low) and at_low < 0
        middle = low - at_low * (high - low) / (at_high - at_low) if straight else (low + high) / 2
        if not low < middle < high:
            break
        at = float(rc.tangent_lambda(floats, alpha, v, middle)) - epsilon
        if abs(at) < near:
            return middle
        if turn > 0 and rose is (at < 0):  # the other end stays twice: half its height makes the next line steeper
            at_low, at_high = (at_low, at_high / 2) if rose else (at_low / 2, at_high)
        rose = at < 0
        if rose:
            low, at_low = middle, at
        else:
            high, at_high = middle, at
    return (low + high) / 2


def _at(alpha: float, gamma: float, delta: float, v: float | None) -> float:
    try:
        value = float(rc.tangent_epsilon(floats, alpha, gamma, delta, v))
    except ours(ValueError, ZeroDivisionError, OverflowError):
        return math.inf
    return value if value == value else math.inf


def _next(epsilon: float, w: float, delta: float) -> float | None:
    """-log((1-p)/(1-q)), the other likelihood ratio of the Bernoulli pair with p/q = e^w and p - e^eps q = delta; None
    if there is none."""
    shrink = -math.expm1(epsilon - w) if epsilon < w else 0.0
    if not shrink > delta:
        return None
    s = 1 / shrink
    following = math.log1p(-delta * (s - 1) * math.exp(-epsilon)) - math.log1p(-delta * s) if epsilon > -700 else 0.0
    return following if following > 0 else None


def _aitken(*logs: float) -> float:
    """The limit of a geometric sequence given by three logarithms, by Aitken's delta-squared method."""
    first, second, third = logs
    bend = third - 2 * second + first
    leap = (third - second) ** 2 / bend if bend else 0.0
    return math.exp(third - leap) if abs(leap) < 20 else math.exp(third)


def _polish(start: Tangent, f: Callable[[float], float], scale: float) -> Tangent:
    def on_line(y: float) -> float:
        return f(math.exp(y))

    around = math.log(scale) if 0 < scale < 1 else 0.0
    if start[1]:
        low, centre, high = math.log(start[1]) - 1, math.log(start[1]), math.log(start[1]) + 1
    else:
        low, centre, high = scan(on_line, [around + k for k in range(-30, 41)] + [k / 2 for k in range(-20, 21)])
        low, high = centre - 1, centre + 1
    y, value = minimise(on_line, low, centre, high, 1e-9)
    return (value, math.exp(y)) if value < start[0] else start


def _nearby(start: Tangent, f: Callable[[float], float], scale: float) -> Tangent:
    """A coarse search over all scales of v, good enough to compare orders."""

    def on_line(y: float) -> float:
        return f(math.exp(y))

    around = math.log(scale) if 0 < scale < 1 else 0.0
    points = sorted({around + k for k in range(-8, 5, 2)} | {float(k) for k in range(-6, 5, 2)})
    y, value = minimise(on_line, *scan(on_line, points), 1e-4)
    return (value, math.exp(y)) if value < start[0] else start
