"""Directed search for a counterexample to a bound among the points of a box; never a proof.

The points are the vertices of the box; the constants in the code of the bound and their neighbours; random points of
high precision, uniform and log-uniform towards the ends; both sides of every branch point found by bisection; and those
of a coordinate descent on the margin of the bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, pairwise, product
from math import inf
from random import Random
from typing import TypeAlias

from msgspec import Struct, field

from ..spot_checks.branch_points import ExecutionPath, FormulaCode
from ..spot_checks.trial_points import neighbours_of
from ..statements.verdict import Refuted

Point: TypeAlias = tuple[Fraction, ...]
Margin: TypeAlias = Callable[[Point], "float | Refuted | None"]
"""point -> the relative margin of the bound; a counterexample; or None if the values are undecided."""

_BITS = 96
_OCTAVES, _MOST_OCTAVES = 40, 1000
"""Log-uniform points are within 2^-k of the width from an end, for k up to one of these numbers."""
_MOST_VERTICES, _MOST_BOUNDARIES, _STARTS, _HALVINGS, _DOWNHILL = 64, 40, 4, 64, 60


class Axis(Struct, frozen=True):
    """The closed range of one argument, and whether it is restricted to integers."""

    low: Fraction
    high: Fraction
    whole: bool = False

    def nearest(self, x: Fraction) -> Fraction:
        """The number of the range nearest to x."""
        return min(max(Fraction(round(x)) if self.whole else x, self.low), self.high)

    def marks(self, numbers: Sequence[Fraction], *, closely: bool = True) -> list[Fraction]:
        """The ends and the constants inside, their neighbours (with `closely` also relative to small constants), and
        the midpoints between them."""
        constants = sorted({self.low, self.high, *(x for x in numbers if self.low < x < self.high)})
        neighbours = [
            self.nearest(y) for x in constants for y in neighbours_of(x, self.high - self.low, closely=closely)
        ]
        midpoints = [self.nearest((x + y) / 2) for x, y in pairwise(constants)]
        return list(dict.fromkeys(map(self.nearest, (*constants, *neighbours, *midpoints))))

    def draw(self, random: Random, marks: Sequence[Fraction]) -> Fraction:
        """A mark, or a random number: uniform, or log-uniform towards one of the ends."""
        kind, width = random.randrange(5), self.high - self.low
        fraction = Fraction(random.getrandbits(_BITS), 2**_BITS)
        if kind < 2:
            return random.choice(marks)
        if kind == 2:
            return self.nearest(self.low + width * fraction)
        octaves = max(int(width).bit_length(), 1) if self.whole else random.choice((_OCTAVES, _MOST_OCTAVES))
        distance = width * (1 + fraction) / 2 ** (1 + random.randrange(octaves))
        return self.nearest(self.low + distance if kind == 3 or random.random() < 0.5 else self.high - distance)


class CornerHunt(Struct):
    """One search over a box. `evaluated`: (margin, execution path) at each point."""

    axes: Sequence[Axis]
    margin: Margin
    code: FormulaCode
    random: Random
    evaluated: dict[Point, tuple[float, ExecutionPath]] = field(default_factory=dict)
    skipped: int = 0
    boundaries: int = 0

    def counterexample(self, count: int) -> Refuted | None:
        """The first point found at which the bound certainly fails, with `count` random points; None if there is
        none."""
        for point in self._candidates(count):
            if (found := self._evaluate(point)) is not None:
                return found
        found = self._at_boundaries()
        return self._coordinate_descent() if found is None else found

    @property
    def in_words(self) -> str:
        """The extent of the search, as text."""
        unexecuted_lines = self.code.unexecuted_lines({path for _, path in self.evaluated.values()})
        text = f"{len(self.evaluated)} hunted points"
        text += (
            f", {self.boundaries} times across a border between two ways through the code" if self.boundaries else ""
        )
        text += f", {self.skipped} points left out where nothing is finite" if self.skipped else ""
        return text + (f", {unexecuted_lines} lines of it never taken" if unexecuted_lines else "")

    def _candidates(self, count: int) -> Iterator[Point]:
        marks = [axis.marks((*self.code.numbers, *self.code.ratios)) for axis in self.axes]
        yield from islice(product(*((axis.low, axis.high) for axis in self.axes)), _MOST_VERTICES)
        for index, values in enumerate(marks):  # each mark at least twice, whatever else is drawn
            for value in (*values, *values):
                point = [axis.draw(self.random, side_marks) for axis, side_marks in zip(self.axes, marks, strict=True)]
                point[index] = value
                yield tuple(point)
        for _ in range(count):
            yield tuple(axis.draw(self.random, side_marks) for axis, side_marks in zip(self.axes, marks, strict=True))

    def _evaluate(self, point: Point) -> Refuted | None:
        if point in self.evaluated:
            return None
        found, path = self.code.traced(lambda: self.margin(point))
        if isinstance(found, Refuted):
            return found
        self.skipped += found is None
        if found is not None:
            self.evaluated[point] = (found, path)
        return None

    def _at_boundaries(self) -> Refuted | None:
        """A counterexample beside a branch point, which is found by bisection between points with different execution
        paths."""
        by_path: dict[ExecutionPath, list[Point]] = {}
        for point, (_, path) in self.evaluated.items():
            by_path.setdefault(path, []).append(point)
        while len(by_path) > 1 and self.boundaries < _MOST_BOUNDARIES:
            one, other = (self.random.choice(points) for points in self.random.sample(list(by_path.values()), 2))
            self.boundaries += 1
            if (found := self._boundary(one, other)) is not None:
                return found
        return None

    def _boundary(self, one: Point, other: Point) -> Refuted | None:
        for _ in range(_HALVINGS):
            middle = tuple(axis.nearest((x + y) / 2) for axis, x, y in zip(self.axes, one, other, strict=True))
            if middle in (one, other):
                break
            if (found := self._evaluate(middle)) is not None:
                return found
            if middle not in self.evaluated:
                break
            same = self.evaluated[middle][1] == self.evaluated[one][1]
            one, other = (middle, other) if same else (one, middle)
        return None

    def _coordinate_descent(self) -> Refuted | None:
        """A counterexample by coordinate descent on the margin from the points with the least margins, with halved
        strides."""
        for start in sorted(self.evaluated, key=lambda p: self.evaluated[p][0])[:_STARTS]:
            current, stride = start, Fraction(1, 8)
            for step_number in range(_DOWNHILL):
                index, side = step_number % len(self.axes), self.random.choice((-1, 1))
                axis = self.axes[index]
                moved = axis.nearest(current[index] + side * stride * (axis.high - axis.low))
                candidate = (*current[:index], moved, *current[index + 1 :])
                if (found := self._evaluate(candidate)) is not None:
                    return found
                if self.evaluated.get(candidate, (inf, None))[0] < self.evaluated[current][0]:
                    current = candidate
                else:
                    stride /= 2 if index == 0 else 1
        return None
