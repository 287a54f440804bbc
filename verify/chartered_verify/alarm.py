"""Alarms: an exception inside a `with` statement after a number of seconds of a clock, by the interval timers of
Unix."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from threading import current_thread, main_thread
from time import monotonic, process_time
from types import FrameType
from typing import NamedTuple

from .catching import in_handler, let_others_log
from .held_exit import Held

_AT_ONCE = 1e-3
_AGAIN = 1
"""Seconds after which an alarm is repeated, because an exception that is raised inside a finaliser is discarded."""


class Clock(NamedTuple):
    """A clock: the names of its signal and of its interval timer in `signal`, and a function that reads its seconds."""

    signal: str
    timer: str
    read: Callable[[], float]


WALL = Clock("SIGALRM", "ITIMER_REAL", monotonic)
"""Wall-clock time."""
PROCESSOR = Clock("SIGVTALRM", "ITIMER_VIRTUAL", process_time)
"""Processor time of the process."""


def available() -> bool:
    """Whether an alarm can be set: only in the main thread of a process, on a system with interval timers."""
    return current_thread() is main_thread() and hasattr(signal, "setitimer")


def running(clock: Clock) -> bool:
    """Whether an alarm by this clock is set. Call it only if alarms are available."""
    return bool(signal.getitimer(getattr(signal, clock.timer))[0] > 0)


def _set(alarm: Alarm) -> Iterator[None]:
    """The generator behind `Alarm`: sets the alarm, and afterwards restores the handler and the timer of a surrounding
    alarm. A signal that arrives after the end is ignored."""
    number, timer = getattr(signal, alarm.clock.signal), getattr(signal, alarm.clock.timer)
    over, rang, begin = False, False, alarm.clock.read()
    outer_handler, outer = signal.getsignal(number), signal.getitimer(timer)

    def on_alarm(_: int, interrupted: FrameType | None) -> None:
        nonlocal rang
        if not over and in_handler(interrupted):  # whose exception would never be raised
            signal.setitimer(timer, _AT_ONCE, _AGAIN)
        elif not over:
            rang = True
            raise alarm.error

    def restore() -> None:
        left = max(outer[0] - (alarm.clock.read() - begin), _AT_ONCE) if outer[0] else 0  # of an alarm around this one
        signal.setitimer(timer, 0)
        signal.signal(number, outer_handler)
        signal.setitimer(timer, left, outer[1])

    try:
        signal.signal(number, on_alarm)
        signal.setitimer(timer, alarm.seconds, _AGAIN)
        yield
    finally:
        over = True
        try:
            restore()
        except BaseException as another:  # an interrupt, which Python discards in a generator that it closes
            restore()
            alarm.interrupt = another
            raise
        if rang:
            let_others_log()


class Alarm:
    """A context manager that raises `error` in the statements inside `with` after `seconds` of the clock; see
    `available`. A single call into C is not interrupted. `interrupt`: afterwards, an exception from outside that was
    raised as the alarm was switched off, for the caller to raise."""

    __slots__ = ("clock", "error", "interrupt", "seconds")

    def __init__(self, clock: Clock, seconds: float, error: type[BaseException]) -> None:
        self.clock, self.seconds, self.error = clock, seconds, error
        self.interrupt: BaseException | None = None

    def __enter__(self) -> None:
        return None

    __exit__ = Held(_set)
