"""Region: a product of intervals that may be unbounded or open, compactified to a finite box."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from ..arithmetic.interval import Interval, Intervals
from .box import Box, Point

Ends: TypeAlias = tuple[Fraction | None, Fraction | None]
"""The ends of a side; None for an infinite end."""
Face: TypeAlias = tuple[int, bool]
"""A face of a region: an axis, and whether the face is at the upper end of its side."""
_NEAR = (20, 100, 400)
"""Exponents k of the points near a place outside the region: 2^-k of the way to the midpoint."""


class Region(Struct, frozen=True):
    """The product of intervals with these ends; `opened` ends do not belong to it. An unbounded side is compactified by
    x = base + t/(1 - |t|), increasing in t, -1 <= t <= 1."""

    ends: tuple[Ends, ...]
    opened: frozenset[Face] = frozenset()

    @classmethod
    def of(
        cls, sides: Sequence[tuple[Fraction | int | None, Fraction | int | None]], opened: Collection[Face] = ()
    ) -> Region:
        """A checked region. Raises TypeError for ends that are not int, Fraction or None, ValueError for an empty
        side."""
        Box.of([(_end_or(low, high), _end_or(high, low)) for low, high in sides])
        ends = tuple(
            (None if low is None else Fraction(low), None if high is None else Fraction(high)) for low, high in sides
        )
        infinite = {(axis, high) for axis, side in enumerate(ends) for high in (False, True) if side[high] is None}
        return cls(ends, frozenset((axis, high) for axis, high in opened if ends[axis][0] != ends[axis][1]) | infinite)

    @classmethod
    def interior(cls, sides: Sequence[tuple[Fraction | int | None, Fraction | int | None]]) -> Region:
        """The interior of a product of intervals: every end is open."""
        return cls.of(sides, [(axis, top) for axis in range(len(sides)) for top in (False, True)])

    def box(self, log_axes: Sequence[int] = ()) -> Box:
        """The compactified box of t; a bounded side stays as it is."""
        return Box.of(
            [_compact_side(*side) for side in self.ends],
            [axis for axis in log_axes if not 0 <= axis < len(self.ends) or self._finite(axis)],
        )

    def sides(self, box: Box) -> list[Ends]:
        """The sides in x of a box in t."""
        return [
            (self._coordinate(axis, low), self._coordinate(axis, high)) for axis, (low, high) in enumerate(box.sides)
        ]

    def point(self, compactify: Point) -> Point | None:
        """The point x of a place t in the compactified box; None at infinity."""
        found = [self._coordinate(axis, t) for axis, t in enumerate(compactify)]
        return None if None in found else tuple(x for x in found if x is not None)

    def compactify(self, axis: int, x: Fraction) -> Fraction:
        """The coordinate t of a coordinate x."""
        if self._finite(axis):
            return x
        offset = x - self._base(axis)
        return offset / (1 + abs(offset))

    def contains(self, point: Point) -> bool:
        """Whether a point is in the region."""
        return all(self.admits(axis, x) for axis, x in enumerate(point))

    def admits(self, axis: int, x: Fraction) -> bool:
        """Whether a coordinate is on its side, without the ends that are open."""
        low, high = self.ends[axis]
        above = low is None or low < x or (low == x and (axis, False) not in self.opened)
        return above and (high is None or x < high or (high == x and (axis, True) not in self.opened))

    def contains_coordinate(self, axis: int, x: Fraction) -> bool:
        """Whether a coordinate is in the closure of its side."""
        low, high = self.ends[axis]
        return (low is None or low <= x) and (high is None or x <= high)

    def points_near(self, compactify: Point) -> list[Point]:
        """The point at the place t if it is in the region, otherwise some nearby points."""
        point = self.point(compactify)
        if point is not None and self.contains(point):
            return [point]
        middle = self.box().middle
        shifted = [tuple(t + (m - t) / 2**k for t, m in zip(compactify, middle, strict=True)) for k in _NEAR]
        return [x for x in map(self.point, shifted) if x is not None]

    def intervals(
        self, xp: Intervals, sides: Sequence[Ends], excluded: Collection[Face] = (), closed: Face | None = None
    ) -> list[Interval]:
        """The sides as intervals, open at open ends of the region and on the `excluded` faces, but not on the face
        `closed`."""
        return [
            xp.between(
                low,
                high,
                *(self._is_open(axis, top, sides[axis], excluded) and (axis, top) != closed for top in (False, True)),
            )
            for axis, (low, high) in enumerate(sides)
        ]

    def is_open_end(self, axis: int, top: bool, side: Ends) -> bool:
        """Whether an end of a side is an open end of the region."""
        return (axis, top) in self.opened and side[top] == self.ends[axis][top]

    def _is_open(self, axis: int, top: bool, side: Ends, excluded: Collection[Face]) -> bool:
        return side[0] != side[1] and ((axis, top) in excluded or self.is_open_end(axis, top, side))

    def _finite(self, axis: int) -> bool:
        return None not in self.ends[axis]

    def _base(self, axis: int) -> Fraction:
        low, high = self.ends[axis]
        return low if low is not None else high if high is not None else Fraction(0)

    def _coordinate(self, axis: int, t: Fraction) -> Fraction | None:
        if self._finite(axis):
            return t
        return None if abs(t) == 1 else self._base(axis) + t / (1 - abs(t))


def _compact_side(low: Fraction | None, high: Fraction | None) -> tuple[Fraction | int, Fraction | int]:
    if low is not None and high is not None:
        return low, high
    return -1 if low is None else 0, 1 if high is None else 0


def _end_or(end: Fraction | int | None, other: Fraction | int | None) -> Fraction | int:
    """`end`, or `other` if `end` is None; 0 if both are None."""
    return end if end is not None else other if other is not None else 0
