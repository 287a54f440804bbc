"""`--seconds S`: the tightest answers that are found within so much processor time; and the time that each took."""

from __future__ import annotations

import subprocess
import sys
from threading import Thread
from time import process_time
from typing import Any

import chartered as ch
import pytest

SGD = "poisson:rate=0.01/gaussian:sigma=1,times=1000"
SLOW = "poisson:rate=0.0001/gaussian:sigma=2,times=100"
BOTH = ("renyi", "loss-distribution")
"""At a delta of 1e-100 the second one takes some seconds."""


def test_each_answer_tells_its_time(run: Any) -> None:
    """In Python always; commands where the time is limited, for each answer and, in JSON, for all of it."""
    shown = run("epsilon", SGD, "--delta", "1e-5", "--seconds", "60", "--json").json
    assert 0 < sum(answer["seconds"] for answer in shown["answers"]) <= shown["seconds"]
    answer = ch.Ledger(SGD).epsilon("1e-5")
    assert answer.seconds > 0
    assert "seconds" not in answer.certificate().document["answer"]
    ran = run("epsilon", SGD, "--delta", "1e-5", "--seconds", "60")
    assert (ran.status, ran.err) == (0, "")
    assert "side   seconds  path" in ran.out
    assert "1.828236666  1.828236667  exact" in ran.out
    once, again = (run("epsilon", SGD, "--delta", "1e-5", "--json").out for _ in range(2))
    assert once == again


def test_in_little_time_the_quick_answers_are_given() -> None:
    """The command ends in time, with what was found by then, and says who would need more."""
    named = [word for name in BOTH for word in ("--accountant", name)]
    command = [sys.executable, "-m", "chartered", "epsilon", SLOW, "--delta", "1e-100", "--seconds", "0.5", *named]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "3.017010450  upper" in ran.stdout
    assert "loss-distribution: no answer: it takes more processor time than 0.5 seconds" in ran.stdout


def test_digits_that_take_too_long_leave_the_easy_ones() -> None:
    """An exact answer that is less close, in about the time that was named, and a line that says so."""
    ledger, start = ch.Ledger(SGD), process_time()
    account = ledger.account(ch.Question.epsilon("1e-5", digits=190), seconds=0.7)
    assert process_time() - start < 4
    assert account.best.exact
    assert account.best.upper == ledger.epsilon("1e-5").upper
    assert "190 would take too much work" in account.wider[0].why


def test_with_enough_time_the_answer_is_the_same() -> None:
    """The limit changes the order, and no answer."""
    ledger = ch.Ledger(SGD)
    for close in ({}, {"digits": 30}, {"within": "1e-20"}):
        question = ch.Question.epsilon("1e-5", **close)
        found = [ledger.account(question, seconds=seconds) for seconds in (None, 60)]
        first, second = ([(a.path, a.upper_exact, a.lower_exact) for a in account.answers] for account in found)
        assert first == second
        assert found[0].unavailable == found[1].unavailable


def test_one_run_keeps_its_exact_path() -> None:
    """A cheap bound from above takes the place of other bounds alone, although in a limited time it comes first."""
    once = ch.Ledger("rappor:f=1/2,p=1/2,q=3/4")
    within = once.delta(0, seconds=60)
    assert within.exact
    assert within.upper == once.delta(0).upper


def test_too_little_time_gives_no_answer(run: Any) -> None:
    """The reason names the limit, and later questions are answered as ever."""
    asked = ("epsilon", SLOW, "--delta", "1e-100", "--accountant", "loss-distribution")
    ran = run(*asked, "--seconds", "0.02")
    assert ran.status == 1
    assert "no answer\n" in ran.out
    assert "than 0.02 seconds; --seconds gives it more" in ran.out
    with pytest.raises(ch.CharteredError, match="no answer for epsilon"):
        ch.Ledger(SLOW).epsilon("1e-101", "loss-distribution", seconds=0.02)
    assert ch.Ledger(SLOW).epsilon("1e-5", "loss-distribution").exact


def test_a_last_resort_answers_where_the_limit_strikes_first(run: Any) -> None:
    """Within a quarter of the limit beyond it: with the draw told, a random allocation is as many runs as epochs."""
    training = "dpsgd-allocation:n=1000,batch=10,epochs=2,noise=3/2"
    account = ch.Ledger(training).account(ch.Question.epsilon("1e-5"), seconds=1)
    assert account.best.upper == ch.Ledger("gaussian:sigma=3/2,times=2").epsilon("1e-5").upper
    why = {none.accountant: none.why for none in account.unavailable}
    assert "more processor time than 1 seconds" in why["loss-distribution"]


def test_a_limit_holds_in_other_threads() -> None:
    """Where no alarm rings, the numerical operations themselves look at the clock."""
    found: list[ch.Account] = []

    def ask() -> None:
        found.append(ch.Ledger(SLOW).account(ch.Question.epsilon("1e-100"), BOTH, seconds=0.5))

    start = process_time()
    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert process_time() - start < 4
    assert {answer.accountant for answer in found[0].answers} == {"renyi"}


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e7", "inf"])
def test_a_limit_is_a_time(run: Any, seconds: str) -> None:
    """Above 0 and at most 1e6; anything else is one clear line."""
    for command in (("epsilon", "--delta", "1e-5"), ("delta", "--epsilon", "1"), ("mu",)):
        ran = run(command[0], "gaussian:sigma=1", *command[1:], "--seconds", seconds)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert f"the time limit is {float(seconds):g} seconds; it must be above 0 and at most 1e+06" in ran.err


def test_a_limit_of_another_type_is_refused() -> None:
    """Text is no number of seconds."""
    with pytest.raises(ch.CharteredError, match="the time limit is 'soon' seconds"):
        ch.Ledger(SGD).epsilon("1e-5", seconds="soon")  # type: ignore[arg-type]
