"""Least values for all parameters at once: the right place and value are proved, a wrong one is refuted, and no concave
function passes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.forms.parametric_minimum import Least
from chartered_verify.forms.tables_and_optima import Optimum
from chartered_verify.statements.claim import Effort, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided

RAY = (0, None)
EFFORT = Effort()


def cost(xp: Any, x: Any, rho: Any, log_delta: Any) -> Any:
    """(1 + x) rho + log(1/delta)/x: eps of rho-zCDP at the order 1 + x."""
    return (1 + x) * rho + log_delta / x


def order(xp: Any, rho: Any, log_delta: Any) -> Any:
    """Where it is least."""
    return xp.sqrt(log_delta / rho)


def epsilon(xp: Any, rho: Any, log_delta: Any) -> Any:
    """Its least value."""
    return rho + 2 * xp.sqrt(rho * log_delta)


EVERYWHERE = {"x": RAY, "rho": RAY, "log_delta": RAY}


def test_a_least_value_is_proved_for_all_parameters() -> None:
    """By the slope and the curvature, with no end to any range; also where x may be any real number."""
    form = Least(cost, order, epsilon, EVERYWHERE)
    assert isinstance(form(EFFORT), Proved)
    assert (form.kind, form.domain) == (Kind.OPTIMUM, "x > 0, rho > 0, log_delta > 0")
    line = {"x": (None, None), "a": RAY}
    tilted = Least(lambda xp, x, a: xp.exp(x) - a * x, lambda xp, a: xp.log(a), lambda xp, a: a - a * xp.log(a), line)
    assert isinstance(tilted(EFFORT), Proved)


@pytest.mark.parametrize(
    ("form", "step"),
    [
        (Least(cost, order, lambda xp, r, d: epsilon(xp, r, d) + xp.number(Fraction(1, 10**30)), EVERYWHERE),
         "the value"),
        (Least(cost, lambda xp, r, d: xp.sqrt(r / d), lambda xp, r, d: cost(xp, xp.sqrt(r / d), r, d), EVERYWHERE),
         "the slope is 0"),
        (Least(lambda xp, x, a: (x - a) ** 2, lambda xp, a: a, lambda xp, a: 0 * a, {"x": (0, 1), "a": RAY}),
         "below the high end"),
        (Least(lambda xp, x, a: (x + a) ** 2, lambda xp, a: -a, lambda xp, a: 0 * a, {"x": RAY, "a": RAY}),
         "above the low end"),
    ],
)  # fmt: skip
def test_a_wrong_least_value_is_refuted(form: Least, step: str) -> None:
    """By the step that fails, with a witness."""
    found = form(EFFORT)
    assert isinstance(found, Refuted)
    assert step in found.how
    assert found.witness


@pytest.mark.parametrize(
    "form",
    [
        Least(lambda xp, x, a: -a * x * x, lambda xp, a: 0 * a, lambda xp, a: 0 * a, {"x": (None, None), "a": RAY}),
        Least(
            lambda xp, x, a: a * (x * x - 1) ** 2 * (1 + x * x),
            lambda xp, a: 0 * a + 1,
            lambda xp, a: 0 * a,
            {"x": (None, None), "a": RAY},
        ),
    ],
    ids=["greatest", "least"],
)
def test_what_is_not_convex_is_undecided(form: Least) -> None:
    """One is false and the other true: where the proof does not apply nothing is said, but which step it needs."""
    found = form(EFFORT)
    assert isinstance(found, Undecided)
    assert "this proof needs it" in found.how


def test_an_end_of_an_open_range_is_no_place() -> None:
    """0 is not among 0 < x < 1."""
    found = Least(lambda xp, x, a: a * x * x, lambda xp, a: 0 * a, lambda xp, a: 0 * a, {"x": (0, 1), "a": RAY})(EFFORT)
    assert not isinstance(found, Proved)


def test_a_kink_has_no_curvature() -> None:
    """|x - a| is convex, but SymPy's second derivative is no function: undecided."""
    form = Least(
        lambda xp, x, a: abs(x - a), lambda xp, a: a, lambda xp, a: 0 * a, {"x": (None, None), "a": (None, None)}
    )
    assert isinstance(form(EFFORT), Undecided)


def test_a_case_without_parameters_is_refused() -> None:
    """For one case there is Optimum."""
    with pytest.raises(ValueError, match="there is Optimum"):
        Least(lambda xp, x: x * x, lambda xp: xp.number(0), lambda xp: xp.number(0), {"x": (None, None)})


@pytest.mark.parametrize("digits", [8, 50, 200])
def test_a_numeric_optimum_agrees_to_as_many_digits_as_are_asked_for(digits: int) -> None:
    """Branch and bound encloses it, for each case; a value that is off in the last of the digits is refuted."""
    cases, between = [(Fraction(1, 10), 12), (2, 5)], (Fraction(1, 100), 1000)
    found = Optimum(cost, epsilon, between, cases, digits=digits)(EFFORT)
    assert isinstance(found, Supported)
    assert found.digits >= digits
    off = Optimum(
        cost, lambda xp, r, d: epsilon(xp, r, d) + xp.number(Fraction(1, 10**digits)) * 4, between, cases, digits=digits
    )
    assert isinstance(off(EFFORT), Refuted)
