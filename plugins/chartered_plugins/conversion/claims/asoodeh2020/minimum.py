"""Claims about Theorem 3 as printed: the slope in p, and the place of the minimum."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes, tends, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

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


@BOOK.inequality(
    "T3.first-term",
    "The first term falls for p < alpha delta, rises for p > alpha delta, and at p = alpha delta it is delta/zeta.",
    "Theorem 3, derivation of g",
    scaled.ALL,
)
def _first_term(effort: Effort) -> Verdict:
    names = "alpha eps delta s"
    slope = slopes(renyi_conversion.objective_first, 3, names)

    def least(xp: Any, b: Any, eps: Any, delta: Any) -> Any:
        return renyi_conversion.objective_first(xp, 1 + b, eps, delta, 1 + b)

    def stated(xp: Any, b: Any, eps: Any, delta: Any) -> Any:
        return b * eps + xp.log(delta) - renyi_conversion.log_zeta(xp, 1 + b)

    return chain(
        "The slope of its logarithm has the sign of s - alpha = (p - alpha delta)/delta.",
        ("d log(first)/ds = (s-alpha)/(s(s-1))", same(slope, "(s - alpha)/(s*(s - 1))", names, FREE, effort)),
        ("s (s-1) > 0", sign_of("(1 + x)*x", "x", _part("x"), effort)),
        (
            "the least value",
            same(
                least,
                stated,
                "b eps delta",
                {**_part("b"), "eps": (0, 5), "delta": (Fraction(1, 99), Fraction(9, 10))},
                effort,
            ),
        ),
    )


@BOOK.inequality(
    "T3.second-term",
    "The second term falls strictly as p rises.",
    "Theorem 3, derivation",
    scaled.ALL,
)
def _second_term(effort: Effort) -> Verdict:
    slope = slopes(renyi_conversion.objective_second, 3, "alpha eps delta s")

    def fall(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return -slope(xp, 1 + b, scaled.epsilon(xp, lift), scaled.delta(x, y), 1 + x)

    return sign_of(fall, scaled.NAMES, scaled.DOMAIN, effort, zero=("l",))


@BOOK.inequality(
    "T3.place-of-minimum",
    "If alpha delta < 1 the minimiser is a single p in (alpha delta, 1), the zero of the slope; there the slope at p "
    "-> 1 is positive.",
    "Theorem 3, derivation",
    "all alpha > 1, eps >= 0, 0 < delta < 1/alpha",
)
def _place(effort: Effort) -> Verdict:
    slope = slopes(renyi_conversion.objective_first, 3, "alpha eps delta s")

    def at_end(xp: Any, b: Any, extra: Any) -> Any:
        return slope(xp, 1 + b, xp.number(1), 1 / (1 + b + extra), 1 + b + extra)

    return chain(
        "Up to p = alpha delta both terms fall (T3.first-term, T3.second-term); at the end the slope of the "
        "sum is positive; T3.convex makes the zero unique.",
        (
            "slope of log(first) at s = 1/delta is positive when 1/delta > alpha",
            sign_of(at_end, "b extra", _part("b", extra=True), effort),
        ),
        ("slope of the second term vanishes at p -> 1", _end_slope(effort)),
        (
            "the slope of log(first) at s = alpha is 0",
            same(
                lambda xp, b, y: slope(xp, 1 + b, xp.number(1), 1 / (1 + b + y), 1 + b),
                zero,
                "b y",
                _part("b y"),
                effort,
            ),
        ),
    )


@BOOK.optimum(
    "T3.edge",
    "If alpha delta >= 1 the objective falls on all of (delta, 1) and its infimum, at p -> 1, is eps - log(1-delta).",
    "Theorem 4, first case",
    "all alpha > 1, eps >= 0, 1/alpha <= delta < 1",
)
def _edge(effort: Effort) -> Verdict:
    slope = slopes(renyi_conversion.objective_first, 3, "alpha eps delta s")

    def fall(xp: Any, x: Any, y: Any, extra: Any) -> Any:
        return -slope(xp, 1 + x + y + extra, xp.number(1), scaled.delta(x, y), 1 + x)

    def end(xp: Any, b: Any, eps: Any, delta: Any) -> Any:
        return renyi_conversion.objective_first(xp, 1 + b, eps, delta, 1 / delta) / b

    def inverse(xp: Any, b: Any, eps: Any, delta: Any) -> Any:
        return renyi_conversion.edge_epsilon(xp, end(xp, b, eps, delta), delta)

    domain = {**_part("b"), "eps": (0, 5), "delta": (Fraction(1, 99), Fraction(9, 10))}
    return chain(
        "The first term falls up to s = 1/delta <= alpha, the second always falls (T3.second-term) and tends "
        "to 0; what is left is the first at s = 1/delta.",
        (
            "first term falls for s < 1/delta when alpha >= 1/delta",
            sign_of(fall, "x y extra", {**_part("x y"), "extra": (0, 50)}, effort, zero=("extra",)),
        ),
        (
            "its logarithm over alpha-1 at s = 1/delta is eps - log(1-delta)",
            same(end, "eps - log(1 + -delta)", "b eps delta", domain, effort),
        ),
        ("the second term tends to 0 at p -> 1", _end_value(effort)),
        ("edge_epsilon is its inverse", same(inverse, "eps", "b eps delta", domain, effort)),
    )


def _part(names: str, *, extra: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = {name: scaled.DOMAIN[name] for name in names.split()}
    return {**found, "extra": (Fraction(1, 50), 50)} if extra else found


def _towards_one(xp: Any, b: Any, lift: Any, delta: Any, rest: Any) -> Any:
    """The second term's logarithm at p = 1 - rest."""
    return renyi_conversion.objective_second(xp, 1 + b, scaled.epsilon(xp, lift), delta, (1 - rest) / delta)


_END = {
    "b": scaled.DOMAIN["b"],
    "l": scaled.DOMAIN["l"],
    "delta": (Fraction(1, 99), Fraction(9, 10)),
    "rest": (Fraction(1, 10**6), Fraction(1, 20)),
}


def _end_value(effort: Effort) -> Verdict:
    return tends(lambda xp, *v: xp.exp(_towards_one(xp, *v)), 3, 0, zero, "b l delta rest", _END, effort)


def _end_slope(effort: Effort) -> Verdict:
    rate = slopes(_towards_one, 3, "b l delta rest")
    return tends(lambda xp, *v: rate(xp, *v) * xp.exp(_towards_one(xp, *v)), 3, 0, zero, "b l delta rest", _END, effort)
