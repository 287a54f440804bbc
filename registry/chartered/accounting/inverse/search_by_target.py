"""The search for what meets a target of any kind, within a time: for a power at a type I error at one point of the
profile after another, for a rho along the paths that state one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from ...enclose.eps_delta_mu_targets import Goal
from ...enclose.other_targets import PowerGoal, RhoTarget
from ...host.registry import Registry
from ...ledger.unknown_parameter import Unknown
from ...model.guarantees import GDP, ZCDP
from ...model.neighbours import Neighbours
from ..every_path import Accounting
from ..question_time_limit import TimeLimit, made_in_time
from ..request import Request
from .calibrate import Others
from .largest_times import counted
from .power_target import best_of, solved_for_power
from .solutions import Solution, Solutions
from .tried_values import Tried

Search: TypeAlias = Callable[[Goal, frozenset[str], Tried], tuple[Solutions, Others | None]]
"""(target, accountants, what was tried) -> the solutions, and those of other paths, found when they are requested."""


class Sought(Struct, frozen=True):
    """What an inverse question asks beside its target: the unknown, the relation, the accountants, the time."""

    unknown: Unknown
    neighbours: Neighbours
    only: frozenset[str]
    limit: TimeLimit

    def accounting(self, value: Fraction, only: frozenset[str]) -> Accounting:
        """The ledger at a value of the unknown, by these accountants, within the time that is left."""
        known, entries = self.unknown.registry, self.unknown.entries_at(value)
        return Accounting(Request(known, entries, self.neighbours, only=only), seconds=self.limit.left)


def searched(goal: Goal | PowerGoal, sought: Sought, search: Search) -> tuple[Goal, Solutions, Others | None, bool]:
    """(the target, the solutions, those of other paths, whether the search ended within its time)."""
    if isinstance(goal, PowerGoal):
        return _for_power(goal, sought, search)
    tried, unknown, limit = Tried(), sought.unknown, sought.limit
    only = sought.only or _stating(unknown.registry, goal)
    ended = made_in_time(lambda: search(goal, only, tried), limit.left)
    if ended is None:
        nearest = counted if unknown.gap is None else unknown.gap.parameter.nearest
        larger = unknown.gap is None or not unknown.larger_is_safer
        return goal, tried.by_now(nearest, larger, limit.seconds), None, False
    found, others = ended
    return goal, _once(found) if isinstance(goal, RhoTarget) else found, others, True


def _for_power(goal: PowerGoal, sought: Sought, search: Search) -> tuple[Goal, Solutions, None, bool]:
    done, unknown = [(goal.at(Fraction(0)), Solutions(()))], sought.unknown

    def all_points() -> bool:
        solved_for_power(goal, lambda at: search(at, sought.only, Tried())[0], unknown, sought.neighbours, done)
        return True

    ended = made_in_time(all_points, sought.limit.left)
    target, found = best_of(unknown, done)
    return target, found, None, bool(ended)


def _stating(known: Registry, goal: Goal) -> frozenset[str]:
    """The accountants whose guarantees state a rho, where one is the target."""
    kinds = (ZCDP, GDP) if isinstance(goal, RhoTarget) else ()
    return frozenset(one.name for one in known.accountants.values() if issubclass(one.kind, kinds))


def _once(found: Solutions) -> Solutions:
    """One solution for each accountant: the rho does not depend on how a profile follows."""
    first: dict[str, Solution] = {}
    for one in found.found:
        first.setdefault(one.accountant, one)
    return Solutions(tuple(first.values()), found.unavailable)
