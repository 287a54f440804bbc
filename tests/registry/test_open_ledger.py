"""A ledger to which a training loop adds steps, and which it asks as it goes."""

from __future__ import annotations

import pickle
import sys
import time
from types import FrameType
from typing import Any

import chartered as ch
import pytest

STEP = "poisson:rate=1/100/gaussian:sigma=1"


def test_a_loop_adds_steps_and_asks_until_the_budget_is_spent() -> None:
    """At each question the answer is that of the ledger of all steps until then; the loop stops where the count that
    `largest_times` gave is used up."""
    spent = ch.OpenLedger(["laplace:scale=10"])
    allowed = int(spent.largest_times(STEP, epsilon=2, delta="1e-5"))
    for done in range(1, 41):
        spent.add(STEP, times=10)
        if done % 20 == 0:
            same = ch.Ledger(["laplace:scale=10", f"{STEP},times={10 * done}"])
            assert spent.ledger == same
            assert spent.epsilon("1e-5").upper == same.epsilon("1e-5").upper
    assert len(spent) == 401
    assert int(spent.largest_times(STEP, epsilon=2, delta="1e-5")) == allowed - 400
    assert ch.check(spent.epsilon("1e-5").certificate()).accepted


def test_a_question_that_was_asked_is_answered_at_once() -> None:
    """The very same answer, until a step is added."""
    spent = ch.OpenLedger(STEP)
    first = spent.epsilon("1e-5")
    assert spent.epsilon(1e-5) is first
    spent.add(STEP)
    assert spent.epsilon("1e-5").upper > first.upper


def test_ten_thousand_steps_are_added_within_a_second() -> None:
    """One by one, as a training loop does; two kinds of steps in turn."""
    spent, start = ch.OpenLedger(), time.process_time()
    for _ in range(5000):
        spent.add(STEP)
        spent.add("gaussian:sigma=100")
    assert time.process_time() - start < 2
    assert [entry.times for entry in spent.ledger.entries] == [5000, 5000]


def test_what_is_wrong_is_refused_and_adds_nothing() -> None:
    """A typing error, a step of another relation, a count that is none; and a question before the first step."""
    spent = ch.OpenLedger(neighbours="add-or-remove")
    with pytest.raises(ch.BadLedger, match="no step was added yet; add one first"):
        spent.epsilon("1e-5")
    assert (len(spent), repr(spent)) == (0, "OpenLedger()")
    spent.add(STEP)
    for wrong, times in (("gausian:sigma=1", 1), ("sample:size=1,of=9/gaussian:sigma=1", 1), (STEP, 0), (3, 1)):
        with pytest.raises(ch.CharteredError):
            spent.add(wrong, times)  # type: ignore[arg-type]
    assert repr(spent) == "OpenLedger(['poisson:rate=0.01/gaussian:sigma=1,sensitivity=1'], neighbours='add-or-remove')"


def test_a_checkpoint_keeps_it() -> None:
    """Pickled and read again, it goes on where it was."""
    spent = ch.OpenLedger(STEP, neighbours="zero-out")
    again = pickle.loads(pickle.dumps(spent))
    again.add(STEP)
    assert (len(spent), len(again), again.ledger.neighbours) == (1, 2, ch.Neighbours.ZERO_OUT)


def test_an_interrupt_while_a_step_is_added_leaves_no_answer_without_it() -> None:
    """Struck at each line of `add` in turn, the answer is that of as many runs as count afterwards."""
    opened, struck = ch.OpenLedger("gaussian:sigma=20"), 0
    code = ch.OpenLedger.add.__code__
    for turn in range(40):
        opened.epsilon("1e-5")
        left = turn

        def tracer(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal left, struck
            if frame.f_code is not code:
                return None
            if event == "line":
                left -= 1
                if left < 0:
                    struck += 1
                    raise KeyboardInterrupt
            return tracer

        sys.settrace(tracer)
        try:
            opened.add("gaussian:sigma=20")
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(None)
        assert opened.epsilon("1e-5").upper == ch.Ledger(f"gaussian:sigma=20,times={len(opened)}").epsilon("1e-5").upper
    assert struck > 8
