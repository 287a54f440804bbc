"""Proof of an inequality on the interior of a region by monotonicity: in positive symbols, by signs of derivatives."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from time import process_time
from typing import Any

from ..algebra.sympy_time_budget import OverWork, budget
from ..algebra.sympy_to_formula import formula_of
from ..boxes.box import Point
from ..boxes.random_points import compare
from ..boxes.range_enclosure import UNSUPPORTED, Formula
from ..boxes.region import Region
from ..catching import ours
from ..large_packages import sympy
from .derivative_signs import Patterns
from .interior_zeros import interior_zeros, not_negative_around_zeros
from .log_form import log_form
from .orthant import Orthant, orthants
from .sign_codes import not_below
from .term_signs import Signs
from .tracing_arithmetic import POSITIVE, Traced, Tracer

_DEPTHS, _SHALLOW = (1, 2, 3, 5, 9), 4
_POINTS, _DIGITS, _SEED = 24, 12, 20200113
_SCALES = (-40, -10, -3, -1, 0, 1, 3, 10, 40)
_ROUGH = (sympy.Abs, sympy.sign, sympy.Max, sympy.Min, sympy.Heaviside, sympy.nan, sympy.zoo, sympy.oo, sympy.I)


def positive_inside(formula: Formula, region: Region, strict: bool, seconds: float) -> str | None:
    """A proof, in words, that formula > 0 (>= 0 unless `strict`) at every interior point of a region, except those with
    a coordinate 0 on an axis without ends; None if there is none."""
    try:
        with budget(seconds):
            found = [_proof(formula, part, strict, process_time() + seconds) for part in orthants(region.ends)]
    except ours(*UNSUPPORTED, RecursionError, MemoryError, sympy.polys.polyerrors.BasePolynomialError, OverWork):
        return None
    words = [how for how in found if how is not None]
    return "; ".join(dict.fromkeys(words)) if len(words) == len(found) else None


def _proof(formula: Formula, part: Orthant, strict: bool, until: float) -> str | None:
    expr = _expression(formula, part, until)
    if expr is None:
        return None
    patterns = Patterns(Signs(part.symbols), part.speeds, until)
    where = ", ".join(f"x{axis} = {x}" for axis, x in enumerate(part.coordinates))
    shapes = [
        (label, shape, [] if strict else interior_zeros(shape, patterns.signs))
        for label, shape in _shapes(expr, patterns)
    ]
    for depth in _DEPTHS:
        for label, shape, touching in shapes:
            sign = patterns.sign(shape, 0 if touching else depth)
            if sign == "+" or (not strict and not_below(sign)):
                return f"{label} with {where}"
            if (at := not_negative_around_zeros(shape, touching, patterns, depth)) is not None:
                return f"{label} on both sides of the zero at {at} with {where}"
    return None


def _shapes(expr: Any, patterns: Patterns) -> list[tuple[str, Any]]:
    """Expressions of the same sign, the easier ones to differentiate first."""
    direct, logarithms = ("signs of derivatives", expr), log_form(expr, patterns.signs)
    return [direct] if logarithms is None else [("signs of derivatives of logarithms", logarithms), direct]


def _expression(formula: Formula, part: Orthant, until: float) -> Any:
    """The formula in positive symbols; None unless it is certainly defined and smooth for all of them, and SymPy's
    expression agrees with the formula in balls."""
    xp = Tracer()
    expr = xp.of(formula(xp, *(Traced(xp, x) for x in part.coordinates)))
    if expr.has(*_ROUGH):
        return None
    conditions = dict.fromkeys(xp.conditions)
    patterns = Patterns(Signs(part.symbols), part.speeds, until)
    for condition in conditions:
        sign = patterns.sign(condition.expr, _SHALLOW)
        if sign != "+" and not (condition.what != POSITIVE and sign == "-"):
            return None
    return expr if _reads_alike(formula, expr, part) else None


def _reads_alike(formula: Formula, expr: Any, part: Orthant) -> bool:
    """Whether the expression agrees with the formula in balls at points of all scales."""
    read = formula_of(expr, part.symbols)
    for values in _places(len(part.symbols)):
        at = part.point(values)
        found = compare(lambda xp, *_, at=at: formula(xp, *map(xp.number, at)), read, values, _DIGITS)
        if found is not True:
            return False
    return True


def _places(dims: int) -> Iterator[Point]:
    random = Random(_SEED)
    for _ in range(_POINTS):
        yield tuple(
            Fraction(random.randint(1, 999), 500) * Fraction(2) ** random.choice(_SCALES[2:-2]) for _ in range(dims)
        )
