"""`seconds=` for a search: what certainly meets the target is the answer, of what was found by then."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from time import process_time
from typing import Any

import chartered as ch
import pytest

TARGET: dict[str, Any] = {"epsilon": 1, "delta": "1e-6"}
SLOW = "sample:size=10,of=3000/gaussian"
"""Its exact accountant takes some seconds where nothing is remembered."""


def opened() -> ch.OpenLedger:
    """With a step on it."""
    return ch.OpenLedger("laplace:scale=9", "replace-one")


Search = Callable[[float | None], ch.Solved]
SEARCHES: dict[str, tuple[int, Search]] = {
    "noise": (-1, lambda s: ch.calibrate(f"{SLOW}:times=100", solve="sigma", seconds=s, **TARGET)),
    "rate": (1, lambda s: ch.calibrate("poisson/laplace:scale=2,times=999", solve="rate", seconds=s, **TARGET)),
    "count": (1, lambda s: ch.largest_times("poisson:rate=0.01/gaussian:sigma=1", seconds=s, **TARGET)),
    "open ledger": (1, lambda s: opened().largest_times(f"{SLOW}:sigma=5", seconds=s, **TARGET)),
    "steps": (1, lambda s: ch.dpsgd(n=9000, batch=90, epochs=1, noise=2).largest_steps(seconds=s, **TARGET)),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_what_is_found_in_time_meets_the_target(name: str) -> None:
    """With more and more time: never better than what the whole search finds, with a certificate that a check accepts,
    and with a note unless it is the best for certain. The time is kept."""
    better, search = SEARCHES[name]
    found = 0
    whole = float(search(None))
    for turn in range(1, 9):
        seconds, start = 0.01 * 2**turn, process_time()
        try:
            solved = search(seconds)
        except ch.OutOfTime:
            continue
        assert process_time() - start < seconds + 0.5
        assert solved.best is not None
        assert better * float(solved) <= better * whole + 1e-9 * whole
        assert ch.check(solved.certificate()).accepted
        assert solved.to_dict().get("notes", []) == list(solved.notes)
        assert all(note in str(solved) for note in solved.notes)
        found += 1
    assert found > 3
    assert float(search(60)) == pytest.approx(whole, rel=1e-9)
    assert search(60).notes == ()


def test_too_little_time_finds_nothing_and_says_so(run: Any) -> None:
    """An error of its own, which names the unknown, the target and the time; status 1 of the command."""
    with pytest.raises(ch.OutOfTime, match=r"1e-05 seconds .* no sigma of .* that meets epsilon = 1, delta = 1e-6 was"):
        ch.calibrate(f"{SLOW}:times=101", solve="sigma", seconds=1e-5, **TARGET)
    with pytest.raises(ch.OutOfTime, match="no times of"):
        ch.largest_times(f"{SLOW}:sigma=7", seconds=1e-5, **TARGET)
    ran = run("steps", f"{SLOW}:sigma=8", "--epsilon", "1", "--delta", "1e-6", "--seconds", "1e-5")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("chartered: the search ended after 1e-05 seconds of processor time: no times of")


def test_the_command_says_that_the_time_was_over(run: Any) -> None:
    """In a line below the table, where something was found by then; and no such line where the search has ended."""
    target = ("--solve", "sigma", "--epsilon", "1", "--delta", "1e-6", "--seconds")
    ended = "seconds of processor time: a less private value may meet the target"
    found = [run("calibrate", f"{SLOW}:times={110 + k}", *target, str(0.1 * 2**k)) for k in range(4)]
    assert any(ran.status == 0 and ended in ran.out for ran in found)
    ran = run("calibrate", f"{SLOW}:times=110", *target, "60", "--json")
    assert (ran.status, "notes" in ran.json) == (0, False)


def test_the_limit_holds_in_other_threads() -> None:
    """Where no alarm rings, the numerical operations themselves look at the clock."""
    found: list[ch.Solved] = []
    step, start = f"{SLOW}:times=103", process_time()
    thread = Thread(target=lambda: found.append(ch.calibrate(step, solve="sigma", seconds=0.3, **TARGET)))
    thread.start()
    thread.join()
    assert process_time() - start < 2
    assert ch.check(found[0].certificate()).accepted


def test_other_values_of_a_limited_search_are_found_in_its_time() -> None:
    """The exact path decides at once; the others are looked for no longer than the limit."""
    solved, start = ch.calibrate("gaussian:times=1000", solve="sigma", seconds=0.2, **TARGET), process_time()
    assert solved.best.fails_beyond
    assert solved.answers[0] == solved.best
    assert process_time() - start < 1


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), 1e7, "soon", True])
def test_a_limit_is_a_time(seconds: Any) -> None:
    """Above 0 and at most 1e6, for every question that takes one."""
    spent = ch.OpenLedger("gaussian:sigma=1")
    for ask in (
        lambda: ch.calibrate("gaussian", solve="sigma", seconds=seconds, **TARGET),
        lambda: ch.largest_times("gaussian:sigma=9", seconds=seconds, **TARGET),
        lambda: spent.largest_times("gaussian:sigma=9", seconds=seconds, **TARGET),
        lambda: spent.epsilon("1e-6", seconds=seconds),
        lambda: spent.delta(1, seconds=seconds),
    ):
        with pytest.raises(ch.BadValue, match=r"the time limit is .* seconds; it must be above 0 and at most 1e\+06"):
            ask()


def test_an_open_ledger_remembers_no_answer_of_a_limited_search() -> None:
    """It may be wider; what was found without a limit is given again."""
    spent = ch.OpenLedger("poisson:rate=0.0123/gaussian:sigma=1.7,times=998")
    with pytest.raises(ch.OutOfTime):
        spent.epsilon("1e-6", seconds=1e-9)
    limited, whole = spent.epsilon("1e-6", seconds=0.1), spent.epsilon("1e-6")
    assert limited.upper >= whole.upper
    assert spent.epsilon("1e-6", seconds=1e-9) is whole


@pytest.mark.parametrize("prior", ["1/2", "1/10"])
def test_bounds_on_attacks_that_are_found_in_time_hold(prior: str) -> None:
    """With more and more time: never below what the whole search proves to be attained, from above only where the point
    of the profile is another one, with a note unless they are the tightest; the time is kept."""
    ledger = ch.Ledger("poisson:rate=0.01/laplace:scale=3,times=2999")
    whole, found = ledger.risk(prior=prior), 0
    for turn in range(1, 8):
        seconds, start = 0.01 * 2**turn, process_time()
        try:
            risk = ledger.risk(prior=prior, seconds=seconds)
        except ch.OutOfTime:
            continue
        assert process_time() - start < seconds + 0.5
        found += 1
        for mine, tight in zip(risk.readings, whole.readings, strict=True):
            assert mine.upper >= tight.upper * (1 - 1e-9)
            assert mine.lower is None or mine.lower <= tight.upper
            assert mine.lower is None or tight.lower is not None
        assert bool(risk.notes) == (risk.to_dict().get("notes", []) != [])
        assert risk.notes or risk == whole
    assert found > 2
    assert ledger.risk(prior=prior, seconds=60).notes == whole.notes == ()


def test_attacks_at_the_command_line(run: Any) -> None:
    """The note stands below the table, and in JSON; without any bound the status is 1."""
    asked = ("risk", f"{SLOW}:sigma=2,times=104", "--seconds")
    ended = "the search ended after 0.5 seconds of processor time: tighter bounds may be proved"
    ran = run(*asked, "0.5")
    assert (ran.status, ended in ran.out) == (0, True)
    assert ended in run("risk", f"{SLOW}:sigma=2,times=105", "--seconds", "0.5", "--json").json["notes"][0]
    assert run(*asked, "1e-5").status == 1
    assert run(*asked, "-1").status == 2
