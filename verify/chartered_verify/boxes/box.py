"""Box: a closed product of intervals with rational ends, and its bisection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import isqrt, log2
from random import Random
from typing import TypeAlias

from flint import arb
from msgspec import Struct
from msgspec.structs import replace

from ..arithmetic.ball import Balls
from ..catching import ours

Range: TypeAlias = tuple[Fraction, Fraction]
Point: TypeAlias = tuple[Fraction, ...]


class Box(Struct, frozen=True):
    """Sides with rational ends, low <= high. Axes in `log_axes` are halved at the geometric mean and have low > 0."""

    sides: tuple[Range, ...]
    log_axes: frozenset[int] = frozenset()

    @classmethod
    def of(cls, sides: Sequence[tuple[Fraction | int, Fraction | int]], log_axes: Sequence[int] = ()) -> Box:
        """A checked box. Raises TypeError for ends that are not int or Fraction, ValueError for an empty side."""
        for axis, (low, high) in enumerate(sides):
            if any(isinstance(end, bool) or not isinstance(end, int | Fraction) for end in (low, high)):
                raise TypeError(f"side {axis} of a box: want int or Fraction, not ({low!r}, {high!r})")
            if low > high:
                raise ValueError(f"side {axis} of a box: low {low} is above high {high}")
            if axis in log_axes and low <= 0:
                raise ValueError(f"side {axis} of a box: a geometric cut needs low > 0, not {low}")
        if not sides or not set(log_axes) <= set(range(len(sides))):
            raise ValueError(f"a box of {len(sides)} sides with geometric axes {tuple(log_axes)}")
        return cls(tuple((Fraction(low), Fraction(high)) for low, high in sides), frozenset(log_axes))

    @property
    def middle(self) -> Point:
        """The midpoint of each side, geometric on axes in `log_axes`: where the box is bisected."""
        return tuple(self._middle(axis) for axis in range(len(self.sides)))

    @property
    def free(self) -> list[int]:
        """The axes along which the box has positive width."""
        return [axis for axis, (low, high) in enumerate(self.sides) if low < high]

    def width(self, axis: int, whole: Box | None = None) -> float:
        """The length of a side, relative to that side of `whole` if given; in logarithms on a geometric axis."""
        size = self._size(axis)
        return size / (whole._size(axis) or 1.0) if whole else size

    def balls(self, xp: Balls) -> list[arb]:
        """A ball for each side that contains the whole side. The ball of a nonnegative side contains no negative
        number."""
        found = []
        for low, high in self.sides:
            ball = xp.number(low) if low == high else xp.number(low).union(xp.number(high))
            found.append(ball.nonnegative_part() if low >= 0 and low != high else ball)
        return found

    def face(self, axis: int, *, high: bool) -> Box:
        """The face at an end of an axis."""
        end = self.sides[axis][1 if high else 0]
        return self._with(axis, (end, end))

    def halves(self, axis: int) -> tuple[Box, Box]:
        """The two halves of a bisection along an axis."""
        return self.cut(axis, self._middle(axis))

    def cut(self, axis: int, at: Fraction) -> tuple[Box, Box]:
        """The two parts on both sides of the plane x_axis = at."""
        low, high = self.sides[axis]
        return self._with(axis, (low, at)), self._with(axis, (at, high))

    def vertices(self) -> Iterator[Point]:
        """The vertices."""
        return product(*(dict.fromkeys(side) for side in self.sides))

    def random_point(self, random: Random) -> Point:
        """A rational point of the box; log-uniform on a side that spans more than a decade of positive numbers."""
        return tuple(_between(low, high, random) for low, high in self.sides)

    def __str__(self) -> str:
        return " x ".join(f"[{low}, {high}]" if low < high else f"{{{low}}}" for low, high in self.sides)

    def _with(self, axis: int, side: Range) -> Box:
        return replace(self, sides=(*self.sides[:axis], side, *self.sides[axis + 1 :]))

    def _middle(self, axis: int) -> Fraction:
        low, high = self.sides[axis]
        if axis in self.log_axes and low < high:
            root = _square_root(low * high)
            if low < root < high:
                return root
        return (low + high) / 2

    def _size(self, axis: int) -> float:
        low, high = self.sides[axis]
        if axis not in self.log_axes:
            return _float(high - low)
        return _log2(high) - _log2(low) if 2 * low < high else _float((high - low) / low)


def _float(x: Fraction) -> float:
    """A nearby double, for choices only; saturates."""
    try:
        return float(x)
    except ours(OverflowError):
        return 1.7976931348623157e308


def _log2(x: Fraction) -> float:
    """A double near the base-two logarithm of a positive number of any size; for choices only."""
    return log2(x.numerator) - log2(x.denominator)


def _square_root(x: Fraction) -> Fraction:
    """A short rational near the square root."""
    shift = 32 - (x.numerator.bit_length() - x.denominator.bit_length()) // 2
    return Fraction(isqrt(int(x * Fraction(4) ** shift))) / Fraction(2) ** shift


def _between(low: Fraction, high: Fraction, random: Random) -> Fraction:
    part = Fraction(random.getrandbits(40), 2**40)
    if low <= 0 or high <= 10 * low:
        return low + (high - low) * part
    octaves = int(_log2(high / low))
    scale = Fraction(2) ** random.randint(0, octaves)
    return min(max(low * scale * (1 + part), low), high)
