"""Truncated Laplace noise: its delta, its exact profile, and what its bound must be."""

from __future__ import annotations

import math

import chartered as ch
import pytest
from chartered import Ledger, Side


def test_the_bound_gives_delta() -> None:
    """log(1 + (e^eps - 1)/(2 delta)) scales: what lies beyond shifted noise is 1e-5, and eps 1 there."""
    step = "truncated-laplace:scale=1,bound=11.3611147784896"
    assert Ledger(step).delta(1).upper == pytest.approx(1e-5, rel=1e-12)
    assert Ledger(step).delta(5).upper == Ledger(step).delta(1).upper
    assert Ledger(step).epsilon("2e-5").upper == pytest.approx(1, abs=1e-4)
    assert Ledger(step).epsilon("9e-6").upper == math.inf


def test_one_run_and_many_are_exact() -> None:
    """By its profile, and by sums of losses; a wide bound is Laplace noise."""
    for step in ("truncated-laplace:scale=2,bound=40", "truncated-laplace:scale=10,bound=150,times=20"):
        answer = Ledger(step).epsilon("1e-3")
        assert answer.side is Side.EXACT
        assert ch.check(answer.certificate()).accepted
    wide, laplace = (
        Ledger(f"{name},times=20").epsilon("1e-3")
        for name in ("truncated-laplace:scale=10,bound=1000", "laplace:scale=10")
    )
    assert wide.upper == pytest.approx(laplace.upper, rel=1e-4)


def test_a_replaced_record_moves_it_twice() -> None:
    """And a replace-sensitivity once."""
    delta = {
        words: Ledger(f"truncated-laplace:scale=2,bound=9,{words}", "replace-one").delta("1/4").upper
        for words in ("sensitivity=1", "replace-sensitivity=2", "replace-sensitivity=1")
    }
    assert delta["sensitivity=1"] == delta["replace-sensitivity=2"] > delta["replace-sensitivity=1"]


def test_a_bound_below_the_sensitivity_is_not_described() -> None:
    """With the reason; a replaced record needs twice as much."""
    for step, relation in (("bound=1/2", None), ("bound=3/2", "replace-one")):
        with pytest.raises(ch.NoAnswer, match="the sensitivity is larger than the bound"):
            Ledger(f"truncated-laplace:scale=1,{step}", relation).epsilon("1e-3")
    assert Ledger("truncated-laplace:scale=1,bound=3/2").delta(0).upper < 1


def test_a_bound_may_be_solved_for() -> None:
    """The least that meets a target."""
    bound = ch.calibrate("truncated-laplace:scale=1", solve="bound", epsilon=1, delta="1e-5").best
    assert bound is not None
    assert float(bound.value) == pytest.approx(11.3611147784896, rel=1e-6)
    assert Ledger(f"truncated-laplace:scale=1,bound={bound.value}").delta(1).upper <= 1e-5
