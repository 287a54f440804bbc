"""A budget of work: what a check may cost, counted where numbers are computed.

A unit is about a microsecond on an ordinary machine. Each operation says what it costs before it begins (`charge`), by
its precision, its number of terms, the lengths of its polynomials: so one that would take too long never begins, and
the same work costs the same on every machine. Processor time is read in between, in case a machine is slower than the
units assume. Without a budget nothing is counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import thread_time

from .held_exit import Held

UNITS_PER_SECOND = 1_000_000
_BETWEEN_READINGS = 20_000
"""Units after which the clock is read again."""


class OverBudget(BaseException):
    """The budget is used up. No Exception: what catches those does not catch this, for a check must end."""


@dataclass(slots=True)
class Budget:
    """Seconds of work, of which `spent` units are used. Belongs to one thread; raises OverBudget once it is used up."""

    seconds: float
    spent: int = 0
    limit: int = field(init=False)
    _next_reading: int = field(default=_BETWEEN_READINGS, init=False)
    _ends: float = field(init=False)

    def __post_init__(self) -> None:
        self.limit = int(self.seconds * UNITS_PER_SECOND)
        self._ends = thread_time() + self.seconds

    def charge(self, units: int) -> None:
        """Counts what is about to be done. Raises OverBudget instead if there is no budget for it."""
        self.spent += units
        if self.spent > self.limit:
            raise OverBudget
        if self.spent >= self._next_reading:
            self._next_reading = self.spent + _BETWEEN_READINGS
            if thread_time() > self._ends:
                raise OverBudget


_CURRENT: ContextVar[Budget | None] = ContextVar("budget", default=None)


def _counted(limit: limited) -> Iterator[None]:
    """The budget as long as the statement runs, and the one around it afterwards, whatever ends it."""
    outer = _CURRENT.get()
    try:
        _CURRENT.set(limit.budget)
        yield
    finally:
        _CURRENT.set(outer)


class limited:  # noqa: N801 - it is written in a with statement, as a function is
    """What runs inside, in this thread, is counted against the budget."""

    __slots__ = ("budget",)

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def __enter__(self) -> Budget:
        return self.budget

    __exit__ = Held(_counted)


def charge(units: int) -> None:
    """Counts work that is about to be done, where there is a budget. Raises OverBudget if it does not suffice."""
    budget = _CURRENT.get()
    if budget is not None:
        budget.charge(units)
