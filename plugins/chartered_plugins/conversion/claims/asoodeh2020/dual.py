"""Claims about Theorem 3's dual form: the convex function h above every likelihood ratio, weak and strong duality."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes, touches
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion
from .. import scaled

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
TANGENTS = {"t": SIZE, "k": SIZE, "b": (Fraction(1, 10), 9)}


def upper(t: Any, k: Any, b: Any) -> Any:
    """The upper tangent point T > t with T^(alpha-1) = (1+k) t^(alpha-1): every T > t comes from one k > 0."""
    return t * (1 + k) ** (1 / b)


def h(xp: Any, x: Any, t: Any, k: Any, b: Any) -> Any:
    """h(x) = c (x^alpha - t^alpha - alpha t^(alpha-1) (x-t)) with slope 1 at T, so c = 1/(alpha (T^(alpha-1) -
    t^(alpha-1)))."""
    return x ** (1 + b) * renyi_conversion.bregman(xp, 1 + b, xp.log(x) - xp.log(t)) / ((1 + b) * t**b * k)


def level(xp: Any, t: Any, k: Any, b: Any) -> Any:
    """lambda = T - h(T), where the tangent of slope 1 at T meets zero."""
    return upper(t, k, b) - h(xp, upper(t, k, b), t, k, b)


def points(xp: Any, t: Any, k: Any, b: Any) -> tuple[Any, Any]:
    """The tangent points as the formulas take them: v = -log t, w = log T."""
    return -xp.log(t), xp.log(t) + xp.log1p(k) / b


@BOOK.inequality(
    "T3.dual-function",
    "h(x) = c (x^alpha - t^alpha - alpha t^(alpha-1) (x-t)) is nonnegative and lies above x - lambda, its tangent of "
    "slope 1 at T.",
    "Theorem 3, our dual form (Bregman divergence)",
    "all alpha > 1, 0 < t < T, x > 0",
)
def _dual_function(effort: Effort) -> Verdict:
    def above(xp: Any, x: Any, t: Any, k: Any, b: Any) -> Any:
        return h(xp, x, t, k, b) - x + level(xp, t, k, b)

    names, domain = "x t k b", {"x": SIZE, **TANGENTS}
    return chain(
        "Hence (x - lambda)_+ <= h(x); x = 0 by continuity. The mean over Q bounds the hockey-stick divergence of "
        "every pair.",
        *touches(h, lambda xp, t, k, b: t, names, domain, effort),
        *touches(above, lambda xp, t, k, b: upper(t, k, b), names, domain, effort),
    )


@BOOK.identity(
    "T3.dual-formulas",
    "The shipped dual formulas are that argument: lambda = T - h(T), delta = E_Q[h], and E_Q[h] = delta at the "
    "tangent point of eps.",
    "Theorem 3, our dual form",
    "all alpha > 1, 0 < t < T, gamma > 0, 0 < delta",
)
def _dual_formulas(effort: Effort) -> Verdict:
    def mean(xp: Any, t: Any, b: Any, m: Any) -> Any:
        return 1 + m - (1 + b) * t**b + b * t ** (1 + b)

    def tangent(xp: Any, t: Any, k: Any, b: Any) -> Any:
        return xp.exp(renyi_conversion.tangent_lambda(xp, 1 + b, *points(xp, t, k, b)))

    def moment(xp: Any, t: Any, b: Any, m: Any) -> Any:
        return xp.exp(renyi_conversion.log_mean(xp, 1 + b, xp.log1p(m) / b, -xp.log(t)))

    def dual_delta(xp: Any, t: Any, k: Any, b: Any, m: Any) -> Any:
        v, w = points(xp, t, k, b)
        return renyi_conversion.tangent_delta(
            xp, 1 + b, xp.log1p(m) / b, renyi_conversion.tangent_lambda(xp, 1 + b, v, w), v, w
        )

    def point(xp: Any, t: Any, k: Any, b: Any, m: Any) -> Any:
        return xp.exp(
            b
            * renyi_conversion.tangent_point(
                xp, 1 + b, xp.log1p(m) / b, mean(xp, t, b, m) / ((1 + b) * t**b * k), -xp.log(t)
            )
        )

    def dual_epsilon(xp: Any, t: Any, k: Any, b: Any, m: Any) -> Any:
        return xp.exp(
            renyi_conversion.tangent_epsilon(
                xp, 1 + b, xp.log1p(m) / b, mean(xp, t, b, m) / ((1 + b) * t**b * k), -xp.log(t)
            )
        )

    wide = {**{name: TANGENTS[name] for name in ("t", "k", "b")}, "m": SIZE}
    narrow = {"t": SIZE, "b": TANGENTS["b"], "m": SIZE}
    return chain(
        "Here delta = E_Q[h] = c (M - alpha t^(alpha-1) + (alpha-1) t^alpha), M = 1+m; delta is free through k.",
        ("E_Q[h]/c", same(moment, mean, "t b m", narrow, effort)),
        ("lambda = T - h(T)", same(tangent, level, "t k b", TANGENTS, effort)),
        (
            "delta = E_Q[h]",
            same(dual_delta, lambda xp, t, k, b, m: mean(xp, t, b, m) / ((1 + b) * t**b * k), "t k b m", wide, effort),
        ),
        ("the tangent point", same(point, lambda xp, t, k, b, m: upper(t, k, b) ** b, "t k b m", wide, effort)),
        (
            "e^eps = lambda at it",
            same(dual_epsilon, lambda xp, t, k, b, m: level(xp, t, k, b), "t k b m", wide, effort),
        ),
    )


@BOOK.soundness(
    "T3.weak-duality",
    "No Bernoulli pair beats the dual: E_Q[h] - (p - lambda q) = q (h(p/q) - p/q + lambda) + (1-q) h((1-p)/(1-q)) >= "
    "0.",
    "Theorem 3, our dual form",
    "all alpha > 1, 0 < p, q < 1, 0 < t < T",
)
def _weak_duality(effort: Effort) -> Verdict:
    def gap(xp: Any, t: Any, k: Any, b: Any, g: Any, r: Any) -> Any:
        p, q = g / (1 + g), r / (1 + r)
        mean = xp.exp(bernoulli.log_moment(xp, 1 + b, p, q)) - (1 + b) * t**b + b * t ** (1 + b)
        return mean / ((1 + b) * t**b * k) - p + level(xp, t, k, b) * q

    def parts(xp: Any, t: Any, k: Any, b: Any, g: Any, r: Any) -> Any:
        p, q = g / (1 + g), r / (1 + r)
        head = h(xp, p / q, t, k, b) - p / q + level(xp, t, k, b)
        return q * head + (1 - q) * h(xp, (1 - p) / (1 - q), t, k, b)

    return chain(
        "Both parts are nonnegative (T3.dual-function), so E_Q[h] >= delta for every pair with p - lambda q = "
        "delta: the dual is never below T3's optimum.",
        ("the identity", same(gap, parts, "t k b g r", {**TANGENTS, "g": SIZE, "r": SIZE}, effort)),
    )


@BOOK.optimum(
    "T3.strong-duality",
    "With t = (1-p)/(1-q) and T = p/q the two parts of weak duality vanish, and lambda = e^eps exactly where T3's "
    "objective is stationary in p: the best tangent attains T3's optimum.",
    "Theorem 3, our dual form",
    "all alpha > 1, eps >= 0, 0 < delta < 1/alpha",
)
def _strong_duality(effort: Effort) -> Verdict:
    names = "alpha eps delta s"
    one, two = (
        slopes(term, 3, names) for term in (renyi_conversion.objective_first, renyi_conversion.objective_second)
    )

    def slope(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        at = (1 + b, scaled.epsilon(xp, lift), scaled.delta(x, y), 1 + x)
        return xp.exp(scaled.first(xp, b, lift, x, y)) * one(xp, *at) + xp.exp(scaled.second(xp, b, lift, x, y)) * two(
            xp, *at
        )

    def stationary(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        p, q = scaled.chances(xp, lift, x, y)
        high, low = p / q, (1 - p) / (1 - q)
        return scaled.delta(x, y) * ((1 + b) * (high**b - low**b) - b * (high ** (1 + b) - low ** (1 + b)) / (1 + lift))

    def crossing(xp: Any, t: Any, k: Any, b: Any) -> Any:
        high = upper(t, k, b)
        return b * (high ** (1 + b) - t ** (1 + b)) / ((1 + b) * (high**b - t**b))

    return chain(
        "The slope is delta alpha (T^(alpha-1) - t^(alpha-1)) (e^eps - lambda)/e^eps; by T3.place-of-minimum it has a "
        "zero, and there lambda = e^eps, h(t) = 0 and h(T) = T - lambda, so E_Q[h] = p - e^eps q = delta.",
        ("slope of the objective's terms in s", same(slope, stationary, scaled.NAMES, scaled.DOMAIN, effort)),
        (
            "lambda = (alpha-1)(T^alpha - t^alpha)/(alpha (T^(alpha-1) - t^(alpha-1)))",
            same(level, crossing, "t k b", TANGENTS, effort),
        ),
        (
            "t < T: p(1-q) > q(1-p)",
            sign_of(_odds_gap, "l x y", {name: scaled.DOMAIN[name] for name in ("l", "x", "y")}, effort, zero=("l",)),
        ),
    )


def _odds_gap(xp: Any, lift: Any, x: Any, y: Any) -> Any:
    p, q = scaled.chances(xp, lift, x, y)
    return p * (1 - q) - q * (1 - p)
