"""The search for the best order of a Renyi curve in a conversion, over all orders, without a grid to choose."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from chartered import DeltaAt, EpsilonAt, Question, Renyi, Unavailable, Witness
from chartered_verify.arithmetic import balls, floats
from chartered_verify.catching import ours
from chartered_verify.numeric.minimisation import downhill, minimise, scan

from ..formulas import closed_forms as rc
from . import tangents

Objective = Callable[[float, float], float]
"""(alpha, gamma) -> the bound at that order; inf or NaN if there is none."""

_LEAST = 1e-300  # a smaller delta may underflow; the witness for a larger delta is sound for it, too
_NOISE = 1e-13
_NEAREST, _FARTHEST = 1 + Fraction(1, 10**300), Fraction(10) ** 25
_POINTS = [x * 1.5 for x in range(-13, 40)]  # log(alpha - 1): nearer to 1 an order in floats is mostly rounding noise


def best_order(curve: Renyi, objective: Objective, rough: Objective | None = None) -> Fraction:
    """The order with the least bound; exact if it is the top of the curve. A `rough` objective is used for the first
    scan.

    Raises Unavailable if no order gives a finite bound."""

    def bound(x: float, objective: Objective = objective) -> float:
        alpha = 1 + math.exp(x)
        return objective(alpha, gamma_at(curve, alpha)) if alpha > 1 else math.inf

    def first(x: float) -> float:
        return bound(x, rough or objective)

    def within(points: list[float]) -> tuple[float, float]:
        low, middle, high = scan(first, points)
        return minimise(bound, *((low, middle, high) if rough is None else downhill(bound, points, middle)))

    if curve.top is None or curve.top > _FARTHEST:
        x, value = within(_POINTS)
    else:
        end = math.log(float(curve.top - 1)) if curve.top > _NEAREST else -math.inf
        if end < _POINTS[0]:
            return curve.top  # so near 1 that floats cannot represent smaller orders
        at_top = objective(float(curve.top), gamma_at(curve, float(curve.top)))
        x, value = within([x for x in _POINTS if x < end] + [end - 0.05, end])
        # A flat curve is best at its top, where rounding noise must not win over the exact order.
        flat = gamma_at(curve, float(curve.top)) == gamma_at(curve, 1 + math.exp(_POINTS[0]))
        if at_top <= value + 1e-7 * abs(value) or (flat and at_top <= min(bound(end - 0.05), bound(end - 0.5))):
            return curve.top
    if not value < math.inf:
        raise Unavailable("no order gives a finite bound")
    return Fraction(1 + math.exp(x))


@lru_cache(maxsize=2048)
def gamma_at(curve: Renyi, alpha: float) -> float:
    """The curve in floats; inf if it overflows, or if rounding makes a divergence negative.

    Cached, since every conversion of the same curve begins with the same orders."""
    try:
        gamma = float(curve.curve(floats, alpha))
    except ours(OverflowError, ZeroDivisionError, ValueError):
        return math.inf
    return gamma if gamma >= 0 else math.inf


def closed(
    curve: Renyi, question: Question, epsilon: rc.Conversion, log_delta: rc.Conversion
) -> dict[str, Fraction | None]:
    """The witness of a conversion in closed form: the order with the least bound."""
    if isinstance(question, DeltaAt):
        level = float(question.at)
        return {"alpha": best_order(curve, lambda a, g: float(log_delta(floats, a, g, level)))}
    delta = max(float(question.at), _LEAST)
    return {"alpha": best_order(curve, lambda a, g: max(0.0, float(epsilon(floats, a, g, delta))))}


@lru_cache(maxsize=16)
def optimal(curve: Renyi, question: Question) -> Witness:
    """The witness of T3: the order and the tangent points (v = None: a tangent at zero; `edge`: 1 if alpha delta >= 1).

    Cached, since the two-sided conversion of the same curve starts from it."""
    if isinstance(question, EpsilonAt):
        return _optimal_epsilon(curve, question.at)
    return _optimal_delta(curve, question.at)


def _optimal_epsilon(curve: Renyi, at: Fraction) -> dict[str, Fraction | None]:
    delta = max(float(at), _LEAST)

    def objective(a: float, g: float) -> float:
        return max(0.0, rc.edge_epsilon(floats, g, delta) if a * delta >= 1 else tangents.epsilon(a, g, delta)[0])

    def rough(a: float, g: float) -> float:
        return max(0.0, rc.edge_epsilon(floats, g, delta) if a * delta >= 1 else tangents.epsilon(a, g, delta, 1)[0])

    order = best_order(curve, objective, rough)
    a = float(order)
    if order * at > 1:  # at equality both forms agree, and only a strict inequality is certain in balls
        return {"alpha": order, "edge": Fraction(1)}
    if a == 1:
        return {"alpha": order, "v": None}
    value, v = tangents.best_epsilon(a, gamma_at(curve, a), delta)
    if (
        0 <= value < _NOISE
    ):  # floats cannot tell such bounds apart: the closed form's order is at least as good as its own bound
        return closed(curve, Question.epsilon(at), rc.closed_epsilon, rc.log_closed_delta) | {"v": None}
    return {"alpha": order, "v": None if v is None else Fraction(v)}


def _optimal_delta(curve: Renyi, at: Fraction) -> dict[str, Fraction | None]:
    epsilon = float(at)

    def objective(a: float, g: float) -> float:
        edge = rc.edge_delta(floats, g, epsilon)
        return float(floats.log(edge if a * edge >= 1 else tangents.delta(a, g, epsilon)[0]))

    order = best_order(curve, objective, lambda a, g: float(rc.log_closed_delta(floats, a, g, epsilon)))
    a, g = float(order), gamma_at(curve, float(order))
    edge = rc.edge_delta(floats, g, epsilon)
    if a == 1:
        return {"alpha": order, "v": None, "w": _not_above(order, None, epsilon - floats.log(float(1 - 1 / order)), at)}
    if a * edge >= 1 + 1e-12:
        return {"alpha": order, "edge": Fraction(1)}
    v = tangents.best_delta(a, g, epsilon)[1]
    w = tangents.slope_one(a, epsilon, v)
    return {"alpha": order, "v": None if v is None else Fraction(v), "w": _not_above(order, v, w, at)}


def _not_above(order: Fraction, v: float | None, w: float, at: Fraction) -> Fraction:
    """The largest double near w whose lambda is certainly at most e^eps, since the excess of a lambda above costs far
    more delta than a lambda below."""
    for _ in range(64):
        with balls(256) as xp:
            tangent = rc.tangent_lambda(xp, xp.number(order), None if v is None else xp.number(v), xp.number(w))
            if tangent <= xp.number(at):
                break
        w = math.nextafter(w, -math.inf)
    return Fraction(w)
