"""What the claims about both subsampled curves share: chords between whole orders, and a bound on every mixture."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import amplification, integer_orders as whole_orders

SIZE = (Fraction(1, 5), 5)
RATE = {"u": SIZE}
"""The odds of taking part: the rate is q = u/(1+u)."""
BETWEEN = (
    "The cumulant (alpha-1) gamma(alpha) is convex and 0 at 1: the shipped chord between whole orders is above "
    "it, below 2 in proportion."
)
MIXED = (
    "For any three outputs A, B, C whose divergences are at most gamma, that of (1-q) A + q B from (1-q) A + q C "
    "is at most "
)
MIXED += "log(1 + q (e^gamma - 1)), the shipped bound on mixtures."


def rate(u: Any) -> Any:
    """q = u/(1+u)."""
    return u / (1 + u)


def chords(effort: Effort) -> Verdict:
    """Decides BETWEEN."""

    def shipped(xp: Any, n: Any, z: Any, low: Any, high: Any) -> Any:
        alpha = n + rate(z)
        return (alpha - 1) * whole_orders.chord(alpha, n, low, high)

    def straight(xp: Any, n: Any, z: Any, low: Any, high: Any) -> Any:
        return (1 - rate(z)) * low + rate(z) * high

    def from_one(xp: Any, z: Any, high: Any) -> Any:
        return whole_orders.chord(1 + rate(z), xp.number(1), xp.number(0), high)

    names = ("a", "v", "w", "s", "t")
    bend = slopes(lambda xp, a, v, w, s, t: xp.log(v * xp.exp(a * s) + w * xp.exp(a * t)), 0, " ".join(names), 2)
    line = {"n": (1, 9), "z": SIZE, "low": SIZE, "high": SIZE}
    return chain(
        "log of a sum of v_i e^(a s_i) has a variance for its second derivative, so the true cumulant is convex; at "
        "both ends of the "
        "chord it is at most what the chord takes there.",
        ("two terms: that variance", sign_of(bend, " ".join(names), dict.fromkeys(names, SIZE), effort, strict=False)),
        ("the shipped chord", same(shipped, straight, "n z low high", line, effort)),
        ("below 2 it is gamma(2)", same(from_one, "high", "z high", {"z": SIZE, "high": SIZE}, effort)),
    )


def mixed(effort: Effort) -> Verdict:
    """Decides MIXED."""

    def share(u: Any, t: Any) -> Any:
        return rate(u) * t / (1 - rate(u) + rate(u) * t)

    def split(xp: Any, u: Any, t: Any, a: Any) -> Any:
        s = share(u, t)
        return (1 - rate(u)) ** a * (1 - s) ** (1 - a) + rate(u) ** a * s ** (1 - a) * t**a

    def norm(xp: Any, u: Any, t: Any, a: Any) -> Any:
        return (1 - rate(u) + rate(u) * t) ** a

    def left_over(xp: Any, u: Any, more: Any) -> Any:
        return share(u, 1 + more) - rate(u)

    def power(xp: Any, x: Any, z: Any) -> Any:
        return x ** rate(z)

    def stated(xp: Any, u: Any, g: Any) -> Any:
        return xp.exp(amplification.sampled_epsilon(xp, rate(u), g))

    domain = {**RATE, "t": SIZE, "a": SIZE}
    return chain(
        "Write q-mixture of A and C as (1-s) A + s R, s >= q. The moment is jointly convex with weights (Hoelder): "
        "at most (1-q)^alpha "
        "(1-s)^(1-alpha) for A, and q^alpha s^(1-alpha) t^alpha for B against R, a mixture of A and C, where t^alpha = "
        "e^((alpha-1) gamma). At the best s that is (1-q+q t)^alpha. So gamma' <= log(1-q+q e^(z gamma))/z with z = "
        "(alpha-1)/alpha, which "
        "is at most log(1-q+q e^gamma) since x^z is concave.",
        ("the moment at s = q t/(1-q+q t)", same(split, norm, "u t a", domain, effort)),
        ("that s is at least q", sign_of(left_over, "u more", {**RATE, "more": SIZE}, effort)),
        (
            "x^z is concave for z < 1",
            sign_of(_minus(slopes(power, 0, "x z", 2)), "x z", {"x": SIZE, "z": SIZE}, effort),
        ),
        (
            "the shipped bound",
            same(stated, lambda xp, u, g: 1 - rate(u) + rate(u) * xp.exp(g), "u g", {**RATE, "g": SIZE}, effort),
        ),
    )


def _minus(formula: Any) -> Any:
    return lambda xp, *x: -formula(xp, *x)
