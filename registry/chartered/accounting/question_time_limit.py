"""Limits on the processor time of one question, and of several together: what is found within it is the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from time import thread_time
from typing import TypeVar

from chartered_verify.alarm import PROCESSOR, Alarm, available, running
from chartered_verify.catching import ours
from chartered_verify.work_budget import Budget, OverBudget, limited

from ..model.seconds import seconds_of

T = TypeVar("T")
_LEAST = 1e-6
"""The seconds that are left when the time is over: a search begins, and ends at once."""


class TimeLimit:
    """A limit on the processor time of several questions together, from now on. `seconds`: as it was given; None: there
    is no limit. Raises BadValue unless it is above 0 and at most 1e6."""

    __slots__ = ("_ends", "seconds")

    def __init__(self, seconds: float | None) -> None:
        self.seconds = None if seconds is None else seconds_of(seconds, "the time limit")
        self._ends = thread_time() + (self.seconds or 0)

    @property
    def left(self) -> float | None:
        """The seconds that are left; None: there is no limit."""
        return None if self.seconds is None else max(self._ends - thread_time(), _LEAST)


def made_in_time(work: Callable[[], T], seconds: float | None) -> T | None:
    """What `work()` returns, or None if it did not end within `seconds` of processor time (see `in_time`)."""
    made = list[T]()
    in_time(lambda: made.append(work()), seconds)
    return made[0] if made else None


def in_time(work: Callable[[], None], seconds: float | None) -> bool:
    """Whether `work()` ended within `seconds` of processor time (None: no limit); otherwise it was ended, by an alarm
    in the main thread, and in other threads before its next numerical operation."""
    if seconds is None:
        work()
        return True
    alarm, ended = Alarm(PROCESSOR, seconds, OverBudget), True
    try:
        with limited(Budget(seconds, counted=False)), alarm if _is_free() else nullcontext():
            work()
    except ours(OverBudget):
        ended = False
    if alarm.interrupt is not None:
        raise alarm.interrupt
    return ended


def each_in_time(works: Sequence[Callable[[], None]], seconds: float) -> None:
    """Each work in an equal share of `seconds` of processor time."""
    for work in works:
        in_time(work, seconds / len(works))


def _is_free() -> bool:
    """Whether an alarm can be set, and there is none yet."""
    return available() and not running(PROCESSOR)
