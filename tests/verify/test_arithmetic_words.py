"""The words for what differs between arithmetics: no formula asks which one it is in."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered_plugins
import pytest
import sympy
from chartered_verify.arithmetic import balls, digits, floats, symbols
from chartered_verify.arithmetic.asymptotic import Asymptotic
from chartered_verify.arithmetic.dual import duals
from chartered_verify.arithmetic.interval import intervals
from flint import arb
from hypothesis import given, strategies as st

POINTS = [floats, digits(30), symbols]
"""Those that hold single numbers."""
EVERY = [*POINTS, balls(64), duals(64), intervals(64), Asymptotic(Fraction(1), 64)]
SMALL = st.fractions(min_value=-50, max_value=50, max_denominator=1000)
UNITS = st.fractions(min_value=Fraction(1, 100), max_value=7, max_denominator=100)


def asked(tree: ast.AST) -> Iterator[int]:
    """The lines that compare the name of something called xp."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                if isinstance(side, ast.Attribute) and side.attr == "name" and "xp" in ast.unparse(side.value):
                    yield node.lineno


def test_no_formula_asks_which_arithmetic_it_is_in() -> None:
    """No comparison of an arithmetic's name in any file of the plugins that no claim stands in."""
    root = Path(chartered_plugins.__file__).parent
    files = [path for path in root.rglob("*.py") if "claims" not in path.parts]
    found = [f"{path}:{line}" for path in files for line in asked(ast.parse(path.read_text(encoding="utf-8")))]
    assert not found
    assert len(files) > 100
    assert list(asked(ast.parse("xp.name == 'balls'\nself.xp.name in ('floats',)\nstep.name == 'balls'"))) == [1, 2]


@pytest.mark.parametrize("xp", POINTS, ids=repr)
def test_where_nothing_is_enclosed_a_value_is_a_number(xp: Any) -> None:
    """The hull is the bound to go by, a rest is halved, and no number has a radius."""
    low, high = xp.number(1), xp.number(2)
    assert xp.hull(low, high) == high
    assert xp.within(low, high) == xp.number(Fraction(3, 2))
    assert xp.radius(high) == 0
    assert xp.constants is xp


@given(SMALL, SMALL)
def test_in_balls_both_ends_are_enclosed(a: Fraction, b: Fraction) -> None:
    """The hull of two values, and all between them, hold both; duals hold both derivatives as well."""
    with balls(64) as xp, duals(64) as tangent:
        for found in (xp.hull(xp.number(a), xp.number(b)), xp.within(xp.number(a), xp.number(b))):
            assert found.overlaps(xp.number(a))
            assert found.overlaps(xp.number(b))
            assert 2 * xp.radius(found) >= abs(xp.number(a) - xp.number(b)).lower()
        x = tangent.variable(xp.number(1))
        both = tangent.within(a * x, tangent.number(b))
        assert both.derivative.overlaps(xp.number(a))
        assert both.derivative.contains(0)
        assert tangent.radius(both) == both.value.rad()


@given(SMALL, UNITS)
def test_the_floor_of_a_number_in_units(x: Fraction, unit: Fraction) -> None:
    """One floor in digits and in symbols, and the same; in floats that of the quotient of doubles; in balls it is among
    them."""
    floor = math.floor(x / unit)
    assert symbols.floor_range(symbols.number(x), unit) == range(floor, floor + 1)
    double = math.floor(float(x) / float(unit))
    assert floats.floor_range(float(x), unit) == range(double, double + 1)
    with balls(64) as xp, duals(64) as tangent:
        found = xp.floor_range(xp.number(x), unit)
        assert floor in found
        assert len(found) <= 2
        assert tangent.floor_range(tangent.variable(xp.number(x)), unit) == found
    if (x / unit).denominator > 1:
        with digits(30) as fine:
            assert fine.floor_range(fine.number(x), unit) == range(floor, floor + 1)


@given(SMALL, SMALL, UNITS)
def test_the_floors_of_a_wide_ball_are_those_of_its_members(a: Fraction, b: Fraction, unit: Fraction) -> None:
    """The floors of both ends are the first and the last."""
    with balls(128) as xp:
        x = xp.number(a).union(xp.number(b))
        found = xp.floor_range(x, unit)
        assert {math.floor(a / unit), math.floor(b / unit)} <= set(found)
        assert len(found) <= abs(math.floor(a / unit) - math.floor(b / unit)) + 3


@pytest.mark.parametrize("xp", [floats, digits(30), balls(64)], ids=repr)
def test_what_is_not_finite_has_no_floor(xp: Any) -> None:
    """Infinity and NaN give an empty range."""
    with xp:
        assert not xp.floor_range(xp.inf)
        assert not xp.floor_range(xp.inf - xp.inf)


def test_a_floor_far_out() -> None:
    """A ball that is tiny has the floor 0 or -1; one of a million binary digits is not counted, and a symbol is no
    number."""
    with balls(64) as xp:
        assert xp.floor_range(arb(2) ** -(10**9)) == range(1)
        assert xp.floor_range(-(arb(2) ** -(10**9))) == range(-1, 0)
        with pytest.raises(ArithmeticError, match="too large to be counted"):
            xp.floor_range(arb(2) ** 10**9)
    with pytest.raises(ValueError, match="no number whose floor is known"):
        symbols.floor_range(sympy.Symbol("x"))


def test_more_precision_of_the_same_kind() -> None:
    """Balls, duals and digits get more of it; floats and symbols have none to choose."""
    assert balls(64).refined(32) is balls(96)
    assert (
        duals(64).refined(32).bits
        == intervals(64).refined(32).bits
        == Asymptotic(Fraction(1), 64).refined(32).bits
        == 96
    )
    assert digits(30).refined(32) is digits(40)
    assert floats.refined(32) is floats
    assert symbols.refined(32) is symbols


def test_balls_beside_each_arithmetic() -> None:
    """Those of its own precision, or of the one asked for; constants of duals are balls."""
    assert [xp.in_balls(96).bits for xp in EVERY] == [96] * 3 + [64] * 4
    assert (duals(64).constants.name, duals(64).constants.bits) == ("balls", 64)
    same = balls(64)
    assert same.constants is same


@pytest.mark.parametrize("xp", [floats, digits(30), balls(64), duals(64)], ids=repr)
def test_a_rest_is_rounding(xp: Any) -> None:
    """Beside 1, half of 2^-rest_bits is lost, or no more than the last digit of all."""
    with xp:
        rest = xp.number(Fraction(1, 2 ** (xp.rest_bits + 1)))
        value = xp.number(1) + rest - xp.number(1)
        assert float(value.value if hasattr(value, "value") else value) == 0


@pytest.mark.parametrize("xp", [floats, digits(30), balls(64)], ids=repr)
def test_a_ball_is_a_number_everywhere(xp: Any) -> None:
    """Where nothing is enclosed it is its middle."""
    with balls(64):
        ball = arb(3).union(arb(4))
    with xp:
        assert float(xp.number(ball)) == 3.5


@pytest.mark.parametrize("xp", [floats, digits(30), balls(64), symbols, duals(64)], ids=repr)
def test_polynomials_multiply_alike(xp: Any) -> None:
    """(1 + 2 x)(3 + 4 x + 5 x^2) = 3 + 10 x + 13 x^2 + 10 x^3."""
    with xp:
        found = xp.convolve([xp.number(n) for n in (1, 2)], [xp.number(n) for n in (3, 4, 5)])
        assert [bool(x == y) for x, y in zip(found, (3, 10, 13, 10), strict=True)] == [True] * 4


@pytest.mark.parametrize("xp", [floats, digits(30), balls(64), duals(64)], ids=repr)
def test_one_and_a_sum_of_exponentials(xp: Any) -> None:
    """log(1 + 1/2 + 1/3), and a tiny term keeps its digits."""
    with xp:
        found = xp.log1p_sum_exp([xp.log(1 / xp.number(2)), xp.log(1 / xp.number(3))]) - xp.log(xp.number(11) / 6)
        assert abs(found) < xp.number(Fraction(1, 10**14))
        tiny = xp.log1p_sum_exp([xp.number(-60)]) / xp.exp(xp.number(-60))
        assert abs(tiny - 1) < xp.number(Fraction(1, 10**14))


def test_floats_do_not_overflow_in_a_sum_of_exponentials() -> None:
    """log(1 + 2 e^800) is 800 + log 2, and nothing is nothing."""
    assert floats.log1p_sum_exp([800.0, 800.0]) == pytest.approx(800 + math.log(2), rel=1e-15)
    assert floats.log1p_sum_exp([-math.inf]) == 0


def test_a_formula_may_have_a_reading_of_its_own() -> None:
    """By the arithmetic's name; all others read the general one."""
    readings = [xp.variant(lambda: "general", floats=lambda: "floats", symbols=lambda: "symbols")() for xp in EVERY]
    assert readings == ["floats", "general", "symbols", *["general"] * 4]


@pytest.mark.parametrize("xp", [intervals(64), Asymptotic(Fraction(1), 64)], ids=repr)
def test_what_has_no_ball_reads_no_rest(xp: Any) -> None:
    """Where a value is more than a ball of numbers, nothing is left out in silence."""
    with xp:
        x = xp.number(1)
        for read in (lambda: xp.hull(x, x), lambda: xp.within(x, x), lambda: xp.radius(x), lambda: xp.floor_range(x)):
            with pytest.raises(ArithmeticError, match="reads no"):
                read()
    with pytest.raises(ValueError, match="no rest is small"):
        _ = symbols.rest_bits
