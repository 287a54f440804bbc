"""Enclosed minima: of a convex function by two tangents, and of any formula on a box by branch and bound. All bounds
are certified, whatever points the search visits."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from flint import arb
from msgspec import Struct, field

from ..arithmetic.ball import Balls, balls
from ..boxes.box import Box
from ..boxes.range_enclosure import Formula, IntervalExtension, branching_axis
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
    """An enclosure of the minimum over [low, high] of a function formula(xp, s) that is convex there; `derivative` is
    its derivative in s.

    Convexity and the derivative are premises (verified by claims of their own). Bisection on certified signs of the
    derivative finds s1 < s2 with slopes < 0 and > 0, close enough for `goal` bits (or for ends within `absolute`). The
    tangents at s1 and s2 bound the minimum from below, the values there from above. If the derivative has the same sign
    at both ends, the minimum is at an end of the range. Raises Undecidable if the sign at an end, or a finite value, is
    not found within `cap` bits."""
    bracket = Box.of([(low, high)], (0,) if low > 0 else ())
    start, end = bracket.sides[0]
    first, last = (sign(partial(_at, derivative, x), bits=bits, cap=cap) for x in (start, end))
    if first is not None and first >= 0:
        return enclose(partial(_at, formula, start), bits=bits, cap=cap, goal=goal)
    if last is not None and last <= 0:
        return enclose(partial(_at, formula, end), bits=bits, cap=cap, goal=goal)
    if first is None or last is None:
        raise Undecidable(f"no certain sign of the derivative at the ends of [{low}, {high}]")
    while True:
        found = _by_tangents(formula, derivative, bracket, bits, cap)
        if found is not None and _tight(found, goal, _exact(absolute)):
            return found
        smaller = _bisected(derivative, bracket, bits, cap)
        if smaller == bracket:
            if found is None:
                raise Undecidable(f"no finite tangents on {bracket}")
            return found
        bracket = smaller


def _at(formula: Formula, x: Fraction, xp: Balls) -> arb:
    return xp.number(formula(xp, xp.number(x)))


def _bisected(derivative: Formula, bracket: Box, bits: int, cap: int) -> Box:
    """At most eight bisections on the sign of the derivative; unchanged if a sign is undecided."""
    for _ in range(8):
        middle = bracket.middle[0]
        slope = sign(partial(_at, derivative, middle), bits=bits, cap=cap)
        left, right = bracket.halves(0)
        if slope is None:
            return bracket
        if slope == 0:
            return Box(((middle, middle),))
        bracket = right if slope < 0 else left
    return bracket


def _by_tangents(formula: Formula, derivative: Formula, bracket: Box, bits: int, cap: int) -> Enclosure | None:
    """An enclosure of the minimum between the ends s1, s2 of the bracket. Upper bound: the smaller of the values at s1
    and s2. Lower bound: the larger of the two numbers that the tangents at s1 and at s2 attain at the opposite end. If
    s1 = s2 is a stationary point, the value there. None without finite values within `cap` bits."""
    s1, s2 = bracket.sides[0]
    if s1 == s2:
        return enclose(partial(_at, formula, s1), bits=bits, cap=cap)
    with balls(bits) as xp:
        one, two = xp.number(s1), xp.number(s2)
        f1, f2 = formula(xp, one), formula(xp, two)
        below = [f1 + derivative(xp, one) * (two - one), f2 + derivative(xp, two) * (one - two)]
        ends = [x.lower() for x in below if x.is_finite()]
        uppers = [x.upper() for x in (f1, f2) if x.is_finite()]
    if not ends or not uppers:
        return None if 2 * bits > cap else _by_tangents(formula, derivative, bracket, 2 * bits, cap)
    return Enclosure(max(ends), min(uppers))


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
    """An enclosure of the global minimum of formula(xp, *x) on a closed box (one to three dimensions), for any shape of
    the formula.

    Branch and bound: values at points bound the minimum from above, ball enclosures over subboxes from below. Stops
    when `goal` bits agree (or the two ends are within `absolute`), or when `max_boxes` were processed; the enclosure
    contains the minimum in either case. Derivatives (trusted; see `algebra.partials`) make it much sharper: without
    them about six digits are attainable. Raises Undecidable if no finite enclosure was found."""
    search = _BestFirst(IntervalExtension(formula, derivatives), Box.of(box, log_axes), goal, cap, _exact(absolute))
    return search.run(max_boxes, bits)


class _BestFirst(Struct):
    """A best-first search: the subbox with the least lower bound is bisected next."""

    extension: IntervalExtension
    whole: Box
    goal: int
    cap: int
    absolute: arb
    best: arb | None = None
    open: list[_Subbox] = field(default_factory=list)

    def run(self, max_boxes: int, bits: int) -> Enclosure:
        with balls(bits):
            for vertex in self.whole.vertices():
                self._update_best(self.extension.at(vertex, bits))
        self._push(_Subbox(arb.neg_inf(), self.whole, bits))
        for _ in range(max_boxes):
            if (found := self._enclosed()) is not None and _tight(found, self.goal, self.absolute):
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


def _exact(x: Fraction | int) -> arb:
    with balls(256) as xp:
        return xp.number(x)


def _tight(found: Enclosure, goal: int, absolute: arb) -> bool:
    with balls(256 + 2 * goal):
        width = found.hi - found.lo
        scale = max([abs(found.lo), abs(found.hi)])
        return bool(width * arb(2) ** goal <= scale) or bool(width <= absolute)
