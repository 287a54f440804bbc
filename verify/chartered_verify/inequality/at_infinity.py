"""Far out: whether a formula is positive on a part of the domain without an end, by the rules of decay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ..arithmetic.asymptotic import Ending, ending
from ..arithmetic.ball import balls
from ..boxes.box import Box
from ..boxes.compactified import Ends
from ..boxes.range_enclosure import UNREAD, Formula, Reach


def positive_far_out(reach: Reach, sides: Sequence[Ends], bits: int) -> bool:
    """Whether it is positive on a part that has no end on one axis, and lies on one side of 0 there.

    Its logarithm is bounded from below; or it falls, and what it may be below 0 vanishes at infinity.
    """
    ((axis, (low, high)), *others) = [(axis, side) for axis, side in enumerate(sides) if None in side]
    start = low if low is not None else -high if high is not None else Fraction(0)
    if others or not start > 0:
        return False
    turned = 1 if high is None else -1

    def along(formula: Formula, sign: int) -> Callable[[Any, Any], Any]:
        def onward(xp: Any, x: Any) -> Any:
            with balls(bits) as near:
                fixed = [
                    None if low is None or high is None else Box.of([(low, high)]).balls(near)[0] for low, high in sides
                ]
            return sign * formula(xp, *(turned * x if ball is None else xp.number(ball) for ball in fixed))

        return onward

    found = _ending(along(reach.formula, 1), start, bits)
    if found is not None and found.low is not None:
        return True
    if not reach.derivatives:
        return False
    fall, below = (
        _ending(along(f, -s), start, bits) for f, s in ((reach.derivatives[axis], turned), (reach.formula, 1))
    )
    return fall is not None and fall.low is not None and below is not None and _fades(below)


def _ending(formula: Callable[[Any, Any], Any], start: Fraction, bits: int) -> Ending | None:
    try:
        return ending(formula, start, bits)
    except UNREAD:
        return None


def _fades(found: Ending) -> bool:
    """Whether a formula is not positive, or has an upper bound that goes to 0."""
    if found.vanishes or found.high is None:
        return found.vanishes
    return bool(found.high.c2 < 0) or (bool(found.high.c2 <= 0) and bool(found.high.c1 < 0))
