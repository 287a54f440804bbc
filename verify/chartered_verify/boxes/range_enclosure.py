"""The reach of a formula over a box: a ball that holds all its values there, by plain balls and by slopes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb

from ..arithmetic.ball import balls
from .box import Box, Point

Formula: TypeAlias = Callable[..., Any]
"""A function of an arithmetic and the coordinates."""
UNREAD = (ArithmeticError, TypeError, AttributeError, ValueError, NotImplementedError)
"""What a formula raises that an arithmetic does not read."""
LAST_BITS = 4096
"""Where terms cancel, a root or a logarithm has no value at fewer bits than these; with none at these it has none."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A formula and, if known, its partial derivatives (one formula for each axis).

    A formula is evaluated at balls that stand for many points, so it must not branch on values (no `if x > 0`, no
    Python max or abs: an undecided comparison is false); `xp.maximum`, `xp.minimum` and `xp.positive` are right on
    every ball. Arb's own power `(x - y) ** 2` is NaN on a ball about 0: values that are NaN are taken by spans, which
    know what a square is.

    The derivatives are trusted: take them from `algebra.partials`, or prove them by `algebra.derivative_is`. Where the
    plain evaluation is not finite the formula may be undefined, and the derivatives are left aside."""

    formula: Formula
    derivatives: Sequence[Formula] | None = None

    def __post_init__(self) -> None:
        if self.derivatives is not None and not self.derivatives:
            raise ValueError("want one derivative for each axis, or None")

    def at(self, point: Point, bits: int) -> arb:
        """The value at an exact point."""
        return value_at(self.formula, point, bits)

    def over(self, box: Box, bits: int) -> arb:
        """Everything that the formula takes on the box, by plain ball evaluation; NaN says nothing."""
        with balls(bits) as xp:
            found = xp.number(self.formula(xp, *box.balls(xp)))
        return _by_spans(self.formula, box.sides, bits) if found.is_nan() else found

    def slopes(self, box: Box, bits: int) -> list[arb] | None:
        """Everything that each partial derivative takes on the box; None without derivatives."""
        if self.derivatives is None:
            return None
        if len(self.derivatives) != len(box.sides):
            raise ValueError(f"{len(self.derivatives)} derivatives for a box of {len(box.sides)} sides")
        with balls(bits) as xp:
            sides = box.balls(xp)
            return [xp.number(partial(xp, *sides)) for partial in self.derivatives]

    def mean_value(self, box: Box, slopes: Sequence[arb], value: arb, bits: int) -> arb:
        """The mean-value form: `value` at the middle of the box, plus slope times distance on each axis."""
        with balls(bits) as xp:
            total = value
            for axis in box.free:
                total = total + slopes[axis] * (box.balls(xp)[axis] - xp.number(box.middle[axis]))
            return total

    @staticmethod
    def low_face(box: Box, slopes: Sequence[arb]) -> Box:
        """The part of the box on which the formula is least, as far as the signs of the slopes tell."""
        for axis in box.free:
            if slopes[axis] >= 0:
                box = box.face(axis, high=False)
            elif slopes[axis] <= 0:
                box = box.face(axis, high=True)
        return box


def value_at(formula: Formula, point: Sequence[Fraction], bits: int) -> arb:
    """A ball around the value of a formula at an exact point; NaN where it may have none."""
    with balls(bits) as xp:
        found: arb = xp.number(formula(xp, *(xp.number(x) for x in point)))
    return _by_spans(formula, [(x, x) for x in point], bits) if found.is_nan() else found


def bits_of_values(formulas: Sequence[Formula], point: Sequence[Fraction], bits: int) -> int | None:
    """So many bits, or four times as many and so on, that all formulas have finite values at an exact point; None where
    even the last of them give none."""
    while bits <= LAST_BITS:
        if all(value_at(formula, point, bits).is_finite() for formula in formulas):
            return bits
        bits *= 4
    return None


def _by_spans(formula: Formula, sides: Sequence[tuple[Fraction, Fraction]], bits: int) -> arb:
    """A ball around all values on closed sides; NaN where spans do not read the formula, or it may be undefined."""
    from ..arithmetic.interval import span, spans  # a check of a certificate does without

    with spans(bits) as xp:
        try:
            found = span(formula(xp, *(xp.between(*side) for side in sides)))
        except UNREAD:
            return arb.nan()
        return found.low.union(found.high) if found.low.is_finite() and found.high.is_finite() else arb.nan()


def widest(box: Box, whole: Box, slopes: Sequence[arb] | None) -> int:
    """The axis to cut: where the formula moves most if the slopes are known, else the widest compared with the whole
    box."""
    if slopes is not None and all(slopes[axis].is_finite() for axis in box.free):
        moves = {
            axis: abs(slopes[axis]).upper() * arb(box.width(axis)) for axis in box.free if axis not in box.log_axes
        }
        if len(moves) == len(box.free):
            return max(moves, key=lambda axis: float(moves[axis]) if moves[axis].is_finite() else 0.0)
    return max(box.free, key=lambda axis: box.width(axis, whole))
