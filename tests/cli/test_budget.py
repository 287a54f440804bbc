"""`chartered budget`: what a ledger costs, in the words in which budgets are stated."""

from __future__ import annotations

from typing import Any

import chartered as ch


def test_budget_has_every_measure(run: Any) -> None:
    """The first line has all numbers, the table both ends; JSON is that of Python."""
    asked = ("budget", "gaussian:sigma=20,times=1000", "--delta", "1e-5", "--renyi", "2")
    ran = run(*asked)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(
        "rho <= 1.25; mu <= 1.581138831; renyi <= 2.5 at order = 2; epsilon <= 7.511275901 at del"
    )
    assert "no pure: no finite eps has delta = 0" in ran.out
    python = ch.Ledger("gaussian:sigma=20,times=1000").budget(delta="1e-5", renyi=2)
    shown = run(*asked, "--json").json
    assert {key: value for key, value in shown.items() if key != "schema"} == python.to_dict()


def test_bad_numbers_are_one_line(run: Any) -> None:
    """Exit status 2."""
    for option, value in (("--renyi", "1"), ("--delta", "2"), ("--failure", "x")):
        run("budget", "laplace:scale=1", option, value).refused()
