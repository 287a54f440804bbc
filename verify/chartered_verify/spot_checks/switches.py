"""Switching functions of piecewise smooth formulas: the arguments of absolute values and signs, and the differences of
the arguments of maxima and minima. A formula changes its branch at their zeros.

Points on both sides of a zero are found by bisection between points with different signs, and by coordinate descent on
the absolute value, which finds small regions of the other sign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from flint import arb
from msgspec import Struct

from ..arithmetic.interval import interval, intervals
from ..boxes.box import Point
from ..boxes.range_enclosure import LAST_BITS, UNSUPPORTED, Formula, value_at
from ..boxes.region import Region
from ..catching import ours
from ..statements.ranges import bounded_part

_PAIRS, _HALVINGS, _BITS = 6, 64, 128
_GRID, _STARTS, _MOST_FRUITLESS, _MOST_STEPS = 12, 4, 16, 100
_GEOMETRIC_RATIO = 16
"""The ratio of two numbers of the same sign above which they are bisected geometrically."""


def beside_switches(
    region: Region, switching: Sequence[Formula], points: Sequence[Point], random: Random
) -> Iterator[Point]:
    """Points of the region on both sides of zeros of the switching functions, found from the given points."""
    for formula in switching:
        switch, starts = Switch(region, formula), [*points, *_grid(region, random)]
        if switch.has_no_zero:
            continue
        values = {point: value for point in starts if (value := switch.at(point)) is not None and value != 0}
        below = [point for point, value in values.items() if value < 0]
        above = [point for point, value in values.items() if value > 0]
        for _ in range(_PAIRS if below and above else 0):
            yield from filter(region.contains, switch.bracket(random.choice(below), random.choice(above)))
        for start in _starting_points(values):
            yield from switch.descend(start, values[start])


class Switch(Struct, frozen=True):
    """A switching function on a region."""

    region: Region
    formula: Formula

    @property
    def has_no_zero(self) -> bool:
        """Whether intervals show that it has one sign on the whole region, without the ends that are open."""
        with intervals(_BITS) as xp:
            try:
                return interval(self.formula(xp, *self.region.intervals(xp, self.region.ends))).nonzero
            except ours(*UNSUPPORTED):
                return False

    def at(self, point: Point) -> arb | None:
        """The value at a point, with enough bits for a certain sign; None if `LAST_BITS` bits are not enough."""
        bits = _BITS
        while bits <= LAST_BITS:
            try:
                value = value_at(self.formula, point, bits)
            except ours(*UNSUPPORTED):
                return None
            if value > 0 or value < 0 or value == 0:
                return value
            bits *= 4
        return None

    def bracket(self, below: Point, above: Point) -> tuple[Point, ...]:
        """Bisection: two nearby points at which the signs are those at `below` and at `above`, or three points around
        an exact zero (or around a point without a certain sign)."""
        for _ in range(_HALVINGS):
            middle = tuple(_between(x, y) for x, y in zip(below, above, strict=True))
            value = self.at(middle)
            if value is None or value == 0:
                return below, middle, above
            below, above = (middle, above) if value < 0 else (below, middle)
        return below, above

    def descend(self, start: Point, value: arb) -> Iterator[Point]:
        """Points around a change of sign, by coordinate descent on the absolute value, with strides that are halved
        where that does not fall, and doubled where it falls twice. Towards a zero it falls again after a few halvings:
        where it does not, there is none near."""
        current, strides = start, [self._stride(axis, x) for axis, x in enumerate(start)]
        fruitless, before = 0, -1
        for _ in range(_MOST_STEPS):
            step = self._step_down(current, strides, value)
            if step is None:
                strides, fruitless, before = [stride / 2 for stride in strides], fruitless + 1, -1
                if fruitless > _MOST_FRUITLESS:
                    return
                continue
            place, found, axis = step
            if (found < 0) != (value < 0):
                yield place
                yield from filter(self.region.contains, self.bracket(*sorted((current, place), key=self._negative)))
                return
            current, value, fruitless = place, found, 0
            strides[axis] *= 2 if axis == before else 1
            before = axis

    def _step_down(self, current: Point, strides: Sequence[Fraction], value: arb) -> tuple[Point, arb, int] | None:
        """The first neighbour with a smaller absolute value or another sign, and its axis; None if there is none."""
        for axis, stride in enumerate(strides):
            for step in (stride, -stride):
                candidate = (*current[:axis], current[axis] + step, *current[axis + 1 :])
                found = self.at(candidate) if self.region.admits(axis, candidate[axis]) else None
                if found is not None and found != 0 and ((found < 0) != (value < 0) or abs(found) < abs(value)):
                    return candidate, found, axis
        return None

    def _negative(self, point: Point) -> bool:
        """A sort key: points with negative values first."""
        value = self.at(point)
        return value is None or not value < 0

    def _stride(self, axis: int, x: Fraction) -> Fraction:
        low, high = (Fraction(end) for end in bounded_part(*self.region.ends[axis]))
        return min(abs(x), high - low) / _GRID if x else (high - low) / _GRID


def _starting_points(values: dict[Point, arb]) -> list[Point]:
    """Starting points of a descent: those with the least absolute values; in one dimension, local minima of the
    absolute value."""
    ordered = sorted(values)
    if ordered and len(ordered[0]) == 1:
        kept = [
            point
            for index, point in enumerate(ordered)
            if all(
                (values[other] < 0) == (values[point] < 0) and not abs(values[other]) < abs(values[point])
                for other in (*ordered[max(index - 1, 0) : index], *ordered[index + 1 : index + 2])
            )
        ]
    else:
        kept = ordered
    return sorted(kept, key=lambda point: float(abs(values[point]).log().mid()))[:_STARTS]


def _grid(region: Region, random: Random) -> Iterator[Point]:
    """A Latin hypercube of evenly spaced points in the bounded parts of the sides."""
    sides = []
    for axis, ends in enumerate(region.ends):
        low, high = (Fraction(end) for end in bounded_part(*ends))
        places = [low + (high - low) * (2 * k + 1) / (2 * _GRID) for k in range(_GRID)]
        sides.append(random.sample(places, _GRID) if axis else places)
    yield from filter(region.contains, zip(*sides, strict=True))


def _between(x: Fraction, y: Fraction) -> Fraction:
    """The midpoint; for two numbers of the same sign that are far apart, approximately their geometric mean."""
    small, large = sorted((x, y), key=abs)
    if x * y <= 0 or abs(large) <= _GEOMETRIC_RATIO * abs(small):
        return (x + y) / 2
    ratio = large / small
    return small * Fraction(2) ** ((ratio.numerator.bit_length() - ratio.denominator.bit_length()) // 2)
