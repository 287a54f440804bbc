"""Proof or refutation of an inequality f > 0 or f >= 0 on a box, by branch and bound in ball arithmetic (Moore 1966),
in any dimension, mostly one to three.

A formula is `formula(xp, *coordinates)`, written once for every arithmetic. A side may have no end (None): there f is
bounded by extended intervals, by monotonicity, by asymptotic bounds, and if all fail after the substitution x -> 1/u.
Near a zero of f bisection does not end; zeros are then sought at the ends of the region and in the deepest subbox, and
derivatives decide the sign around them (see `zeros`). Inequalities that are still undecided are tried by signs of
derivatives in positive symbols (see `monotone`)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from ..algebra.sympy_time_budget import OverWork, budget
from ..arithmetic.ball import RealBalls
from ..boxes.range_enclosure import Formula, IntervalExtension, value_at
from ..boxes.region import Region
from ..catching import ours
from ..monotone import prove
from ..spot_checks.admitted import Pointwise, admitted
from ..statements.verdict import Proved, Refuted, Undecided, Verdict
from .admissible import inadmissible
from .branch_and_bound import BranchAndBound
from .counterexample import exact_sign_at, is_zero, sign_at, zero
from .faces import BoundaryFace, boundary_faces
from .reciprocal import Reciprocal
from .subbox_sign import SignTest
from .zeros_on_faces import KnownZeros

Sides = Sequence[tuple[Fraction | int | None, Fraction | int | None]]
FIRST_BOXES = 500
"""The number of subboxes that are processed before zeros are sought, and again after some are found."""
_TURNS = ((2, 5000), (30, 10**9))
"""(processor seconds for signs of derivatives, number of subboxes after that): first a cheap attempt."""
_ZERO_SEARCHES = 6
_TRIED = 20
"""The number of points at which an unproved formula is evaluated to see whether it has any value."""


def prove_positive(
    formula: Formula,
    box: Sides,
    *,
    strict: bool = True,
    max_boxes: int = 20000,
    bits: int = 64,
    cap: int = 1024,
    hunt: bool = True,
    derivatives: Sequence[Formula] | None = None,
    log_axes: Sequence[int] = (),
    seed: int = 20200113,
    inside: bool = False,
) -> Verdict:
    """Decides whether formula(xp, *x) > 0 (>= 0 unless `strict`) at every point x of the box. Its ends belong to it
    unless `inside`; None means that a side has no end.

    Proved: f > 0 on every subbox of a covering. Refuted: certainly not positive at a rational point, the witness.
    Undecided: `max_boxes` subboxes were processed, or the formula has no finite ball on one of them. `derivatives` (one
    formula for each axis; see `algebra.partials`) allow the mean-value form and monotonicity; they are trusted.
    `log_axes` are divided at geometric means. The working precision starts at `bits` and rises up to `cap` where
    rounding, not the size of the subbox, prevents a decision. Raises TypeError or ValueError for an invalid box."""
    limits = _Limits(max_boxes, bits, cap)
    region = Region.interior(box) if inside else Region.of(box)
    return _Problem(IntervalExtension(formula, derivatives), region, strict, limits, log_axes).admitted(hunt, seed)


prove_nonnegative = partial(prove_positive, strict=False)
"""Decides whether formula(xp, *x) >= 0 at every point x of the box; otherwise as `prove_positive`."""


def statement(
    formula: Formula, region: Region, strict: bool, bits: int = 64, cap: int = 1024, letters: Sequence[str] = ()
) -> Pointwise:
    """The statement that formula(xp, *x) > 0, or >= 0, at every point of a region; witnesses may name its letters."""
    return Pointwise(region, lambda point: exact_sign_at(formula, point, strict, bits, cap), [formula], letters)


class _Limits(Struct, frozen=True):
    max_boxes: int
    bits: int
    cap: int


class _Problem(Struct, frozen=True):
    """The inequality f > 0, or >= 0 unless `strict`, on a region."""

    extension: IntervalExtension
    region: Region
    strict: bool
    limits: _Limits
    log_axes: Sequence[int] = ()

    def admitted(self, sampled: bool, seed: int) -> Verdict:
        """The verdict, checked for agreement with the domain; undecided for a formula that is not admissible."""
        if (wrong := inadmissible(self.extension.formula, [None] * len(self.region.ends))) is not None:
            return Undecided(wrong, left="all of it")
        found = admitted(self.statement, self.decide(sampled, seed), seed)
        if isinstance(found, Undecided) and self._is_vacuous(seed):
            return replace(found, how=f"nothing is stated: at none of {_TRIED} points there is a value; {found.how}")
        return found

    def _is_vacuous(self, seed: int) -> bool:
        """Whether the formula has no value at any of several points of the region."""
        random, box = Random(seed), self.region.box(self.log_axes)
        points = (point for _ in range(_TRIED) for point in self.region.points_near(box.random_point(random))[:1])
        return not any(value_at(self.extension.formula, point, self.limits.cap).is_finite() for point in points)

    @property
    def statement(self) -> Pointwise:
        """The inequality at each point."""
        return statement(self.extension.formula, self.region, self.strict, self.limits.bits, self.limits.cap)

    def decide(self, sampled: bool, seed: int) -> Verdict:
        """The verdict: first with few subboxes, again with the zeros found, in 1/x if a side has no end, and by
        monotonicity; then with `max_boxes`."""
        search = self._search(None)
        if (refuted := search.counterexample(sampled, seed)) is not None:
            return refuted
        hunted, reciprocal = search.hunted, Reciprocal.of(self.extension.formula, self.region)
        found, search = self._short_run(search, None)
        if isinstance(found, Undecided) and reciprocal is not None:
            transformed = _Problem(IntervalExtension(reciprocal.formula), reciprocal.region, self.strict, self.limits)
            again, _ = transformed._short_run(transformed._search(None), reciprocal.zeros())
            if isinstance(again, Proved):
                found = replace(again, how=f"{again.how}; in u with {reciprocal}")
        for seconds, boxes in _TURNS:
            if isinstance(found, Undecided) and (how := self._by_monotonicity(seconds)) is not None:
                found = Proved(f"SymPy and balls: {how}")
            found = search.run(min(boxes, self.limits.max_boxes)) if isinstance(found, Undecided) else found
        return replace(found, hunted=hunted) if isinstance(found, Proved) else found

    def _by_monotonicity(self, seconds: float) -> str | None:
        """A proof, in words, by signs of derivatives inside the region and on each face that belongs to it; None if
        there is none."""
        if all(low == high for low, high in self.region.ends):
            return None
        how = prove.positive_inside(self.extension.formula, self.region, self.strict, seconds)
        return how if how is not None and all(map(self._holds_on, boundary_faces(self.region))) else None

    def _holds_on(self, face: BoundaryFace) -> bool:
        formula = face.restricted(self.extension.formula)
        if face.region is None:
            if not value_at(formula, (), self.limits.cap).is_finite():
                return False
            found = sign_at(formula, (), self.strict, self.limits.bits, self.limits.cap)
            return found is True or (found is False and not self.strict and is_zero(formula, ()))
        limits = replace(self.limits, max_boxes=min(self.limits.max_boxes, FIRST_BOXES))
        return isinstance(
            _Problem(IntervalExtension(formula), face.region, self.strict, limits).decide(False, 0), Proved
        )

    def _short_run(self, search: BranchAndBound, zeros: KnownZeros | None) -> tuple[Verdict, BranchAndBound]:
        """(the verdict with few subboxes and the zeros found on the way, the last search)."""
        short = min(FIRST_BOXES, self.limits.max_boxes)
        found = search.run(short)
        if isinstance(found, Undecided) and search.is_even:
            found = search.run(min(_TURNS[0][1], self.limits.max_boxes))
        if isinstance(found, Undecided):
            zeros = zeros or KnownZeros.of(self.extension.formula, self.region)
        if zeros is None:
            return found, search
        for attempt in range(_ZERO_SEARCHES):
            try:
                with budget():
                    new = isinstance(found, Undecided) and zeros.search(*search.candidate_zeros())
            except ours(OverWork):
                break
            if not isinstance(found, Undecided) or not (new or attempt == 0):
                break
            if self.strict and (refuted := self._zero_in_region(zeros)) is not None:
                return refuted, search
            search = self._search(zeros)
            found = search.run(short)
        return found, search

    def _search(self, zeros: KnownZeros | None) -> BranchAndBound:
        extension = (
            self.extension if zeros is None or self.extension.derivatives else zeros.with_gradient(self.extension)
        )
        return BranchAndBound(
            SignTest(extension, self.region, self.limits.cap, zeros),
            self.region.box(self.log_axes),
            self.strict,
            self.limits.bits,
        )

    def _zero_in_region(self, zeros: KnownZeros) -> Refuted | None:
        """A refutation of f > 0 by a known zero that lies in the region and at which f is defined; None if there is
        none."""
        middle = self.region.point(self.region.box().middle)
        assert middle is not None
        points = [*zeros.points, *((*middle[: p.axis], p.at, *middle[p.axis + 1 :]) for p in zeros.planes)]
        for point in points:
            value = value_at(self.extension.formula, point, self.limits.cap, RealBalls)
            if self.region.contains(point) and value.is_finite() and value.contains(0):
                return zero(point)
        return None
