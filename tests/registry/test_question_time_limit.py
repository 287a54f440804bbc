"""What a time limit of a question never takes: an exception of the caller, wherever both strike."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from time import process_time
from types import FrameType
from typing import Any

import pytest
from chartered.accounting.question_time_limit import in_time
from chartered_verify.work_budget import OverBudget


class Mine(Exception):
    """What a caller's handler raises."""


def raises(_: int, __: FrameType | None) -> None:
    """A handler."""
    raise Mine("the caller's")


def busy(seconds: float) -> None:
    """Works for that long."""
    end = process_time() + seconds
    while process_time() < end:
        pass


@pytest.fixture
def own_alarm() -> Iterator[Callable[[Any], None]]:
    """Sets the caller's handler of SIGALRM."""
    before = signal.getsignal(signal.SIGALRM)
    yield lambda handler: signal.signal(signal.SIGALRM, handler) and None
    signal.signal(signal.SIGALRM, before)


def test_an_end_in_time_is_told() -> None:
    """True for work that ended, False for work that was ended."""
    assert in_time(lambda: None, 10)
    assert not in_time(lambda: busy(5), 0.01)
    assert in_time(lambda: busy(0.01), None)


def test_the_end_of_a_limit_that_replaces_a_callers_exception_gives_way() -> None:
    """Both signals were pending: the limit struck while the other exception was on its way out."""

    def work() -> None:
        try:
            raises(signal.SIGALRM, sys._getframe())
        finally:
            raise OverBudget

    with pytest.raises(Mine, match="the caller's"):
        in_time(work, 10)


def test_a_limit_inside_a_limit_is_one_end() -> None:
    """One that ends while another one is handled is no exception of a caller."""

    def work() -> None:
        try:
            raise OverBudget
        finally:
            raise OverBudget

    assert not in_time(work, 10)


def test_a_limit_does_not_strike_inside_a_callers_handler(own_alarm: Callable[[Any], None]) -> None:
    """Its exception would never be raised."""

    def slow(number: int, frame: FrameType | None) -> None:
        busy(0.1)
        raises(number, frame)

    def work() -> None:
        signal.raise_signal(signal.SIGALRM)
        busy(5)

    own_alarm(slow)
    with pytest.raises(Mine, match="the caller's"):
        in_time(work, 0.02)


def test_a_limit_strikes_after_a_handler_that_raises_nothing(own_alarm: Callable[[Any], None]) -> None:
    """It was put off, and no more."""

    def work() -> None:
        signal.raise_signal(signal.SIGALRM)
        busy(5)

    own_alarm(lambda number, frame: busy(0.1))
    begin = process_time()
    assert not in_time(work, 0.02)
    assert process_time() - begin < 4


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_exception_as_the_limit_is_switched_off_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python discards what is raised in a generator that it closes."""
    struck = list[int]()
    real = signal.setitimer

    def timer(which: int, seconds: float, again: float = 0.0) -> Any:
        found = real(which, seconds, again)  # type: ignore[arg-type]
        if seconds == 0 and not struck:
            struck.append(which)
            raises(signal.SIGALRM, sys._getframe())
        return found

    monkeypatch.setattr(signal, "setitimer", timer)
    with pytest.raises(Mine, match="the caller's"):
        in_time(lambda: None, 10)
    assert struck
