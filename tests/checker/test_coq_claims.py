"""Coq accepts the steps of claims, with no assumption but the axioms of its real numbers, and refuses each statement
that is false."""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.coq_claims.file import claim_file
from chartered.proving import Claim, Identity, Inequality
from coq import needs_coq

PAGES = Path(__file__).resolve().parents[2] / "docs" / "pages"
pytestmark = [pytest.mark.full, needs_coq]
QUARTER, CLOSE = Fraction(1, 4), Fraction(999, 1000)


def results() -> Any:
    """The script that keeps them."""
    sys.path.insert(0, str(PAGES))
    try:
        return import_module("in_coq")
    finally:
        sys.path.remove(str(PAGES))


PROVED = [name for name, kept in results().kept().items() if kept["coq"] == "proved"]


@pytest.mark.parametrize("name", PROVED)
def test_coq_accepts_the_claims_that_are_kept_as_proved(name: str) -> None:
    """Each step over all its letters; it assumes the real numbers alone."""
    found = results().result(ch.registry().claims()[name])
    assert found == results().kept()[name]


def of(form: Any) -> str:
    """The file of a claim of this form."""
    return claim_file(Claim.of("test.one", "It holds.", "our test", form)).text


def exp_above(xp: Any, x: Any, share: Any = Fraction(1, 2)) -> Any:
    """e^x over the first terms of its series."""
    return xp.exp(x) - 1 - x - share * x**2


TRUE = {
    "a box": Inequality(exp_above, {"x": (1, 2)}),
    "two letters": Inequality(lambda xp, x, y: xp.exp(x) - y, {"x": (1, 2), "y": (0, 2)}),
    "a quotient": Inequality(lambda xp, x: 1 / (1 - x) - 1 - x + xp.log(1 + x), {"x": (QUARTER, CLOSE)}),
    "no end": Inequality(lambda xp, x: xp.log(1 + x) + x**2 / (1 + x), {"x": (0, None)}, inside=True),
    "a square": Inequality(lambda xp, x: (x - 1) ** 2, {"x": (0, None)}, strict=False),
    "an equation": Identity(
        lambda xp, x, y: xp.log(x * y), lambda xp, x, y: xp.log(x) + xp.log(y), {"x": (0, None), "y": (0, None)}
    ),
}
FALSE = {
    "another constant": Inequality(lambda xp, x: exp_above(xp, x, Fraction(3, 4)), {"x": (1, 2)}),
    "a constant off by little": Inequality(lambda xp, x: xp.exp(x) - Fraction(2718282, 10**6), {"x": (1, 2)}),
    "the other direction": Inequality(lambda xp, x: -exp_above(xp, x), {"x": (1, 2)}),
    "a larger box": Inequality(lambda xp, x: 1 - x, {"x": (0, Fraction(1001, 1000))}),
    "a box whose end is a zero": Inequality(lambda xp, x: 1 - x, {"x": (0, 1)}),
    "where it is not defined": Inequality(lambda xp, x: 1 + 1 / x, {"x": (0, 1)}),
    "a logarithm of 0": Inequality(lambda xp, x: 5 + x + 0 * xp.log(x), {"x": (0, None)}),
    "a root of what is negative": Inequality(lambda xp, x: 1 + xp.sqrt(x - 1), {"x": (0, None)}),
    "no end": Inequality(lambda xp, x: 1 + x - x**2 / 100, {"x": (0, None)}),
    "a sign": Inequality(lambda xp, x, y: x - y, {"x": (0, None), "y": (0, None)}, strict=False),
    "a square that is 0": Inequality(lambda xp, x: (x - 1) ** 2, {"x": (0, None)}),
    "an equation": Identity(
        lambda xp, x, y: xp.log(x * y), lambda xp, x, y: xp.log(x) * xp.log(y), {"x": (0, None), "y": (0, None)}
    ),
    "a power": Identity(lambda xp, x: (1 + x) ** 3, lambda xp, x: 1 + 3 * x + 3 * x**2, {"x": (0, None)}),
    "a root": Identity(lambda xp, x: xp.sqrt(x**2), lambda xp, x: x, {"x": (None, None)}),
}


@pytest.mark.parametrize("name", TRUE)
def test_coq_accepts_what_is_true(name: str) -> None:
    """Of every form that is written."""
    assert results().accepted(of(TRUE[name]))


@pytest.mark.parametrize("name", FALSE)
def test_coq_refuses_what_is_false(name: str) -> None:
    """A constant, a direction, a box, a point without a value."""
    assert not results().accepted(of(FALSE[name]))


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("checkin.P34.at-most", "0 < (slope_0_1 y)", "0 < (slope_0_1 y) - 1"),
        ("group.zcdp.sound", "= (2 * a)", "= (3 * a)"),
        ("checkin.zcdp.sum", "^ 2) / 2).", "^ 2) / 3)."),
        ("characteristic-function.truncation.sum", "0 < j ->", "0 <= j ->"),
    ],
)
def test_coq_refuses_a_claim_that_was_changed(name: str, right: str, wrong: str) -> None:
    """The script of the true one does not prove another."""
    text = claim_file(ch.registry().claims()[name]).text
    changed = text.replace(right, wrong)
    assert changed != text
    assert not results().accepted(changed)
