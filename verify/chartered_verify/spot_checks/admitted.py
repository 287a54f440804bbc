"""Admission of verdicts: every verdict of a form is checked here before it is returned.

A refutation is kept only if its witness lies in the stated domain and ball arithmetic confirms it there. Any other
verdict is followed by spot checks at points of the stated domain: a counterexample refutes the statement, and if it is
confirmed at no point, the verdict is neither proved nor supported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from ..boxes.box import Point
from ..boxes.range_enclosure import UNSUPPORTED, Formula
from ..boxes.region import Region
from ..catching import ours
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from .trial_points import trials

PointTest: TypeAlias = Callable[[Point], "bool | Refuted"]
SEED = 20200113
_LONGEST = 2000
"""The greatest number of characters in a coordinate of a witness."""


class Statement(Protocol):
    """The statement of a form, with a test of witnesses against it."""

    def refuted_by(self, witness: Mapping[str, Any]) -> bool:
        """Whether a witness lies in the stated domain and the statement certainly fails there."""
        ...

    def spot_check(self, seed: int) -> int | Refuted:
        """The number of points of the stated domain at which the statement is confirmed, or a counterexample."""
        ...


def admitted(statement: Statement, found: Verdict, seed: int = SEED) -> Verdict:
    """The verdict if it stands; otherwise Undecided, or the counterexample of a spot check."""
    if isinstance(found, Refuted):
        if statement.refuted_by(found.witness):
            return found
        return Undecided(
            f"balls do not confirm, in the stated domain, that {found.how}", left=found.shown or "all of it"
        )
    spot_check = statement.spot_check(seed)
    if isinstance(spot_check, Refuted):
        return spot_check
    if not spot_check and isinstance(found, Proved | Supported):
        return Undecided(
            f"nothing is known to be stated: at no point of the domain there is a value; {found.how}", left="all of it"
        )
    return found


class Pointwise(Struct, frozen=True):
    """A statement about each point of a region. `test(point)`: a refutation, True if the statement certainly holds
    there, else False.

    The points of spot checks are derived from the code of `formulas` and from the switching functions in it.
    `keep(*point)` is false for points outside the domain; `confirm` is a test of a counterexample at a higher
    precision."""

    region: Region
    test: PointTest
    formulas: Sequence[Formula]
    names: Sequence[str] = ()
    keep: Callable[..., bool] | None = None
    confirm: PointTest | None = None

    def refuted_by(self, witness: Mapping[str, Any]) -> bool:
        """Whether the witness is a point of the domain at which the statement fails."""
        point = point_of(witness.get("point"), self.names)
        if point is None or len(point) != len(self.region.ends) or not self.covers(point):
            return False
        return isinstance(self._tested(point, self.confirm or self.test), Refuted)

    def spot_check(self, seed: int) -> int | Refuted:
        """Tests the statement at the trial points of the region."""
        confirmed = 0
        for point in trials(self.region, self.formulas, seed):
            found = (self.keep is None or self.keep(*point)) and self._tested(point, self.test)
            if isinstance(found, Refuted):
                return with_letters(found, self.names)
            confirmed += found
        return confirmed

    def covers(self, point: Point) -> bool:
        """Whether a point is in the domain."""
        return self.region.contains(point) and (self.keep is None or self.keep(*point))

    def _tested(self, point: Point, test: PointTest) -> bool | Refuted:
        try:
            return test(point)
        except ours(*UNSUPPORTED):
            return False


class Tested:
    """A statement that was tested when its verdict was found."""

    __slots__ = ()

    def spot_check(self, seed: int) -> int | Refuted:
        return 1


class Listed(Tested, Struct, frozen=True):
    """A statement about listed cases, all of which have been tested: `fails(case)` is true if the case is listed and
    the statement is false for it."""

    fails: Callable[[Point], bool]

    def refuted_by(self, witness: Mapping[str, Any]) -> bool:
        """Whether the witness is a listed case, or row, for which the statement is false."""
        case = case_of(witness.get("case", witness.get("row")))
        return case is not None and self.fails(case)


class Conjunction(Tested, Struct, frozen=True):
    """A statement that is false if one of its `parts` is; the verdicts of the parts have been admitted."""

    parts: Sequence[Statement] = field(default_factory=tuple)

    def refuted_by(self, witness: Mapping[str, Any]) -> bool:
        """Whether the witness refutes one of the parts."""
        return any(part.refuted_by(witness) for part in self.parts)


def with_letters(found: Refuted, letters: Sequence[str]) -> Refuted:
    """A refutation at a point with the letter of each coordinate, if letters are given and are not there yet."""
    point = found.witness.get("point")
    if not letters or not isinstance(point, list):
        return found
    return replace(found, witness={**found.witness, "point": dict(zip(letters, point, strict=True))})


def point_of(given: Any, names: Sequence[str]) -> Point | None:
    """The point in a witness, a list of coordinates or a mapping by name; None if there is none."""
    if isinstance(given, Mapping):
        given = [given[name] for name in names] if set(given) == set(names) else None
    if not isinstance(given, list | tuple):
        return None
    try:
        return tuple(Fraction(x) for x in given if len(str(x)) <= _LONGEST)
    except ours(ValueError, TypeError, ZeroDivisionError):
        return None


def case_of(given: Any) -> Point | None:
    """The case in a witness, a list of arguments or a text such as (n = 5, eps = 1/2)."""
    if isinstance(given, str):
        inner = given.removeprefix("(").removesuffix(")")
        given = [part.rpartition(" = ")[2] for part in inner.split(", ")] if inner else []
    return point_of(given, ())
