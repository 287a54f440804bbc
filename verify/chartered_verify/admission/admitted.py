"""Admission: the one place that every verdict of a form passes, on its way out.

A refutation stands only if its witness lies in the stated domain and balls confirm it there. Any other verdict is
confronted with trials of the stated domain: a counterexample refutes, and where none of them is known to bear the
statement out nothing is proved or supported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from ..boxes.box import Point
from ..boxes.compactified import Chart
from ..boxes.range_enclosure import UNREAD, Formula
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from .trials import trials

Look: TypeAlias = Callable[[Point], "bool | Refuted"]
SEED = 20200113
_LONGEST = 2000
"""A text longer than this is no coordinate of a witness."""


class Statement(Protocol):
    """What a form states, so far as a point can show it to be false."""

    def shows(self, witness: Mapping[str, Any]) -> bool:
        """Whether a witness lies in the stated domain and the statement certainly fails there."""
        ...

    def tried(self, seed: int) -> int | Refuted:
        """At how many points of the stated domain it was tried and bears out, or a counterexample."""
        ...


def admitted(statement: Statement, found: Verdict, seed: int = SEED) -> Verdict:
    """The verdict, if it is about what is stated; else what can be said instead."""
    if isinstance(found, Refuted):
        if statement.shows(found.witness):
            return found
        return Undecided(
            f"balls do not confirm, in the stated domain, that {found.how}", left=found.shown or "all of it"
        )
    tried = statement.tried(seed)
    if isinstance(tried, Refuted):
        return tried
    if not tried and isinstance(found, Proved | Supported):
        return Undecided(
            f"nothing is known to be stated: at no point of the domain there is a value; {found.how}", left="all of it"
        )
    return found


@dataclass(frozen=True)
class Pointwise:
    """A statement about each point of a domain, `look(point)`: a refutation there, True where it certainly holds, else
    False.

    `formulas` say by their code and switches where to look; `keep(*point)` leaves out what is not meant; `confirm` is a
    closer look at what seems to be a counterexample."""

    chart: Chart
    look: Look
    formulas: Sequence[Formula]
    names: Sequence[str] = ()
    keep: Callable[..., bool] | None = None
    confirm: Look | None = None

    def shows(self, witness: Mapping[str, Any]) -> bool:
        """Whether the witness names such a point."""
        point = point_of(witness.get("point"), self.names)
        if point is None or len(point) != len(self.chart.ends) or not self.means(point):
            return False
        return isinstance(self._at(point, self.confirm or self.look), Refuted)

    def tried(self, seed: int) -> int | Refuted:
        """Looks at the trials of the domain."""
        held = 0
        for point in trials(self.chart, self.formulas, seed):
            found = self.means(point) and self._at(point, self.look)
            if isinstance(found, Refuted):
                return found
            held += found
        return held

    def means(self, point: Point) -> bool:
        """Whether a point is one of those that are meant."""
        return self.chart.holds(point) and (self.keep is None or self.keep(*point))

    def _at(self, point: Point, look: Look) -> bool | Refuted:
        try:
            return look(point)
        except UNREAD:
            return False


@dataclass(frozen=True)
class Listed:
    """A statement about cases, of which those that are stated have been tried one by one: `fails(case)` where it is
    meant and is false."""

    fails: Callable[[Point], bool]

    def shows(self, witness: Mapping[str, Any]) -> bool:
        """Whether the witness names such a case, or row."""
        case = case_of(witness.get("case", witness.get("row")))
        return case is not None and self.fails(case)

    def tried(self, seed: int) -> int | Refuted:
        """They have been tried."""
        return 1


@dataclass(frozen=True)
class Parts:
    """A statement that follows from others, whose verdicts have been admitted: each of `refuting` is false only where
    it is."""

    refuting: Sequence[Statement] = field(default_factory=tuple)

    def shows(self, witness: Mapping[str, Any]) -> bool:
        """Whether it shows that one of them is false."""
        return any(part.shows(witness) for part in self.refuting)

    def tried(self, seed: int) -> int | Refuted:
        """They have been tried."""
        return 1


def point_of(told: Any, names: Sequence[str]) -> Point | None:
    """The point that a witness tells, as a list of coordinates or by name; None where it tells none."""
    if isinstance(told, Mapping):
        told = [told[name] for name in names] if set(told) == set(names) else None
    if not isinstance(told, list | tuple):
        return None
    try:
        return tuple(Fraction(x) for x in told if len(str(x)) <= _LONGEST)
    except (ValueError, TypeError, ZeroDivisionError):
        return None


def case_of(told: Any) -> Point | None:
    """The case that a witness tells, as a list of arguments or as people write it: (n = 5, eps = 1/2)."""
    if isinstance(told, str):
        inner = told.removeprefix("(").removesuffix(")")
        told = [part.rpartition(" = ")[2] for part in inner.split(", ")] if inner else []
    return point_of(told, ())
