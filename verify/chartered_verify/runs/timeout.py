"""A limit of time on a check, which may be a stranger's: one that does not end must not hold up the others."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from ..alarm import WALL, Alarm, available


class OverTime(BaseException):
    """The time is up. No Exception: a check that catches those does not catch this."""


def within(seconds: float | None) -> AbstractContextManager[None]:
    """Raises OverTime in what runs inside once the seconds are over; None: never. One call into C is not interrupted.

    Raises ValueError where the limit cannot be kept: off the main thread, or on a system without interval timers.
    """
    if seconds is None:
        return nullcontext()
    if not available():
        raise ValueError(
            f"a limit of {seconds:g} s is kept in the main thread of a process only, and where there are interval "
            "timers"
        )
    return Alarm(WALL, seconds, OverTime)
