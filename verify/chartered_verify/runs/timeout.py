"""A time limit on a check, which may come from a third-party plugin: one that does not end must not block the
others."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from ..alarm import WALL, Alarm, available


class OverTime(BaseException):
    """The time limit is reached. It is not an Exception, so that handlers of `Exception` in a check do not catch it."""


def within(seconds: float | None) -> AbstractContextManager[None]:
    """A context that raises OverTime in the statements inside it after `seconds`; None: never. A single call into C is
    not interrupted.

    Raises ValueError if the limit cannot be enforced: outside the main thread, or on a system without interval
    timers."""
    if seconds is None:
        return nullcontext()
    if not available():
        raise ValueError(
            f"a limit of {seconds:g} s is kept in the main thread of a process only, and where there are interval "
            "timers"
        )
    return Alarm(WALL, seconds, OverTime)
