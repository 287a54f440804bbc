"""A claim that cannot be tried says which, where, what would be right, and Python's words as Python's."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from chartered.proving import Claim, Effort, Form, Identity, Inequality, Least, Optimum, Soundness, Table, attempt
from chartered_verify.statements.verdict import Undecided

OVER = {"x": (0, 3), "y": (1, 2)}


def by_math(xp: Any, x: Any, y: Any) -> Any:
    """Leaves the arithmetic."""
    return math.exp(x) + y


def by_none(xp: Any, x: Any, y: Any) -> Any:
    """Gives nothing."""
    return None


def by_text(xp: Any, x: Any, y: Any) -> Any:
    """Adds a text."""
    return x + "a"


def by_one(xp: Any, x: Any) -> Any:
    """Takes too few arguments."""
    return x


def by_name(xp: Any, x: Any, y: Any) -> Any:
    """Asks for what no arithmetic has."""
    return xp.exponential(x) + y


def total(xp: Any, x: Any, y: Any) -> Any:
    """As it should be."""
    return x + y


FORMS: list[Callable[[Any], Form]] = [
    lambda f: Identity(f, total, OVER),
    lambda f: Inequality(f, OVER),
    lambda f: Least(f, lambda xp, y: y, lambda xp, y: y, OVER),
    lambda f: Optimum(f, lambda xp, y: y, (0, 1), [1, 2]),
    lambda f: Table(f, {(1, 2): "2.7"}),
    lambda f: Soundness(total, f, [(1, 1)], over=OVER),
]


@pytest.mark.parametrize("form", range(len(FORMS)))
@pytest.mark.parametrize("formula", [by_math, by_none, by_text, by_one, by_name])
def test_python_is_never_heard_alone(formula: Any, form: int) -> None:
    """Whatever Python says of it stands in quotes behind the class of the exception, with what would be right."""
    verdict = attempt(Claim.of("a.b", "c.", "nowhere", FORMS[form](formula)), Effort(digits=20)).verdict
    if formula is by_math and not isinstance(verdict, Undecided):
        return  # a case is one point, at which a float is a number
    assert isinstance(verdict, Undecided)
    assert "no number" in verdict.how or "raised" in verdict.how
    assert "a formula gives a value of xp" in verdict.how
    outside = verdict.how.split('"')[::2]
    for words in ("object", "operand", "positional", "NoneType", "must be real"):
        assert words not in "".join(outside)


@pytest.mark.parametrize("formula", [by_text, by_name])
def test_the_place_and_the_point_are_told(formula: Any) -> None:
    """The function, its file and line, and its arguments; and the claim with the names of its domain."""
    form = Table(formula, {(1, 2): "2.7"})
    verdict = attempt(Claim.of("a.b", "c.", "nowhere", form), Effort()).verdict
    assert isinstance(verdict, Undecided)
    where = f"{formula.__name__} (test_raised.py, line {formula.__code__.co_firstlineno + 2})"
    assert f"the check of a.b failed to run: {where}, in balls at x = 1.0" in verdict.how
    assert ", y = 2.0" in verdict.how
    assert "takes xp and the arguments of its domain (1 rows)" in verdict.how


def test_a_function_that_gives_no_verdict_is_told_what_a_check_gives() -> None:
    """A claim may be a function of an effort."""
    from chartered.proving import Kind

    claim = Claim("a.b", Kind.TABLE, "c.", "nowhere", "1", lambda effort: 1 / 0)  # type: ignore[arg-type]
    how = attempt(claim, Effort()).verdict.how
    assert how.startswith("the check of a.b failed to run: a lambda (test_raised.py, line ")
    assert 'raised ZeroDivisionError: "division by zero"; a check takes an effort, and gives a verdict' in how
