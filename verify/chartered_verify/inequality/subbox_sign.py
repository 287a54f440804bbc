"""Sign test of a formula f on one subbox: by the natural interval extension, by extended intervals, by monotonicity, at
known zeros, and by asymptotic bounds on a side without an end."""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb
from msgspec import Struct
from msgspec.structs import replace

from ..arithmetic.interval import Interval, interval, intervals
from ..boxes.box import Box
from ..boxes.range_enclosure import UNSUPPORTED, IntervalExtension
from ..boxes.region import Ends, Face, Region
from ..catching import ours
from .at_infinity import positive_to_infinity
from .counterexample import has_sign
from .zeros_on_faces import AdjacentPlanes, KnownZeros


class Subbox(Struct, frozen=True):
    """A node of branch and bound: a box on which f > 0 is to be shown (f >= 0 unless `strict`), the working precision
    in `bits`, and its depth in the tree."""

    box: Box
    bits: int
    strict: bool
    depth: int = 0


class Subproblem(Struct, frozen=True):
    """The statement to prove on a subbox. `extension`: that of f, or of the derivative that decides the sign beside the
    adjacent `planes` of zeros. `sides`: in the coordinates of f. `finite`: their box, if all of them have ends."""

    subbox: Subbox
    sides: Sequence[Ends]
    finite: Box | None
    planes: AdjacentPlanes
    extension: IntervalExtension

    @property
    def excluded(self) -> list[Face]:
        """The faces on adjacent planes of zeros: the sign of the derivative is needed only beside them."""
        return [(plane.axis, not above) for plane, above in self.planes]


class SignTest(Struct, frozen=True):
    """The test of a formula on a region, with the known zeros, at up to `cap` bits of precision."""

    extension: IntervalExtension
    region: Region
    cap: int
    zeros: KnownZeros | None = None

    def subproblem(self, subbox: Subbox) -> Subproblem:
        """The subproblem of a subbox: with the deciding derivative beside planes of zeros, if f is defined there."""
        plain, zeros = self.subproblem_with(subbox, (), self.extension), self.zeros
        planes = zeros.adjacent_planes(plain.sides, subbox.strict) if zeros is not None else ()
        deciding = zeros.deciding_derivative(planes) if zeros is not None and planes else None
        return plain if deciding is None or not self._defined(plain) else self.subproblem_with(subbox, planes, deciding)

    def subproblem_with(self, subbox: Subbox, planes: AdjacentPlanes, extension: IntervalExtension) -> Subproblem:
        """The subproblem of a subbox with these adjacent planes and the extension that decides beside them."""
        sides = self.region.sides(subbox.box)
        ends = [(low, high) for low, high in sides if low is not None and high is not None]
        return Subproblem(subbox, sides, Box(tuple(ends)) if len(ends) == len(sides) else None, planes, extension)

    def _defined(self, subproblem: Subproblem) -> bool:
        return self._interval_range(subproblem) is not None or (
            subproblem.finite is not None
            and self.extension.natural(subproblem.finite, subproblem.subbox.bits).is_finite()
        )

    def _interval_range(
        self, subproblem: Subproblem, kept_face: Face | None = None, axis: int | None = None
    ) -> Interval | None:
        """The range of f on a subbox (or of its derivative along `axis`), including `kept_face`; None if it may be
        undefined."""
        formula = (
            subproblem.extension.formula
            if axis is None
            else subproblem.extension.derivatives[axis]
            if subproblem.extension.derivatives
            else None
        )
        if formula is None:
            return None
        with intervals(subproblem.subbox.bits) as xp:
            try:
                return interval(
                    formula(xp, *self.region.intervals(xp, subproblem.sides, subproblem.excluded, kept_face))
                )
            except ours(*UNSUPPORTED):
                return None

    def natural_range(self, subproblem: Subproblem) -> arb:
        """The range on a bounded subbox, by the natural interval extension; NaN on an unbounded one."""
        return (
            subproblem.extension.natural(subproblem.finite, subproblem.subbox.bits)
            if subproblem.finite is not None
            else arb.nan()
        )

    def decided_on_face(self, subproblem: Subproblem) -> bool:
        """Whether the sign is proved on a face, or on a face of that face, without branching."""
        natural_range = self.natural_range(subproblem)
        if self.has_sign(subproblem, natural_range) or (not subproblem.subbox.strict and self.is_zero(subproblem)):
            return True
        minimising_face = self.minimising_face(subproblem, natural_range, self.gradient(subproblem, natural_range))
        return minimising_face is not None and self.decided_on_face(
            self.subproblem_with(minimising_face, subproblem.planes, subproblem.extension)
        )

    def has_sign(self, subproblem: Subproblem, natural_range: arb) -> bool:
        """Whether the sign is proved on the whole subbox."""
        strict, bits = subproblem.subbox.strict, subproblem.subbox.bits
        if has_sign(natural_range, strict):
            return True
        if self._at_end(subproblem) or subproblem.planes or not natural_range.is_finite():
            interval_range = self._interval_range(subproblem)
            if interval_range is not None and (interval_range.positive or (not strict and interval_range.low >= 0)):
                return True
        if subproblem.finite is None:
            return positive_to_infinity(subproblem.extension, subproblem.sides, bits)
        return (
            not subproblem.planes
            and self.zeros is not None
            and bool(natural_range.is_finite())
            and self.zeros.convex_near_zero(subproblem.finite, bits, strict)
        )

    def _at_end(self, subproblem: Subproblem) -> bool:
        """Whether a subbox reaches an open end of the region, where extended intervals are tighter than balls."""
        return subproblem.finite is None or any(
            self.region.is_open_end(axis, high, subproblem.sides[axis]) for axis, high in self.region.opened
        )

    def gradient(self, subproblem: Subproblem, natural_range: arb) -> list[arb] | None:
        """The range of each partial derivative on a bounded subbox on which f is defined; otherwise, or without
        derivatives, None."""
        return (
            subproblem.extension.gradient(subproblem.finite, subproblem.subbox.bits)
            if subproblem.finite is not None and natural_range.is_finite()
            else None
        )

    def minimising_face(
        self, subproblem: Subproblem, natural_range: arb, gradient: Sequence[arb] | None
    ) -> Subbox | None:
        """The face on which f is least, if f is monotone along an axis and defined on the face; otherwise None."""
        subbox = subproblem.subbox
        for axis in subbox.box.free:
            monotone = self._monotonicity(
                subproblem, axis, natural_range, gradient[axis] if gradient is not None else arb.nan()
            )
            if monotone is None:
                continue
            high, certainly = not monotone[0], monotone[1]
            onto_open_end = self.region.is_open_end(axis, high, subproblem.sides[axis])
            if subproblem.sides[axis][high] is not None and (certainly or not (onto_open_end and subbox.strict)):
                return replace(subbox, box=subbox.box.face(axis, high=high), strict=subbox.strict and not onto_open_end)
        return None

    def _monotonicity(
        self, subproblem: Subproblem, axis: int, natural_range: arb, slope: arb
    ) -> tuple[bool, bool] | None:
        """(whether f increases along an axis, whether strictly); None if neither direction is proved."""
        if slope > 0 or slope < 0:
            return bool(slope > 0), True
        rises, falls = bool(slope >= 0), bool(slope <= 0)
        if (slope.is_finite() and not (rises or falls)) or not (subproblem.planes or self._at_end(subproblem)):
            return (rises, False) if rises or falls else None
        derivative = self._interval_range(subproblem, None, axis)
        for high, outward in ((False, derivative), (True, -derivative)) if derivative is not None else ():
            if outward.low >= 0 and (
                natural_range.is_finite() or self._interval_range(subproblem, (axis, high)) is not None
            ):
                return not high, outward.positive
        return (rises, False) if rises or falls else None

    def is_zero(self, subproblem: Subproblem) -> bool:
        """Whether a subbox is a point at which f is defined and the deciding formula is exactly 0, by SymPy."""
        point = None if subproblem.subbox.box.free else self.region.point(subproblem.subbox.box.middle)
        if self.zeros is None or point is None or not self.extension.at(point, self.cap).is_finite():
            return False
        return self.zeros.vanishes_at(point, subproblem.planes)
