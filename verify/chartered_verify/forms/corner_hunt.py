"""The hunt for a corner in which a bound fails: a search for a counterexample among the points of a box, never a proof.

It looks at the corners of the box and close to them, at the numbers that stand in the code of the bound and on both
sides of them, at random points of high precision, uniform and crowded towards the ends, on both sides of every place
found where the code goes another way, and downhill from where the bound is closest to what it bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, pairwise, product
from math import inf
from random import Random
from typing import TypeAlias

from ..admission.branch_points import ExecutionPath, FormulaCode
from ..admission.trials import beside_number
from ..statements.verdict import Refuted

Point: TypeAlias = tuple[Fraction, ...]
Margin: TypeAlias = Callable[[Point], "float | Refuted | None"]
"""How far the bound is above at a point, relatively; a counterexample; or None where nothing is known."""

_BITS = 96
_FAR, _FARTHEST = 40, 1000
"""Points crowd towards the ends of a range to within these powers of two of its width."""
_MOST_CORNERS, _MOST_BOUNDARIES, _STARTS, _HALVINGS, _DOWNHILL = 64, 40, 4, 64, 60


@dataclass(frozen=True, slots=True)
class Axis:
    """The range of one argument, closed, and whether only whole numbers are meant."""

    low: Fraction
    high: Fraction
    whole: bool = False

    def near(self, x: Fraction) -> Fraction:
        """The admitted number next to x."""
        return min(max(Fraction(round(x)) if self.whole else x, self.low), self.high)

    def marks(self, numbers: Sequence[Fraction], *, closely: bool = True) -> list[Fraction]:
        """The ends, the numbers of the code inside, what is just beside each, and what is between one and the next;
        beside small ones `closely` as seen from them, too."""
        inside = sorted({self.low, self.high, *(x for x in numbers if self.low < x < self.high)})
        beside = [self.near(y) for x in inside for y in beside_number(x, self.high - self.low, closely=closely)]
        between = [self.near((x + y) / 2) for x, y in pairwise(inside)]
        return list(dict.fromkeys(map(self.near, (*inside, *beside, *between))))

    def draw(self, random: Random, marks: Sequence[Fraction]) -> Fraction:
        """A mark, or a random number: uniform, or crowded towards one of the ends."""
        how, width = random.randrange(5), self.high - self.low
        part = Fraction(random.getrandbits(_BITS), 2**_BITS)
        if how < 2:
            return random.choice(marks)
        if how == 2:
            return self.near(self.low + width * part)
        far = max(int(width).bit_length(), 1) if self.whole else random.choice((_FAR, _FARTHEST))
        tiny = width * (1 + part) / 2 ** (1 + random.randrange(far))
        return self.near(self.low + tiny if how == 3 or random.random() < 0.5 else self.high - tiny)


@dataclass(slots=True)
class CornerHunt:
    """One hunt over a box. `seen` are the points looked at, with the margin there and the way that the code took."""

    axes: Sequence[Axis]
    margin: Margin
    code: FormulaCode
    random: Random
    evaluated: dict[Point, tuple[float, ExecutionPath]] = field(default_factory=dict)
    skipped: int = 0
    boundaries: int = 0

    def counterexample(self, count: int) -> Refuted | None:
        """The first point, of those in reach of some `count` draws, in which the bound certainly fails."""
        for point in self._suspects(count):
            if (found := self._try(point)) is not None:
                return found
        found = self._at_boundaries()
        return self._downhill() if found is None else found

    @property
    def in_words(self) -> str:
        """What was looked at."""
        unexecuted_lines = self.code.unexecuted_lines({path for _, path in self.evaluated.values()})
        text = f"{len(self.evaluated)} hunted points"
        text += (
            f", {self.boundaries} times across a border between two ways through the code" if self.boundaries else ""
        )
        text += f", {self.skipped} points left out where nothing is finite" if self.skipped else ""
        return text + (f", {unexecuted_lines} lines of it never taken" if unexecuted_lines else "")

    def _suspects(self, count: int) -> Iterator[Point]:
        marks = [axis.marks((*self.code.numbers, *self.code.ratios)) for axis in self.axes]
        yield from islice(product(*((axis.low, axis.high) for axis in self.axes)), _MOST_CORNERS)
        for place, values in enumerate(marks):  # each mark at least twice, whatever else is drawn
            for value in (*values, *values):
                point = [axis.draw(self.random, ms) for axis, ms in zip(self.axes, marks, strict=True)]
                point[place] = value
                yield tuple(point)
        for _ in range(count):
            yield tuple(axis.draw(self.random, ms) for axis, ms in zip(self.axes, marks, strict=True))

    def _try(self, point: Point) -> Refuted | None:
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
        """Both sides of where the code begins to go another way, between points of different ways."""
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
            middle = tuple(axis.near((x + y) / 2) for axis, x, y in zip(self.axes, one, other, strict=True))
            if middle in (one, other):
                break
            if (found := self._try(middle)) is not None:
                return found
            if middle not in self.evaluated:
                break
            same = self.evaluated[middle][1] == self.evaluated[one][1]
            one, other = (middle, other) if same else (one, middle)
        return None

    def _downhill(self) -> Refuted | None:
        """From the points of the least margin, one coordinate at a time, in strides that shrink."""
        for start in sorted(self.evaluated, key=lambda p: self.evaluated[p][0])[:_STARTS]:
            here, stride = start, Fraction(1, 8)
            for turn in range(_DOWNHILL):
                place, side = turn % len(self.axes), self.random.choice((-1, 1))
                axis = self.axes[place]
                moved = axis.near(here[place] + side * stride * (axis.high - axis.low))
                there = (*here[:place], moved, *here[place + 1 :])
                if (found := self._try(there)) is not None:
                    return found
                if self.evaluated.get(there, (inf, None))[0] < self.evaluated[here][0]:
                    here = there
                else:
                    stride /= 2 if place == 0 else 1
        return None
