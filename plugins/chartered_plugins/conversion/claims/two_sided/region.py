"""Claims about which of the two orders binds: on which side of p + q = 1, where Theorem 3 takes over, and that nothing
is lost by it."""

from __future__ import annotations

from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion, optimal as optimal_conversion
from ..asoodeh2020 import dual as one_sided
from .optimum import CORNER, ORDER, SIZE, moment, pair, wider

BOOK = Book("renyi.two-sided", "direct computation")
claims = BOOK.claims
PAIRS = "all alpha > 1, 0 < q < p < 1"
WEIGHTS = {"b": ORDER, "u": SIZE, "v": SIZE, "w": SIZE}


def odds(u: Any, v: Any, w: Any) -> tuple[Any, Any]:
    """Every p > q > 0 with p < 1, from weights u, v, w > 0: q = u/(u+v+w), p - q = v/(u+v+w), 1 - p = w/(u+v+w)."""
    whole = u + v + w
    return (u + v) / whole, u / whole


def forth(xp: Any, b: Any, u: Any, v: Any, w: Any) -> Any:
    """E_Q[(P/Q)^alpha]."""
    p, q = odds(u, v, w)
    return xp.exp(bernoulli.log_moment(xp, 1 + b, p, q))


def back(xp: Any, b: Any, u: Any, v: Any, w: Any) -> Any:
    """E_P[(Q/P)^alpha]."""
    p, q = odds(u, v, w)
    return xp.exp(bernoulli.log_moment(xp, 1 + b, q, p))


@BOOK.inequality(
    "side",
    "For Bernoulli pairs with p > q, D_alpha(P||Q) >= D_alpha(Q||P) if and only if p + q <= 1.",
    "the region of two orders",
    PAIRS,
)
def _side(effort: Effort) -> Verdict:
    def skew(x: Any, y: Any, b: Any) -> Any:
        return x ** (1 + b) * y ** (-b) - y ** (1 + b) * x ** (-b)

    def difference(xp: Any, *at: Any) -> Any:
        return forth(xp, *at) - back(xp, *at)

    def parts(xp: Any, b: Any, u: Any, v: Any, w: Any) -> Any:
        p, q = odds(u, v, w)
        return skew(p, q, b) - skew(1 - q, 1 - p, b)

    def along(xp: Any, y: Any, d: Any, b: Any) -> Any:
        return skew(y + d, y, b)

    def stated(xp: Any, y: Any, d: Any, b: Any) -> Any:
        z = (y + d) / y
        return (1 + b) * (z**b - z ** (-b)) - b * (z ** (1 + b) - z ** (-1 - b))

    slope = same(slopes(along, 0, "y d b"), stated, "y d b", {"y": SIZE, "d": SIZE, "b": ORDER}, effort)
    return chain(
        "s(x, y) = x^alpha y^(1-alpha) - y^alpha x^(1-alpha) at x - y = d falls as y rises, by the last steps at e^u "
        "= z > 1. Both (p, q) "
        "and (1-q, 1-p) have the difference p - q, so s(p, q) >= s(1-q, 1-p) exactly where q <= 1 - p.",
        ("the difference of the moments is s(p, q) - s(1-q, 1-p)", same(difference, parts, "b u v w", WEIGHTS, effort)),
        ("ds(y+d, y)/dy = alpha (z^(alpha-1) - z^(1-alpha)) - (alpha-1) (z^alpha - z^(-alpha)), z = (y+d)/y", slope),
        *wider(effort),
    )


@BOOK.optimum(
    "beyond",
    "Above the last eps Theorem 3's best pair has p + q <= 1, so it keeps D_alpha(Q||P) <= gamma too: its bound is "
    "the two-sided optimum.",
    "Asoodeh et al. 2020, Theorem 3, and our dual form",
    "all alpha > 1, gamma > 0, e^eps >= lambda = (alpha-1) sinh(alpha e0)/(alpha sinh((alpha-1) e0))",
)
def _beyond(effort: Effort) -> Verdict:
    def tangent(xp: Any, ratio: Any, b: Any) -> Any:
        e0 = xp.log(ratio)
        return renyi_conversion.tangent_mean(xp, 1 + b, xp.log(moment(xp, ratio, b)) / b, e0, e0)

    def stick(xp: Any, ratio: Any, b: Any) -> Any:
        p, q = pair(ratio)
        return p - xp.exp(optimal_conversion.last_epsilon(xp, 1 + b, xp.log(ratio))) * q

    def gaps(p: Any, q: Any, u: Any, v: Any, level: Any, more: Any) -> tuple[Any, Any]:
        return (u - level * v) - (p - level * q), (p - (level + more) * q) - (u - (level + more) * v)

    def total(xp: Any, p: Any, q: Any, u: Any, v: Any, level: Any, more: Any) -> Any:
        return sum(gaps(p, q, u, v, level, more)) - more * (v - q)

    def rest(xp: Any, p: Any, q: Any, u: Any, v: Any, level: Any, more: Any) -> Any:
        return (u - p) - gaps(p, q, u, v, level, more)[0] - level * (v - q)

    names, free = "p q u v level more", dict.fromkeys(("p", "q", "u", "v", "level", "more"), SIZE)
    whole = same(lambda xp, ratio: sum(pair(ratio)), "1", "ratio", {"ratio": CORNER["ratio"]}, effort)
    return chain(
        "By the first step and asoodeh2020.T3.dual-function no pair (p, q) with D_alpha(P||Q) <= gamma has p - "
        "lambda q above that of the "
        "response (u, v). One that is best at lambda + m has p - (lambda+m) q >= u - (lambda+m) v. Neither gap is "
        "negative, so q <= v by "
        "the second step and p <= u by the third: p + q <= u + v = 1, and by `side` the other order is the smaller.",
        (
            "at the last eps Theorem 3's dual at the points 1/T and T is the response's delta",
            same(tangent, stick, "ratio b", CORNER, effort),
        ),
        ("the gaps add up to m (v - q)", same(total, zero, names, free, effort)),
        ("u - p is the first gap and lambda (v - q)", same(rest, zero, names, free, effort)),
        ("u + v = 1", whole),
    )


@BOOK.inequality(
    "edge",
    "Randomized response is the worst pair wherever alpha delta >= 1: its delta at its last eps is below 1/alpha.",
    "Asoodeh et al. 2020, Theorem 4, first case, for both orders",
    "all alpha > 1, e0 > 0 (x = e^-e0, e^((2 alpha-2) e0) = 1 + k)",
)
def _edge(effort: Effort) -> Verdict:
    def room(x: Any, k: Any, b: Any) -> Any:
        return (x * k + b * (1 - x**2)) / ((1 + b) * k * (1 + x))

    def least(xp: Any, ratio: Any, b: Any) -> Any:
        p, q = pair(ratio)
        return 1 / (1 + b) - p + xp.exp(optimal_conversion.last_epsilon(xp, 1 + b, xp.log(ratio))) * q

    positive = sign_of(lambda xp, y, k, b: room(1 / (1 + y), k, b), "y k b", {"y": SIZE, "k": SIZE, "b": ORDER}, effort)
    return chain(
        "So a delta from 1/alpha on belongs to an eps before the last.",
        (
            "1/alpha - delta is (x k + (alpha-1) (1-x^2))/(alpha k (1+x))",
            same(least, lambda xp, ratio, b: room(1 / ratio, ratio ** (2 * b) - 1, b), "ratio b", CORNER, effort),
        ),
        ("which is positive", positive),
    )


@BOOK.inequality(
    "never-looser",
    "At each order Theorem 3's delta is at least the two-sided one: randomized response is one of the pairs that it "
    "bounds.",
    "Asoodeh et al. 2020, Theorem 3, weak duality",
    "all alpha > 1, e0 > 0, 0 < t < T (tangent points of Theorem 3)",
)
def _never_looser(effort: Effort) -> Verdict:
    def gap(xp: Any, ratio: Any, t: Any, k: Any, b: Any) -> Any:
        p, q = pair(ratio)
        mean = moment(xp, ratio, b) - (1 + b) * t**b + b * t ** (1 + b)
        return mean / ((1 + b) * t**b * k) - p + one_sided.level(xp, t, k, b) * q

    def parts(xp: Any, ratio: Any, t: Any, k: Any, b: Any) -> Any:
        p, q = pair(ratio)
        head = one_sided.h(xp, ratio, t, k, b) - ratio + one_sided.level(xp, t, k, b)
        return q * head + p * one_sided.h(xp, 1 / ratio, t, k, b)

    return chain(
        "Both parts are nonnegative (asoodeh2020.T3.dual-function), and p - lambda q is the two-sided delta "
        "(`attained`). The branch alpha "
        "delta >= 1 bounds every pair of the one-sided constraint too (asoodeh2020.T3.edge). Above the last eps both "
        "say the same.",
        ("the gap", same(gap, parts, "ratio t k b", {"ratio": CORNER["ratio"], **one_sided.TANGENTS}, effort)),
    )
