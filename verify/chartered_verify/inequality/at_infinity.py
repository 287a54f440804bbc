"""Positivity on an unbounded subbox, by asymptotic bounds along its unbounded axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ..arithmetic.asymptotic import LogBounds, log_bounds
from ..arithmetic.ball import balls
from ..boxes.box import Box
from ..boxes.range_enclosure import UNSUPPORTED, Formula, IntervalExtension
from ..boxes.region import Ends
from ..catching import ours


def positive_to_infinity(extension: IntervalExtension, sides: Sequence[Ends], bits: int) -> bool:
    """Whether f > 0 is proved on a product of `sides`, one of which is unbounded and does not contain 0.

    Either log f has a lower bound, or f strictly decreases and max(-f, 0) tends to 0 at infinity.
    """
    ((axis, (low, high)), *others) = [(axis, side) for axis, side in enumerate(sides) if None in side]
    start = low if low is not None else -high if high is not None else Fraction(0)
    if others or not start > 0:
        return False
    orientation = 1 if high is None else -1

    def along_axis(formula: Formula, sign: int) -> Callable[[Any, Any], Any]:
        def restricted(xp: Any, x: Any) -> Any:
            with balls(bits) as xp_balls:
                fixed = [
                    None if low is None or high is None else Box.of([(low, high)]).balls(xp_balls)[0]
                    for low, high in sides
                ]
            return sign * formula(xp, *(orientation * x if ball is None else xp.number(ball) for ball in fixed))

        return restricted

    found = _log_bounds(along_axis(extension.formula, 1), start, bits)
    if found is not None and found.low is not None:
        return True
    if not extension.derivatives:
        return False
    decrease, negated = (
        _log_bounds(along_axis(f, -s), start, bits)
        for f, s in ((extension.derivatives[axis], orientation), (extension.formula, 1))
    )
    return decrease is not None and decrease.low is not None and negated is not None and _upper_bound_vanishes(negated)


def _log_bounds(formula: Callable[[Any, Any], Any], start: Fraction, bits: int) -> LogBounds | None:
    try:
        return log_bounds(formula, start, bits)
    except ours(*UNSUPPORTED):
        return None


def _upper_bound_vanishes(found: LogBounds) -> bool:
    """Whether a formula is nowhere positive, or has an upper bound that tends to 0 at infinity."""
    if found.vanishes or found.high is None:
        return found.vanishes
    return bool(found.high.c2 < 0) or (bool(found.high.c2 <= 0) and bool(found.high.c1 < 0))
