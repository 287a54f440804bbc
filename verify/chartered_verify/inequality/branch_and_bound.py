"""Hunting: one run of branch and bound over the parts of a domain, the part that looks worst first."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from math import inf
from random import Random

from flint import arb

from ..arithmetic.ball import balls
from ..boxes.box import Box, Point
from ..boxes.compactified import Ends
from ..boxes.range_enclosure import widest
from ..enclosure import Enclosure
from ..statements.verdict import Proved, Refuted, Undecided, Verdict
from .counterexample import holds, refuted, sign_at, zero
from .subbox_sign import Judge, Part, View
from .zeros import simplest

_AROUND = (0, 4, 32, 1024, 2**15)
"""How many of its lengths beyond the hardest part a point of contact is sought."""
_LONG = 24
_DEEPEST = 2000
"""Cuts of a part after which it is left: towards infinity, or a pole, there is no end of them."""
HUNTED = 200
"""Random points at which a counterexample is sought before the cutting starts."""


@dataclass(slots=True)
class Hunt:
    """A formula that is to be positive (or not negative) all over a domain. Working precision rises from `bits` up to
    the judge's cap."""

    judge: Judge
    whole: Box
    strict: bool
    bits: int
    seen: int = 0
    deepest: int = 0
    most_bits: int = 0
    hunted: int = 0
    ticket: count[int] = field(default_factory=count)
    open: list[tuple[float, int, Part]] = field(default_factory=list)
    stuck: list[Part] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._push(-inf, Part(self.whole, self.bits, self.strict))

    def suspects(self, hunt: bool, seed: int) -> Refuted | None:
        """Looks for a counterexample in the corners, and at random points."""
        random = Random(seed)
        places = list(self.whole.corners())
        places += [self.whole.random_point(random) for _ in range(HUNTED if hunt else 0)]
        points = [point for place in places for point in self.judge.chart.nearby(place)]
        self.hunted = len(points) if hunt else 0
        return next((found for point in points if (found := self._refuted_at(point)) is not None), None)

    def run(self, max_parts: int) -> Verdict:
        """Cuts until nothing is open, or `max_parts` were looked at; called again it goes on."""
        while self.open:
            if self.seen >= max_parts:
                return self._undecided()
            if (found := self._look(heapq.heappop(self.open)[2])) is not None:
                return found
        return self._undecided() if self.stuck else Proved(how=f"balls cover the box: {self._effort()}")

    def _hardest(self) -> list[Ends]:
        """The sides of the part that was cut most and is still open."""
        parts = [*self.stuck, *(entry[2] for entry in self.open)]
        return self.judge.chart.sides(max(parts, key=lambda part: part.depth).box)

    def suspected(self) -> tuple[list[tuple[int, Fraction]], list[Point]]:
        """Planes and points where it may be zero: the ends of the domain, and the simplest numbers in the hardest
        part."""
        ends = [(axis, end) for axis, side in enumerate(self.judge.chart.ends) for end in side if end is not None]
        planes, points = (
            ends,
            [point for place in self.whole.corners() if (point := self.judge.chart.point(place)) is not None],
        )
        sides = [(low, high) for low, high in self._hardest() if low is not None and high is not None]
        for step in _AROUND if len(sides) == len(self.judge.chart.ends) else ():
            near = tuple(simplest(low - step * (high - low), high + step * (high - low)) for low, high in sides)
            planes, points = [*planes, *enumerate(near)], [*points, near]
        return planes, points

    def _look(self, part: Part) -> Refuted | None:
        """Settle a part, refute in its middle, or cut it in two."""
        self.seen, self.deepest, self.most_bits = (
            self.seen + 1,
            max(self.deepest, part.depth),
            max(self.most_bits, part.bits),
        )
        view = self.judge.view(part)
        low = self.judge.low(view)
        if self.judge.settled(view, low):
            return None
        slopes = self.judge.slopes(view, low)
        if (face := self.judge.face(view, low, slopes)) is not None:
            if not view.key:
                self._push(-inf, face)
                return None
            if self.judge.settled_on(self.judge.seen(face, view.key, view.reach)):
                return None
        if (found := self._refuted_near(part)) is not None:
            return found
        if not part.box.free:
            return self._sharpen(view)
        value = None
        if view.finite is not None:
            value, slopes = (
                view.reach.at(view.finite.middle, part.bits),
                slopes or view.reach.slopes(view.finite, part.bits),
            )
            if slopes is not None and low.is_finite():
                better = view.reach.mean_value(view.finite, slopes, value, part.bits)
                if holds(better, part.strict):
                    return None
                low = better if better.is_finite() and better.lower() > low.lower() else low
        self._cut(view, low, slopes, self._raised(low, value, part.bits))
        return None

    def _cut(self, view: View, low: arb, slopes: list[arb] | None, bits: int) -> None:
        part, box = view.part, view.part.box
        if part.depth >= _DEEPEST:
            self.stuck.append(part)
            return
        worst = Enclosure.of(low).lower if not low.is_nan() else -inf
        for half in self._halves(box, widest(box, self.whole, slopes if view.finite == box else None)):
            self._push(worst, replace(part, box=half, bits=bits, depth=part.depth + 1))

    def _halves(self, box: Box, axis: int) -> tuple[Box, Box]:
        """At a plane of contact if there is one inside, else in the middle."""
        for plane in self.judge.contact.planes if self.judge.contact is not None else ():
            low, high = box.sides[plane.axis]
            if low < (at := self.judge.chart.place(plane.axis, plane.at)) < high:
                return box.cut(plane.axis, at)
        return box.halves(axis)

    def _sharpen(self, view: View) -> Refuted | None:
        """A part without length is decided by precision, or exactly by SymPy, or never."""
        part, point = view.part, self.judge.chart.point(view.part.box.middle)
        if 2 * part.bits <= self.judge.cap:
            self._push(-inf, replace(part, bits=2 * part.bits))
        elif not self.judge.is_zero(view):
            self.stuck.append(part)
        elif part.strict:
            if point is not None and not view.key and self.judge.chart.holds(point):
                return zero(point)
            self.stuck.append(part)
        return None

    def _raised(self, low: arb, value: arb | None, bits: int) -> int:
        """More bits once the rounding at one point is a good part of what the whole box reaches."""
        if value is None:
            return bits
        clear = value.is_finite() and (not low.is_finite() or value.is_exact() or 8 * value.rad() < low.rad())
        return bits if clear else min(2 * bits, self.judge.cap)

    def _refuted_near(self, part: Part) -> Refuted | None:
        """A counterexample in the middle of a part; from a face that does not belong to the domain, a little inside."""
        point = self.judge.chart.point(part.box.middle)
        if point is None:
            return None
        value = self.judge.reach.at(point, part.bits)
        if self.judge.chart.holds(point):
            return refuted(point, value, self.strict) if holds(-value, not self.strict) else None
        found = (self._refuted_at(near) for near in self.judge.chart.nearby(part.box.middle)) if value < 0 else iter(())
        return next((refuted for refuted in found if refuted is not None), None)

    def _refuted_at(self, point: Point) -> Refuted | None:
        found = sign_at(self.judge.reach.formula, point, self.strict, self.bits, self.judge.cap)
        return found if isinstance(found, Refuted) else None

    def _undecided(self) -> Undecided:
        parts = [*self.stuck, *(entry[2] for entry in self.open)]
        left = max(parts, key=lambda part: sum(part.box.width(axis, self.whole) for axis in part.box.free))
        hard = f"the hardest: {_shown(self._hardest())}; the largest: {_shown(self.judge.chart.sides(left.box))}"
        return Undecided(how=f"balls: {self._effort()}, {len(parts)} parts left open", left=hard)

    def _effort(self) -> str:
        form = "plain" if self.judge.reach.derivatives is None else "plain and mean-value forms"
        touching = "" if self.judge.contact is None else str(self.judge.contact)
        return f"{self.seen} boxes, up to {self.most_bits} bits, cuts up to {self.deepest} deep, {form}{touching}"

    def _push(self, worst: float, part: Part) -> None:
        heapq.heappush(self.open, (worst, next(self.ticket), part))


def _shown(sides: Sequence[Ends]) -> str:
    return " x ".join(_side(low, high) for low, high in sides)


def _side(low: Fraction | None, high: Fraction | None) -> str:
    if low is not None and low == high:
        return f"{{{_number(low)}}}"
    return f"{'(-inf' if low is None else f'[{_number(low)}'}, {'inf)' if high is None else f'{_number(high)}]'}"


def _number(x: Fraction) -> str:
    """Exact where that is short."""
    if len(exact := str(x)) <= _LONG:
        return exact
    with balls(64) as xp:
        return f"about {xp.number(x).mid().str(12, radius=False)}"
