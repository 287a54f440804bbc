"""Inverse questions: how often a ledger may run, and which value of a parameter meets a target (eps, delta)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .account import Accounting
from .answers import number_to_json
from .crossing import last_that_holds, safe_end
from .entries import Entry, relation
from .errors import BadValue, Unavailable
from .following import Derivation, climbed, derive, finished
from .guarantees import Profile
from .host import Registry
from .mechanisms import Parameter
from .neighbours import Neighbours
from .targets import Target

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


def largest_times(accounting: Accounting, target: Target) -> list[Solution]:
    """How often the ledger may run, by every path, the most first: certified to meet the target."""
    solutions = [_times(accounting, path.derivation, target) for path in accounting.profiles()]
    return sorted(solutions, key=lambda s: (-s.value, len(s.path)))


def _times(accounting: Accounting, derivation: Derivation, target: Target) -> Solution:
    guarantees, counts = climbed(accounting.registry, accounting.entries, accounting.neighbours, derivation)

    def profile_of(n: int) -> Profile:
        return finished(accounting.registry, derivation, accounting.neighbours, guarantees, [count * n for count in counts])

    def holds(n: int) -> bool:
        try:
            return target.miss(profile_of(n)) <= 0
        except (Unavailable, ArithmeticError):
            return False

    times = last_that_holds(holds, UNBOUNDED)
    fails: bool | None = None
    if isinstance(times, int):
        try:
            fails = target.certainly_missed(profile_of(times + 1)) or None
        except (Unavailable, ArithmeticError):
            fails = None
    return Solution(derivation, times, fails)


def calibrate(
    registry: Registry,
    entries_at: Callable[[Fraction], tuple[Entry, ...]],
    parameter: Parameter,
    neighbours: Neighbours | None,
    target: Target,
    only: frozenset[str] = frozenset(),
) -> list[Solution]:
    """The least private value of a parameter that still certainly meets the target, by every path, the best first.

    `entries_at` writes the ledger with a value filled in. A path on which no value meets the target is left out. Raises BadValue where
    no direction of the parameter is declared safer.
    """
    if parameter.safer is None:
        raise BadValue(f"{parameter.name} cannot be solved for", "it is no number, or neither more nor less of it is always more private")
    low, high = float(parameter.low or 0), math.inf if parameter.high is None else float(parameter.high)
    start = min(max(1.0, 2 * low), (low + high) / 2)
    relative = relation(registry, entries_at(parameter.nearest(start)), neighbours)
    larger = parameter.safer == "larger"
    solutions = []
    for path in Accounting(registry, entries_at(parameter.nearest(start)), relative, only=only).profiles():

        def miss(x: float, derivation: Derivation = path.derivation) -> float:
            try:
                return target.miss(derive(registry, entries_at(parameter.nearest(x)), relative, derivation))
            except (Unavailable, ArithmeticError):
                return math.inf

        found = safe_end(miss, (low, high), start, larger=larger, whole=parameter.integer)
        if found is not None:
            solutions.append(Solution(path.derivation, parameter.nearest(found)))
    return sorted(solutions, key=lambda s: (s.value if larger else -s.value, len(s.path)))
