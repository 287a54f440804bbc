"""Admissible formulas: those without branches on values and conversions to floats, so that their value at a ball
encloses all values at its points; and the comparison of a formula with SymPy's expression for it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb

from ..algebra import sympy_to_formula
from ..arithmetic import unknown
from ..boxes import random_points
from ..boxes.range_enclosure import UNSUPPORTED, Formula
from ..catching import ours
from ..large_packages import sympy
from ..raised import A_FORMULA, not_admissible
from ..statements.ranges import Exact, bounded_part

_POINTS, _DIGITS, _SEED = 12, 12, 20200113
"""The number of points at which SymPy's expression must agree with the formula, and the number of digits."""


def inadmissible(formula: Formula, arguments: Sequence[Fraction | None]) -> str | None:
    """Why a formula is not admissible at these arguments, each a number of a case or None for any number: it compares
    its values, converts them to floats, leaves the arithmetic, or returns no number. None if it is admissible.

    A comparison of balls is true only if it is true for all their points, and the float of a ball is its midpoint; so
    the value of such a formula at a ball need not enclose its values at the points of the ball. The formula runs once,
    at unknown numbers, for which every operation of an arithmetic has a value: what cannot be run is not admissible."""
    try:
        with (xp := unknown.Unknowns()):
            found = formula(xp, *map(xp.number, arguments))
            while callable(found):
                found = found(xp)
    except ours(*UNSUPPORTED) as error:
        return not_admissible(xp.refused or error)
    if xp.refused is not None:
        return not_admissible(xp.refused)
    if isinstance(found, bool) or not isinstance(found, unknown.Unknown | int | Fraction | arb):
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
