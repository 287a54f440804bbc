"""Branch and bound for an inequality on a box, best first: the subbox with the least lower bound is processed next."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from math import inf
from random import Random

from flint import arb
from msgspec import Struct, field
from msgspec.structs import replace

from ..arithmetic.ball import balls
from ..boxes.box import Box, Point
from ..boxes.range_enclosure import branching_axis
from ..boxes.region import Ends
from ..enclosure import Enclosure
from ..statements.verdict import Proved, Refuted, Undecided, Verdict
from .counterexample import has_sign, refuted, sign_at, zero
from .subbox_sign import SignTest, Subbox, Subproblem
from .zeros_on_faces import simplest_fraction

_SEARCH_RADII = (0, 4, 32, 1024, 2**15)
"""The distances, in widths of the deepest subbox, within which zeros are sought around it."""
_LONG = 24
_MAX_DEPTH = 2000
"""The depth at which a subbox is left undecided, since bisection towards infinity or a pole does not end."""
_EVEN = 3
"""By how much more than evenly cut ones the deepest subboxes may be cut where no zero is near."""
SAMPLES = 200
"""The number of random points at which a counterexample is sought before branching starts."""


class BranchAndBound(Struct):
    """The proof that a formula is positive (nonnegative unless `strict`) on a region, whose compactified box is
    `whole`.

    The working precision rises from `bits` to the cap of the sign test. `open`: the queue of subboxes by lower bound.
    `undecided`: the subboxes that are given up. `hunted`: the number of random points at which a counterexample was
    sought."""

    sign_test: SignTest
    whole: Box
    strict: bool
    bits: int
    processed: int = 0
    max_depth: int = 0
    max_bits: int = 0
    hunted: int = 0
    tiebreak: Iterator[int] = field(default_factory=count)
    open: list[tuple[float, int, Subbox]] = field(default_factory=list)
    undecided: list[Subbox] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._push(-inf, Subbox(self.whole, self.bits, self.strict))

    def counterexample(self, hunt: bool, seed: int) -> Refuted | None:
        """A counterexample at a vertex or, with `hunt`, at a random point; None if none is found."""
        random = Random(seed)
        places = list(self.whole.vertices())
        places += [self.whole.random_point(random) for _ in range(SAMPLES if hunt else 0)]
        points = [point for place in places for point in self.sign_test.region.points_near(place)]
        self.hunted = len(points) if hunt else 0
        return next((found for point in points if (found := self._counterexample_at(point)) is not None), None)

    def run(self, max_boxes: int) -> Verdict:
        """Branches until the queue is empty or `max_boxes` subboxes were processed; a second call continues."""
        while self.open:
            if self.processed >= max_boxes:
                return self._undecided()
            if (found := self._process(heapq.heappop(self.open)[2])) is not None:
                return found
        return self._undecided() if self.undecided else Proved(how=f"balls cover the box: {self._effort()}")

    @property
    def is_even(self) -> bool:
        """Whether subboxes were cut hardly deeper than if all were cut alike: no zero draws the search to it."""
        return self.max_depth <= self.processed.bit_length() + _EVEN

    def _deepest_sides(self) -> list[Ends]:
        """The sides of the deepest undecided subbox."""
        subboxes = [*self.undecided, *(entry[2] for entry in self.open)]
        return self.sign_test.region.sides(max(subboxes, key=lambda subbox: subbox.depth).box)

    def candidate_zeros(self) -> tuple[list[tuple[int, Fraction]], list[Point]]:
        """(planes as (axis, coordinate), points) at which f may be 0: the ends of the region, and the fractions with
        the smallest denominators in and around the deepest subbox."""
        ends = [(axis, end) for axis, side in enumerate(self.sign_test.region.ends) for end in side if end is not None]
        planes, points = (
            ends,
            [point for place in self.whole.vertices() if (point := self.sign_test.region.point(place)) is not None],
        )
        sides = [(low, high) for low, high in self._deepest_sides() if low is not None and high is not None]
        for step in _SEARCH_RADII if len(sides) == len(self.sign_test.region.ends) else ():
            near = tuple(
                simplest_fraction(low - step * (high - low), high + step * (high - low)) for low, high in sides
            )
            planes, points = [*planes, *enumerate(near)], [*points, near]
        return planes, points

    def _process(self, subbox: Subbox) -> Refuted | None:
        """Decides a subbox, refutes at its midpoint, reduces it to a face, or branches."""
        self.processed, self.max_depth, self.max_bits = (
            self.processed + 1,
            max(self.max_depth, subbox.depth),
            max(self.max_bits, subbox.bits),
        )
        subproblem = self.sign_test.subproblem(subbox)
        low = self.sign_test.natural_range(subproblem)
        if self.sign_test.has_sign(subproblem, low):
            return None
        gradient = self.sign_test.gradient(subproblem, low)
        if (face := self.sign_test.minimising_face(subproblem, low, gradient)) is not None:
            if not subproblem.planes:
                self._push(-inf, face)
                return None
            if self.sign_test.decided_on_face(
                self.sign_test.subproblem_with(face, subproblem.planes, subproblem.extension)
            ):
                return None
        point = self.sign_test.region.point(subbox.box.middle)
        value = None if point is None else self.sign_test.extension.at(point, subbox.bits)
        found = None if point is None or value is None else self._counterexample_near(subbox, point, value)
        if found is not None:
            return found
        if not subbox.box.free:
            return self._raise_precision(subproblem)
        if subproblem.finite is None:
            value = None
        else:
            if value is None or subproblem.planes or subproblem.finite.middle != point:  # of another formula, or place
                value = subproblem.extension.at(subproblem.finite.middle, subbox.bits)
            gradient = gradient or subproblem.extension.gradient(subproblem.finite, subbox.bits)
            if gradient is not None and low.is_finite():
                better = subproblem.extension.mean_value(subproblem.finite, gradient, value, subbox.bits)
                if has_sign(better, subbox.strict):
                    return None
                low = better if better.is_finite() and better.lower() > low.lower() else low
        self._branch(subproblem, low, gradient, self._next_bits(low, value, subbox.bits))
        return None

    def _branch(self, subproblem: Subproblem, low: arb, gradient: list[arb] | None, bits: int) -> None:
        subbox, box = subproblem.subbox, subproblem.subbox.box
        if subbox.depth >= _MAX_DEPTH:
            self.undecided.append(subbox)
            return
        lower_bound = Enclosure.of(low).lower if not low.is_nan() else -inf
        for half in self._halves(box, branching_axis(box, self.whole, gradient if subproblem.finite == box else None)):
            self._push(lower_bound, replace(subbox, box=half, bits=bits, depth=subbox.depth + 1))

    def _halves(self, box: Box, axis: int) -> tuple[Box, Box]:
        """The two parts of a box: divided at a plane of zeros inside it, or else at the midpoint."""
        for plane in self.sign_test.zeros.planes if self.sign_test.zeros is not None else ():
            low, high = box.sides[plane.axis]
            if low < (at := self.sign_test.region.compactify(plane.axis, plane.at)) < high:
                return box.cut(plane.axis, at)
        return box.halves(axis)

    def _raise_precision(self, subproblem: Subproblem) -> Refuted | None:
        """Handles a subbox that is a point: more precision, or an exact decision by SymPy; otherwise it stays
        undecided."""
        subbox, point = subproblem.subbox, self.sign_test.region.point(subproblem.subbox.box.middle)
        if 2 * subbox.bits <= self.sign_test.cap:
            self._push(-inf, replace(subbox, bits=2 * subbox.bits))
        elif not self.sign_test.is_zero(subproblem):
            self.undecided.append(subbox)
        elif subbox.strict:
            if point is not None and not subproblem.planes and self.sign_test.region.contains(point):
                return zero(point)
            self.undecided.append(subbox)
        return None

    def _next_bits(self, low: arb, value: arb | None, bits: int) -> int:
        """Twice the bits if the radius of the value at the midpoint is above an eighth of that on the whole subbox;
        otherwise the same bits."""
        if value is None:
            return bits
        clear = value.is_finite() and (not low.is_finite() or value.is_exact() or 8 * value.rad() < low.rad())
        return bits if clear else min(2 * bits, self.sign_test.cap)

    def _counterexample_near(self, subbox: Subbox, point: Point, value: arb) -> Refuted | None:
        """A counterexample at the midpoint of a subbox, with its value; on a face outside the region, at points
        slightly inside."""
        if self.sign_test.region.contains(point):
            return refuted(point, value, self.strict) if has_sign(-value, not self.strict) else None
        found = (
            (self._counterexample_at(near) for near in self.sign_test.region.points_near(subbox.box.middle))
            if value < 0
            else iter(())
        )
        return next((refuted for refuted in found if refuted is not None), None)

    def _counterexample_at(self, point: Point) -> Refuted | None:
        found = sign_at(self.sign_test.extension.formula, point, self.strict, self.bits, self.sign_test.cap)
        return found if isinstance(found, Refuted) else None

    def _undecided(self) -> Undecided:
        subboxes = [*self.undecided, *(entry[2] for entry in self.open)]
        left = max(subboxes, key=lambda subbox: sum(subbox.box.width(axis, self.whole) for axis in subbox.box.free))
        largest = _shown(self.sign_test.region.sides(left.box))
        hard = f"the hardest: {_shown(self._deepest_sides())}; the largest: {largest}"
        return Undecided(how=f"balls: {self._effort()}, {len(subboxes)} parts left open", left=hard)

    def _effort(self) -> str:
        form = "plain" if self.sign_test.extension.derivatives is None else "plain and mean-value forms"
        at_zeros = "" if self.sign_test.zeros is None else str(self.sign_test.zeros)
        return f"{self.processed} boxes, up to {self.max_bits} bits, cuts up to {self.max_depth} deep, {form}{at_zeros}"

    def _push(self, lower_bound: float, subbox: Subbox) -> None:
        heapq.heappush(self.open, (lower_bound, next(self.tiebreak), subbox))


def _shown(sides: Sequence[Ends]) -> str:
    return " x ".join(_side(low, high) for low, high in sides)


def _side(low: Fraction | None, high: Fraction | None) -> str:
    if low is not None and low == high:
        return f"{{{_number(low)}}}"
    return f"{'(-inf' if low is None else f'[{_number(low)}'}, {'inf)' if high is None else f'{_number(high)}]'}"


def _number(x: Fraction) -> str:
    """The exact number if it is short, otherwise a decimal approximation."""
    if len(exact := str(x)) <= _LONG:
        return exact
    with balls(64) as xp:
        return f"about {xp.number(x).mid().str(12, radius=False)}"
