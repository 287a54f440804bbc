"""A limit on the processor time of one question: what is found within it is the answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from chartered_verify.alarm import PROCESSOR, Alarm, available, running
from chartered_verify.budget import Budget, OverBudget, limited


def in_time(work: Callable[[], None], seconds: float | None) -> bool:
    """Whether `work()` ended within `seconds` of processor time (None: no limit); otherwise it was ended, by an alarm
    in the main thread, and in other threads before its next numerical operation."""
    if seconds is None:
        work()
        return True
    try:
        with limited(Budget(seconds, counted=False)), _alarm(seconds):
            work()
    except OverBudget:
        return False
    return True


def _alarm(seconds: float) -> AbstractContextManager[None]:
    return Alarm(PROCESSOR, seconds, OverBudget) if available() and not running(PROCESSOR) else nullcontext()
