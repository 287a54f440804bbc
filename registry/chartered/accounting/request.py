"""Requests: a ledger under one neighbouring relation, and the paths that may answer about it; why some do not."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct, field

from ..errors import Fault
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..model.guarded_calls import OUT_OF_RANGE
from ..model.neighbours import Neighbours
from ..model.theorem_use import Use

NOT_ASKED = "no path by it goes through what was asked for"
"""The reason of an accountant that has no other."""


class Request(Struct, frozen=True):
    """A ledger under one relation, and which paths from it may answer.

    `only` restricts them to those by one of its accountants and, if it contains theorems, through one of these.
    `heuristic` admits bounds that are not proved. `let_in`: theorems that wait, and that are admitted although no user
    requested them, because no other theorem gives an answer. `unsure`: exact theorems that had no answer to the
    question: looser ones of their kind may have one."""

    registry: Registry
    entries: tuple[Entry, ...]
    neighbours: Neighbours
    heuristic: bool = False
    only: frozenset[str] = frozenset()
    let_in: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()

    @property
    def named(self) -> frozenset[str]:
        """The accountants and theorems that are used whenever they apply."""
        return self.only | self.let_in

    @property
    def accountants(self) -> frozenset[str]:
        """The accountants that are requested by name; none: all answer."""
        return self.only & self.registry.accountants.keys()

    @property
    def theorems(self) -> frozenset[str]:
        """The theorems that are requested by name, and are no accountants."""
        return self.only & self.registry.theorems.keys()


class Refusals(Struct, frozen=True):
    """Why accountants have no answer, as it is found out: `reasons` by accountant, `faults` those of them that are
    faults of plugins, `not_rewritten` why theorems that rewrite a step do not apply to it, and `failed` why a path has
    no answer that is exact where it answers, by accountant."""

    reasons: dict[str, list[str]] = field(default_factory=dict)
    faults: dict[str, None] = field(default_factory=dict)
    not_rewritten: dict[str, None] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    def add(self, accountant: str, whys: Iterable[str] = ()) -> None:
        """Records reasons; without any, that the accountant was tried."""
        self.reasons.setdefault(accountant, []).extend(whys)

    def learn(self, known: Registry, later: Refusals, last: Collection[str]) -> None:
        """Takes over why the accountants to whose kind these last resorts lead have no answer either."""
        kinds = {known.theorem(name).gives for name in last}
        for name, reasons in later.reasons.items():
            if known.accountants[name].kind in kinds:
                self.add(name, [why for why in reasons if why not in self.reasons.get(name, [])])

    def refuse(self, accountant: str, error: Exception, why: str) -> None:
        """Records why an accountant has no answer. A fault of a plugin is also reported if another path has an
        answer."""
        self.add(accountant, [why])
        if isinstance(error, Fault) or (isinstance(error, ArithmeticError) and why.startswith("plugin ")):
            self.faults[why] = None


def in_words(why: Exception) -> str:
    """The reason in an error. Python's own arithmetic errors are reworded, since they are about code and not the
    question."""
    if isinstance(why, ZeroDivisionError | OverflowError) or type(why) is ValueError:
        return OUT_OF_RANGE
    return str(why)


def out_of_time(seconds: float | None) -> str:
    """The time of the question was over before the accountant had an answer."""
    return f"it takes more processor time than {seconds:g} seconds; --seconds gives it more"


def unreached(request: Request, name: str, answered: bool, rewritings: Iterable[str]) -> str:
    """No path leads from the ledger to the accountant, or only by a last resort. `answered`: whether another accountant
    has an answer. `rewritings`: why theorems that would write a step as others do not apply, which is the reason where
    a step is an abbreviation."""
    known = request.registry
    kind, by_name = known.accountants[name].kind, "by name (--accountant), or as a last resort"
    if answered and not known.reached_unasked(kind):
        return f"it answers {by_name}"
    *others, last = dict.fromkeys("/".join(entry.step.shape) for entry in request.entries)
    steps = f"{', '.join(others)} and {last}" if others else last
    waiting = [t.name for t in known.theorems.values() if answered and t.use is Use.LAST_RESORT and t.gives is kind]
    but = f" but {waiting[0]}, which is asked {by_name}" if waiting else ""
    return "; ".join([f"no theorem leads from {steps} to it{but}", *dict.fromkeys(rewritings)])


def by_reason(reasons: Iterable[tuple[str, str]]) -> list[str]:
    """One line for each reason, with all names that share it."""
    who: dict[str, list[str]] = {}
    for name, why in reasons:
        who.setdefault(why, []).append(name)
    return [f"{', '.join(dict.fromkeys(names))}: {why}" for why, names in who.items()]


def without_rows(left: int, better: str) -> list[str]:
    """A line with the number of answers that have no row, none of them `better` than those that have one."""
    paths = "another path" if left == 1 else f"{left} other paths"
    said = f"{paths} by these accountants and theorems, none {better}: --json and .answers have all"
    return [said] if left > 0 else []
