"""Expansions: each coefficient is checked in its turn, and the remainder on the whole range."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.forms.expansion import Expansion
from chartered_verify.statements.claim import Effort, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided

EFFORT = Effort()
UNIT = {"x": (0, 1)}
Terms = list[Callable[..., Any]]


def logarithm(xp: Any, x: Any) -> Any:
    """log(1 + x)."""
    return xp.log1p(x)


def tail(xp: Any, x: Any) -> Any:
    """Mills' ratio."""
    return xp.ndtr(-x) * xp.exp(x * x / 2) * xp.sqrt(2 * xp.pi)


def root(xp: Any, x: Any, a: Any) -> Any:
    """sqrt(x^2 + a) - x."""
    return xp.sqrt(x * x + a) - x


FIRST: Terms = [lambda xp, x: x, lambda xp, x: -x * x / 2]
RAYS = {"x": (1, None), "a": (0, None)}
TRUE = {
    "taylor": Expansion(logarithm, [*FIRST, lambda xp, x: x**3 / 3], 0, UNIT),
    "with-its-remainder": Expansion(logarithm, FIRST, 0, UNIT, remainder=lambda xp, x: x**3 / 3),
    "high-order": Expansion(
        lambda xp, x: xp.exp(x),
        [lambda xp, x, n=n, d=d: x**n / d for n, d in enumerate((1, 1, 2, 6, 24, 120, 720))],
        0,
        UNIT,
    ),
    "at-infinity": Expansion(tail, [lambda xp, x: 1 / x, lambda xp, x: -1 / x**3], "inf", {"x": (1, None)}),
    "with-a-parameter": Expansion(
        root, [lambda xp, x, a: a / (2 * x), lambda xp, x, a: -a * a / (8 * x**3)], "inf", RAYS
    ),
    "at-minus-infinity": Expansion(
        lambda xp, x: xp.expm1(x), [lambda xp, x: xp.number(-1), lambda xp, x: xp.exp(x)], "-inf", {"x": (None, 0)}
    ),
    "at-an-upper-end": Expansion(lambda xp, x: xp.log(x), [lambda xp, x: x - 1], 1, {"x": (Fraction(1, 2), 1)}),
}
FALSE = {
    "wrong-coefficient": (Expansion(logarithm, [*FIRST, lambda xp, x: x**3 / 4], 0, UNIT), "term 3"),
    "wrong-sign": (Expansion(tail, [lambda xp, x: 1 / x, lambda xp, x: 1 / x**3], "inf", {"x": (1, None)}), "term 2"),
    "missing-term": (
        Expansion(lambda xp, x: xp.exp(x), [lambda xp, x: xp.number(1), lambda xp, x: x * x / 2], 0, UNIT),
        "term 2",
    ),
    "term-too-small": (Expansion(logarithm, [lambda xp, x: x, lambda xp, x: x**3], 0, UNIT), "term 2"),
    "small-remainder": (Expansion(logarithm, FIRST, 0, UNIT, remainder=lambda xp, x: x**3 / 4), "not above"),
    "small-remainder-far-away": (
        Expansion(logarithm, FIRST[:1], 0, {"x": (0, 1)}, remainder=lambda xp, x: x * x / 2 - x**4 / 4),
        "minus",
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_expansion_is_proved_term_by_term(name: str) -> None:
    """Near 0, at another end, and at infinity; for all parameters."""
    found = TRUE[name](EFFORT)
    assert isinstance(found, Proved), found
    assert f"term {len(TRUE[name].terms)}" in found.how


@pytest.mark.parametrize("name", FALSE)
def test_a_false_expansion_is_refuted_at_the_term_that_is_wrong(name: str) -> None:
    """The step that fails is named."""
    form, step = FALSE[name]
    found = form(EFFORT)
    assert isinstance(found, Refuted), found
    assert step in found.how


def test_what_is_wrong_by_less_than_balls_see_is_left_open() -> None:
    """SymPy's limit is not the stated one, and balls cannot tell which of both is right."""
    found = Expansion(logarithm, [lambda xp, x: x * (1 + xp.number(Fraction(1, 10**3000)))], 0, UNIT)(EFFORT)
    assert isinstance(found, Undecided)


def test_a_limit_that_sympy_cannot_take_is_supported_by_balls() -> None:
    """Balls alone are no proof."""
    found = Expansion(lambda xp, x: xp.log_ndtr(-x), [lambda xp, x: -x * x / 2], "inf", {"x": (1, None)})(EFFORT)
    assert isinstance(found, Supported | Proved), found


def test_an_expansion_says_where_it_holds() -> None:
    """The ranges, and the end."""
    form = TRUE["with-a-parameter"]
    assert (form.kind, form.domain) == (Kind.IDENTITY, "x > 1, a > 0; x -> inf")


@pytest.mark.parametrize(("at", "over"), [(2, UNIT), ("inf", UNIT), ("-inf", {"x": (0, None)}), ("nowhere", UNIT)])
def test_an_expansion_is_at_an_end_of_the_range(at: Any, over: Any) -> None:
    """Elsewhere it is refused when it is written."""
    with pytest.raises(ValueError, match="is no end of the range"):
        Expansion(logarithm, FIRST, at, over)


def test_an_expansion_without_terms_is_refused() -> None:
    """It says nothing."""
    with pytest.raises(ValueError, match="has a term"):
        Expansion(logarithm, [], 0, UNIT)


A_ROUND = {"x": (0, 1), "a": (-1, 1)}
QUANTILE = {"p": (0, Fraction(1, 2))}


def log_tail(factor: Fraction) -> Expansion:
    """log Phi(-x) with its fourth term times a factor."""
    terms: Terms = [
        lambda xp, x: -x * x / 2,
        lambda xp, x: -xp.log(x * xp.sqrt(2 * xp.pi)),
        lambda xp, x: -1 / (x * x),
        lambda xp, x: xp.number(factor * Fraction(5, 2)) / x**4,
    ]
    return Expansion(lambda xp, x: xp.log_ndtr(-x), terms, "inf", {"x": (1, None)})


def quantile(factor: Fraction) -> Expansion:
    """The normal quantile near 0, times a factor."""
    return Expansion(
        lambda xp, p: xp.ndtri(p), [lambda xp, p: -xp.number(factor) * xp.sqrt(-2 * xp.log(p))], 0, QUANTILE
    )


def test_a_term_that_vanishes_for_some_parameter_leaves_nothing() -> None:
    """a x + x^2 is a x + o(a x) for each a but 0; with x^2 as a term it is right for all."""
    terms: Terms = [lambda xp, x, a: a * x, lambda xp, x, a: x * x]
    found = Expansion(lambda xp, x, a: a * x + x * x, terms[:1], 0, A_ROUND)(EFFORT)
    assert isinstance(found, Refuted)
    assert found.witness["with"] == {"a": "0"}
    assert isinstance(Expansion(lambda xp, x, a: a * x + x * x, terms, 0, A_ROUND)(EFFORT), Proved)
    assert isinstance(
        Expansion(lambda xp, x, a: a * x + x * x, terms[:1], 0, {"x": (0, 1), "a": (0, 1)})(EFFORT), Proved
    )


def test_a_limit_that_holds_for_most_parameters_is_not_one_for_all() -> None:
    """a - 1/2 + 2 x and a - 1/2 + x come together, but not where a is 1/2; 1 + x^a does not go to 1 where a is not
    positive."""
    half = Fraction(1, 2)
    generic = Expansion(
        lambda xp, x, a: a - xp.number(half) + 2 * x,
        [lambda xp, x, a: a - xp.number(half) + x],
        0,
        {"x": (0, 1), "a": (0, 1)},
    )
    power = Expansion(lambda xp, x, a: 1 + x**a, [lambda xp, x, a: xp.number(1)], 0, A_ROUND)
    for form in (generic, power):
        assert isinstance(form(EFFORT), Refuted)


@pytest.mark.parametrize("more", [Fraction(0), Fraction(99, 100)], ids=["below 1", "near 0"])
def test_a_limit_that_fails_beside_an_end_of_a_parameter_is_refuted(more: Fraction) -> None:
    """x + x^(a + more) goes as x only for a + more above 1; SymPy takes no limit for all."""
    form = Expansion(
        lambda xp, x, a: x + x ** (a + xp.number(more)), [lambda xp, x, a: x], 0, {"x": (0, 1), "a": (0, 9)}
    )
    assert isinstance(form(EFFORT), Refuted)


def test_a_parameter_beside_the_argument_is_proved_where_it_changes_no_power() -> None:
    """e^(a x) has a power series about 0 for each a; at infinity its order depends on a, and x^a has another power."""
    both = {"x": (0, 1), "a": (0, 1)}
    about: Terms = [lambda xp, x, a: xp.number(1), lambda xp, x, a: a * x]
    far: Terms = [lambda xp, x, a: xp.number(1), lambda xp, x, a: xp.exp(-a * x)]
    assert isinstance(Expansion(lambda xp, x, a: xp.exp(a * x), about, 0, both)(EFFORT), Proved)
    assert isinstance(Expansion(lambda xp, x, a: xp.exp(a * x), about, 0, A_ROUND)(EFFORT), Supported)
    sigmoid = Expansion(
        lambda xp, x, a: 1 + xp.exp(-a * x) + xp.exp(-2 * a * x), far, "inf", {"x": (0, None), "a": (1, 2)}
    )
    assert isinstance(sigmoid(EFFORT), Supported)
    assert isinstance(Expansion(lambda xp, x, a: 1 + x**a, about[:1], 0, {"x": (0, 1), "a": (1, 2)})(EFFORT), Supported)


@pytest.mark.parametrize("factor", [Fraction(99, 100), Fraction(101, 100), Fraction(999, 1000)])
def test_a_quotient_that_goes_near_1_and_not_to_1_is_not_supported(factor: Fraction) -> None:
    """The normal quantile comes to its leading term slowly, by the order that is seen."""
    assert isinstance(quantile(factor)(EFFORT), Undecided | Refuted)
    assert isinstance(quantile(Fraction(1))(EFFORT), Supported)


def test_a_later_term_that_is_wrong_is_seen_behind_one_that_is_supported() -> None:
    """The fourth term of log Phi(-x) is not twice what it is."""
    assert isinstance(log_tail(Fraction(2))(EFFORT), Undecided | Refuted)
    assert not isinstance(log_tail(Fraction(1))(EFFORT), Refuted)


@pytest.mark.parametrize("at", [None, 0.0, True])
def test_an_end_that_is_no_exact_number_is_refused(at: Any) -> None:
    """When the expansion is written."""
    with pytest.raises(TypeError, match="want an int, a Fraction, 'inf' or '-inf'"):
        Expansion(logarithm, FIRST, at, {"x": (0, None)})
