"""Inverse questions: how often a ledger may run, and which value of a parameter meets a target, (eps, delta) or mu."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .account import Accounting
from .answers import number_to_json
from .crossing import safe_end
from .entries import Entry
from .errors import BadValue, Unavailable
from .following import Derivation, climbed, derive, finished
from .guarantees import Profile
from .host import Registry
from .mechanisms import Parameter
from .neighbours import Neighbours
from .targets import Goal

UNBOUNDED = 2**160
"""A ledger that meets the target this many times may run without bound."""


@dataclass(frozen=True, slots=True)
class Solution:
    """One path's answer: the largest count, or the value of a parameter on the safe side. `fails_beyond` says that one run more is
    certain to miss the target (None where the path proves no lower bound)."""

    derivation: Derivation
    value: int | float | Fraction
    fails_beyond: bool | None = None

    @property
    def accountant(self) -> str:
        """The accountant that composed."""
        return self.derivation.accountant

    @property
    def path(self) -> tuple[str, ...]:
        """Theorems and accountant in the order of use."""
        return self.derivation.path

    def to_json(self, name: str) -> dict[str, Any]:
        """The solution as INTERFACE prints it; `name` is "times" or "value"."""
        value = self.value if isinstance(self.value, int) else number_to_json(float(self.value))
        shown = {"accountant": self.accountant, name: value, "path": list(self.path)}
        return shown | ({} if self.fails_beyond is None else {"fails_beyond": self.fails_beyond})


def largest_times(accounting: Accounting, target: Goal) -> list[Solution]:
    """How often the ledger may run, by every path, the most first: certified to meet the target."""
    solutions: list[Solution] = []
    near = 1
    for path in accounting.profiles():
        found = _times(accounting, path.derivation, target, near)
        solutions.append(found)
        near = max(near, int(found.value)) if found.value < UNBOUNDED else near
    return sorted(solutions, key=lambda s: (-s.value, len(s.path)))


def _times(accounting: Accounting, derivation: Derivation, target: Goal, near: int) -> Solution:
    guarantees, counts = climbed(accounting.registry, accounting.entries, accounting.neighbours, derivation)

    def profile_of(n: int) -> Profile:
        return finished(accounting.registry, derivation, accounting.neighbours, guarantees, [count * n for count in counts])

    def miss(n: float) -> float:
        return _miss(target, lambda: profile_of(int(n)))

    times = safe_end(miss, (1, UNBOUNDED), near, larger=False, whole=True) or 0
    if times >= UNBOUNDED:
        return Solution(derivation, math.inf)
    fails: bool | None = None
    try:
        fails = target.certainly_missed(profile_of(int(times) + 1)) or None
    except (Unavailable, ArithmeticError):
        fails = None
    return Solution(derivation, int(times), fails)


def beginning(parameter: Parameter) -> float:
    """The value from which a parameter is solved for. Raises BadValue where no direction of it is declared safer."""
    if parameter.safer is None:
        raise BadValue(f"{parameter.name} cannot be solved for", "it is no number, or neither more nor less of it is always more private")
    low, high = _domain(parameter)
    start = min(max(1.0, 2 * low), (low + high) / 2)
    return round(start) if parameter.integer else start


def _domain(parameter: Parameter) -> tuple[float, float]:
    return float(parameter.low or 0), math.inf if parameter.high is None else float(parameter.high)


def calibrate(
    registry: Registry,
    entries_at: Callable[[Fraction], tuple[Entry, ...]],
    parameter: Parameter,
    neighbours: Neighbours,
    target: Goal,
    only: frozenset[str] = frozenset(),
) -> list[Solution]:
    """The least private value of a parameter that still certainly meets the target, by every path, the best first.

    `entries_at` writes the ledger with a value filled in. Each path is searched from the best value so far; one on which no value meets
    the target is left out. Raises BadValue where no direction of the parameter is declared safer.
    """
    near, larger = beginning(parameter), parameter.safer == "larger"
    solutions: list[Solution] = []
    for path in Accounting(registry, entries_at(parameter.nearest(near)), neighbours, only=only).profiles():

        def miss(x: float, derivation: Derivation = path.derivation) -> float:
            return _miss(target, lambda: derive(registry, entries_at(parameter.nearest(x)), neighbours, derivation))

        found = safe_end(miss, _domain(parameter), near, larger=larger, whole=parameter.integer)
        if found is not None:
            near = (min if larger else max)(near, found) if solutions else found
            solutions.append(Solution(path.derivation, parameter.nearest(found)))
    return sorted(solutions, key=lambda s: (s.value if larger else -s.value, len(s.path)))


def _miss(target: Goal, profile: Callable[[], Profile]) -> float:
    """How far a profile misses the target; infinite where it has no answer."""
    try:
        return target.miss(profile())
    except (Unavailable, ArithmeticError):
        return math.inf
