"""Claims about Theorem 3 as printed: its pair of Bernoulli distributions, and convexity."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import Ranges, chain, curvature_of_exp, same, sign_of
from chartered_verify.forms.algebraic import expression, formula_of, identity
from chartered_verify.heavy import sympy
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion
from .. import scaled

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
FREE = {
    "alpha": (Fraction(101, 100), 20),
    "eps": (Fraction(1, 100), 5),
    "delta": (Fraction(1, 1000), Fraction(1, 3)),
    "s": (Fraction(11, 10), 3),
}


@BOOK.identity(
    "T3.printed-form",
    "At p = delta s the scaled objective is eps + log(p^alpha (p-delta)^(1-alpha) + (1-p)^alpha "
    "(e^eps-p+delta)^(1-alpha))/(alpha-1).",
    "Theorem 3",
    scaled.ALL,
)
def _printed_form(effort: Effort) -> Verdict:
    def head(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        p, d = (1 + x) * scaled.delta(x, y), scaled.delta(x, y)
        return b * scaled.epsilon(xp, lift) + (1 + b) * xp.log(p) - b * xp.log(p - d)

    def tail(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        p, d = (1 + x) * scaled.delta(x, y), scaled.delta(x, y)
        return b * scaled.epsilon(xp, lift) + (1 + b) * xp.log(1 - p) - b * xp.log(1 + lift - p + d)

    def total(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return xp.exp(scaled.first(xp, b, lift, x, y)) + xp.exp(scaled.second(xp, b, lift, x, y))

    def bracket(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return xp.exp(b * scaled.whole(xp, b, lift, x, y))

    return chain(
        "Both sides are log(sum of the two terms)/(alpha-1).",
        ("first terms agree", same(scaled.first, head, scaled.NAMES, scaled.DOMAIN, effort)),
        ("second terms agree", same(scaled.second, tail, scaled.NAMES, scaled.DOMAIN, effort)),
        ("e^((alpha-1) objective) is their sum", same(bracket, total, scaled.NAMES, scaled.DOMAIN, effort)),
    )


@BOOK.identity(
    "T3.pair",
    "The pair P = (p, 1-p), Q = (q, 1-q), q = (p-delta) e^-eps has hockey-stick divergence delta at eps and Renyi "
    "divergence objective(p): "
    "no conversion from the one-sided constraint can be better than T3.",
    "Theorem 3, the converse",
    scaled.ALL,
)
def _pair(effort: Effort) -> Verdict:
    def stick(xp: Any, lift: Any, x: Any, y: Any) -> Any:
        p, q = scaled.chances(xp, lift, x, y)
        return p - (1 + lift) * q

    def moment(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return xp.exp(bernoulli.log_moment(xp, 1 + b, *scaled.chances(xp, lift, x, y)))

    def total(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return xp.exp(scaled.first(xp, b, lift, x, y)) + xp.exp(scaled.second(xp, b, lift, x, y))

    inside = {name: scaled.DOMAIN[name] for name in ("l", "x", "y")}
    return chain(
        "With T2.hockey-stick, the pair meets eps with exactly delta, and D_alpha = objective(p).",
        ("p - e^eps q = delta", same(stick, lambda xp, lift, x, y: scaled.delta(x, y), "l x y", inside, effort)),
        ("E_Q[(P/Q)^alpha] is the sum of T3's two terms", same(moment, total, scaled.NAMES, scaled.DOMAIN, effort)),
        ("0 < q < p < 1: q", sign_of(lambda xp, *v: scaled.chances(xp, *v)[1], "l x y", inside, effort, zero=("l",))),
        (
            "p - q > 0",
            sign_of(
                lambda xp, *v: scaled.chances(xp, *v)[0] - scaled.chances(xp, *v)[1],
                "l x y",
                inside,
                effort,
                zero=("l",),
            ),
        ),
        ("1 - p > 0", sign_of(lambda xp, *v: 1 - scaled.chances(xp, *v)[0], "l x y", inside, effort, zero=("l",))),
    )


@BOOK.inequality(
    "T3.convex",
    "The bracket of T3 is strictly convex in p: each term x^alpha y^(1-alpha) has second derivative alpha "
    "(alpha-1) (x'y - xy')^2 x^(alpha-2) y^(-alpha-1).",
    "Theorem 3",
    scaled.ALL,
)
def _convex(effort: Effort) -> Verdict:
    names = "alpha eps delta s"

    def square_first(xp: Any, a: Any, e: Any, d: Any, s: Any) -> Any:
        return a * (a - 1) / (s * (s - 1)) ** 2

    def square_second(xp: Any, a: Any, e: Any, d: Any, s: Any) -> Any:
        level = xp.exp(e)
        return a * (a - 1) * (d * (level - 1 + d) / ((1 - d * s) * (level - d * (s - 1)))) ** 2

    def scaled_square(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return square_second(xp, 1 + b, scaled.epsilon(xp, lift), scaled.delta(x, y), 1 + x)

    one = curvature_of_exp(renyi_conversion.objective_first, 3, names)
    two = curvature_of_exp(renyi_conversion.objective_second, 3, names)
    return chain(
        "Both terms are exponentials with convex curvature ratio, so the sum is convex in s, and in p = delta s.",
        (
            "first term: f''/f = alpha (alpha-1)/(s (s-1))^2",
            same(one, "alpha*(alpha - 1)/(s*(s - 1))^2", names, FREE, effort),
        ),
        (
            "second term: f''/f = alpha (alpha-1) (delta (e^eps-1+delta)/((1-p)(e^eps-p+delta)))^2",
            same(two, square_second, names, FREE, effort),
        ),
        (
            "the first square is positive",
            sign_of(
                lambda xp, b, x: square_first(xp, 1 + b, None, None, 1 + x),
                "b x",
                {"b": scaled.DOMAIN["b"], "x": scaled.DOMAIN["x"]},
                effort,
            ),
        ),
        ("the second square is positive", sign_of(scaled_square, scaled.NAMES, scaled.DOMAIN, effort, zero=("l",))),
    )


@BOOK.inequality(
    "T3.jointly-convex",
    "The bracket is convex in (p, delta) together, so e^((alpha-1)(gamma-eps)) is a convex function of delta.",
    "Theorem 3, derivation",
    "all alpha > 1, eps >= 0, 0 < delta < p < 1",
)
def _jointly_convex(effort: Effort) -> Verdict:
    a, e, d, p = sympy.symbols("alpha eps delta p", positive=True)
    m, k, h = sympy.symbols("m k h", real=True)

    def along(log_term: Any) -> Any:
        moved = expression(lambda xp: log_term(xp, a, e, d + k * h, (p + m * h) / (d + k * h)), [])
        return (sympy.diff(moved, h, 2) + sympy.diff(moved, h) ** 2).subs(h, 0)

    level = sympy.exp(e)
    squares = (
        (renyi_conversion.objective_first, a * (a - 1) * ((p - d) * m - p * (m - k)) ** 2 / (p * (p - d)) ** 2),
        (
            renyi_conversion.objective_second,
            a * (a - 1) * ((level - p + d) * m - (1 - p) * (m - k)) ** 2 / ((1 - p) * (level - p + d)) ** 2,
        ),
    )
    names = [a, e, d, p, m, k]
    domain: Ranges = {
        "alpha": (Fraction(101, 100), 9),
        "eps": (0, 3),
        "delta": (Fraction(1, 99), Fraction(1, 3)),
        "p": (Fraction(2, 5), Fraction(9, 10)),
    }
    wide: Ranges = {**domain, "m": (-3, 3), "k": (-3, 3)}
    labels = ("first term along (m, k): a square", "second term along (m, k): a square")
    steps = [
        (
            label,
            identity(formula_of(along(term), names), formula_of(square, names), names, wide, effort=effort, points=12),
        )
        for label, (term, square) in zip(labels, squares, strict=True)
    ]
    return chain("A convex function minimised over p in a convex set is convex in delta.", *steps)
