"""Calibration: the value of a mechanism's parameter that just meets a target, (eps, delta) or mu."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from ...enclose.eps_delta_mu_targets import Goal
from ...ledger.unknown_parameter import Unknown
from ...model.mechanisms import Parameter
from ...model.privacy_profile import Profile
from ...paths.derivation import Derivation
from ...paths.replay import derive
from ...search.farthest_value import QUICK, THOROUGH, farthest
from ...search.threshold import NARROW, WIDER, narrowed, safe_end
from ..answers import NoAnswer
from ..every_path import Accounting
from ..path_combinations import Composed
from ..question_time_limit import made_in_time
from .largest_times import estimated, missed
from .solutions import Solution, Solutions
from .tried_domain import beginning, domain
from .tried_values import Asked, Sought, Tried

_SCANNED = 3
"""The number of paths, best first, that are scanned for a parameter without a proved monotone direction; a scan along
further paths hardly ever finds a better value."""
_FARTHER = (1e2, 1e4, 1e8, 1e16)
"""How much safer than where the search begins the values are at which other paths may answer."""
_ROUGH = 2.0**-10
"""The relative width at which the search along an expensive path ends if the path has no answer beyond, and another one
has a better value."""


def calibrate(sought: Sought, target: Goal, tried: Tried) -> tuple[Solutions, Others | None]:
    """The least private value of a parameter that certainly meets the target, along each path, the best first.

    The first exact path is searched alone if it also proves that the next less private value misses the target, and if
    all theorems ship with Chartered: no other path can have a better value then, and `Others` finds their values when
    they are requested."""
    search = _Calibration(sought, target, tried, beginning(sought.parameter))
    first = search.conclusive(hurried=sought.limit.seconds is not None) if search.monotone else None
    if first is None:
        return search.along(search.accounting().paths(search.refused)), None
    return Solutions.of([first], []), Others(sought, target, first, sought.limit.left)


class Others(Struct, frozen=True, eq=False):
    """The values of all paths but the conclusive one, found when they are first requested; with `seconds`, those that
    are found within this much processor time."""

    sought: Sought
    target: Goal
    first: Solution
    seconds: float | None

    def __call__(self) -> Solutions:
        """These values, and the accountants without one."""
        return _others(self)


@lru_cache(maxsize=64)
def _others(asked: Others) -> Solutions:
    done, tried, unknown = asked.first.derivation, Tried(), asked.sought.unknown
    search = _Calibration(asked.sought, asked.target, tried, float(asked.first.value))
    others = (path for path in search.accounting().paths(search.refused) if path.derivation != done)
    found = made_in_time(lambda: search.along(others), asked.seconds)
    if found is None:
        found = tried.by_now(search.parameter.nearest, not unknown.larger_is_safer, asked.seconds)
    silent = (none for none in found.unavailable if none.accountant != asked.first.accountant)
    return Solutions(found.found, tuple(silent))


_Along: TypeAlias = tuple[Composed, Solution | None]
"""A path and its value, None without one."""


class _Calibration(Struct):
    """The search for one parameter along several paths, each starting at the best value so far."""

    sought: Sought
    target: Goal
    tried: Tried
    near: float
    met: bool = False
    silent: list[NoAnswer] = field(default_factory=list)
    refused: set[Derivation] = field(default_factory=set)
    """Derivations that gave no answer at any value, or none beyond the value that they found."""
    rough: dict[Derivation, float] = field(default_factory=dict)
    """For derivations whose value was found roughly, the nearest value without an answer."""

    @property
    def unknown(self) -> Unknown:
        """The step that leaves the parameter open."""
        return self.sought.unknown

    @property
    def parameter(self) -> Parameter:
        """What it leaves open."""
        return self.sought.parameter

    @property
    def monotone(self) -> bool:
        """Whether every safer value provably meets the target where one does."""
        return self.target.monotone(self.unknown)

    def accounting(self) -> Accounting:
        """The ledger at the value at which the search begins."""
        return self.sought.accounting(self.parameter.nearest(self.near))

    def conclusive(self, *, hurried: bool) -> Solution | None:
        """The value of the first exact path, if the next less private one is proved to miss the target. If it is
        `hurried`, only along a path that takes little time."""
        accounting = self.accounting()
        path = accounting.quickest() if accounting.all_ours else None
        if path is None or (hurried and path.dear):
            return None
        near, larger = self.near, self.unknown.larger_is_safer
        if not self.parameter.integer:
            near = estimated(self.target, self.asked(path).profile_at, domain(self.parameter), near, larger=larger)
        search = replace(self, near=near, silent=[], refused=set())
        found = search.solved(path)
        return found if found is not None and found.fails_beyond else None

    def along(self, paths: Iterable[Composed]) -> Solutions:
        """The value of each path, the best first. Each path is searched from the best value so far; paths on which no
        value meets the target are left out. The ends of the domain are tried along their own paths as well. If the
        parameter is not proved to be monotone, values on both sides are tried along the best paths."""
        begun = {path.derivation for path in self.accounting().profiles(self.refused)}
        found = [(path, self.solved(path)) for path in paths]
        if not self.monotone and not self.met:
            found = self.begun_by_scan([path for path, _ in found])
        found += self.answering_elsewhere(begun)
        for end in domain(self.parameter)[:: 1 if self.unknown.larger_is_safer else -1]:
            found += self.at_end(end, found)
        best = min((self.order(solution) for _, solution in found), default=math.inf)
        found = [(path, self.refined(path, solution, best)) for path, solution in found]
        if not self.monotone:
            found.sort(key=lambda pair: self.order(pair[1]))
            found = [
                (path, self.scanned(path, first) if first is not None and self.worth_a_scan(index, path) else first)
                for index, (path, first) in enumerate(found)
            ]
        solutions = [solution for _, solution in found if solution is not None]
        return Solutions.of(sorted(solutions, key=lambda s: (self.order(s), len(s.path))), self.silent)

    def begun_by_scan(self, paths: Sequence[Composed]) -> list[_Along]:
        """The value of each path where none was found as if the parameter were monotone: all are searched from the
        first value that a scan finds, along cheap paths first."""
        for path in paths:
            first = self.scanned(path, None)
            if first is not None:
                self.near, self.met = float(first.value), True
                self.silent.clear()
                return [(each, self.solved(each)) for each in paths]
        return [(path, None) for path in paths]

    def answering_elsewhere(self, begun: set[Derivation]) -> list[_Along]:
        """The value of each path that answers at the best value so far and not where the search began, as a theorem may
        take noise of some size; or, without a value, at the first of some safer ones where such a path has one."""
        found = list[_Along]()
        for value in [self.near] if self.met else self.safer_values():
            self.near = value
            paths = [path for path in self.accounting().paths(self.refused) if path.derivation not in begun]
            found += [(path, self.solved(path)) for path in paths]
            if self.met:
                break
            begun = begun | {path.derivation for path in paths}
        return found

    def safer_values(self) -> list[float]:
        """Values that are farther and farther from where the search began, on the safe side."""
        larger, parameter = self.unknown.larger_is_safer, self.parameter
        farther = [self.near * factor if larger else self.near / factor for factor in _FARTHER]
        return [value for value in farther if parameter.admits(parameter.nearest(value))]

    def worth_a_scan(self, index: int, path: Composed) -> bool:
        """Whether values on both sides are tried along a path that has a value: along the best few, of those whose
        answers take long the best one alone."""
        return index == 0 or (index < _SCANNED and not path.dear)

    def at_end(self, end: float, found: Sequence[_Along]) -> list[_Along]:
        """The value of each path that answers at an end of the domain alone: a sample of everything, say, is the step
        itself, which other theorems take. Only where none of `found` is known to be as good."""
        best = min((solution for _, solution in found if solution is not None), key=self.order, default=None)
        sign = 1 if self.unknown.larger_is_safer else -1
        settled = best is not None and (self.order(best) <= sign * end or (self.monotone and bool(best.fails_beyond)))
        if settled or not 0 < end < math.inf:
            return []
        known, there = {path.derivation for path, _ in found}, replace(self, near=end)
        others = [path for path in there.accounting().paths(self.refused) if path.derivation not in known]
        met = [path for path in others if (missing := there.asked(path)(end)) is not None and missing <= 0]
        return [(path, there.solved(path)) for path in met]

    def order(self, solution: Solution | None) -> Fraction | float:
        """A sort key: smaller for better solutions, infinite for None."""
        if solution is None:
            return math.inf
        return solution.finite if self.unknown.larger_is_safer else -solution.finite

    def solved(self, path: Composed) -> Solution | None:
        """The last value along the path that meets the target, found as if the parameter were monotone; None if no
        value does."""
        asked, larger = self.asked(path), self.unknown.larger_is_safer
        whole, narrow = self.parameter.integer, self.narrow(path)
        rough = _ROUGH if path.dear and not whole else narrow
        found = safe_end(
            asked, domain(self.parameter), self.near, larger=larger, whole=whole, narrow=narrow, silent=rough
        )
        if not asked.answered:
            self.silent.append(NoAnswer(path.derivation.accountant, next(iter(asked.silent.values()))))
            self.refused.add(path.derivation)
        if found is None:
            return None
        solution = self.solution(path, asked, found, rough)
        if solution.ends is not None:  # this path has no answer beyond the value, but another may
            self.refused.add(path.derivation)
            if rough > narrow:
                self.rough[path.derivation] = (max if larger else min)(
                    x for x in asked.silent if (x < found if larger else x > found)
                )
        value = float(solution.value)
        self.near, self.met = ((min if larger else max)(self.near, value) if self.met else value), True
        return solution

    def refined(self, path: Composed, found: Solution | None, best: Fraction | float) -> Solution | None:
        """A value that was found roughly, found narrowly if it may then be the best one."""
        silent = self.rough.get(path.derivation)
        if found is None or silent is None or not (silent if self.unknown.larger_is_safer else -silent) < best:
            return found
        asked, narrow = self.asked(path), self.narrow(path)
        return self.solution(path, asked, narrowed(asked, float(found.value), silent, whole=False, narrow=narrow))

    def scanned(self, path: Composed, first: Solution | None) -> Solution | None:
        """The least private value along the path that meets the target in a scan; `first` if the scan finds nothing
        better."""
        asked, start = self.asked(path), None if first is None else float(first.value)
        larger, whole = self.unknown.larger_is_safer, self.parameter.integer
        narrow = self.narrow(path)
        points = THOROUGH if narrow == NARROW else QUICK
        found = farthest(
            asked, domain(self.parameter), self.near, start, larger=larger, whole=whole, narrow=narrow, points=points
        )
        return first if found is None or found == start else self.solution(path, asked, found)

    def narrow(self, path: Composed) -> float:
        """The relative width of the bracket at which the search ends."""
        return WIDER if path.dear and not path.settles else NARROW

    def asked(self, path: Composed) -> Asked:
        """The path as a function of the parameter's value."""
        asked = Asked(self.target, lambda x: self.profile_at(path, self.parameter.nearest(x)))
        self.tried.along.append((path, asked))
        return asked

    def profile_at(self, path: Composed, x: Fraction) -> Profile:
        """The profile at the end of the path for the value x of the parameter. Raises Unavailable."""
        return derive(self.unknown.registry, self.unknown.entries_at(x), self.sought.neighbours, path.derivation)

    def solution(self, path: Composed, asked: Asked, found: float, rough: float = 0.0) -> Solution:
        """The solution at a value that was found, within `rough` of one without an answer, with what is proved about
        the next less private value."""
        value = self.parameter.nearest(found)
        beyond = self.unknown.beyond(value)
        fails = None if beyond is None else missed(self.target, lambda: self.profile_at(path, beyond))
        width = 1 if self.parameter.integer else 2 * max(self.narrow(path), rough) * found
        ends = asked.ends(found, self.unknown.larger_is_safer, width)
        shown = int(value) if self.parameter.integer else value
        self.tried.solutions.append(Solution(path.derivation, shown, path.profile.side, fails, ends))
        return self.tried.solutions[-1]
