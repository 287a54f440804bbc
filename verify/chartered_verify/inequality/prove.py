"""Boxes: proves or refutes an inequality on a whole domain by cutting it (branch and bound in balls), in one to three
dimensions or more.

A formula is `formula(xp, *coordinates)`, written once for every arithmetic. A side may have no end (None): there the
formula is bounded by spans, by monotonicity, by the rules of decay, and if all fail in 1/x. Where it touches zero no
cutting ends; planes and points of contact are then sought, at the ends of the domain and in the part that stays open,
and derivatives decide around them (see `contact`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..admission.admitted import Pointwise, admitted
from ..algebra.time_budget import OverWork, budget
from ..boxes.compactified import Chart
from ..boxes.range_enclosure import Formula, Reach
from ..statements.verdict import Proved, Refuted, Undecided, Verdict
from .branch_and_bound import Hunt
from .counterexample import exact_sign_at, zero
from .reciprocal import Reciprocal
from .subbox_sign import Judge
from .zeros import Contact

Sides = Sequence[tuple[Fraction | int | None, Fraction | int | None]]
FIRST = 500
"""Parts that are looked at before contact is sought, and again whenever some is found."""
_CONTACTS = 6


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
    inside: bool = False,
) -> Verdict:
    """Decide whether formula(xp, *x) > 0 at every point x of the box; its ends belong to it, unless `inside`. None is
    no end.

    Proved: every part of a covering is certainly positive. Refuted: a rational point is certainly not, and is the
    witness. Undecided: `max_boxes` parts were looked at, or the formula has no finite ball on some part. `derivatives`
    (one formula for each axis; see `algebra.partials`) allow the mean-value form and monotonicity; they are trusted.
    `log_axes` are cut at geometric means. Working precision starts at `bits` and rises up to `cap` where rounding, not
    the size of the part, is in the way. Raises TypeError or ValueError for a box that is none."""
    limits = _Limits(max_boxes, bits, cap)
    chart = Chart.within(box) if inside else Chart.of(box)
    return _Question(Reach(formula, derivatives), chart, True, limits, log_axes).admitted(hunt, seed)


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
    inside: bool = False,
) -> Verdict:
    """Decide whether formula(xp, *x) >= 0 at every point x of the box; otherwise as `prove_positive`."""
    limits = _Limits(max_boxes, bits, cap)
    chart = Chart.within(box) if inside else Chart.of(box)
    return _Question(Reach(formula, derivatives), chart, False, limits, log_axes).admitted(hunt, seed)


def statement(formula: Formula, chart: Chart, strict: bool, bits: int = 64, cap: int = 1024) -> Pointwise:
    """That formula(xp, *x) > 0, or >= 0, at every point of a domain."""
    return Pointwise(chart, lambda point: exact_sign_at(formula, point, strict, bits, cap), [formula])


@dataclass(frozen=True, slots=True)
class _Limits:
    max_boxes: int
    bits: int
    cap: int


@dataclass(frozen=True, slots=True)
class _Question:
    """An inequality on the domain of a chart."""

    reach: Reach
    chart: Chart
    strict: bool
    limits: _Limits
    log_axes: Sequence[int] = ()

    def admitted(self, look: bool, seed: int) -> Verdict:
        """The verdict, confronted with the domain; a formula that no arithmetic evaluates fails to run."""
        return admitted(self.statement, self.decide(look, seed), seed)

    @property
    def statement(self) -> Pointwise:
        """What is asked at each point."""
        return statement(self.reach.formula, self.chart, self.strict, self.limits.bits, self.limits.cap)

    def decide(self, look: bool, seed: int) -> Verdict:
        """First with few parts, and again with each contact found; where a side has no end also in 1/x; then with all
        that may be spent."""
        hunt = self._hunt(None)
        if (refuted := hunt.suspects(look, seed)) is not None:
            return refuted
        hunted, other = hunt.hunted, Reciprocal.of(self.reach.formula, self.chart)
        found, hunt = self._short(hunt, None)
        if isinstance(found, Undecided) and other is not None:
            question = _Question(Reach(other.formula), other.chart, self.strict, self.limits)
            again, _ = question._short(question._hunt(None), other.contact())
            if isinstance(again, Proved):
                found = replace(again, how=f"{again.how}; in u with {other}")
        found = hunt.run(self.limits.max_boxes) if isinstance(found, Undecided) else found
        return replace(found, hunted=hunted) if isinstance(found, Proved) else found

    def _short(self, hunt: Hunt, contact: Contact | None) -> tuple[Verdict, Hunt]:
        """What a few parts tell, with all contact that is found on the way; and the last hunt."""
        short = min(FIRST, self.limits.max_boxes)
        found = hunt.run(short)
        if isinstance(found, Undecided):
            contact = contact or Contact.of(self.reach.formula, self.chart)
        if contact is None:
            return found, hunt
        for attempt in range(_CONTACTS):
            try:
                with budget():
                    new = isinstance(found, Undecided) and contact.seek(*hunt.suspected())
            except OverWork:
                break
            if not isinstance(found, Undecided) or not (new or attempt == 0):
                break
            if self.strict and (refuted := self._zero(contact)) is not None:
                return refuted, hunt
            hunt = self._hunt(contact)
            found = hunt.run(short)
        return found, hunt

    def _hunt(self, contact: Contact | None) -> Hunt:
        reach = self.reach if contact is None or self.reach.derivatives else contact.sloped(self.reach)
        return Hunt(
            Judge(reach, self.chart, self.limits.cap, contact),
            self.chart.box(self.log_axes),
            self.strict,
            self.limits.bits,
        )

    def _zero(self, contact: Contact) -> Refuted | None:
        """A point of the domain at which the formula is defined, and SymPy sees it vanish."""
        middle = self.chart.point(self.chart.box().middle)
        assert middle is not None
        points = [*contact.points, *((*middle[: p.axis], p.at, *middle[p.axis + 1 :]) for p in contact.planes)]
        for point in points:
            value = self.reach.at(point, self.limits.cap)
            if self.chart.holds(point) and value.is_finite() and value.contains(0):
                return zero(point)
        return None
