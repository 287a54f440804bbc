"""Chart: a finite box that stands for a domain whose sides may have no end, or ends that do not belong to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ..arithmetic.interval import Span, Spans
from .box import Box, Point

Ends: TypeAlias = tuple[Fraction | None, Fraction | None]
"""The ends of a side, None where it has none."""
Face: TypeAlias = tuple[int, bool]
"""An axis, and whether its high end is meant."""
_NEAR = (20, 100, 400)
"""Points near a corner that is not in the domain: 2^-k of the way to the middle."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A side without an end is x = base + t/(1 - |t|), rising in t, with -1 <= t <= 1; `opened` ends do not belong to
    the domain."""

    ends: tuple[Ends, ...]
    opened: frozenset[Face] = frozenset()

    @classmethod
    def of(
        cls, sides: Sequence[tuple[Fraction | int | None, Fraction | int | None]], opened: Collection[Face] = ()
    ) -> Chart:
        """A checked chart. Raises TypeError or ValueError for what is no box but for its ends."""
        Box.of([(_else(low, high), _else(high, low)) for low, high in sides])
        ends = tuple(
            (None if low is None else Fraction(low), None if high is None else Fraction(high)) for low, high in sides
        )
        infinite = {(axis, high) for axis, side in enumerate(ends) for high in (False, True) if side[high] is None}
        return cls(ends, frozenset((axis, high) for axis, high in opened if ends[axis][0] != ends[axis][1]) | infinite)

    @classmethod
    def within(cls, sides: Sequence[tuple[Fraction | int | None, Fraction | int | None]]) -> Chart:
        """A checked chart of what is inside the sides: no end belongs to it."""
        return cls.of(sides, [(axis, top) for axis in range(len(sides)) for top in (False, True)])

    def box(self, log_axes: Sequence[int] = ()) -> Box:
        """The box of t; a side with both ends is its own."""
        return Box.of(
            [_plain(*side) for side in self.ends],
            [axis for axis in log_axes if not 0 <= axis < len(self.ends) or self._finite(axis)],
        )

    def sides(self, box: Box) -> list[Ends]:
        """What a part of the box stands for."""
        return [(self._x(axis, low), self._x(axis, high)) for axis, (low, high) in enumerate(box.sides)]

    def point(self, place: Point) -> Point | None:
        """What a place in the box stands for; None for infinity."""
        found = [self._x(axis, t) for axis, t in enumerate(place)]
        return None if None in found else tuple(x for x in found if x is not None)

    def place(self, axis: int, x: Fraction) -> Fraction:
        """Where a coordinate lies in the box."""
        if self._finite(axis):
            return x
        step = x - self._base(axis)
        return step / (1 + abs(step))

    def holds(self, point: Point) -> bool:
        """Whether a point is in the domain."""
        within = all(self.reaches(axis, x) for axis, x in enumerate(point))
        return within and all(point[axis] != self.ends[axis][high] for axis, high in self.opened)

    def reaches(self, axis: int, x: Fraction) -> bool:
        """Whether a coordinate lies between the ends of its side, or is one of them."""
        low, high = self.ends[axis]
        return (low is None or low <= x) and (high is None or x <= high)

    def nearby(self, place: Point) -> list[Point]:
        """Points of the domain at a place in the box, or near it where it does not belong to it."""
        point = self.point(place)
        if point is not None and self.holds(point):
            return [point]
        middle = self.box().middle
        shifted = [tuple(t + (m - t) / 2**k for t, m in zip(place, middle, strict=True)) for k in _NEAR]
        return [x for x in map(self.point, shifted) if x is not None]

    def spans(
        self, xp: Spans, sides: Sequence[Ends], beside: Collection[Face] = (), closed: Face | None = None
    ) -> list[Span]:
        """One span for each side, without the ends that are opened in the domain or named by `beside`, but with the one
        that is closed."""
        return [
            xp.between(
                low,
                high,
                *(self._is_open(axis, top, sides[axis], beside) and (axis, top) != closed for top in (False, True)),
            )
            for axis, (low, high) in enumerate(sides)
        ]

    def at_end(self, axis: int, top: bool, side: Ends) -> bool:
        """Whether an end of a part is one of the domain that does not belong to it."""
        return (axis, top) in self.opened and side[top] == self.ends[axis][top]

    def _is_open(self, axis: int, top: bool, side: Ends, beside: Collection[Face]) -> bool:
        return side[0] != side[1] and ((axis, top) in beside or self.at_end(axis, top, side))

    def _finite(self, axis: int) -> bool:
        return None not in self.ends[axis]

    def _base(self, axis: int) -> Fraction:
        low, high = self.ends[axis]
        return low if low is not None else high if high is not None else Fraction(0)

    def _x(self, axis: int, t: Fraction) -> Fraction | None:
        if self._finite(axis):
            return t
        return None if abs(t) == 1 else self._base(axis) + t / (1 - abs(t))


def _plain(low: Fraction | None, high: Fraction | None) -> tuple[Fraction | int, Fraction | int]:
    if low is not None and high is not None:
        return low, high
    return -1 if low is None else 0, 1 if high is None else 0


def _else(end: Fraction | int | None, other: Fraction | int | None) -> Fraction | int:
    """The end, or for none the other; 0 where there is neither."""
    return end if end is not None else other if other is not None else 0
