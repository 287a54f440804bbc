"""Minima, enclosed: of a convex function by two tangents, and of any formula on a box by branch and bound. No search is
trusted."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from flint import arb

from ..arithmetic.ball import Balls, balls
from ..boxes.box import Box
from ..boxes.range_enclosure import Formula, Reach, widest
from ..enclosure import CAP_BITS, START_BITS, Enclosure, Undecidable, enclose, sign


def convex_minimum(
    formula: Formula,
    derivative: Formula,
    low: Fraction | int,
    high: Fraction | int,
    *,
    bits: int = START_BITS,
    cap: int = CAP_BITS,
    goal: int = 64,
    absolute: Fraction | int = 0,
) -> Enclosure:
    """Enclose the minimum over [low, high] of a function formula(xp, s) that is convex there; `derivative` is its
    derivative in s.

    Convexity and the derivative are premises (claims of their own). Bisection on certified signs of the derivative
    finds s1 < s2 with slopes < 0 and > 0, close enough for `goal` bits (or for ends within `absolute`); the tangents at
    both bound the minimum from below, the values from above. A slope that keeps its sign puts the minimum at an end.
    Raises Undecidable if the sign at an end, or a finite value, is out of reach."""
    span = Box.of([(low, high)], (0,) if low > 0 else ())
    start, end = span.sides[0]
    first, last = (sign(partial(_at, derivative, x), bits=bits, cap=cap) for x in (start, end))
    if first is not None and first >= 0:
        return enclose(partial(_at, formula, start), bits=bits, cap=cap, goal=goal)
    if last is not None and last <= 0:
        return enclose(partial(_at, formula, end), bits=bits, cap=cap, goal=goal)
    if first is None or last is None:
        raise Undecidable(f"no certain sign of the derivative at the ends of [{low}, {high}]")
    while True:
        found = _by_tangents(formula, derivative, span, bits, cap)
        if found is not None and _tight(found, goal, _exact(absolute)):
            return found
        smaller = _bisected(derivative, span, bits, cap)
        if smaller == span:
            if found is None:
                raise Undecidable(f"no finite tangents on {span}")
            return found
        span = smaller


def _at(formula: Formula, x: Fraction, xp: Balls) -> arb:
    return xp.number(formula(xp, xp.number(x)))


def _bisected(derivative: Formula, span: Box, bits: int, cap: int) -> Box:
    """Eight halvings at most: the half whose slopes have opposite signs at its ends; unchanged if a sign is out of
    reach."""
    for _ in range(8):
        middle = span.middle[0]
        slope = sign(partial(_at, derivative, middle), bits=bits, cap=cap)
        left, right = span.halves(0)
        if slope is None:
            return span
        if slope == 0:
            return Box(((middle, middle),))
        span = right if slope < 0 else left
    return span


def _by_tangents(formula: Formula, derivative: Formula, span: Box, bits: int, cap: int) -> Enclosure | None:
    """Values from above; from below the larger of both tangents, each taken at the far end. At a stationary point, the
    value."""
    s1, s2 = span.sides[0]
    if s1 == s2:
        return enclose(partial(_at, formula, s1), bits=bits, cap=cap)
    with balls(bits) as xp:
        one, two = xp.number(s1), xp.number(s2)
        f1, f2 = formula(xp, one), formula(xp, two)
        below = [f1 + derivative(xp, one) * (two - one), f2 + derivative(xp, two) * (one - two)]
        ends = [x.lower() for x in below if x.is_finite()]
        tops = [x.upper() for x in (f1, f2) if x.is_finite()]
    if not ends or not tops:
        return None if 2 * bits > cap else _by_tangents(formula, derivative, span, 2 * bits, cap)
    return Enclosure(max(ends), min(tops))


def minimum_over(
    formula: Formula,
    box: Sequence[tuple[Fraction | int, Fraction | int]],
    *,
    derivatives: Sequence[Formula] | None = None,
    log_axes: Sequence[int] = (),
    goal: int = 30,
    absolute: Fraction | int = 0,
    max_boxes: int = 20000,
    bits: int = 64,
    cap: int = 1024,
) -> Enclosure:
    """Enclose the global minimum of formula(xp, *x) on a closed box (one to three dimensions), whatever its shape.

    Branch and bound: values at points bound the minimum from above, balls over the parts from below. Stops when `goal`
    bits agree (or the two ends are within `absolute`), or when `max_boxes` were looked at; the enclosure holds the
    minimum either way. Derivatives (trusted; see `algebra.partials`) make it much sharper: without them about six
    digits are in reach. Raises Undecidable if no finite enclosure was found."""
    search = _Descent(Reach(formula, derivatives), Box.of(box, log_axes), goal, cap, _exact(absolute))
    return search.run(max_boxes, bits)


@dataclass(slots=True)
class _Descent:
    """Best first: the part with the lowest lower bound is cut next."""

    reach: Reach
    whole: Box
    goal: int
    cap: int
    absolute: arb
    best: arb | None = None
    open: list[_Part] = field(default_factory=list)

    def run(self, max_boxes: int, bits: int) -> Enclosure:
        with balls(bits):
            for corner in self.whole.corners():
                self._offer(self.reach.at(corner, bits))
        self._push(_Part(arb.neg_inf(), self.whole, bits))
        for _ in range(max_boxes):
            if (found := self._now()) is not None and _tight(found, self.goal, self.absolute):
                return found
            part = heapq.heappop(self.open)
            with balls(part.bits):  # ends of balls are rounded to the working precision
                self._look(part)
            if not part.box.free and 2 * part.bits > self.cap:
                break  # the least bound belongs to a point, and no precision is left to raise it
        if (found := self._now()) is None:
            raise Undecidable(f"no finite bounds after {max_boxes} boxes")
        return found

    def _now(self) -> Enclosure | None:
        """From the least lower bound of an open part to the best value. The part that holds the minimum is always
        open."""
        low = self.open[0].low
        return Enclosure(low, self.best) if self.best is not None and low.is_finite() else None

    def _look(self, part: _Part) -> None:
        """Bound a part from below, and keep its halves."""
        box, bits = part.box, part.bits
        ball = self.reach.over(box, bits)
        slopes = self.reach.slopes(box, bits) if ball.is_finite() else None
        if slopes is not None and (face := self.reach.low_face(box, slopes)) != box:
            self._push(_Part(part.low, face, bits))
            return
        value = self.reach.at(box.middle, bits)
        self._offer(value)
        balls_over = [ball] if slopes is None else [ball, self.reach.mean_value(box, slopes, value, bits)]
        low = max([part.low, *(x.lower() for x in balls_over if x.is_finite())])
        ball = next((x for x in reversed(balls_over) if x.is_finite()), ball)
        clear = value.is_finite() and (not ball.is_finite() or value.is_exact() or 8 * value.rad() < ball.rad())
        bits = bits if clear else min(2 * bits, self.cap)
        for half in box.halves(widest(box, self.whole, slopes)) if box.free else (box,):
            self._push(_Part(low, half, bits))

    def _offer(self, value: arb) -> None:
        if value.is_finite() and (self.best is None or value.upper() < self.best):
            self.best = value.upper()

    def _push(self, part: _Part) -> None:
        if self.best is None or not part.low > self.best:
            heapq.heappush(self.open, part)


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A box, and an exact number that the formula does not go below there."""

    low: arb
    box: Box
    bits: int

    def __lt__(self, other: _Part) -> bool:
        return bool(self.low < other.low)


def _exact(x: Fraction | int) -> arb:
    with balls(256) as xp:
        return xp.number(x)


def _tight(found: Enclosure, goal: int, absolute: arb) -> bool:
    with balls(256 + 2 * goal):
        width = found.hi - found.lo
        scale = max([abs(found.lo), abs(found.hi)])
        return bool(width * arb(2) ** goal <= scale) or bool(width <= absolute)
