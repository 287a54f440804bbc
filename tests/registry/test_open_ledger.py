"""A ledger to which a training loop adds steps, and which it asks as it goes."""

from __future__ import annotations

import pickle
import random
import sys
import time
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import chartered as ch
import pytest
from chartered.accounting import open_ledger, steps_so_far
from chartered.ledger.entries import read_entries

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


def test_it_answers_what_a_ledger_answers() -> None:
    """As closely as that is requested, and about the steps so far; before the first one nothing is lost."""
    spent, same = ch.OpenLedger(), ch.Ledger("gaussian:sigma=4,times=3")
    assert (spent.mu().upper, spent.risk().advantage.upper, spent.answer(ch.Question.delta(0)).upper) == (0, 0, 0)
    spent.add("gaussian:sigma=4", times=3)
    assert spent.epsilon("1e-5", digits=30).upper_exact == same.epsilon("1e-5", digits=30).upper_exact
    assert spent.mu() == same.mu()
    assert spent.risk() == same.risk()
    assert spent.budget(delta="1e-5") == same.budget(delta="1e-5")
    assert spent.tradeoff("0.05") == same.tradeoff("0.05")
    with pytest.raises(ch.BadValue, match="the question is 3"):
        spent.answer(3)  # type: ignore[arg-type]


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
    """A typing error, a step of another relation, a count that is none; and a ledger before the first step."""
    spent = ch.OpenLedger(neighbours="add-or-remove")
    with pytest.raises(ch.BadLedger, match="no step was added yet; add one first"):
        spent.ledger  # noqa: B018 - a property that raises
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


def test_a_thousand_different_steps_are_added_within_seconds() -> None:
    """A step is judged without a look at all earlier ones: 1000 took 42 seconds."""
    spent, start = ch.OpenLedger(), time.process_time()
    for index in range(1000):
        spent.add({"step": f"gaussian:sigma={20 + index}", "label": str(index)})
    assert time.process_time() - start < 4
    assert (len(spent), len(spent.ledger.entries)) == (1000, 1000)


MANY = (
    *("gaussian:sigma=20", "gaussian:sigma=30,times=3", "gaussian:sensitivity=2,sigma=9", "laplace:scale=9"),
    *("poisson:rate=1/7/gaussian:sigma=2", "pure:epsilon=1/9", "sample:size=1,of=9/gaussian:sigma=1"),
    *("randomized-response:probability=3/4", "gaussian:sigma=20,times=1000000000000", "zcdp:rho=-1", "no-such-step"),
)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_added_one_by_one_is_the_ledger_of_all(seed: int) -> None:
    """Random steps, labels, counts and ledgers: what the open ledger takes is what a ledger of it all takes, merged in
    the same way and under the same relation; what is refused leaves it as it was."""
    draw = random.Random(seed)
    chosen = draw.choice([None, None, "add-or-remove", "replace-one", "zero-out"])
    spent, taken = ch.OpenLedger(neighbours=chosen), list[ch.Entry]()
    for _ in range(60):
        several = [
            {"step": draw.choice(MANY), "label": draw.choice(["", "", "a"])} for _ in range(draw.choice([1, 1, 1, 3]))
        ]
        times, before = draw.choice([1, 1, 7]), pickle.loads(pickle.dumps(spent))
        try:
            spent.add(several, times)
        except ch.CharteredError:
            assert (spent, len(spent)) == (before, len(before))
            continue
        taken += [entry * times for entry in ch.Ledger(several, "replace-one").entries]
        assert spent.ledger == ch.Ledger(taken, chosen)
    assert not taken or pickle.loads(pickle.dumps(spent)).ledger == spent.ledger


def test_before_the_first_step_nothing_is_spent() -> None:
    """Exactly 0 at every delta and eps, under each relation, with a certificate that a check accepts."""
    for neighbours in (None, *ch.Neighbours):
        spent = ch.OpenLedger(neighbours=neighbours)
        for answer in (spent.epsilon(0), spent.epsilon("1e-5"), spent.delta(0), spent.delta(3)):
            assert (answer.lower, answer.upper, answer.exact) == (0, 0, True)
            assert answer.neighbours is (neighbours or ch.Neighbours.ADD_OR_REMOVE)
            assert ch.check(answer.certificate()).accepted
        spent.add("laplace:scale=2")
        assert spent.epsilon(0) == ch.Ledger("laplace:scale=2", neighbours).epsilon(0)
    assert ch.OpenLedger([]) == ch.OpenLedger()


def test_a_ledger_is_added_under_its_relation() -> None:
    """The first one gives an open ledger its relation; numbers that hold for another one are refused, and steps that
    state a sensitivity are carried over."""
    stated = ch.Ledger(["pure:epsilon=1", "laplace:scale=9"], "replace-one")
    spent = ch.OpenLedger(stated)
    spent.add(stated, times=2)
    assert spent.ledger == stated * 3
    other = ch.OpenLedger("pure:epsilon=1/2")
    with pytest.raises(ch.NeighboursMismatch, match="the ledger that is added is replace-one"):
        other.add(stated)
    assert other.ledger == ch.Ledger("pure:epsilon=1/2")
    sampled = ch.Ledger("sample:size=1,of=9/gaussian:sigma=1")
    with pytest.raises(ch.NeighboursMismatch, match="the ledger so far is add-or-remove"):
        other.add(sampled)
    carried = ch.OpenLedger("gaussian:sigma=9")
    carried.add(sampled)
    assert carried.ledger == ch.Ledger(["gaussian:sigma=9", *sampled.entries], "replace-one")
    with pytest.raises(ch.NeighboursMismatch, match="the ledger that is added is add-or-remove"):
        carried.add(ch.Ledger("pure:epsilon=1", "add-or-remove"))


@pytest.mark.parametrize("name", ["spent.toml", "spent.json"])
def test_it_is_kept_in_a_file(tmp_path: Path, name: str) -> None:
    """Saved and read, also empty, and as a dictionary: equal, under the same relation; a ledger reads it, too."""
    for steps in ((), STEP, [{"step": STEP, "label": "a"}, "laplace:scale=9"]):
        for neighbours in (None, "zero-out"):
            spent = ch.OpenLedger(steps, neighbours=neighbours)
            spent.save(tmp_path / name)
            for again in (ch.OpenLedger.read(tmp_path / name), ch.OpenLedger.from_dict(spent.to_dict())):
                assert again == spent
                again.add(STEP)
                assert again != spent
            if steps:
                assert ch.Ledger.read(tmp_path / name) == ch.Ledger.from_dict(spent.to_dict()) == spent.ledger
    with pytest.raises(ch.BadLedger, match="the ledger is empty"):
        ch.Ledger.from_dict(ch.OpenLedger().to_dict())
    with pytest.raises(ch.BadLedger, match="the ledger has an unknown key 'step'"):
        ch.OpenLedger.from_dict({"steps": [], "step": STEP})


def test_the_statement_of_a_file_is_kept(tmp_path: Path) -> None:
    """What a ledger file states about the data is there after steps were added and saved."""
    ledger = ch.Ledger.from_dict({"steps": [{"step": STEP}], "statement": {"privacy_unit": "person"}})
    ledger.save(tmp_path / "spent.toml")
    spent = ch.OpenLedger.read(tmp_path / "spent.toml")
    spent.add(STEP)
    spent.save(tmp_path / "spent.toml")
    assert ch.Ledger.read(tmp_path / "spent.toml").stated == ledger.stated != ch.Ledger(STEP).stated


NEW = "sample:size=1,of=9/gaussian:sigma=20"
"""A step that changes the relation."""


@pytest.mark.parametrize("waiting", [1, 1000])
@pytest.mark.parametrize("step", ["gaussian:sigma=20", ["gaussian:sigma=20", "gaussian:sigma=30"], NEW])
def test_an_interrupt_while_a_step_is_added_leaves_no_half_of_it(step: Any, waiting: int) -> None:
    """Struck at each line of `add` and of what judges a step in turn, with or without entries to be merged: all of the
    step is there or nothing, the answer is that of what is there, and the relation is its own."""
    opened = ch.OpenLedger()
    for _ in range(waiting):
        opened.add("gaussian:sigma=20")
    before, first = opened.ledger, opened.epsilon("1e-5")
    after = ch.Ledger([*before.entries, *read_entries(ch.registry(), step)])
    kept, turn = pickle.dumps(opened), 0
    while _struck(opened := pickle.loads(kept), step, turn):
        assert opened.ledger in (before, after)
        assert (opened.epsilon("1e-5") == first) == (opened.ledger == before)
        opened.add(NEW)
        assert opened.ledger.neighbours is ch.Neighbours.REPLACE_ONE
        turn += 1
    assert turn > 12
    assert opened.ledger == after


def test_a_step_that_is_added_during_a_question_counts_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """A monitor asks while training goes on: what it is told meanwhile is not told again afterwards."""
    spent, answered = ch.OpenLedger("gaussian:sigma=2"), ch.Ledger.answer

    def slowly(ledger: ch.Ledger, *asked: Any, **more: Any) -> Any:
        found = answered(ledger, *asked, **more)
        if len(spent) == 1:
            adding = Thread(target=spent.add, args=("gaussian:sigma=1/2",))
            adding.start()
            adding.join()
        return found

    monkeypatch.setattr(ch.Ledger, "answer", slowly)
    before = spent.epsilon("1e-5")
    assert before.upper == ch.Ledger("gaussian:sigma=2").epsilon("1e-5").upper
    assert spent.epsilon("1e-5") == ch.Ledger(["gaussian:sigma=2", "gaussian:sigma=1/2"]).epsilon("1e-5")
    assert len(spent.ledger.entries) == 2


@pytest.mark.parametrize("turn", range(3))
def test_threads_that_add_lose_no_step(turn: int) -> None:
    """Also where they are switched at every chance."""
    interval, spent = sys.getswitchinterval(), ch.OpenLedger()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=lambda: [spent.add("gaussian:sigma=10") for _ in range(400)]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert len(spent) == 3200
    assert spent.ledger == ch.Ledger(["gaussian:sigma=10"] * 3200)


def _struck(opened: ch.OpenLedger, step: Any, turn: int) -> bool:
    """Whether an interrupt struck `opened.add(step)`, at the line of that number."""

    def tracer(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal turn
        if frame.f_code.co_filename not in JUDGES:
            return None
        if event == "line":
            turn -= 1
            if turn < 0:
                raise KeyboardInterrupt
        return tracer

    sys.settrace(tracer)
    try:
        opened.add(step)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


JUDGES = {open_ledger.__file__, steps_so_far.__file__}
