"""What is held or remembered, and an interrupt at every line on the way."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Barrier, Thread
from types import FrameType
from typing import Any

import flint
import pytest
from chartered_verify.alarm import _set as _set_alarm
from chartered_verify.arithmetic import balls, precision_lock as precision
from chartered_verify.arithmetic.dual import duals
from chartered_verify.lazy_sequence import LazySequence
from chartered_verify.runs.timeout import OverTime, within

UNHEARD = {precision._turn.__code__, _set_alarm.__code__}
"""Generators that hold: closed by the interpreter, which hears no signal in the first, and in the second raises
none."""


class Struck(BaseException):
    """The interrupt of a test."""


def struck_at_every_line(work: Callable[[], Any]) -> Iterator[BaseException]:
    """Does the work again and again, struck at its first line, its second, and so on; gives what was raised, traceback
    included.

    No garbage is collected meanwhile: pytest's and hypothesis's callbacks on collection would be struck, too."""
    place = 0
    while True:
        place += 1
        left = place

        def line(at: FrameType, event: str, _: Any) -> Any:
            nonlocal left
            if at.f_code in UNHEARD:
                return None
            if event == "line":
                left -= 1
                if left == 0:
                    raise Struck
            return line

        gc.disable()
        try:
            sys.settrace(line)
            work()
        except Struck as error:
            struck: BaseException | None = error
        else:
            struck = None if left > 0 else Struck("swallowed by the interpreter, in a finaliser")
        finally:
            sys.settrace(None)
            gc.enable()
        if struck is None:
            return
        yield struck


def test_a_turn_ends_with_its_with_statement_wherever_it_is_struck() -> None:
    """The precision is what it was, and another thread's turn comes, also while the traceback is kept."""

    def work() -> None:
        with balls(100) as xp:
            xp.number(2).exp()
            with duals(200), balls(100):
                xp.number(3).log()

    def other() -> None:
        with balls(64):
            turns.append(flint.ctx.prec)

    before, kept, turns = flint.ctx.prec, [], list[int]()
    for error in struck_at_every_line(work):
        kept.append(error)
        assert flint.ctx.prec == before
        thread = Thread(target=other, daemon=True)
        thread.start()
        thread.join(60)
        assert len(turns) == len(kept), "the turn was not given back"
    assert len(kept) > 10
    assert set(turns) == {64}


def test_an_arithmetic_is_entered_by_a_with_statement_only() -> None:
    """What keeps the exit of the class has nothing that ends."""
    with ExitStack() as stack, pytest.raises((TypeError, AttributeError)):
        stack.enter_context(balls(64))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_is_put_back_wherever_it_is_struck() -> None:
    """Handler and timer of before, and nothing rings any more."""

    def work() -> None:
        with within(30):
            sum(range(3))

    kept, handler = [], signal.getsignal(signal.SIGALRM)
    for error in struck_at_every_line(work):
        kept.append(error)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getsignal(signal.SIGALRM) is handler
    assert len(kept) > 5


def test_a_limit_inside_a_limit_leaves_the_outer_one_in_force() -> None:
    """It rings when its own time is over."""

    def work() -> None:
        with within(0.05):
            with within(30):
                pass
            while True:
                pass

    with pytest.raises(OverTime):
        work()


def test_a_sequence_is_as_long_as_ever_after_an_interrupt() -> None:
    """Struck at every line, it knows all of its values or as many as before, each at its place."""
    for kept in range(5):
        squares: LazySequence[int] = LazySequence(lambda k: k * k)

        def grow(squares: LazySequence[int] = squares, kept: int = kept) -> None:
            squares.up_to(kept)
            squares.up_to(kept + 4)

        for _ in struck_at_every_line(grow):
            found = squares.up_to(kept)
            assert found == tuple(k * k for k in range(len(found)))


def test_threads_that_grow_a_sequence_at_once_see_whole_ones() -> None:
    """Whoever is later, nobody sees a place without a value, nor a value at another's place."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    wrong: list[tuple[int, ...]] = []
    try:
        for _ in range(20):
            begin, squares = Barrier(4), LazySequence(lambda k: k * k)

            def grow(begin: Barrier = begin, squares: LazySequence[int] = squares) -> None:
                begin.wait()
                for n in range(0, 120, 7):
                    found = squares.up_to(n)
                    if len(found) <= n or found != tuple(k * k for k in range(len(found))):
                        wrong.append(found)

            threads = [Thread(target=grow) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    finally:
        sys.setswitchinterval(before)
    assert not wrong
