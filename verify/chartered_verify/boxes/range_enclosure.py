"""Range enclosure of a formula f over a box: a ball that contains f(box), by the natural interval extension and by the
mean-value form f(m) + f'(box) (box - m) (Moore 1966; Neumaier 1990)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb
from msgspec import Struct

from ..arithmetic import interval as interval_arithmetic
from ..arithmetic.ball import Balls, balls
from ..catching import ours
from .box import Box, Point

Formula: TypeAlias = Callable[..., Any]
"""A function of an arithmetic and the coordinates."""
UNSUPPORTED = (ArithmeticError, TypeError, AttributeError, ValueError, NotImplementedError)
"""Exceptions that a formula raises in an arithmetic that does not support it."""
LAST_BITS = 4096
"""The largest precision, in bits, at which a value is computed: with cancellation, a root or a logarithm is NaN at
lower precisions."""


class IntervalExtension(Struct, frozen=True):
    """The interval extension of a formula, with its partial derivatives (one formula for each axis) if known.

    A formula is evaluated at balls that stand for many points, so it must not branch on values (no `if x > 0`, no
    Python max or abs: an undecided comparison is false); `xp.maximum`, `xp.minimum` and `xp.positive` are right on
    every ball. Arb's own power `(x - y) ** 2` is NaN on a ball about 0: where a
    value is NaN, extended intervals are used, which know squares.

    The derivatives are trusted: take them from `algebra.partials`, or prove them by `algebra.derivative_is`. Where the
    natural extension is not finite the formula may be undefined, and the derivatives are not used."""

    formula: Formula
    derivatives: Sequence[Formula] | None = None

    def __post_init__(self) -> None:
        if self.derivatives is not None and not self.derivatives:
            raise ValueError("want one derivative for each axis, or None")

    def at(self, point: Point, bits: int) -> arb:
        """The value at an exact point."""
        return value_at(self.formula, point, bits)

    def natural(self, box: Box, bits: int) -> arb:
        """The natural interval extension: contains all values on the box; NaN encloses nothing."""
        with balls(bits) as xp:
            found = xp.number(self.formula(xp, *box.balls(xp)))
        return _by_intervals(self.formula, box.sides, bits) if found.is_nan() else found

    def gradient(self, box: Box, bits: int) -> list[arb] | None:
        """The natural interval extension of each partial derivative; None without derivatives."""
        if self.derivatives is None:
            return None
        if len(self.derivatives) != len(box.sides):
            raise ValueError(f"{len(self.derivatives)} derivatives for a box of {len(box.sides)} sides")
        with balls(bits) as xp:
            sides = box.balls(xp)
            return [xp.number(derivative(xp, *sides)) for derivative in self.derivatives]

    def mean_value(self, box: Box, gradient: Sequence[arb], value: arb, bits: int) -> arb:
        """The mean-value form f(m) + sum_i gradient_i (box_i - m_i), with f(m) in `value`."""
        with balls(bits) as xp:
            total = value
            for axis in box.free:
                total = total + gradient[axis] * (box.balls(xp)[axis] - xp.number(box.middle[axis]))
            return total

    @staticmethod
    def minimising_face(box: Box, gradient: Sequence[arb]) -> Box:
        """The face on which the formula is least, by the signs of the gradient."""
        for axis in box.free:
            if gradient[axis] >= 0:
                box = box.face(axis, high=False)
            elif gradient[axis] <= 0:
                box = box.face(axis, high=True)
        return box


def value_at(formula: Formula, point: Sequence[Fraction], bits: int, arithmetic: Callable[[int], Balls] = balls) -> arb:
    """A ball that contains the value of a formula at an exact point; NaN if the formula may be undefined there."""
    with arithmetic(bits) as xp:
        found: arb = xp.number(formula(xp, *(xp.number(x) for x in point)))
    return _by_intervals(formula, [(x, x) for x in point], bits) if found.is_nan() else found


def bits_of_values(formulas: Sequence[Formula], point: Sequence[Fraction], bits: int) -> int | None:
    """The least precision among bits, 4 bits, 16 bits, ... at which all formulas have finite values at an exact point;
    None if there is none up to `LAST_BITS`."""
    while bits <= LAST_BITS:
        if all(value_at(formula, point, bits).is_finite() for formula in formulas):
            return bits
        bits *= 4
    return None


def _by_intervals(formula: Formula, sides: Sequence[tuple[Fraction, Fraction]], bits: int) -> arb:
    """A ball that contains all values on a product of closed sides, by extended intervals; NaN if the formula may be
    undefined there."""
    with interval_arithmetic.intervals(bits) as xp:
        try:
            found = interval_arithmetic.interval(formula(xp, *(xp.between(*side) for side in sides)))
        except ours(*UNSUPPORTED):
            return arb.nan()
        return found.low.union(found.high) if found.low.is_finite() and found.high.is_finite() else arb.nan()


def branching_axis(box: Box, whole: Box, gradient: Sequence[arb] | None) -> int:
    """The axis to bisect: the one with the largest |gradient_i| width_i (maximal smear) if the gradient is known, else
    the widest relative to the whole box."""
    if gradient is not None and all(gradient[axis].is_finite() for axis in box.free):
        variation = {
            axis: abs(gradient[axis]).upper() * arb(box.width(axis)) for axis in box.free if axis not in box.log_axes
        }
        if len(variation) == len(box.free):
            return max(variation, key=lambda axis: float(variation[axis]) if variation[axis].is_finite() else 0.0)
    return max(box.free, key=lambda axis: box.width(axis, whole))
