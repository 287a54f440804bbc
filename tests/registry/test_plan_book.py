"""Books of a fixed plan: the steps are fixed before the first result, and the answer is that of the whole plan."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import reduce
from itertools import product
from pathlib import Path

import chartered as ch
import pytest
from altered_books import altered

from ..strangers import HALF, Install

pytest.importorskip("sqlalchemy")
PLAN = ch.Ledger(["gaussian:sigma=20,times=12", {"step": "laplace:scale=10", "label": "incomes"}])
MONTH, ONCE = "gaussian:sigma=20", "laplace:scale=10"
Pair = tuple[tuple[Fraction, Fraction], ...]
"""The probabilities of each output, without and with a record."""


def made(url: str) -> ch.Book:
    """A new book of the plan."""
    return ch.Book.create(url, PLAN, epsilon=1, delta="1e-6", author="Ada")


def worst(steps: tuple[Pair, ...], t: Fraction, p: Fraction, q: Fraction) -> Fraction:
    """The divergence at t that an adversary reaches who has seen outputs with probabilities p and q, and chooses which
    of the steps comes next, and when to stop, after each output."""
    found = [max(p - t * q, Fraction(0))]
    for index, step in enumerate(steps):
        rest = steps[:index] + steps[index + 1 :]
        found.append(sum((worst(rest, t, p * a, q * b) for a, b in step), Fraction(0)))
    return max(found)


def whole(steps: tuple[Pair, ...], t: Fraction) -> Fraction:
    """The divergence at t of all steps together."""
    outputs = product(*steps)
    ends = [reduce(lambda one, other: (one[0] * other[0], one[1] * other[1]), path) for path in outputs]
    return sum((max(p - t * q, Fraction(0)) for p, q in ends), Fraction(0))


def pair(*numbers: int) -> Pair:
    """A pair with three outputs, of weights that are given."""
    p, q = numbers[:3], numbers[3:]
    return tuple((Fraction(a, sum(p)), Fraction(b, sum(q))) for a, b in zip(p, q, strict=True))


STEPS = (pair(5, 2, 1, 1, 2, 5), pair(1, 0, 3, 2, 1, 3), pair(7, 3, 1, 4, 4, 3), pair(1, 9, 2, 0, 5, 7))
"""Steps of which no two are alike, one of which may disclose everything, in both directions."""


@pytest.mark.parametrize("t", [Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(4)])
@pytest.mark.parametrize("turned", [False, True])
def test_order_and_end_may_depend_on_results(t: Fraction, turned: bool) -> None:
    """Every adversary, enumerated exactly: none exceeds the whole plan, and the one who runs all of it attains it."""
    steps = tuple(tuple((b, a) if turned else (a, b) for a, b in step) for step in STEPS)
    assert worst(steps, t, Fraction(1), Fraction(1)) == whole(steps, t)


def test_other_steps_may_not_depend_on_results() -> None:
    """Each plan keeps 4/15 at log 4, and the plan that chooses between them by the first output has 16/45: this is why
    a book of a plan takes no step beside it."""
    first = ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    fair = ((Fraction(4, 5), Fraction(1, 5)), (Fraction(1, 5), Fraction(4, 5)))
    fail = ((Fraction(4, 15), Fraction(0)), (Fraction(0), Fraction(4, 15)), (Fraction(11, 15), Fraction(11, 15)))
    assert whole((first, fair), Fraction(4)) == whole((first, fail), Fraction(4)) == Fraction(4, 15)
    (p, q), (r, s) = first
    assert worst((fail,), Fraction(4), p, q) + worst((fair,), Fraction(4), r, s) < Fraction(16, 45)
    assert worst((fair,), Fraction(4), p, q) + worst((fail,), Fraction(4), r, s) == Fraction(16, 45)


def test_a_plan_is_paid_with_its_own_runs(url: str) -> None:
    """In any order, and with no others."""
    with made(url) as book:
        assert (book.kind, book.promise) == ("plan", {"epsilon": 1, "delta": Fraction(1, 10**6)})
        assert book.answer(delta="1e-6").upper == PLAN.epsilon("1e-6").upper
        book.spend(ONCE, label="incomes")
        entry = book.spend(MONTH, 5)
        assert book.left == {"gaussian:sigma=20,sensitivity=1": 7, "laplace:scale=10,sensitivity=1": 0}
        with pytest.raises(ch.BudgetExceeded, match="7 is left; a plan is fixed"):
            book.spend(MONTH, 8)
        assert book.ask(MONTH, 8).why == "it costs 8 of the runs in the plan, and 7 is left"
        for step in ("gaussian:sigma=21", "laplace:scale=11", "gaussian:sigma=20,sensitivity=2"):
            assert book.ask(step).why == "the plan has no such step"
        with pytest.raises(ch.BudgetExceeded, match="fixed before its first result"):
            book.spend("gaussian:sigma=100")
        book.correct(entry.number, label="it crashed")
        assert book.left["gaussian:sigma=20,sensitivity=1"] == 12
        book.spend_all([f"{MONTH},times=12"])
        assert not book.may(MONTH)
        assert book.verify() == book.digest
    with ch.Book(url) as again:
        assert "a fixed plan, eps <= 1 at delta = 1e-6" in repr(again)
        assert [str(entry) for entry in again.ledger().entries] == [str(entry) for entry in PLAN.entries]
        assert (
            again.ledger().entries[0].label
            == f"step 1 of the plan of a book, of which all may run; its entry 4 has digest {again.digest}"
        )
        assert again.answer(delta="1e-6").upper == PLAN.epsilon("1e-6").upper


def test_a_filter_says_that_it_is_one(url: str) -> None:
    """And promises its budgets alone."""
    with ch.Book.create(url, ch.Filter(gdp=1)) as book:
        assert (book.kind, book.promise, book.says) == ("filter", None, "results may choose the next step")


@pytest.mark.parametrize(
    ("budget", "target", "why"),
    [
        (PLAN, {}, "the plan promises nothing"),
        (PLAN, {"epsilon": 1}, "the plan promises nothing"),
        (PLAN, {"epsilon": 1, "delta": 1}, "its delta 1; epsilon must be"),
        (PLAN, {"epsilon": -1, "delta": 0}, "the plan's epsilon is -1"),
        (PLAN, {"epsilon": "3/4", "delta": "1e-6"}, "eps <= 0.7882191634 at delta = 1e-6, and 0.75 is promised"),
        (PLAN, {"epsilon": 10, "delta": 0}, "eps has no finite bound at delta = 0"),
        (ch.Filter(gdp=1), {"delta": "1e-6"}, "given beside budgets"),
        (ch.Ledger([f"gaussian:sigma={n}" for n in range(1, 502)]), {"epsilon": 1, "delta": 0}, "501 different steps"),
    ],
)  # fmt: skip
def test_a_plan_that_does_not_keep_its_promise_is_refused(
    url: str, budget: ch.Ledger, target: dict[str, object], why: str
) -> None:
    """Before there is a book."""
    with pytest.raises(ch.CharteredError, match=why.replace("(", r"\(")):
        ch.Book.create(url, budget, **target)  # type: ignore[arg-type]
    assert not Path(url).exists()


def test_a_promise_may_be_kept_exactly(url: str) -> None:
    """By steps whose eps add up to it."""
    with ch.Book.create(url, ch.Ledger("pure:epsilon=0.1,times=10"), epsilon=1, delta=0) as book:
        assert book.verify() == book.digest


CHANGES = {
    "no promise": '{"plan": {"steps": []}}',
    "both": '{"plan": {}, "filter": {"gdp": "1"}}',
    "no list": '{"plan": {"steps": 3, "epsilon": "1", "delta": "0"}}',
    "unknown step": '{"plan": {"steps": [{"step": "nothing"}], "epsilon": "1", "delta": "0"}}',
}


@pytest.mark.parametrize("content", CHANGES.values(), ids=CHANGES)
def test_a_first_entry_that_is_altered_is_an_error(url: str, content: str) -> None:
    """In one line."""
    made(url).__exit__()
    altered(url, "update chartered_entry set text = ? where number = 0", content)
    with pytest.raises(ch.CharteredError, match=r"altered|nothing"):
        ch.Book(url)


def test_a_promise_that_is_altered_is_found(url: str) -> None:
    """Also if the chain is written anew: the plan does not keep it."""
    made(url).__exit__()
    content = json.loads(altered(url, "select text from chartered_entry")[0])
    content["plan"]["epsilon"] = "1/2"
    altered(url, "update chartered_entry set text = ?", json.dumps(content))
    with pytest.raises(ch.BadLedger, match=r"entry 0 of the book: the plan costs too much: eps <= 0\.788"):
        ch.Book(url).verify()


def test_no_stranger_answers_for_a_plan(url: str, install: Install) -> None:
    """Unless the book allows it; then the first entry states its version."""
    install("half-plugin", HALF, version="2")
    plan = ch.Ledger("half:epsilon=1,times=2")
    with pytest.raises(ch.NoAnswer, match="only plugins that are not allowed have an answer: half-plugin"):
        ch.Book.create(url, plan, epsilon=1, delta=0)
    with ch.Book.create(url, plan, epsilon=1, delta=0, plugins=["half-plugin"]) as book:
        assert (next(book.log()).versions or {})["plugin half-plugin"] == "half-plugin 2"
        book.spend("half:epsilon=1")
        assert book.verify() == book.digest
