"""A formula that branches on a value is not admissible, wherever the branch stands and whatever stands before it."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from chartered.proving import (
    Between,
    Certain,
    Covered,
    Crosses,
    Effort,
    Identity,
    Inequality,
    Notation,
    Optimum,
    Positive,
    Proof,
    Rounds,
    Same,
    Slope,
    Table,
)
from chartered_verify.inequality.admissible import inadmissible
from chartered_verify.statements.verdict import Proved, Refuted, Undecided

FIFTH = Fraction(1, 5)


def dip(x: Any) -> bool:
    """True close to the root 0.3347... of x^5 - 3 x + 1 alone, where no point is tried."""
    return bool((x**5 - 3 * x + 1) ** 2 * 10**24 < 1)


def caught(xp: Any, x: Any) -> Any:
    """Catches what is refused."""
    try:
        return xp.number(-1 if dip(x) else 1)
    except TypeError:
        return xp.number(1)


BRANCHES: dict[str, Callable[..., Any]] = {
    "beyond a gamma function": lambda xp, x: xp.gamma(x) * 0 + (-1 if dip(x) else 1),
    "beyond a logarithm": lambda xp, x: xp.log(x - 1) * 0 + (-1 if dip(x) else 1),
    "beyond a pole": lambda xp, x: 0 / (2 * x - 1) + (-1 if dip(x) else 1),
    "beyond infinity": lambda xp, x: 0 / xp.inf + (-1 if dip(x) else 1),
    "by a floor": lambda xp, x: xp.number(-1 if xp.floor_range(x, FIFTH)[0] == 2 else 1),
    "by a radius": lambda xp, x: xp.number(-1 if xp.radius(x) == 0 else 1),
    "with a radius": lambda xp, x: (x**5 - 3 * x + 1) ** 2 - xp.number(Fraction(1, 10**24)) + 10**6 * xp.radius(x),
    "by a float": lambda xp, x: xp.number(2) - math.exp(float(x) / 9),
    "by a method of balls": lambda xp, x: xp.number(-1 if x.is_exact() else 1),
    "by a table": lambda xp, x: xp.number({xp.number(FIFTH): -1}.get(x, 1)),
    "caught": caught,
    "by a text": lambda xp, x: xp.number({"0.500000000000000": -1}.get(str(x), 1)),
    "by a caught division": lambda xp, x: halved(xp, x) + 1,
}


@pytest.mark.parametrize("formula", BRANCHES.values(), ids=BRANCHES)
def test_what_branches_on_a_value_is_not_decided(formula: Callable[..., Any]) -> None:
    """By no statement about a range, and the formula is named."""
    over = {"x": (Fraction(1, 10), Fraction(9, 10))}
    for check in (
        Inequality(formula, over),
        Proof(Notation(), [Covered("it is positive", formula, over)]),
        Optimum(lambda xp, x, a: formula(xp, x) + a, lambda xp, a: 1 + a, over["x"], [1]),
    ):
        found = check(Effort())
        assert isinstance(found, Undecided)
        assert "compares its arguments, or leaves the arithmetic" in found.how


def test_a_case_that_no_ball_holds_is_not_compared() -> None:
    """A comparison that balls leave open is false to Python; one of whole numbers is right."""
    rooted = Table(lambda xp, x: xp.number(2 if xp.sqrt(x) ** 2 == x else 1), {2: "1"})
    assert isinstance(rooted(Effort()), Undecided)
    assert isinstance(Table(lambda xp, x: x + FIFTH if x < FIFTH else x, {FIFTH: "0.2"})(Effort()), Undecided)
    counted = Table(lambda xp, n: xp.number(sum(range(int(float(n))))) if n > 2 else n, {2: "2", 4: "6"})
    assert isinstance(counted(Effort()), Proved)


THIRD = Fraction(1, 3)


def whole(xp: Any, x: Any) -> Any:
    """1, and 7 at 1/3 alone, which no ball holds."""
    return xp.number(7 if 3 * x == 1 else 1)


def halved(xp: Any, x: Any) -> Any:
    """x//2, of which no arithmetic knows."""
    try:
        return xp.number(x // 2)
    except TypeError:
        return x / 2


def rounded(xp: Any, x: Any) -> Any:
    """Likewise."""
    try:
        return xp.number(round(x))
    except TypeError:
        return x


EXACT: dict[str, Callable[[], Any]] = {
    "an identity": lambda: Identity(whole, lambda xp, x: xp.number(1), {"x": (0, 1)}),
    "an identity in steps": lambda: Same("it is", whole, "1"),
    "a truth value": lambda: Same("it is", lambda xp, x: xp.number(7 if not 3 * x - 1 else 1), "1"),
    "a sign": lambda: Positive("it is", lambda xp, x: 8 - whole(xp, x) * 4),
    "a slope": lambda: Slope("it is", lambda xp, x: x * whole(xp, x), "x", "1"),
    "a number": lambda: Certain("it is", lambda xp: 2 - whole(xp, xp.number(THIRD))),
    "a number between": lambda: Between("it is", lambda xp: whole(xp, xp.number(THIRD)), "0.5", "1.5"),
    "a rounded number": lambda: Rounds("it is", lambda xp: whole(xp, xp.number(THIRD)), "1"),
    "a floor": lambda: Certain("it is", lambda xp: 2 - xp.floor_range(3 * xp.number(THIRD))[0]),
    "a radius": lambda: Certain("it is", lambda xp: xp.number(1 if xp.radius(xp.number(THIRD)) > 0 else -1)),
    "a number as a function": lambda: Certain("it is", lambda xp: lambda y: 2 - whole(y, y.number(THIRD))),
    "a table of a number as a function": lambda: Table(lambda xp, x: lambda y: whole(y, y.number(x)), {THIRD: "1"}),
    "a text": lambda: Table(lambda xp, x: xp.number({"0.25": 3}.get(str(x), 1)), {Fraction(1, 4): "1"}),
    "a text with symbols": lambda: Same("it is", lambda xp, x: x * {"x": 1}.get(f"{x}", 2), "x"),
    "a caught division": lambda: Table(halved, {3: "1.5"}),
    "a caught rounding": lambda: Same("it is", rounded, "x"),
    "a truth value as a number": lambda: Certain("it is", lambda xp: xp.number(2) > 1),
    "a crossing": lambda: Crosses("it is", lambda xp, e: xp.number(e) * whole(xp, xp.number(THIRD)), THIRD, "0.3"),
    "a table": lambda: Table(whole, {THIRD: "1"}),
    "an optimum": lambda: Optimum(lambda xp, x, a: (x - a) ** 2 + 1, whole, (0, 1), [THIRD]),
}


@pytest.mark.parametrize("stated", EXACT.values(), ids=EXACT)
def test_what_branches_on_an_equality_is_not_decided(stated: Callable[[], Any]) -> None:
    """SymPy compares how terms are written, and balls that overlap are not equal: both took the other branch."""
    form = stated()
    check = Proof(Notation(ranges={"x": (0, 1)}), [form], so="So.") if hasattr(form, "decided") else form
    found = check(Effort())
    assert isinstance(found, Undecided)
    assert "compares its arguments, or leaves the arithmetic" in found.how


def test_a_branch_that_is_decided_is_taken() -> None:
    """For all values that a letter may have, and for numbers that certainly differ."""
    rooted = Same("it is", lambda xp, x: xp.sqrt(x) if x > 0 and x != 0 else xp.number(0), "sqrt(x)")
    larger = Certain("it is", lambda xp: xp.number(1 if xp.exp(xp.number(THIRD)) > 1 and xp.pi != 3 else -1))
    own = Certain("it is", lambda xp: xp.number(Fraction(float(xp.constants.number(THIRD)))))
    assert isinstance(Proof(Notation(ranges={"x": (0, 1)}), [rooted, larger, own], so="So.")(Effort()), Proved)


def test_constants_and_words_are_admissible() -> None:
    """Numbers of the formula's own are compared, and every operation has a value where no arithmetic has one."""

    def formula(xp: Any, x: Any, y: Any) -> Any:
        steps = 3 if xp.number(2) > 1 and xp.constants.exp(xp.constants.number(1)) > 2 else 4
        with xp.refined(64) as fine:
            return (fine.log(x - x) + fine.lgamma(-y) ** steps) / abs(-x) + xp.logaddexp(x, y) + xp.maximum(0, x)

    assert inadmissible(formula, [None, None]) is None
    assert inadmissible(lambda xp, x: lambda xp: x, [None]) is None


@pytest.mark.parametrize(
    "formula",
    [lambda xp, x: -1 / xp.log(x), lambda xp, x: xp.exp(xp.log(x)), lambda xp, x: -xp.log(x)],
    ids=["reciprocal", "exponential", "logarithm"],
)
def test_a_point_without_a_real_value_refutes_nothing(formula: Callable[..., Any]) -> None:
    """Balls read log 0 as -inf, and -1/log 0 as 0."""
    assert isinstance(Inequality(formula, {"x": (0, Fraction(1, 2))})(Effort()), Undecided)


def test_a_real_value_beside_it_refutes() -> None:
    """At 0 there is none."""
    found = Inequality(lambda xp, x: xp.log(x) + 5, {"x": (0, Fraction(1, 2))})(Effort())
    assert isinstance(found, Refuted)
    assert found.witness["point"] != {"x": "0"}
