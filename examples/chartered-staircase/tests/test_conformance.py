"""The staircase plugin does what Chartered expects of every plugin."""

from __future__ import annotations

from math import exp

import chartered as ch
import chartered_staircase
import pytest
from chartered.testing import conform


def test_the_plugin_conforms() -> None:
    """Sound, monotone, certified, sourced, and none of its claims is refuted."""
    conform(
        chartered_staircase,
        steps=[
            "staircase:epsilon=1",
            "staircase:epsilon=1/10,gamma=3/4",
            "staircase:epsilon=8,gamma=1/5,sensitivity=3",
        ],
    )


def test_every_accountant_answers() -> None:
    """Three exact guarantees are enough: every accountant has an answer that composes what they are or imply."""
    account = ch.Ledger(["staircase:epsilon=1/2,times=20"]).account(ch.Question.epsilon("1e-5"))
    assert {answer.accountant for answer in account.answers} >= {
        "pure",
        "approximate",
        "renyi",
        "zcdp",
        "optimal",
        "gdp",
    }
    assert "profile" in [none.accountant for none in account.unavailable]


def test_the_optimal_gamma_is_the_default() -> None:
    """r = 1 - e^(-eps0/2)/2 there, so delta(0) = r (1 - e^-eps0); it can also be written out."""
    written = ch.Ledger(["staircase:epsilon=1,gamma=optimal"]).delta(0)
    assert written.upper == ch.Ledger(["staircase:epsilon=1"]).delta(0).upper
    assert abs(written.upper - (1 - exp(-0.5) / 2) * (1 - exp(-1))) < 1e-15
    assert ch.Ledger(["staircase:epsilon=1,gamma=1/2"]).delta(0).upper > written.upper


@pytest.mark.parametrize("gamma", ["0", "1", "best", "-1/2"])
def test_a_gamma_outside_the_unit_interval_is_refused(gamma: str) -> None:
    """gamma lies strictly between 0 and 1, or is the word optimal."""
    with pytest.raises(ch.BadValue, match="gamma"):
        ch.parse(f"staircase:epsilon=1,gamma={gamma}")


@pytest.mark.parametrize("neighbours", ["add-or-remove", "replace-one"])
def test_the_stated_epsilon_holds_for_the_ledgers_relation(neighbours: str) -> None:
    """Like laplace:epsilon=..., nothing is doubled, and the sensitivity only scales the noise."""
    assert ch.Ledger(["staircase:epsilon=1,sensitivity=3"], neighbours).epsilon(0).upper == 1.0
