"""Admissible formulas: those without branches on values and conversions to floats, so that their value at a ball
encloses all values at its points; and the comparison of a formula with SymPy's expression for it."""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra import sympy_to_formula
from ..arithmetic import interval
from ..boxes import random_points
from ..boxes.range_enclosure import UNSUPPORTED, Formula
from ..catching import ours
from ..large_packages import sympy
from ..raised import A_FORMULA, raised
from ..statements.ranges import Exact, Over, bounded_part

_POINTS, _DIGITS, _SEED = 12, 12, 20200113
"""The number of points at which SymPy's expression must agree with the formula, and the number of digits."""


def inadmissible(formula: Formula, over: Over) -> str | None:
    """Why a formula is not admissible: it compares its arguments, converts them to floats, or returns no number. None
    if it is admissible.

    A comparison of balls is true only if it is true for all their points, and the float of a ball is its midpoint; so
    the value of such a formula at a ball need not enclose its values at the points of the ball."""
    with interval.intervals(64) as xp:
        try:
            found = formula(
                xp, *(xp.number((low + high) / 2) for low, high in (bounded_part(*ends) for ends in over.values()))
            )
        except ours(TypeError) as error:
            return f"the formula compares its arguments, or leaves the arithmetic: {raised(error)}; {A_FORMULA}"
        except ours(*UNSUPPORTED):
            return None  # not supported by intervals; balls may do
    if isinstance(found, bool) or (
        not isinstance(found, interval.Interval | int) and not hasattr(found, "is_finite") and not callable(found)
    ):
        return f"the formula gives {found!r}, which is no number; {A_FORMULA}"
    return None


def symbolic_gradient(formula: Formula, sides: Sequence[tuple[Exact | None, Exact | None]]) -> list[Formula] | None:
    """The partial derivatives by SymPy; None if SymPy does not support the formula, or if its expression differs from
    it."""
    domain = {f"x{axis}": bounded_part(*ends) for axis, ends in enumerate(sides)}
    try:
        variables = list(sympy.symbols(f"x0:{len(sides)}", real=True))
        expr = sympy_to_formula.expression(formula, variables)
        formula_read = sympy_to_formula.formula_of(expr, variables)
        if (
            random_points.compare_at_points(
                formula, formula_read, list(domain), random_points.points_of(domain, _POINTS, _SEED), _DIGITS
            ).counterexample
            is not None
        ):
            return None
        return sympy_to_formula.gradient(expr, variables)
    except ours(*UNSUPPORTED, MemoryError, RecursionError):
        return None
