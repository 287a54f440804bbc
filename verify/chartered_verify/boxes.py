"""Boxes: proves or refutes an inequality on a whole box by cutting it (branch and bound in balls).

A formula is `formula(xp, *coordinates)`, written once for every arithmetic. An unbounded domain is the caller's to map to a finite
box by a change of variable inside the formula: x in [a, inf) is `x = a + t/(1-t)`, or `x = 1/t` with t in (0, 1/a]; the limit point
must then be given its own argument (value, slope) or be cut off by a closed bound, since the box is closed. Where an inequality
touches zero no cutting ends: restate it there (value, slope, curvature) and prove the parts.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from math import inf
from random import Random

from flint import arb

from .box import Box, Point
from .reach import Formula, Reach, widest
from .values import Enclosure
from .verdict import Proved, Refuted, Undecided, Verdict

Sides = Sequence[tuple[Fraction | int, Fraction | int]]
HUNTED = 200
"""Random points at which a counterexample is sought before the cutting starts."""


def prove_positive(
    formula: Formula,
    box: Sides,
    *,
    max_boxes: int = 20000,
    bits: int = 64,
    cap: int = 1024,
    hunt: bool = True,
    derivatives: Sequence[Formula] | None = None,
    log_axes: Sequence[int] = (),
    seed: int = 20200113,
) -> Verdict:
    """Decide whether formula(xp, *x) > 0 at every point x of the closed box.

    Proved: every part of a covering is certainly positive. Refuted: a rational point is certainly not, and is the witness. Undecided:
    `max_boxes` parts were looked at, or the formula has no finite ball on some part. `derivatives` (one formula for each axis; see
    `algebra.partials`) allow the mean-value form and monotonicity; they are trusted. `log_axes` are cut at geometric means.
    Working precision starts at `bits` and rises up to `cap` where rounding, not the size of the part, is in the way.
    Raises TypeError or ValueError for a box that is none.
    """
    return _Hunt(Reach(formula, derivatives), Box.of(box, log_axes), True, max_boxes, bits, cap).decide(hunt, seed)


def prove_nonnegative(
    formula: Formula,
    box: Sides,
    *,
    max_boxes: int = 20000,
    bits: int = 64,
    cap: int = 1024,
    hunt: bool = True,
    derivatives: Sequence[Formula] | None = None,
    log_axes: Sequence[int] = (),
    seed: int = 20200113,
) -> Verdict:
    """Decide whether formula(xp, *x) >= 0 at every point x of the closed box; otherwise as `prove_positive`."""
    return _Hunt(Reach(formula, derivatives), Box.of(box, log_axes), False, max_boxes, bits, cap).decide(hunt, seed)


@dataclass(slots=True)
class _Hunt:
    """One run of branch and bound; the part that looks worst is looked at first."""

    reach: Reach
    whole: Box
    strict: bool
    max_boxes: int
    bits: int
    cap: int
    seen: int = 0
    deepest: int = 0
    most_bits: int = 0
    hunted: int = 0
    ticket: count[int] = field(default_factory=count)
    open: list[tuple[float, int, Box, int, int]] = field(default_factory=list)
    stuck: list[Box] = field(default_factory=list)

    def decide(self, hunt: bool, seed: int) -> Verdict:
        for point in self._suspects(hunt, seed):
            if (refuted := self._refuted_at(point)) is not None:
                return refuted
        self._push(-inf, self.whole, self.bits, 0)
        while self.open:
            if self.seen >= self.max_boxes:
                return self._undecided()
            _, _, box, bits, depth = heapq.heappop(self.open)
            if (found := self._look(box, bits, depth)) is not None:
                return found
        if self.stuck:
            return self._undecided()
        return Proved(how=f"balls cover the box: {self._effort()}", hunted=self.hunted)

    def _suspects(self, hunt: bool, seed: int) -> list[Point]:
        random = Random(seed)
        points = list(self.whole.corners())
        points += [self.whole.random_point(random) for _ in range(HUNTED if hunt else 0)]
        self.hunted = len(points) if hunt else 0
        return points

    def _look(self, box: Box, bits: int, depth: int) -> Refuted | None:
        """Settle a part, refute in its middle, or cut it in two."""
        self.seen, self.deepest, self.most_bits = self.seen + 1, max(self.deepest, depth), max(self.most_bits, bits)
        low = self.reach.over(box, bits)
        if self._holds(low):
            return None
        slopes = self.reach.slopes(box, bits) if low.is_finite() else None
        if slopes is not None and (face := self.reach.low_face(box, slopes)) != box:
            self._push(-inf, face, bits, depth)
            return None
        middle = box.middle
        value = self.reach.at(middle, bits)
        if self._fails(value):
            return self._refuted(middle, value)
        if not box.free:
            self._sharpen(box, bits, depth)
            return None
        if slopes is not None:
            better = self.reach.mean_value(box, slopes, value, bits)
            if self._holds(better):
                return None
            low = better if better.is_finite() and better.lower() > low.lower() else low
        self._cut(box, low, slopes, self._raised(low, value, bits), depth)
        return None

    def _cut(self, box: Box, low: arb, slopes: list[arb] | None, bits: int, depth: int) -> None:
        worst = Enclosure.of(low).lower if not low.is_nan() else -inf
        for half in box.halves(widest(box, self.whole, slopes)):
            self._push(worst, half, bits, depth + 1)

    def _sharpen(self, box: Box, bits: int, depth: int) -> None:
        """A part without length is decided by precision alone, or never."""
        if 2 * bits > self.cap:
            self.stuck.append(box)
        else:
            self._push(-inf, box, 2 * bits, depth)

    def _raised(self, low: arb, value: arb, bits: int) -> int:
        """More bits once the rounding at one point is a good part of what the whole box reaches."""
        clear = value.is_finite() and (not low.is_finite() or value.is_exact() or 8 * value.rad() < low.rad())
        return bits if clear else min(2 * bits, self.cap)

    def _refuted_at(self, point: Point) -> Refuted | None:
        bits = self.bits
        while bits <= self.cap:
            value = self.reach.at(point, bits)
            if self._fails(value):
                return self._refuted(point, value)
            if self._holds(value) or value.is_nan():
                return None
            bits *= 2
        return None

    def _holds(self, value: arb) -> bool:
        return bool(value > 0) if self.strict else bool(value >= 0)

    def _fails(self, value: arb) -> bool:
        return bool(value <= 0) if self.strict else bool(value < 0)

    def _refuted(self, point: Point, value: arb) -> Refuted:
        want = "positive" if self.strict else "non-negative"
        witness = {"point": [str(x) for x in point], "value": Enclosure.of(value).upper_exact}
        return Refuted(how=f"balls: certainly not {want} at a point of the box", witness=witness)

    def _undecided(self) -> Undecided:
        parts = [*self.stuck, *(entry[2] for entry in self.open)]
        left = max(parts, key=lambda box: sum(box.width(axis, self.whole) for axis in box.free))
        return Undecided(how=f"balls: {self._effort()}, {len(parts)} parts left open", left=f"the largest: {left}")

    def _effort(self) -> str:
        form = "plain" if self.reach.derivatives is None else "plain and mean-value forms"
        return f"{self.seen} boxes, up to {self.most_bits} bits, cuts up to {self.deepest} deep, {form}"

    def _push(self, worst: float, box: Box, bits: int, depth: int) -> None:
        heapq.heappush(self.open, (worst, next(self.ticket), box, bits, depth))
