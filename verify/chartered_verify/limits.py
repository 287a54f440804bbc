"""A limit of time on a check, which may be anybody's: a search that does not end must not hold up the others."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from threading import current_thread, main_thread
from time import monotonic
from typing import Any

from .arithmetic.held import Held

_AT_ONCE = 1e-3


class OverTime(BaseException):
    """The time is up. No Exception: a check that catches those does not catch this."""


def within(seconds: float | None) -> AbstractContextManager[None]:
    """Raises OverTime in what runs inside once the seconds are over; None: never. One call into C is not interrupted.

    Raises ValueError where the limit cannot be kept: off the main thread, or on a system without interval timers.
    """
    if seconds is None:
        return nullcontext()
    if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        raise ValueError(f"a limit of {seconds:g} s is kept in the main thread of a process only, and where there are interval timers")
    return _Limit(seconds)


def _timed(limit: _Limit) -> Iterator[None]:
    """The alarm while the limit holds. Afterwards it is what it was, and one that rings late is not heard."""
    over, before, begin = False, signal.getsignal(signal.SIGALRM), monotonic()

    def ring(*_: object) -> None:
        if not over:
            raise OverTime

    left = (0.0, 0.0)
    try:
        signal.signal(signal.SIGALRM, ring)
        left = signal.setitimer(signal.ITIMER_REAL, limit.seconds, 1)  # each second again: a finaliser may swallow what is raised in it
        yield
    finally:
        over = True
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.signal(signal.SIGALRM, before)
            if left[0]:  # a limit around this one
                signal.setitimer(signal.ITIMER_REAL, max(left[0] - (monotonic() - begin), _AT_ONCE), left[1])


class _Limit(AbstractContextManager[None]):
    __exit__: Any = Held(_timed)

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        return None
