"""Reading: whether a formula is one of every arithmetic, before anything is proved about it, and whether SymPy reads
the same."""

from __future__ import annotations

from collections.abc import Sequence

from ..boxes.range_enclosure import UNREAD, Formula
from ..statements.ranges import Exact, Over, hunted

_COMPARED, _DIGITS, _SEED = 12, 12, 20200113
"""Points at which SymPy's reading must agree with the formula, and to how many digits."""


def misuse(formula: Formula, over: Over) -> str | None:
    """Why a formula proves nothing: it compares its arguments or makes floats of them, or gives no number. None if
    nothing is wrong.

    A comparison is true of a ball only when it is of all its points, and the float of a ball is its middle: what such a
    formula gives for a ball says nothing of the points in it."""
    from ..arithmetic.interval import Span, spans

    with spans(64) as xp:
        try:
            found = formula(
                xp, *(xp.number((low + high) / 2) for low, high in (hunted(*ends) for ends in over.values()))
            )
        except TypeError as error:
            return f"the formula compares its arguments, or leaves the arithmetic: {error}"
        except UNREAD:
            return None  # spans do not read it; balls may
    if isinstance(found, bool) or (
        not isinstance(found, Span | int) and not hasattr(found, "is_finite") and not callable(found)
    ):
        return f"the formula gives {found!r}, which is no number"
    return None


def slopes(formula: Formula, sides: Sequence[tuple[Exact | None, Exact | None]]) -> list[Formula] | None:
    """The derivatives by SymPy on such ranges; None where it cannot read the formula, or reads another one. Balls do
    without."""
    from ..algebra.expressions import expression, formula_of, gradient
    from ..boxes.sampling import hunt, points_of
    from ..heavy import sympy

    place = {f"x{axis}": hunted(*ends) for axis, ends in enumerate(sides)}
    try:
        variables = list(sympy.symbols(f"x0:{len(sides)}", real=True))
        reading = expression(formula, variables)
        read = formula_of(reading, variables)
        if hunt(formula, read, list(place), points_of(place, _COMPARED, _SEED), _DIGITS).counterexample is not None:
            return None
        return gradient(reading, variables)
    except (*UNREAD, MemoryError, RecursionError):
        return None
