"""Claims about the closed lower bounds on gamma, T4."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import Step, chain, same, sign_of, slopes, tends, touches
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion
from .. import scaled

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
ORDER = (Fraction(1, 10), 9)
SMALL = (Fraction(1, 99), Fraction(9, 10))
LIFTED = {name: scaled.DOMAIN[name] for name in ("l", "x", "y")}
POINT = {"b": ORDER, "gamma": (Fraction(1, 10), 3), "delta": SMALL}


def bernoulli_gap(xp: Any, x: Any, b: Any) -> Any:
    """x^alpha - 1 - alpha (x-1), which Bernoulli's inequality says is nonnegative, by the shipped Bregman formula at t
    = 1."""
    return x ** (1 + b) * renyi_conversion.bregman(xp, 1 + b, xp.log(x))


def between(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
    """alpha delta e^((alpha-1) eps) + (1-delta)^alpha: below T3's optimum, above T4's f and above the inverse of L1's
    second branch."""
    delta = scaled.delta(x, y)
    return (1 + b) * delta * (1 + lift) ** b + (1 - delta) ** (1 + b)


def bernoulli_steps(effort: Effort) -> list[Step]:
    """Bernoulli's inequality, step by step."""
    steps = touches(bernoulli_gap, lambda xp, b: xp.number(1), "x b", {"x": SIZE, "b": ORDER}, effort)
    return [(f"Bernoulli's inequality: {label}", verdict) for label, verdict in steps]


@BOOK.inequality(
    "T4.bernoulli",
    "x^alpha >= 1 + alpha (x-1), and the shipped Bregman form 1 - alpha t^(alpha-1) + (alpha-1) t^alpha is "
    "nonnegative.",
    "Theorem 4, derivation",
    "all alpha > 1, x > 0, t > 0",
)
def _bernoulli(effort: Effort) -> Verdict:
    def form(xp: Any, t: Any, b: Any) -> Any:
        return renyi_conversion.bregman(xp, 1 + b, -xp.log(t))

    domain = {"t": SIZE, "b": ORDER}
    return chain(
        "The second form is t^alpha times the first at x = 1/t.",
        ("the form as printed", same(form, "1 - (1 + b)*t^b + b*t^(1 + b)", "t b", domain, effort)),
        (
            "t^alpha times the gap at 1/t",
            same(form, lambda xp, t, b: t ** (1 + b) * bernoulli_gap(xp, 1 / t, b), "t b", domain, effort),
        ),
        *bernoulli_steps(effort),
    )


@BOOK.optimum(
    "T4.zero",
    "gamma(eps, 0) = 0: every Renyi divergence is nonnegative, and the objective at s = 2 tends to 0 with delta.",
    "Theorem 4",
    "all alpha > 1, eps >= 0, delta -> 0",
)
def _zero_delta(effort: Effort) -> Verdict:
    def moment(xp: Any, b: Any, g: Any, r: Any) -> Any:
        return xp.exp(bernoulli.log_moment(xp, 1 + b, g / (1 + g), r / (1 + r))) - 1

    def parts(xp: Any, b: Any, g: Any, r: Any) -> Any:
        p, q = g / (1 + g), r / (1 + r)
        return q * bernoulli_gap(xp, p / q, b) + (1 - q) * bernoulli_gap(xp, (1 - p) / (1 - q), b)

    def at_two(xp: Any, b: Any, lift: Any, delta: Any) -> Any:
        return renyi_conversion.objective(xp, 1 + b, scaled.epsilon(xp, lift), delta, xp.number(2))

    end = {"b": ORDER, "l": SIZE, "delta": (Fraction(1, 10**6), Fraction(1, 3))}
    return chain(
        "0 <= gamma(eps, delta) <= objective at s = 2, which tends to 0.",
        (
            "E_Q[(P/Q)^alpha] - 1 is a mean of Bernoulli gaps",
            same(moment, parts, "b g r", {"b": ORDER, "g": SIZE, "r": SIZE}, effort),
        ),
        ("the limit at s = 2", tends(at_two, 2, 0, "0", "b l delta", end, effort)),
        *bernoulli_steps(effort),
    )


@BOOK.soundness(
    "T4.g",
    "gamma(eps, delta) >= g = eps - log(zeta/delta)/(alpha-1): the first term of T3 alone, at its least value, p = "
    "alpha delta.",
    "Theorem 4, g",
    scaled.ALL,
)
def _g(effort: Effort) -> Verdict:
    def least(xp: Any, b: Any, eps: Any, delta: Any) -> Any:
        return renyi_conversion.objective_first(xp, 1 + b, eps, delta, 1 + b) / b

    def g(xp: Any, b: Any, eps: Any, delta: Any) -> Any:
        return renyi_conversion.lower_gamma_g(xp, 1 + b, eps, delta)

    def others(xp: Any, lift: Any, x: Any, y: Any) -> Any:
        p, q = scaled.chances(xp, lift, x, y)
        return (1 - p) * (1 - q)

    slope = slopes(renyi_conversion.objective_first, 3, "alpha eps delta s")
    domain = {"b": ORDER, "eps": (0, 5), "delta": SMALL}
    free = {"a": (Fraction(11, 10), 9), "eps": (0, 5), "delta": SMALL, "s": (Fraction(11, 10), 9)}
    return chain(
        "The first term is least at s = alpha (its slope has the sign of s - alpha), and the second is positive.",
        ("slope of log(first)", same(slope, "(s - a)/(s*(s - 1))", "a eps delta s", free, effort)),
        ("log(first)/(alpha-1) at s = alpha is g", same(least, g, "b eps delta", domain, effort)),
        (
            "the second term is a power of positive numbers, 1-p and 1-q",
            sign_of(others, "l x y", LIFTED, effort, zero=("l",)),
        ),
    )


@BOOK.soundness(
    "T4.between",
    "e^((alpha-1) gamma(eps, delta)) >= alpha delta e^((alpha-1) eps) + (1-delta)^alpha: both terms of T3 by "
    "Bernoulli's inequality.",
    "Theorem 4, derivation of f (our form, between f and T3)",
    scaled.ALL,
)
def _between(effort: Effort) -> Verdict:
    slope = slopes(renyi_conversion.objective_second, 3, "alpha eps delta s")

    def excess(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return xp.exp(scaled.first(xp, b, lift, x, y)) - (1 + lift) ** b * scaled.delta(x, y) * (1 + x + b)

    def gap(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return (1 + lift) ** b * scaled.delta(x, y) * x * bernoulli_gap(xp, 1 + 1 / x, b)

    def rise(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        rate = slope(xp, 1 + b, scaled.epsilon(xp, lift), scaled.delta(x, y), 1 + x)
        return rate * xp.exp(scaled.second(xp, b, lift, x, y)) + (1 + lift) ** b * scaled.delta(x, y)

    def form(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        p = (1 + x) * scaled.delta(x, y)
        v = -xp.log((1 - p) / (1 + lift - p + scaled.delta(x, y)))
        return (1 + lift) ** b * scaled.delta(x, y) * renyi_conversion.bregman(xp, 1 + b, v)

    def start(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        second = xp.exp(
            renyi_conversion.objective_second(xp, 1 + b, scaled.epsilon(xp, lift), scaled.delta(x, y), xp.number(1))
        )
        return second + (1 + lift) ** b * scaled.delta(x, y) * (1 + b)

    return chain(
        "first >= e^((alpha-1) eps) delta (s + alpha - 1); that plus the second term rises with s (its slope "
        "is a Bregman form, T4.bernoulli), so it is least at s = 1.",
        ("first term minus its bound is a Bernoulli gap", same(excess, gap, scaled.NAMES, scaled.DOMAIN, effort)),
        ("slope of bound plus second term is a Bregman form", same(rise, form, scaled.NAMES, scaled.DOMAIN, effort)),
        ("the value at s = 1", same(start, between, scaled.NAMES, scaled.DOMAIN, effort)),
        *bernoulli_steps(effort),
    )


@BOOK.soundness(
    "T4.f",
    "gamma(eps, delta) >= f = eps + log((e^eps - alpha delta)((1-delta)/(e^eps-delta))^alpha + alpha delta)/(alpha-1).",
    "Theorem 4, f",
    "all alpha > 1, eps >= 0, 0 < delta < 1/alpha",
)
def _f(effort: Effort) -> Verdict:
    def shortfall(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        f = renyi_conversion.lower_gamma_f(xp, 1 + b, scaled.epsilon(xp, lift), scaled.delta(x, y))
        return between(xp, b, lift, x, y) - xp.exp(b * f)

    def gap(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        rest = 1 - scaled.delta(x, y) / (1 + lift)
        return ((1 - scaled.delta(x, y)) / rest) ** (1 + b) * bernoulli_gap(xp, rest, b)

    def printed(xp: Any, b: Any, lift: Any, delta: Any) -> Any:
        bracket = (1 + lift - (1 + b) * delta) * ((1 - delta) / (1 + lift - delta)) ** (1 + b) + (1 + b) * delta
        return (1 + lift) ** b * bracket

    def shipped(xp: Any, b: Any, lift: Any, delta: Any) -> Any:
        return xp.exp(b * renyi_conversion.lower_gamma_f(xp, 1 + b, scaled.epsilon(xp, lift), delta))

    domain = {"b": ORDER, "l": (0, 20), "delta": (Fraction(1, 99), Fraction(1, 11))}
    return chain(
        "So f is below T4.between, which is below T3's optimum.",
        ("the form as printed", same(shipped, printed, "b l delta", domain, effort)),
        ("between - e^((alpha-1) f) is a Bernoulli gap", same(shortfall, gap, scaled.NAMES, SAFE, effort)),
        *bernoulli_steps(effort),
    )


SAFE = {**scaled.DOMAIN, "b": ORDER, "x": (10, 50)}
"""Where alpha delta < 1, so that f is defined."""
