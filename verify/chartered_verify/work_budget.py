"""A work budget: a limit on the cost of a check, counted by the numerical operations themselves.

A unit is about a microsecond on an ordinary machine. Each operation charges its estimated cost before it begins
(`charge`), computed from its precision, its number of terms and the lengths of its polynomials. So an operation that
would take too long never begins, and the same work costs the same on every machine. Processor time is read from time to
time as well, in case a machine is slower than the units assume. Without a budget nothing is counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from sys import maxsize
from time import thread_time

from msgspec import Struct

from .held_exit import Held

UNITS_PER_SECOND = 1_000_000
_BETWEEN_READINGS = 20_000
"""The number of units between two readings of the clock."""


class OverBudget(BaseException):
    """The budget is exceeded. It is not an Exception, so that handlers of `Exception` cannot continue a check that must
    end."""


class Budget(Struct):
    """A budget of `seconds` of work; `spent` units are used so far. It belongs to one thread. Raises OverBudget if it
    is exceeded.

    With `counted=False` only the processor time is limited, and it is read before every operation of some size: units
    allow for slow machines, so that work which is counted may end long before that time."""

    seconds: float
    spent: int = 0
    counted: bool = True
    limit: int = 0
    _next_reading: int = 0
    _ends: float = 0.0

    def __post_init__(self) -> None:
        self.limit = int(self.seconds * UNITS_PER_SECOND) if self.counted else maxsize
        self._ends = thread_time() + self.seconds

    def charge(self, units: int) -> None:
        """Adds the cost of an operation that is about to begin. Raises OverBudget if the budget does not cover it."""
        self.spent += units
        if self.spent > self.limit:
            raise OverBudget
        if self.spent >= self._next_reading:
            self._next_reading = self.spent + _BETWEEN_READINGS
            if thread_time() > self._ends:
                raise OverBudget


_CURRENT: ContextVar[Budget | None] = ContextVar("budget", default=None)


def _counted(limit: limited) -> Iterator[None]:
    """The generator behind `limited`: sets the budget, and restores the surrounding one afterwards, however the
    statement ends."""
    outer = _CURRENT.get()
    try:
        _CURRENT.set(limit.budget)
        yield
    finally:
        _CURRENT.set(outer)


class limited:  # noqa: N801 - it is written in a with statement, as a function is
    """A context manager: operations inside it, in this thread, are charged to the budget."""

    __slots__ = ("budget",)

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def __enter__(self) -> Budget:
        return self.budget

    __exit__ = Held(_counted)


def charge(units: int) -> None:
    """Charges the current budget of work, if there is one, for an operation that is about to begin.

    Args:
        units: Its estimated cost; a unit is about a microsecond.

    Raises:
        OverBudget: The budget does not cover it.

    Examples:
        >>> ch.charge(1000)
    """
    budget = _CURRENT.get()
    if budget is not None:
        budget.charge(units)
