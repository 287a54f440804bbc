"""`chartered compare`: every accountant side by side, and peers where they are asked."""

from __future__ import annotations

from typing import Any

STEP = "gaussian:sigma=20,times=1000"


def test_it_shows_every_accountant_as_epsilon_does_with_all(run: Any) -> None:
    """The same table, and the same JSON."""
    shown, plain = run("compare", STEP, "--delta", "1e-5"), run("epsilon", STEP, "--delta", "1e-5", "--all")
    assert shown.status == 0
    assert shown.out == plain.out
    assert run("compare", STEP, "--epsilon", "8", "--json").json == run("delta", STEP, "--epsilon", "8", "--json").json


def test_several_steps_are_one_design(run: Any) -> None:
    """Those who give a step for each design read that all of them run, and what draws a curve for each."""
    ran = run("compare", STEP, "laplace:scale=20", "--delta", "1e-5")
    assert ran.out.endswith("`chartered plot profile STEP STEP -o FILE`, which draws a curve for each\n")
    assert "all 2 steps run" in ran.out


def test_a_peer_has_a_row_whatever_becomes_of_it(run: Any) -> None:
    """Also where it is not installed, or does not know the steps."""
    found = run("compare", "exponential:epsilon=1", "--delta", "1e-5", "--peers", "--json").json["peers"]
    assert {row["peer"] for row in found} == {
        "dp-accounting-pld",
        "dp-accounting-rdp",
        "opacus-rdp",
        "opacus-prv",
        "opacus-gdp",
        "prv-accountant",
        "riskcal",
        "autodp",
    }
    assert all(row["value"] is None and row["why"] for row in found)
    table = run("compare", "exponential:epsilon=1", "--delta", "1e-5", "--peer", "autodp").out
    assert "against ours" in table
    assert "opacus" not in table


def test_it_asks_for_one_of_the_two(run: Any) -> None:
    """Neither a delta nor an epsilon, and both, are errors; so is an unknown peer."""
    for more in ((), ("--delta", "1e-5", "--epsilon", "1")):
        assert run("compare", STEP, *more).status == 2
    run("compare", STEP, "--delta", "1e-5", "--peer", "opacuss").refused("no peer is called 'opacuss'")


def test_no_answer_is_status_one(run: Any) -> None:
    """As for epsilon."""
    assert run("compare", STEP, "--delta", "1e-5", "--accountant", "optimal").status == 1
