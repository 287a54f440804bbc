"""What a budget leaves beside what is spent: a count or a parameter of one step in a ledger of others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger
from forging import forged
from hypothesis import given, settings, strategies as st

SPENT = ("poisson:rate=0.01/gaussian:sigma=1,times=1000", "laplace:scale=10")
STEPS = ("gaussian:sigma=30", "laplace:scale=40", "pure:epsilon=1/50", "zcdp:rho=1/2000")


def test_noise_for_the_next_phase() -> None:
    """The whole ledger meets the target, and with a little less noise certainly does not."""
    step = "poisson:rate=0.01/gaussian"
    solved = ch.calibrate(f"{step}:times=500", solve="sigma", epsilon=3, delta="1e-5", beside=Ledger(SPENT))
    best = solved.best
    assert best.fails_beyond
    for sigma, meets in ((float(best.value), True), (float(best.value) * (1 - 1e-8), False)):
        found = Ledger([*SPENT, f"{step}:sigma={sigma},times=500"]).epsilon("1e-5")
        assert found.lower is not None
        assert found.upper <= 3 if meets else found.lower > 3


@settings(max_examples=12)
@given(st.sampled_from(STEPS), st.sampled_from(STEPS), st.integers(1, 40))
def test_runs_that_are_left(step: str, other: str, runs: int) -> None:
    """So many meet the target beside the others; where one more is told to fail, it does."""
    beside = Ledger([f"{other},times={runs}"])
    solved = ch.largest_times(step, epsilon=2, delta="1e-6", beside=beside)
    best = solved.best
    assert int(best.value) >= 1
    assert (beside + f"{step},times={best.value}").epsilon("1e-6").upper <= 2
    if best.fails_beyond:
        after = (beside + f"{step},times={int(best.value) + 1}").epsilon("1e-6", best.accountant)
        assert after.lower > 2
    alone = ch.largest_times(step, epsilon=2, delta="1e-6").best
    assert alone.value >= best.value


def test_nothing_beside_is_the_plain_question() -> None:
    """An equal step beside counts as runs of it."""
    alone = ch.largest_times("gaussian:sigma=20", epsilon=8, delta="1e-5").best
    beside = ch.largest_times("gaussian:sigma=20", epsilon=8, delta="1e-5", beside=Ledger("gaussian:sigma=20,times=83"))
    assert beside.best.value == int(alone.value) - 83


def test_what_is_spent_already_leaves_nothing() -> None:
    """No run, and the reason; there is nothing to certify."""
    solved = ch.largest_times("gaussian:sigma=20", epsilon=1, delta="1e-5", beside=Ledger(SPENT))
    assert solved.value == 0
    assert not solved.met
    assert "one run beside the ledger has epsilon" in str(solved.why)
    with pytest.raises(ch.CharteredError, match="nothing to certify"):
        solved.certificate()
    open_one = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5", beside=Ledger(SPENT))
    assert open_one.best is None
    assert "beside the ledger has epsilon" in str(open_one.why)


@pytest.mark.parametrize("solve", ["times", "sigma"])
def test_a_certificate_holds_the_whole_ledger(solve: str) -> None:
    """It is accepted, says beside how much, and no part of the ledger can be changed."""
    asked: dict[str, Any] = {"epsilon": 3, "delta": "1e-5", "beside": Ledger(SPENT)}
    solved = (
        ch.largest_times("gaussian:sigma=100", **asked)
        if solve == "times"
        else ch.calibrate("gaussian:times=10", solve="sigma", **asked)
    )
    document = solved.certificate().document
    told = ch.check(document)
    assert told.accepted
    assert "beside 2 other entries" in str(told.says)
    assert [entry["step"] for entry in document["ledger"]][:2] == [str(entry.step) for entry in Ledger(SPENT).entries]
    assert not ch.check(forged(document, ("ledger", 0, "times"), 1100)).accepted
    assert not ch.check(forged(document, ("ledger", 1, "step"), "laplace:scale=1,sensitivity=1")).accepted
    assert not ch.check(forged(document, ("ledger",), document["ledger"][1:])).accepted
    assert not ch.check(forged(document, ("ledger",), document["ledger"][::-1])).accepted


def test_the_relation_is_that_of_the_ledger() -> None:
    """Unless another one is asked for; a step that needs a third one is told."""
    beside = Ledger("gaussian:sigma=20", "replace-one")
    solved = ch.largest_times("gaussian:sigma=20", epsilon=8, delta="1e-5", beside=beside)
    assert solved.neighbours.value == "replace-one"
    other = ch.largest_times("gaussian:sigma=20", epsilon=8, delta="1e-5", beside=beside, neighbours="add-or-remove")
    assert other.neighbours.value == "add-or-remove"
    with pytest.raises(ch.CharteredError, match="replace-one"):
        ch.largest_times("sample:size=3,of=1000/gaussian:sigma=9", mu=1, beside=Ledger("gaussian:sigma=20"))


def test_the_answer_shows_what_is_beside() -> None:
    """As text, and as data; only a ledger stands there."""
    solved = ch.largest_times("gaussian:sigma=100", epsilon=3, delta="1e-5", beside=Ledger(SPENT))
    assert solved.to_dict()["beside"] == [entry.to_json() for entry in Ledger(SPENT).entries]
    assert "laplace:scale=10" in str(solved)
    assert "beside" not in ch.largest_times("gaussian:sigma=100", epsilon=3, delta="1e-5").to_dict()
    with pytest.raises(ch.CharteredError, match=r"beside is 'gaussian:sigma=20'; give a ledger"):
        ch.largest_times("gaussian:sigma=20", mu=1, beside="gaussian:sigma=20")  # type: ignore[arg-type]


def test_a_training_that_is_written_out_stands_beside(tmp_path: Path) -> None:
    """A step that stands for others, and one that is solved for in the words of those who train."""
    path = tmp_path / "spent.toml"
    path.write_text('[[steps]]\nstep = "dpsgd:n=60000,batch=256,epochs=5,noise=1.1"\n', encoding="utf-8")
    solved = ch.calibrate(
        "dpsgd:n=60000,batch=256,epochs=5", solve="noise", epsilon=1, delta="1e-5", beside=Ledger.read(path)
    )
    assert solved.best is not None
    assert [part.step.name for part in solved.written_out] == ["poisson"]
