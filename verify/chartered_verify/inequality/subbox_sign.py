"""Parts: what balls, spans, slopes, contact and the rules of decay tell of a formula's sign on a part of a domain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flint import arb

from ..arithmetic.interval import Span, span, spans
from ..boxes.box import Box
from ..boxes.compactified import Chart, Ends, Face
from ..boxes.range_enclosure import UNREAD, Reach
from .at_infinity import positive_far_out
from .counterexample import holds
from .zeros import Contact, Key


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is open: to be shown positive, or non-negative where it is not `strict`."""

    box: Box
    bits: int
    strict: bool
    depth: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """A part as a step sees it: its sides, its box if it is finite, and the formula whose sign decides."""

    part: Part
    sides: Sequence[Ends]
    finite: Box | None
    key: Key
    reach: Reach

    @property
    def beside(self) -> list[Face]:
        """Where what is left is only asked for beside a plane, not on it."""
        return [(plane.axis, not above) for plane, above in self.key]


@dataclass(frozen=True, slots=True)
class Judge:
    """A formula on the domain of a chart, with what is known of its contact with zero, and the most bits that a point
    is worth."""

    reach: Reach
    chart: Chart
    cap: int
    contact: Contact | None = None

    def view(self, part: Part) -> View:
        """A part beside planes of contact is seen by what is left there, if the formula is defined on it."""
        plain, contact = self.seen(part, (), self.reach), self.contact
        key = contact.against(plain.sides, part.strict) if contact is not None else ()
        left = contact.left(key) if contact is not None and key else None
        return plain if left is None or not self._defined(plain) else self.seen(part, key, left)

    def seen(self, part: Part, key: Key, reach: Reach) -> View:
        """A part by what is left beside these planes."""
        sides = self.chart.sides(part.box)
        ends = [(low, high) for low, high in sides if low is not None and high is not None]
        return View(part, sides, Box(tuple(ends)) if len(ends) == len(sides) else None, key, reach)

    def _defined(self, view: View) -> bool:
        return self._span(view) is not None or (
            view.finite is not None and self.reach.over(view.finite, view.part.bits).is_finite()
        )

    def _span(self, view: View, closed: Face | None = None, axis: int | None = None) -> Span | None:
        """The values on a part (or those of the derivative along an axis), with the face `closed`; None where it may be
        undefined."""
        formula = (
            view.reach.formula if axis is None else view.reach.derivatives[axis] if view.reach.derivatives else None
        )
        if formula is None:
            return None
        with spans(view.part.bits) as xp:
            try:
                return span(formula(xp, *self.chart.spans(xp, view.sides, view.beside, closed)))
            except UNREAD:
                return None

    def low(self, view: View) -> arb:
        """All values on a finite part, by plain balls."""
        return view.reach.over(view.finite, view.part.bits) if view.finite is not None else arb.nan()

    def settled_on(self, view: View) -> bool:
        """Whether what is left is settled on a face, or a face of it, without a cut: where it is not, the part is
        smaller next time."""
        low = self.low(view)
        if self.settled(view, low) or (not view.part.strict and self.is_zero(view)):
            return True
        face = self.face(view, low, self.slopes(view, low))
        return face is not None and self.settled_on(self.seen(face, view.key, view.reach))

    def settled(self, view: View, low: arb) -> bool:
        """Whether the formula has the sign that is asked for, all over the part."""
        strict, bits = view.part.strict, view.part.bits
        if holds(low, strict):
            return True
        if self._at_end(view) or view.key or not low.is_finite():
            wide = self._span(view)
            if wide is not None and (wide.positive or (not strict and wide.low >= 0)):
                return True
        if view.finite is None:
            return positive_far_out(view.reach, view.sides, bits)
        return (
            not view.key
            and self.contact is not None
            and bool(low.is_finite())
            and self.contact.cup(view.finite, bits, strict)
        )

    def _at_end(self, view: View) -> bool:
        """Whether a part reaches an end that is none of the domain: there spans tell more than balls."""
        return view.finite is None or any(
            self.chart.at_end(axis, top, view.sides[axis]) for axis, top in self.chart.opened
        )

    def slopes(self, view: View, low: arb) -> list[arb] | None:
        """All values of each derivative on a finite part on which the formula is defined; None without derivatives."""
        return view.reach.slopes(view.finite, view.part.bits) if view.finite is not None and low.is_finite() else None

    def face(self, view: View, low: arb, slopes: Sequence[arb] | None) -> Part | None:
        """The end face on which the formula is least, if one of its slopes keeps its sign. It must be defined on the
        face as well."""
        part = view.part
        for axis in part.box.free:
            turn = self._turn(view, axis, low, slopes[axis] if slopes is not None else arb.nan())
            if turn is None:
                continue
            top, certainly = not turn[0], turn[1]
            leaves = self.chart.at_end(axis, top, view.sides[axis])
            if view.sides[axis][top] is not None and (certainly or not (leaves and part.strict)):
                return replace(part, box=part.box.face(axis, high=top), strict=part.strict and not leaves)
        return None

    def _turn(self, view: View, axis: int, low: arb, slope: arb) -> tuple[bool, bool] | None:
        """Whether it rises or falls along an axis, and whether it certainly never rests; None if it may do either."""
        if slope > 0 or slope < 0:
            return bool(slope > 0), True
        rises, falls = bool(slope >= 0), bool(slope <= 0)
        if (slope.is_finite() and not (rises or falls)) or not (view.key or self._at_end(view)):
            return (rises, False) if rises or falls else None
        rate = self._span(view, None, axis)
        for top, away in ((False, rate), (True, -rate)) if rate is not None else ():
            if away.low >= 0 and (low.is_finite() or self._span(view, (axis, top)) is not None):
                return not top, away.positive
        return (rises, False) if rises or falls else None

    def is_zero(self, view: View) -> bool:
        """Whether a part is a point at which the formula is defined, and SymPy sees that what decides there is zero."""
        point = None if view.part.box.free else self.chart.point(view.part.box.middle)
        if self.contact is None or point is None or not self.reach.at(point, self.cap).is_finite():
            return False
        return self.contact.zero_at(point, view.key)
