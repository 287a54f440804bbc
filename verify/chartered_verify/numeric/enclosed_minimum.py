"""Enclosed minima of a formula on a box, by branch and bound. All bounds are certified, whatever points the search
visits."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from fractions import Fraction

from flint import arb
from msgspec import Struct, field

from ..arithmetic.ball import balls
from ..boxes.box import Box
from ..boxes.range_enclosure import Formula, IntervalExtension, branching_axis
from ..enclosure import Enclosure, Undecidable

_BITS = 64
"""The first working precision."""


def minimum_over(
    formula: Formula,
    box: Sequence[tuple[Fraction | int, Fraction | int]],
    *,
    derivatives: Sequence[Formula] | None = None,
    log_axes: Sequence[int] = (),
    goal: int = 30,
    max_boxes: int = 20000,
    cap: int = 1024,
) -> Enclosure:
    """An enclosure of the global minimum of formula(xp, *x) on a closed box (one to three dimensions), for any shape of
    the formula.

    Branch and bound: values at points bound the minimum from above, ball enclosures over subboxes from below. Stops
    when `goal` bits agree, or when `max_boxes` were processed; the enclosure
    contains the minimum in either case. Derivatives (trusted; see `algebra.partials`) make it much sharper: without
    them about six digits are attainable. Raises Undecidable if no finite enclosure was found."""
    search = _BestFirst(IntervalExtension(formula, derivatives), Box.of(box, log_axes), goal, cap)
    return search.run(max_boxes)


class _BestFirst(Struct):
    """A best-first search: the subbox with the least lower bound is bisected next."""

    extension: IntervalExtension
    whole: Box
    goal: int
    cap: int
    best: arb | None = None
    open: list[_Subbox] = field(default_factory=list)

    def run(self, max_boxes: int) -> Enclosure:
        with balls(_BITS):
            for vertex in self.whole.vertices():
                self._update_best(self.extension.at(vertex, _BITS))
        self._push(_Subbox(arb.neg_inf(), self.whole, _BITS))
        for _ in range(max_boxes):
            if (found := self._enclosed()) is not None and _tight(found, self.goal):
                return found
            subbox = heapq.heappop(self.open)
            with balls(subbox.bits):  # ends of balls are rounded to the working precision
                self._process(subbox)
            if not subbox.box.free and 2 * subbox.bits > self.cap:
                break  # the least bound belongs to a point, and no precision is left to raise it
        if (found := self._enclosed()) is None:
            raise Undecidable(f"no finite bounds after {max_boxes} boxes")
        return found

    def _enclosed(self) -> Enclosure | None:
        """The enclosure from the least lower bound of an open subbox to the best value found; None unless both are
        finite. A subbox that contains the minimum is always open."""
        low = self.open[0].low
        return Enclosure(low, self.best) if self.best is not None and low.is_finite() else None

    def _process(self, subbox: _Subbox) -> None:
        """Computes a lower bound on a subbox and adds its halves to the queue."""
        box, bits = subbox.box, subbox.bits
        ball = self.extension.natural(box, bits)
        gradient = self.extension.gradient(box, bits) if ball.is_finite() else None
        if gradient is not None and (face := self.extension.minimising_face(box, gradient)) != box:
            self._push(_Subbox(subbox.low, face, bits))
            return
        value = self.extension.at(box.middle, bits)
        self._update_best(value)
        balls_over = [ball] if gradient is None else [ball, self.extension.mean_value(box, gradient, value, bits)]
        low = max([subbox.low, *(x.lower() for x in balls_over if x.is_finite())])
        ball = next((x for x in reversed(balls_over) if x.is_finite()), ball)
        clear = value.is_finite() and (not ball.is_finite() or value.is_exact() or 8 * value.rad() < ball.rad())
        bits = bits if clear else min(2 * bits, self.cap)
        for half in box.halves(branching_axis(box, self.whole, gradient)) if box.free else (box,):
            self._push(_Subbox(low, half, bits))

    def _update_best(self, value: arb) -> None:
        if value.is_finite() and (self.best is None or value.upper() < self.best):
            self.best = value.upper()

    def _push(self, subbox: _Subbox) -> None:
        if self.best is None or not subbox.low > self.best:
            heapq.heappush(self.open, subbox)


class _Subbox(Struct, frozen=True, eq=False):
    """A box, and an exact lower bound on the formula there."""

    low: arb
    box: Box
    bits: int

    def __lt__(self, other: _Subbox) -> bool:
        return bool(self.low < other.low)


def _tight(found: Enclosure, goal: int) -> bool:
    with balls(256 + 2 * goal):
        width = found.hi - found.lo
        scale = max([abs(found.lo), abs(found.hi)])
        return bool(width * arb(2) ** goal <= scale)
