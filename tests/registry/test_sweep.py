"""Sweeps: many numbers at once are the numbers that one question each would give."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from chartered import BadValue, CharteredError, Ledger, UnknownName

GAUSSIAN = Ledger(["gaussian:sigma=20"])
DELTAS = [1e-2, 1e-5, 1e-10, 1e-300, 0.3]


def one_by_one(ledger: Ledger, delta: Any, times: list[int], **options: Any) -> list[float]:
    """The same numbers, one question each."""
    return [(ledger * n).epsilon(delta, **options).upper for n in times]


def close(found: Any, wanted: list[float]) -> bool:
    """Within 1e-9 max(1, eps) of each other."""
    return all(abs(x - y) <= 1e-9 * max(1, y) for x, y in zip(found, wanted, strict=True))


@pytest.mark.parametrize("by", [None, "gdp", "renyi", "zcdp", "asoodeh2020.T3", "asoodeh2020.T1"])
def test_a_sweep_over_times_is_one_question_each(by: str | None) -> None:
    """For the Gaussian by every accountant, from 1 run to a million."""
    times = [1, 2, 3, 7, 20, 100, 451, 1000, 10**6]
    assert close(GAUSSIAN.epsilons(1e-5, times, by), one_by_one(GAUSSIAN, 1e-5, times, accountant=by))


@pytest.mark.parametrize(
    "steps",
    [
        ["laplace:scale=1"],
        ["randomized-response:epsilon=0.5,k=4"],
        ["pure:epsilon=0.01"],
        ["approximate:epsilon=0.1,delta=1e-7"],
        ["zcdp:rho=0.001"],
        ["rdp:alpha=8,gamma=0.01"],
        ["poisson:rate=0.1/laplace:scale=1"],
        ["gaussian:sigma=10", "laplace:scale=10,times=2"],
        ["poisson:rate=1/gaussian:sigma=3"],
    ],
    ids=str,
)
def test_a_sweep_of_any_ledger_is_one_question_each(steps: list[str]) -> None:
    """Also at one run, where some ledgers have an exact profile that more runs do not."""
    ledger, times = Ledger(steps), [1, 2, 5, 50]
    assert close(ledger.epsilons(1e-5, times=times), one_by_one(ledger, 1e-5, times))


@pytest.mark.parametrize(
    "steps",
    [["gaussian:sigma=1,times=10"], ["laplace:scale=1"], ["pure:epsilon=0.1,times=30"], ["rdp:alpha=3,gamma=0.5"]],
    ids=str,
)
def test_a_sweep_over_delta_is_one_question_each(steps: list[str]) -> None:
    """From 0.3 to 1e-300, in the order given."""
    ledger = Ledger(steps)
    assert close(ledger.epsilons(DELTAS), [ledger.epsilon(delta).upper for delta in DELTAS])


def test_delta_may_be_smaller_than_any_double() -> None:
    """Exact deltas as text, down to 1e-1000, and zero where it is infinite."""
    found = GAUSSIAN.epsilons(["1e-1000", "1e-400", "0"])
    assert close(found[:2], [GAUSSIAN.epsilon("1e-1000").upper, GAUSSIAN.epsilon("1e-400").upper])
    assert found[2] == math.inf


def test_the_order_of_the_questions_is_kept() -> None:
    """Unsorted and repeated values of times come back in their places."""
    times, once = [1000, 1, 500, 1, 37], [1, 37, 500, 1000]
    found, by_order = (GAUSSIAN.epsilons(1e-5, times=counts, accountant="renyi") for counts in (times, once))
    assert close(found, [by_order[once.index(n)] for n in times])
    assert found[1] == found[3]


def test_more_runs_never_cost_less() -> None:
    """Along 300 values of times the numbers do not decrease."""
    found = GAUSSIAN.epsilons(1e-5, times=np.arange(1, 301), accountant="asoodeh2020.T3")
    assert np.all(np.diff(found) > 0)


def test_certified_numbers_are_never_below_the_floats_by_more_than_rounding() -> None:
    """certified=False gives plain floats for plots: the same numbers, without the rounding outward."""
    times = np.arange(1, 200)
    certified, plain = (GAUSSIAN.epsilons(1e-5, times=times, accountant="renyi", certified=c) for c in (True, False))
    assert close(plain, list(certified))
    assert np.all(plain <= certified * (1 + 1e-12))


def test_a_sweep_is_never_below_the_exact_answer() -> None:
    """The optimal conversion bounds the Gaussian's exact eps from above at every number of runs."""
    times = list(range(1, 400, 13))
    exact = [(GAUSSIAN * n).epsilon(1e-5, accountant="gdp").lower for n in times]
    found = GAUSSIAN.epsilons(1e-5, times=times, accountant="renyi")
    assert all(lower is not None and upper >= lower for upper, lower in zip(found, exact, strict=True))


@pytest.mark.parametrize("times", [5, "5", 5.0, np.int64(5), [5], (5,), np.array([5]), range(5, 6)], ids=repr)
def test_times_may_be_a_number_or_any_list_of_numbers(times: Any) -> None:
    """Python's or NumPy's."""
    assert close(GAUSSIAN.epsilons(1e-5, times=times), one_by_one(GAUSSIAN, 1e-5, [5]))


@pytest.mark.parametrize(
    ("delta", "times", "by", "message"),
    [
        (1e-5, [1, 0], None, "times is 0"),
        (1e-5, [1, 2.5], None, "times is 2.5"),
        (1e-5, 10**13, None, "times is 1e13"),
        ([1e-5, 1], None, None, "delta is 1"),
        (float("nan"), None, None, "delta is 'nan'"),
        ([1e-5, 1e-6], [1, 2], None, "times and delta are both lists"),
        (None, None, None, "neither a number nor a list"),
        (1e-5, [[1, 2], [3, 4]], None, r"times is \[1, 2\]"),
        (1e-5, [1, 2], "pure", "no path leads to an answer"),
        (1e-5, None, "nobody", "unknown accountant"),
    ],
)
def test_a_bad_value_among_many_is_refused(delta: Any, times: Any, by: str | None, message: str) -> None:
    """By its own value; an accountant that does not reach the ledger, or that nobody has, by its name."""
    with pytest.raises(CharteredError, match=message) as refused:
        GAUSSIAN.epsilons(delta, times=times, accountant=by)
    assert isinstance(refused.value, BadValue if by is None else UnknownName if by == "nobody" else CharteredError)


@pytest.mark.parametrize("step", ["poisson:rate=0.01/gaussian:sigma=1", "gaussian:sigma=20", "laplace:scale=20"])
def test_a_sweep_has_both_ends(step: str) -> None:
    """The truth to 20 digits is inside, and the upper ends are those of the plain sweep, in the order asked."""
    times = [900, 1, 30]
    lower, upper = Ledger(step).epsilon_intervals(delta="1e-5", times=times)
    assert (upper == Ledger(step).epsilons(delta="1e-5", times=times)).all()
    assert (lower <= upper).all()
    for n, low, high in zip(times, lower, upper, strict=True):
        answer = (Ledger(step) * n).epsilon("1e-5", digits=5)
        assert low <= answer.upper
        assert answer.lower <= high
        assert high - low <= 1e-5 * max(high, 1e-3)


def test_what_is_only_bounded_has_no_lower_end_but_zero() -> None:
    """Of a Renyi curve nothing is known from below; no points, no numbers."""
    lower, upper = Ledger("rdp:alpha=8,gamma=0.01").epsilon_intervals(delta=["1e-5", "1e-9"])
    assert lower.tolist() == [0, 0]
    assert (upper > 0).all()
    assert [end.size for end in GAUSSIAN.epsilon_intervals(delta=[])] == [0, 0]
    assert len(GAUSSIAN.epsilons(1e-5, times=[])) == len(GAUSSIAN.epsilons([])) == 0


@pytest.mark.parametrize(
    ("steps", "delta", "times"),
    [
        (["poisson:rate=256/60000/gaussian:sigma=1.1"], "1e-5", [2, 5, 20, 300]),
        (["poisson:rate=1/100/gaussian:sigma=1", "approximate:epsilon=1/20,delta=1e-9"], "1e-5", [3]),
    ],
)
def test_where_the_exact_path_takes_too_long_the_others_are_asked(steps: Any, delta: str, times: list[int]) -> None:
    """Few runs at a small rate: no looser than one question each, and no less for more runs."""
    ledger = Ledger(steps)
    found = ledger.epsilons(delta, times=times).tolist()
    assert close(found, one_by_one(ledger, delta, times))
    assert found == sorted(found)
