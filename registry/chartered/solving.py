"""Inverse questions: how often a ledger may run, and which value of a parameter meets a target, (eps, delta) or mu."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from chartered_verify.values import Side

from .account import Accounting, Composed
from .answers import number_to_json
from .crossing import NARROW, WIDER, safe_end
from .errors import Unavailable
from .following import Derivation, climbed, costly, derive, finished
from .guarantees import Profile
from .mechanisms import Parameter
from .neighbours import Neighbours
from .routes import sound
from .targets import Goal
from .unknowns import UNBOUNDED, Unknown


@dataclass(frozen=True, slots=True)
class Solution:
    """One path's answer: the largest count, or the value of a parameter on the safe side: a whole number, or the shortest decimal of a
    double, and it is that decimal which certainly meets the target. `fails_beyond` says that one run more, or a value less private by one
    part in 1e9, is certain to miss it (None where the path proves no lower bound)."""

    derivation: Derivation
    value: int | float | Fraction
    side: Side
    fails_beyond: bool | None = None

    @property
    def accountant(self) -> str:
        """The accountant that composed."""
        return self.derivation.accountant

    @property
    def path(self) -> tuple[str, ...]:
        """Theorems and accountant in the order of use."""
        return self.derivation.path

    @property
    def certified(self) -> bool:
        """Whether `check` can derive it again: every sound one."""
        return sound(self.side)

    @property
    def finite(self) -> Fraction:
        """The value, or of an unbounded count the largest that was tried."""
        return Fraction(UNBOUNDED if self.value == math.inf else self.value)

    def to_json(self, name: str) -> dict[str, Any]:
        """The solution as INTERFACE prints it; `name` is "times" or "value"."""
        value = self.value if isinstance(self.value, int) else number_to_json(float(self.value))
        shown = {"accountant": self.accountant, name: value, "path": list(self.path)}
        return shown | ({} if self.fails_beyond is None else {"fails_beyond": self.fails_beyond})


def largest_times(accounting: Accounting, target: Goal) -> list[Solution]:
    """How often the ledger may run, by every path, the most first: certified to meet the target."""
    solutions: list[Solution] = []
    near = 1
    twice = replace(accounting, entries=tuple(entry * 2 for entry in accounting.entries))  # some paths answer for several runs only
    for path in {path.derivation: path for ledger in (accounting, twice) for path in ledger.profiles()}.values():
        found = _times(accounting, path.derivation, path.profile.side, target, near)
        solutions.append(found)
        near = max(near, int(found.value)) if found.value < UNBOUNDED else near
    return sorted(solutions, key=lambda s: (-s.value, len(s.path)))


def _times(accounting: Accounting, derivation: Derivation, side: Side, target: Goal, near: int) -> Solution:
    guarantees, counts = climbed(accounting.registry, accounting.entries, accounting.neighbours, derivation)

    def profile_of(n: int) -> Profile:
        return finished(accounting.registry, derivation, accounting.neighbours, guarantees, [count * n for count in counts])

    def miss(n: float) -> float:
        return _miss(target, lambda: profile_of(int(n)))

    times = safe_end(miss, (1, UNBOUNDED), near, larger=False, whole=True) or 0
    if times >= UNBOUNDED:
        return Solution(derivation, math.inf, side)
    return Solution(derivation, int(times), side, _missed(target, lambda: profile_of(int(times) + 1)))


def beginning(parameter: Parameter) -> float:
    """The value from which a parameter is solved for."""
    low, high = _domain(parameter)
    start = min(max(1.0, 2 * low), (low + high) / 2)
    return round(start) if parameter.integer else start


def _domain(parameter: Parameter) -> tuple[float, float]:
    """The least and the largest value that may be asked for; 0 and infinity themselves never are."""

    def admitted(end: float, inward: float) -> float:
        return end if end in (0, math.inf) or parameter.admits(parameter.nearest(end)) else math.nextafter(end, inward)

    high = math.inf if parameter.high is None else float(parameter.high)
    return admitted(float(parameter.low or 0), math.inf), admitted(high, 0)


def calibrate(
    unknown: Unknown, parameter: Parameter, neighbours: Neighbours, target: Goal, only: frozenset[str] = frozenset()
) -> list[Solution]:
    """The least private value of a parameter that still certainly meets the target, by every path, the best first.

    Each path is searched from the best value so far; one on which no value meets the target is left out.
    """
    near, larger = beginning(parameter), unknown.larger_is_safer
    solutions: list[Solution] = []
    for path in Accounting(unknown.registry, unknown.entries_at(parameter.nearest(near)), neighbours, only=only).profiles():
        found = _value(unknown, parameter, neighbours, target, path, near)
        if found is not None:
            near = (min if larger else max)(near, float(found.value)) if solutions else float(found.value)
            solutions.append(found)
    return sorted(solutions, key=lambda s: (s.value if larger else -s.value, len(s.path)))


def _value(unknown: Unknown, parameter: Parameter, neighbours: Neighbours, target: Goal, path: Composed, near: float) -> Solution | None:
    def profile_at(x: Fraction) -> Profile:
        return derive(unknown.registry, unknown.entries_at(x), neighbours, path.derivation)

    def miss(x: float) -> float:
        return _miss(target, lambda: profile_at(parameter.nearest(x)))

    narrow = WIDER if costly(unknown.registry, path.derivation) else NARROW
    found = safe_end(miss, _domain(parameter), near, larger=unknown.larger_is_safer, whole=parameter.integer, narrow=narrow)
    if found is None:
        return None
    value = parameter.nearest(found)
    beyond = unknown.beyond(value)
    fails = None if beyond is None else _missed(target, lambda: profile_at(beyond))
    return Solution(path.derivation, value, path.profile.side, fails)


def _miss(target: Goal, profile: Callable[[], Profile]) -> float:
    """How far a profile misses the target; infinite where it has no answer."""
    try:
        return target.miss(profile())
    except (Unavailable, ArithmeticError):
        return math.inf


def _missed(target: Goal, profile: Callable[[], Profile]) -> bool | None:
    """Whether a profile proves that the target is missed; None where it does not."""
    try:
        found = profile()
        exact = found.side is Side.EXACT or found.exact_floor or found.under is not None  # a search that others would ask in vain
        return (exact and target.missed(found, target.propose(found))) or None
    except (Unavailable, ArithmeticError):
        return None
