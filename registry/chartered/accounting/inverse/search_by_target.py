"""The search for what meets a target of any kind, within a time: for a power at a type I error at one point of the
profile after another, for a rho along the paths that state one."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from ...enclose.eps_delta_mu_targets import Goal
from ...enclose.other_targets import PowerGoal, RhoTarget
from ...host.registry import Registry
from ...model.guarantees import GDP, ZCDP
from ..question_time_limit import made_in_time
from .calibrate import Others, calibrate
from .largest_times import counted, largest_times
from .power_target import best_of, solved_for_power
from .solutions import Solution, Solutions
from .tried_values import Sought, Tried


def searched(goal: Goal | PowerGoal, sought: Sought) -> tuple[Goal, Solutions, Others | None, bool]:
    """(the target, the solutions, those of other paths, whether the search ended within its time)."""
    if isinstance(goal, PowerGoal):
        return _for_power(goal, sought)
    tried, unknown, limit = Tried(), sought.unknown, sought.limit
    asked = replace(sought, only=sought.only or _stating(unknown.registry, goal))
    ended = made_in_time(lambda: _solved(asked, goal, tried), limit.left)
    if ended is None:
        nearest = counted if unknown.gap is None else sought.parameter.nearest
        return goal, tried.by_now(nearest, not unknown.larger_is_safer, limit.seconds), None, False
    found, others = ended
    return goal, _once(found) if isinstance(goal, RhoTarget) else found, others, True


def _solved(sought: Sought, target: Goal, tried: Tried) -> tuple[Solutions, Others | None]:
    """The solutions, and those of other paths, found when they are requested."""
    return (
        (largest_times(sought, target, tried), None) if sought.unknown.gap is None else calibrate(sought, target, tried)
    )


def _for_power(goal: PowerGoal, sought: Sought) -> tuple[Goal, Solutions, None, bool]:
    done = [(goal.at(Fraction(0)), Solutions(()))]

    def all_points() -> bool:
        solved_for_power(goal, lambda at: _solved(sought, at, Tried())[0], sought, done)
        return True

    ended = made_in_time(all_points, sought.limit.left)
    target, found = best_of(sought.unknown, done)
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
