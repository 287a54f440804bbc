"""A limit of time on a check, which may be anybody's: a search that does not end must not hold up the others."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any


class OverTime(BaseException):
    """The time is up. No Exception: a check that catches those does not catch this."""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raises OverTime in what runs inside once the seconds are over; None: never. One call into C is not interrupted.

    Raises ValueError where the limit cannot be kept: off the main thread, or on a system without interval timers.
    """
    if seconds is None:
        yield
        return
    if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        raise ValueError(f"a limit of {seconds:g} s is kept in the main thread of a process only, and where there are interval timers")
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # once more each second: a finaliser or a callback may swallow what is raised in it
    try:
        yield
    finally:
        try:
            _stop(before)
        except OverTime:  # it rang just now; the next time is a second away
            _stop(before)


def _stop(before: Any) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def _ring(*_: object) -> None:
    raise OverTime
