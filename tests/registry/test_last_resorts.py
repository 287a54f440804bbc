"""What is asked where no answer is exact: last resorts, and what a failed exact guarantee had excluded."""

from __future__ import annotations

import chartered as ch
import pytest

STATED = [
    ("cloak:n=1000,m=10,times=2", "1e-3", "basic"),
    ("rectified:low=0,high=1,head=1/pure:epsilon=1,times=3", "1e-5", "basic"),
    ("group:size=2/poisson:rate=0.1/discrete-gaussian:sigma=1.2,times=2", "1e-3", "loss-distribution"),
]
"""Several runs of steps whose own profile says more than the guarantees that compose by themselves."""


@pytest.mark.parametrize(("steps", "delta", "by"), STATED)
def test_a_last_resort_is_not_hidden_by_a_looser_answer(steps: str, delta: str, by: str) -> None:
    """The best answer is the one by name, and its certificate is accepted."""
    found, named = ch.Ledger(steps).epsilon(delta), ch.Ledger(steps).epsilon(delta, accountant=by)
    assert found.accountant == by
    assert found.upper == named.upper
    assert ch.check(found.certificate()).accepted


def test_a_step_without_a_profile_of_its_own_has_that_of_the_best_answer() -> None:
    """Beside one that has one: basic composition is best and takes few of the conversions that Renyi DP has."""
    steps = ["rectified:low=0,high=1,head=1/pure:epsilon=1,times=2", "zcdp:rho=0.05"]
    account, named = (ch.Ledger(steps).account(ch.Question.epsilon("1e-5"), accountant=by) for by in (None, "basic"))
    assert account.best is not None
    assert named.best is not None
    assert account.best.upper == named.best.upper
    few, many = (sum(answer.accountant == "basic" for answer in found.answers) for found in (account, named))
    assert 0 < few < many


@pytest.mark.parametrize("steps", ["gaussian:sigma=2,times=3", "zcdp:rho=0.1,times=5", "exponential:epsilon=1"])
def test_a_last_resort_waits_where_it_says_nothing(steps: str) -> None:
    """Where an answer is exact, a guarantee composes by itself, or there is one run; and the reason is true."""
    account = ch.Ledger(steps).account(ch.Question.epsilon("1e-5"))
    assert {"basic", "loss-distribution"}.isdisjoint(answer.accountant for answer in account.answers)
    for none in account.unavailable:
        if "by name" in none.why and "less time" not in none.why:
            assert ch.Ledger(steps).epsilon("1e-5", accountant=none.accountant).upper >= account.best.upper  # type: ignore[union-attr]


def test_a_failed_exact_guarantee_excludes_nothing() -> None:
    """The law of so much noise has too many outcomes; the bound by Gaussian noise was left out for it."""
    steps = "poisson:rate=0.01/discrete-gaussian:sigma=1e5,sensitivity=100000,times=1000"
    found = ch.Ledger(steps).epsilon("1e-5")
    assert found.path[:2] == ("discrete-gaussian.gdp", "poisson.gdp-characteristic")
    assert found.upper < 1.8283
    assert "is exact where it answers" in " ".join(found.notes)
