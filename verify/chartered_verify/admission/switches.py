"""Switches: where formulas turn, the zeros of what they take an absolute value, a maximum, a minimum or a sign of.

Looked at are both sides of each: bisection brackets it between points at which the switch has different signs, and a
descent on its absolute value finds signs that only a narrow place has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from flint import arb

from ..boxes.box import Point
from ..boxes.compactified import Chart
from ..boxes.range_enclosure import LAST_BITS, UNREAD, Formula, value_at
from ..statements.ranges import hunted

_PAIRS, _HALVINGS, _BITS = 6, 64, 128
_GRID, _STARTS, _SHRINKS, _MOST_STEPS = 12, 4, 64, 400
_FAR = 16
"""Two numbers of one sign, of which one is so many times the other, are halved geometrically."""


def beside_switches(
    chart: Chart, turning: Sequence[Formula], points: Sequence[Point], random: Random
) -> Iterator[Point]:
    """Points of the domain on both sides of where a switch turns; the given ones are where it is looked for."""
    for formula in turning:
        switch, starts = Switch(chart, formula), [*points, *_grid(chart, random)]
        values = {point: value for point in starts if (value := switch.at(point)) is not None and value != 0}
        below = [point for point, value in values.items() if value < 0]
        above = [point for point, value in values.items() if value > 0]
        for _ in range(_PAIRS if below and above else 0):
            yield from filter(chart.holds, switch.bracket(random.choice(below), random.choice(above)))
        for start in _lowest(values):
            yield from switch.narrow(start, values[start])


@dataclass(frozen=True, slots=True)
class Switch:
    """What changes its sign where a formula turns, on a domain."""

    chart: Chart
    formula: Formula

    def at(self, point: Point) -> arb | None:
        """The value at a point, at bits that tell its sign; None where none do."""
        bits = _BITS
        while bits <= LAST_BITS:
            try:
                value = value_at(self.formula, point, bits)
            except UNREAD:
                return None
            if value > 0 or value < 0 or value == 0:
                return value
            bits *= 4
        return None

    def bracket(self, below: Point, above: Point) -> tuple[Point, ...]:
        """Points close together, at which the signs are those of the given ones, or between which it is exactly 0."""
        for _ in range(_HALVINGS):
            middle = tuple(_between(x, y) for x, y in zip(below, above, strict=True))
            value = self.at(middle)
            if value is None or value == 0:
                return below, middle, above
            below, above = (middle, above) if value < 0 else (below, middle)
        return below, above

    def narrow(self, start: Point, value: arb) -> Iterator[Point]:
        """Points at which the sign is not that at the start, and beside; downhill on the absolute value, one coordinate
        at a time, in strides that shrink."""
        here, strides, shrinks = start, [self._stride(axis, x) for axis, x in enumerate(start)], 0
        for _ in range(_MOST_STEPS):
            moved = self._lower(here, strides, value)
            if moved is None:
                strides, shrinks = [stride / 2 for stride in strides], shrinks + 1
            elif (moved[1] < 0) != (value < 0):
                yield moved[0]
                yield from filter(self.chart.holds, self.bracket(*sorted((here, moved[0]), key=self._negative)))
                return
            else:
                here, value = moved
            if shrinks > _SHRINKS:
                return

    def _lower(self, here: Point, strides: Sequence[Fraction], value: arb) -> tuple[Point, arb] | None:
        """The first point beside at which the absolute value is less, or the sign another; None where there is none."""
        for axis, stride in enumerate(strides):
            for step in (stride, -stride):
                there = (*here[:axis], here[axis] + step, *here[axis + 1 :])
                found = self.at(there) if self.chart.holds(there) else None
                if found is not None and found != 0 and ((found < 0) != (value < 0) or abs(found) < abs(value)):
                    return there, found
        return None

    def _negative(self, point: Point) -> bool:
        """What sorts points of negative values first."""
        value = self.at(point)
        return value is None or not value < 0

    def _stride(self, axis: int, x: Fraction) -> Fraction:
        low, high = (Fraction(end) for end in hunted(*self.chart.ends[axis]))
        return min(abs(x), high - low) / _GRID if x else (high - low) / _GRID


def _lowest(values: dict[Point, arb]) -> list[Point]:
    """Where a descent starts: of each sign, the places of least absolute values; on a line, those less than both
    neighbours'."""
    ordered = sorted(values)
    if ordered and len(ordered[0]) == 1:
        kept = [
            point
            for place, point in enumerate(ordered)
            if all(
                (values[other] < 0) == (values[point] < 0) and abs(values[point]) <= abs(values[other])
                for other in (*ordered[max(place - 1, 0) : place], *ordered[place + 1 : place + 2])
            )
        ]
    else:
        kept = ordered
    return sorted(kept, key=lambda point: float(abs(values[point]).log().mid()))[:_STARTS]


def _grid(chart: Chart, random: Random) -> Iterator[Point]:
    """Even places in the parts of the sides where counterexamples are hunted, in random order on all but the first."""
    sides = []
    for axis, ends in enumerate(chart.ends):
        low, high = (Fraction(end) for end in hunted(*ends))
        places = [low + (high - low) * (2 * k + 1) / (2 * _GRID) for k in range(_GRID)]
        sides.append(random.sample(places, _GRID) if axis else places)
    yield from filter(chart.holds, zip(*sides, strict=True))


def _between(x: Fraction, y: Fraction) -> Fraction:
    """The middle; of two of one sign that are far apart about the geometric one."""
    small, large = sorted((x, y), key=abs)
    if x * y <= 0 or abs(large) <= _FAR * abs(small):
        return (x + y) / 2
    ratio = large / small
    return small * Fraction(2) ** ((ratio.numerator.bit_length() - ratio.denominator.bit_length()) // 2)
