"""A limit of time on a check, which may be anybody's: a search that does not end must not hold up the others."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from threading import current_thread, main_thread
from time import monotonic
from typing import Any

from ..held import Held

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
        raise ValueError(
            f"a limit of {seconds:g} s is kept in the main thread of a process only, and where there are interval "
            "timers"
        )
    return _Limit(seconds)


def _timed(limit: _Limit) -> Iterator[None]:
    """The alarm while the limit holds. Afterwards it is what it was, and one that rings late is not heard."""
    over, begin = False, monotonic()
    handler, timer = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)

    def ring(*_: object) -> None:
        if not over:
            raise OverTime

    def put_back() -> None:
        left = max(timer[0] - (monotonic() - begin), _AT_ONCE) if timer[0] else 0  # of a limit around this one
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, left, timer[1])

    try:
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(
            signal.ITIMER_REAL, limit.seconds, 1
        )  # each second again: a finaliser may swallow what is raised in it
        yield
    finally:
        over = True
        try:
            put_back()
        except BaseException:  # another interrupt
            put_back()
            raise


class _Limit(AbstractContextManager[None]):
    __exit__: Any = Held(_timed)

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        return None
