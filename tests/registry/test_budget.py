"""A check has a budget of work, and says so when it refuses for it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import chartered as ch
import pytest
from certified import document
from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import Budget, OverBudget, charge, limited
from forging import forged

SLOW = "sums of losses of rounds"


def spent(made: Any) -> int:
    """The units of work of a check."""
    from chartered.certificate.check import _checked

    with limited(Budget(1000)) as budget:
        assert _checked(made).accepted
    return budget.spent


def exponentials(budget: Budget) -> None:
    """Without end."""
    with limited(budget), balls(128) as xp:
        while True:
            xp.exp(xp.number(1))


def test_what_is_charged_beyond_the_limit_is_refused_before_it_begins() -> None:
    """The last unit is allowed, the next is not, and what goes on after any Exception does not go on after that;
    outside a budget nothing is counted."""
    assert not issubclass(OverBudget, Exception)
    with limited(Budget(0.001)) as budget:
        charge(budget.limit)
        with pytest.raises(OverBudget):
            charge(1)
    charge(10**12)


def test_a_budget_belongs_to_its_thread() -> None:
    """Another thread's work is not counted."""

    def work() -> None:
        charge(10**9)

    with limited(Budget(1)) as budget:
        thread = Thread(target=work)
        thread.start()
        thread.join()
    assert budget.spent == 0


def test_the_precision_is_free_again_after_a_refusal() -> None:
    """Nothing is held where an operation was refused, so that another check begins anew."""
    with pytest.raises(OverBudget):
        exponentials(Budget(0.001))
    done: list[bool] = []
    thread = Thread(target=lambda: done.append(ch.check(document("an exact delta")).accepted))
    thread.start()
    thread.join()
    assert done == [True]


@pytest.mark.parametrize("bits", [128, 1024, 8192])
def test_more_digits_cost_more(bits: int) -> None:
    """An operation at twice the precision is charged more, and one that takes seconds never begins."""
    costs = []
    for precision in (bits, 2 * bits):
        with limited(Budget(1000)) as budget, balls(precision) as xp:
            xp.lgamma(xp.number(3))
        costs.append(budget.spent)
    assert costs[0] < costs[1]
    with pytest.raises(ArithmeticError, match="working precision"):
        balls(1 << 20)


def test_a_check_beyond_its_budget_is_refused_and_says_so(tmp_path: Path) -> None:
    """By a refusal of its own kind, whatever is claimed; with more budget the same certificate is accepted."""
    file = tmp_path / "slow.cert.json"
    file.write_text(json.dumps(document(SLOW)))
    found = ch.check(file, budget=0.001)
    assert not found.accepted
    assert found.over_budget
    assert found.why == "not checked within 0.001 seconds; --budget gives it more"
    assert found.to_json()["over_budget"] is True
    assert not ch.check(forged(document(SLOW), ("answer", "upper"), 1e-9), budget=0.001).accepted
    more = ch.check(file)
    assert more.accepted
    assert not more.over_budget
    assert "over_budget" not in more.to_json()


@pytest.mark.parametrize("budget", [0, -1, float("nan"), float("inf"), 1e9])
def test_a_budget_that_is_none_is_bad_input(budget: float) -> None:
    """It is above 0 and at most 1e6 seconds."""
    with pytest.raises(ch.BadValue, match="budget"):
        ch.check(document("an exact delta"), budget=budget)


def test_the_same_check_costs_the_same() -> None:
    """Counted work does not depend on the machine: what nothing remembers is charged alike each time."""
    made = document("conversion of a Renyi curve")
    assert spent(made) == spent(made)


WORK = """
import json, sys
import chartered as ch
from chartered.certificate.check import _checked
from chartered_verify.work_budget import Budget, limited

with limited(Budget(1000)) as budget:
    if sys.argv[1] == "answer":
        answer = ch.Ledger(sys.argv[2]).epsilon("1e-6")
    else:
        assert _checked(json.load(sys.stdin)).accepted
print(json.dumps([budget.spent, dict(answer.certificate().document) if sys.argv[1] == "answer" else None]))
"""


@pytest.mark.parametrize(
    "ledger",
    [
        "shuffled:n=20000/randomized-response:epsilon=1,times=50",
        "shuffled:n=20000/pure:epsilon=1,times=50",
        "shuffled:n=1000/randomized-response:epsilon=1",
        "poisson:rate=0.01/gaussian:sigma=1,times=100",
        "laplace:scale=10,times=100",
        "sample:size=10,of=1000/laplace:scale=1,times=100",
        "discrete-gaussian:sigma=2,times=10",
        "rectified:low=-1,high=1,head=1/gaussian:sigma=1,times=2",
    ],
)
def test_a_check_costs_no_more_than_its_answer(ledger: str) -> None:
    """Counted work, each in a process of its own that remembers nothing: what is searched in floats is not even
    counted."""
    run = [sys.executable, "-c", WORK]
    asked = subprocess.run([*run, "answer", ledger], capture_output=True, text=True, check=True)
    answered, made = json.loads(asked.stdout)
    done = subprocess.run([*run, "check"], input=json.dumps(made), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)[0] <= 1.2 * answered + 1000
