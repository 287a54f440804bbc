"""The range enclosure of a formula over a box holds every value there, in plain and in mean-value form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from chartered_verify.algebra.sympy_to_formula import formula_of, partials
from chartered_verify.arithmetic import balls
from chartered_verify.boxes.box import Box
from chartered_verify.boxes.range_enclosure import IntervalExtension
from hypothesis import given, strategies as st

ENDS = st.fractions(min_value=-2, max_value=2, max_denominator=100)
PARTS = st.fractions(min_value=0, max_value=1, max_denominator=100)


def smooth(xp: Any, x: Any, y: Any) -> Any:
    """Smooth, and moving along both axes."""
    return xp.exp(x) * y - xp.ndtr(x - 3 * y) + x * y * y


def kinked(xp: Any, x: Any, y: Any) -> Any:
    """With kinks along several lines."""
    return 3 * xp.maximum(x, y) - 2 * xp.minimum(x, -y) + xp.positive(x + y) - x


@pytest.mark.parametrize("formula", [smooth, kinked])
@given(ENDS, ENDS, ENDS, ENDS, PARTS, PARTS)
def test_every_value_is_enclosed(
    formula: Any, a: Fraction, b: Fraction, c: Fraction, d: Fraction, u: Fraction, v: Fraction
) -> None:
    """At any point of a box the value is in the plain ball, in the mean-value form, and not below the value beneath it
    on the low face."""
    box = Box.of([(min(a, b), max(a, b)), (min(c, d), max(c, d))])
    point = tuple(low + (high - low) * part for (low, high), part in zip(box.sides, (u, v), strict=True))
    extension = IntervalExtension(formula, DERIVED[formula.__name__])
    value = extension.at(point, 128)
    slopes = extension.gradient(box, 64)
    assert slopes is not None
    assert extension.natural(box, 64).overlaps(value)
    assert extension.mean_value(box, slopes, extension.at(box.middle, 64), 64).overlaps(value)
    face = extension.minimising_face(box, slopes)
    beneath = tuple(min(max(x, low), high) for x, (low, high) in zip(point, face.sides, strict=True))
    assert not extension.at(beneath, 128) > value


DERIVED = {formula.__name__: partials(formula, 2) for formula in (smooth, kinked)}


@given(ENDS, ENDS, PARTS)
def test_a_jump_is_held_whole(a: Fraction, b: Fraction, part: Fraction) -> None:
    """The derivatives of |x| and max(x, 0), over an interval, hold the derivative at each of its points."""
    x = sympy.Symbol("x", real=True)
    low, high = min(a, b), max(a, b)
    point = low + (high - low) * part
    for expr in (sympy.Abs(x), sympy.Max(x, 0)):
        slope = formula_of(sympy.diff(expr, x), [x])
        with balls(64) as xp:
            assert slope(xp, Box.of([(low, high)]).balls(xp)[0]).overlaps(slope(xp, xp.number(point)))


@given(ENDS, ENDS, PARTS, st.sampled_from([2, 3, 4, 5, -1, -2]))
def test_whole_powers_of_wide_balls(a: Fraction, b: Fraction, part: Fraction, n: int) -> None:
    """x**n over an interval holds the power of each point; an even power is never negative, also about zero."""
    x = sympy.Symbol("x", real=True)
    low, high = min(a, b), max(a, b)
    point = low + (high - low) * part
    power = formula_of(x**n, [x])
    with balls(64) as xp:
        found = power(xp, Box.of([(low, high)]).balls(xp)[0])
        if n > 0 and n % 2 == 0:
            assert found >= 0
        assert point == 0 or not found.is_finite() or found.overlaps(xp.number(point**n))
        assert n < 0 or found.is_finite()
