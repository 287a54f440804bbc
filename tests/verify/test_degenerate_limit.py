"""Limits that are others where a coefficient vanishes, of which SymPy thinks that it does not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.boxes.random_points import Domain
from chartered_verify.forms import degenerate_limit
from chartered_verify.forms.algebraic import derivative_is, limit_is
from chartered_verify.forms.expansion import Expansion
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided
from sympy import exp, log, oo, sqrt, symbols

Limit = tuple[Callable[..., Any], int | str, Callable[..., Any]]
ELSEWHERE: dict[str, Limit] = {
    "a quotient": (lambda xp, x, a: (a - 1) * x / (1 + (a - 1) * x), "inf", lambda xp, a: xp.number(1)),
    "a denominator": (lambda xp, x, a: 1 / (1 + (a - 1) ** 2 * x), "inf", lambda xp, a: xp.number(0)),
    "next to 0": (lambda xp, x, a: x / (x + (a - 1) ** 2), 0, lambda xp, a: xp.number(0)),
    "a logarithm": (lambda xp, x, a: xp.log1p((a - 1) ** 2 * x) / xp.log(x), "inf", lambda xp, a: xp.number(1)),
    "two terms at once": (lambda xp, x, a: 1 / (1 + (a - 1) ** 2 * (x + x**2)), "inf", lambda xp, a: xp.number(0)),
    "a root beside a term": (lambda xp, x, a: 1 / ((a - 1) ** 2 * x + xp.sqrt(1 + (a - 1) ** 2 * x**2)), "inf",
        lambda xp, a: xp.number(0)),
    "a logarithm beside a term": (lambda xp, x, a: 1 / (1 + xp.log1p((a - 1) ** 2 * x) + (a - 1) ** 4 * x), "inf",
        lambda xp, a: xp.number(0)),
    "coefficients of two kinds": (lambda xp, x, a: x / (x + (a - 1) ** 2 * xp.sqrt(x) + xp.log(a) ** 2), 0,
        lambda xp, a: xp.number(0)),
    "terms that cancel in a logarithm": (lambda xp, x, a: xp.log(2 + x * (a * x + 1) - x * x) / xp.log(x), "inf",
        lambda xp, a: xp.number(2)),
    "fractions that cancel in a root": (lambda xp, x, a: 1 / xp.sqrt(1 + a * x**2 / (x + 1) - x + 4), "inf",
        lambda xp, a: xp.number(0)),
    "a root less a term": (lambda xp, x, a: 1 / (xp.sqrt(x * x + x) - a * x), "inf", lambda xp, a: xp.number(0)),
    "the second terms of two roots": (lambda xp, x, a: 1 / (1 + x * (xp.sqrt(x * x + 2 * x) - x - a)), "inf",
        lambda xp, a: xp.number(0)),
    "an exponential less a number": (lambda xp, x, a: x / (xp.exp(x) - a), 0, lambda xp, a: xp.number(0)),
    "two logarithms": (lambda xp, x, a: 1 / (2 + x * (xp.log(a * x + 3) - xp.log(x + 1))), "inf",
        lambda xp, a: xp.number(0)),
    "a logarithm of 1": (lambda xp, x, a: 1 / (2 + x * xp.log(a + 1 / x) ** 2), "inf", lambda xp, a: xp.number(0)),
    "next to 3": (lambda xp, x, a: (x - 3) / (x - 3 + (a - 1) ** 2), 3, lambda xp, a: xp.number(0)),
    "a number at 3": (lambda xp, x, a: (x - 3) / (x - 2 - a), 3, lambda xp, a: xp.number(0)),
    "terms that cancel": (lambda xp, x, a: x / (1 + x * (a * x + 1) - x * x), "inf", lambda xp, a: xp.number(0)),
}  # fmt: skip
"""Limits that are others at a = 1."""


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_limit_that_is_another_where_a_coefficient_vanishes_is_not_proved(name: str) -> None:
    """SymPy takes it for one that does not; where it never does, or the limit goes on there, it is proved."""
    formula, at, value = ELSEWHERE[name]
    for low, verdict in ((Fraction(1, 2), Undecided), (2, Proved)):
        found = limit_is(formula, 0, at, value, "x a", {"x": (2, 9), "a": (low, 9)})
        assert isinstance(found, verdict), found
    assert "it may be another one where" in limit_is(formula, 0, at, value, "x a", {"x": (2, 9), "a": (0, 9)}).how


def test_a_limit_from_below_is_that_of_a_positive_argument() -> None:
    """At a = 3 it is 1; the root of x^2 is -x."""
    domain: Domain = {"x": (2, 9), "a": (Fraction(1, 2), 9)}

    def apart(xp: Any, x: Any, a: Any) -> Any:
        return (3 - x) / (a - x)

    found = limit_is(apart, 0, 3, lambda xp, a: xp.number(0), "x a", domain, side="-")
    assert isinstance(found, Undecided)
    assert "it may be another one where a = 3" in found.how
    for at in (0, "-inf"):
        root = limit_is(lambda xp, x: xp.sqrt(x * x) / x, 0, at, lambda xp: xp.number(-1), "x", {"x": (2, 9)}, side="-")
        assert isinstance(root, Proved), root


def test_two_arguments_that_are_equal_are_a_place_of_its_own() -> None:
    """The limit of x^2/(e^(a x) - e^(b x) + x^2) is 0 but at a = b, where it is 1."""

    def apart(xp: Any, x: Any, a: Any, b: Any) -> Any:
        return x * x / (xp.exp(a * x) - xp.exp(b * x) + x * x)

    over: Domain = {"x": (2, 9), "a": (Fraction(1, 2), 9), "b": (Fraction(1, 2), 9)}
    found = limit_is(apart, 0, 0, lambda xp, a, b: xp.number(0), "x a b", over)
    assert isinstance(found, Undecided)
    assert "it may be another one where a = b" in found.how


def test_a_limit_states_nothing_where_its_value_is_undefined() -> None:
    """1/(1 - a) at a = 1, where the formula has no limit; and a sum above the line may be 0."""
    domain: Domain = {"x": (2, 9), "a": (Fraction(1, 2), 9)}
    stated: list[Limit] = [
        (lambda xp, x, a: (1 + x) / (xp.exp(x) - a), 0, lambda xp, a: 1 / (1 - a)),
        (lambda xp, x, a: (xp.exp(x) - a) / (1 + x), 0, lambda xp, a: 1 - a),
    ]
    for formula, at, value in stated:
        assert isinstance(limit_is(formula, 0, at, value, "x a", domain), Proved)


def test_a_limit_of_three_arguments_is_not_proved_where_two_coefficients_vanish_together() -> None:
    """Where a = b and b = 1 it is 1/2, elsewhere 0."""

    def steep(xp: Any, x: Any, a: Any, b: Any) -> Any:
        return 1 / (2 + (a - b) ** 2 * x + (b - 1) ** 2 * x**2)

    over: Domain = {"x": (2, 9), "a": (Fraction(1, 2), 9), "b": (Fraction(1, 2), 9)}
    found = limit_is(steep, 0, "inf", lambda xp, a, b: xp.number(0), "x a b", over)
    assert isinstance(found, Undecided)
    assert "it may be another one where b = 1" in found.how


@pytest.mark.parametrize("name", ["polynomial", "linear", "rising", "unknown", "never"])
def test_the_zeros_of_a_coefficient_are_all_of_them_or_it_is_said_that_they_are_not_known(name: str) -> None:
    """In the ranges that those of the hunt stand for: here all positive numbers."""
    x, a, b = symbols("x a b", positive=True)
    coefficient, known = {
        "polynomial": ((a - 2) * (a + 3) * (a**2 - 5), ["a = sqrt(5)", "a = 2"]),
        "linear": (2 * a - b**2, ["a = b**2/2"]),
        "rising": (log(a) + a - 1, ["a = 1"]),
        "unknown": (exp(a * b) - a - b - 3, [f"{exp(a * b) - a - b - 3} = 0"]),
        "never": (exp(a) - a, []),
    }[name]
    ranges: dict[Any, Any] = {x: (2, 9), a: (Fraction(1, 2), 9), b: (Fraction(1, 2), 9)}
    assert list(map(str, degenerate_limit.zeros(1 / (1 + coefficient * x), x, oo, "+", ranges, Effort()))) == known


def test_the_coefficients_of_terms_that_another_one_outgrows_do_not_matter() -> None:
    """Above and below the line, not inside a root or under a power of x."""
    x, a = symbols("x a", positive=True)
    ranges: dict[Any, Any] = {x: (2, 9), a: (Fraction(1, 2), 9)}
    coefficient = exp(a * a) - a - 3
    for expr, matters in (
        (x**2 / (x**2 + coefficient * x), False),
        ((x**2 + coefficient) / (x**2 + x), False),
        (x**2 / (x**2 + coefficient * x**3), True),
        (sqrt(x**2 + coefficient * x) - x, True),
        ((1 + coefficient / x) ** x, True),
    ):
        assert bool(list(degenerate_limit.zeros(expr, x, oo, "+", ranges, Effort()))) == matters, expr


def test_a_limit_that_goes_on_where_a_coefficient_vanishes_is_proved() -> None:
    """At a = 2 both sides are 0; and at b = 1, where log b is, nothing else is larger."""
    domain: Domain = {"x": (2, 9), "a": (Fraction(1, 2), 9)}

    def ratio(xp: Any, x: Any, a: Any) -> Any:
        return (x**2 + (a - 2) * x**3) / (x**3 + x)

    assert isinstance(limit_is(ratio, 0, "inf", lambda xp, a: a - 2, "x a", domain), Proved)
    assert isinstance(
        limit_is(lambda xp, x, b: x / (x + xp.log(b)), 0, "inf", lambda xp, b: xp.number(1), "x b", domain), Proved
    )


def test_an_expansion_in_a_logarithm_is_not_proved_where_a_coefficient_vanishes() -> None:
    """log(1 + (a - 1)^2 x) grows as log x but at a = 1, where it is 0."""
    over = {"x": (0, None), "a": (0, None)}
    found = Expansion(lambda xp, x, a: xp.log1p((a - 1) ** 2 * x), [lambda xp, x, a: xp.log(x)], "inf", over)
    assert not isinstance(found(Effort()), Proved)


def test_a_coefficient_that_is_0_for_all_values_is_none() -> None:
    """1/(1 + c x) with c = a/(a + 1) + 1/(a + 1) - 1 is 1."""
    x, a = symbols("x a", positive=True)
    expr = 1 / (1 + (a / (a + 1) + 1 / (a + 1) - 1) * x)
    ranges: dict[Any, Any] = {x: (2, 9), a: (2, 9)}
    assert list(degenerate_limit.zeros(expr, x, oo, "+", ranges, Effort())) == []


CROSSING: dict[str, Limit] = {
    "a power and x": (lambda xp, x, a: x / (x + x**a), "inf", lambda xp, a: xp.number(1)),
    "a power far away": (lambda xp, x, a: x / (x + x ** (a - 20)), "inf", lambda xp, a: xp.number(1)),
    "in a root": (lambda xp, x, a: xp.sqrt(x**2 + x**a) / x, "inf", lambda xp, a: xp.number(1)),
    "in a logarithm": (lambda xp, x, a: xp.log(x + x**a) / xp.log(x), "inf", lambda xp, a: xp.number(1)),
    "next to 0": (lambda xp, x, a: x / (x + x**a), 0, lambda xp, a: xp.number(0)),
    "powers that cancel": (lambda xp, x, a: 1 / (1 + x * ((1 + x) ** a - x**a)), "inf", lambda xp, a: xp.number(0)),
}
"""Limits for some values of a, which decides which of two powers is the larger one."""


@pytest.mark.parametrize("name", CROSSING)
def test_a_limit_is_not_proved_where_another_symbol_orders_the_powers(name: str) -> None:
    """SymPy takes one of the two powers for the larger one, whatever a is."""
    formula, at, value = CROSSING[name]
    for ends in ((Fraction(1, 9), Fraction(8, 9)), (2, 9)):
        found = limit_is(formula, 0, at, value, "x a", {"x": (2, 9), "a": ends})
        assert not isinstance(found, Proved), found


def test_powers_whose_order_is_known_have_a_limit() -> None:
    """x^(1 + a) is the larger one for every a > 0; and e^(-a x) is analytic at 0."""
    domain: Domain = {"x": (2, 9), "a": (Fraction(1, 2), 9)}
    known: list[Limit] = [
        (lambda xp, x, a: x / (x + x ** (1 + a)), "inf", lambda xp, a: xp.number(0)),
        (lambda xp, x, a: (x**a - 2) / (x**a + 1), "inf", lambda xp, a: xp.number(1)),
        (lambda xp, x, a: (1 - xp.exp(-a * x)) / x, 0, lambda xp, a: a),
        (lambda xp, x, a: ((1 + x) ** a - 1) / x, 0, lambda xp, a: a),
    ]
    for formula, at, value in known:
        assert isinstance(limit_is(formula, 0, at, value, "x a", domain), Proved)


def test_what_sympy_cannot_take_is_a_verdict_and_no_exception() -> None:
    """It raises a TypeError at a limit of a maximum, and no arithmetic knows some of its results."""
    tiny, domain = Fraction(1, 10**80), {"x": (2, 9)}

    def larger(xp: Any, x: Any) -> Any:
        return xp.maximum(1 / x, xp.number(tiny))

    found = [
        limit_is(larger, 0, "inf", lambda xp: xp.number(0), "x", domain),
        limit_is(lambda xp, x: xp.lgamma(1 + x) / x, 0, 0, lambda xp: xp.number(0), "x", domain),
        derivative_is(lambda xp, x: abs(xp.log(x - 9)), 0, lambda xp, x: 1 / (x - 9), "x", domain),
    ]
    assert [type(one) for one in found] == [Undecided, Undecided, Undecided], found


def test_a_derivative_with_a_jump_is_an_identity() -> None:
    """That of |x - 5|, which SymPy writes by a sign."""

    def apart(xp: Any, x: Any) -> Any:
        return abs(x - 5)

    over: Domain = {"x": (6, 9)}
    wrong = derivative_is(apart, 0, lambda xp, x: xp.number(1), "x", {"x": (1, 9)})
    right = derivative_is(apart, 0, lambda xp, x: (x - 5) / abs(x - 5), "x", over)
    assert isinstance(wrong, Refuted)
    assert isinstance(right, Proved | Supported)
