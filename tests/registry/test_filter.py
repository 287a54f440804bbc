"""Filters: what a plan that depends on outputs may still run."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from hypothesis import given, strategies as st

SAMPLE = "poisson:rate=0.01/gaussian:sigma=1"


@pytest.mark.parametrize(
    ("budget", "steps", "left"),
    [
        ({"gdp": 1}, ["gaussian:sigma=5/3", "gaussian:sigma=5/4"], {"gdp": 0}),
        ({"gdp": 1}, ["gaussian:sigma=2,times=4"], {"gdp": 0}),
        ({"gdp": 1}, ["gdp:mu=1/2", "gaussian:sigma=4,sensitivity=2"], {"gdp": Fraction(1, 2)}),
        ({"pure": 1}, ["laplace:scale=2", "pure:epsilon=1/3"], {"pure": Fraction(1, 6)}),
        ({"pure": 1, "fail": "0.19"}, ["approximate:epsilon=1/2,delta=0.1,times=2"], {"pure": 0, "fail": 0}),
        ({"pure": 1, "fail": "1/2"}, ["approximate:epsilon=1,delta=1/4"], {"pure": 0, "fail": Fraction(1, 3)}),
        ({"zcdp": 1}, ["gaussian:sigma=1", "zcdp:rho=1/4"], {"zcdp": Fraction(1, 4)}),
        ({"renyi": {2: 3, 4: 5}}, ["gaussian:sigma=1"], {"renyi at 2": 2, "renyi at 4": 3}),
        ({"count": (SAMPLE, 100)}, [f"{SAMPLE},times=30", "poisson:rate=0.001/gaussian:sigma=2"], {"count": 69}),
        ({"count": (SAMPLE, 300)}, ["dpsgd:n=60000,batch=256,epochs=1,noise=1.1"], {"count": 65}),
        ({"gdp": 0, "pure": 0}, ["pure:epsilon=0"], {"gdp": 0, "pure": 0}),
    ],
)
def test_costs_add_up_exactly(budget: dict[str, Any], steps: list[str], left: dict[str, Fraction]) -> None:
    """A budget that is spent to its end is spent, without a digit that is lost."""
    found = ch.Filter(**budget)
    for step in steps:
        assert found.may(step)
        assert found.spend(step)
    assert found.left == left


@pytest.mark.parametrize(
    ("counted", "step", "cost"),
    [
        (SAMPLE, "poisson:rate=1/100/gaussian:sensitivity=1,sigma=1.0", 1),
        ("dpsgd:n=100,batch=1,steps=10,noise=1", "dpsgd:n=100,batch=1,steps=10,noise=1", 1),
        ("dpsgd:n=100,batch=1,steps=10,noise=1", "poisson:rate=0.01/gaussian:sigma=1", Fraction(1, 10)),
        ("noisy-max:scale=2,noise=gumbel", "exponential:epsilon=1", 1),
        ("poisson:rate=1/2/poisson:rate=1/2/gaussian:sigma=2", "poisson:rate=1/4/gaussian:sigma=2", 1),
        ("poisson:rate=1/4/(gdp:mu=2 + pure:epsilon=1)", "poisson:rate=1/4/(pure:epsilon=1 + gdp:mu=2)", 1),
    ],
)
def test_a_counted_step_may_be_written_in_another_way(counted: str, step: str, cost: Fraction) -> None:
    """As an abbreviation of it, as what it abbreviates, and in another order; the theorems stand beside the cost."""
    decision = ch.Filter(count=(counted, 9)).ask(step)
    assert decision.allowed
    assert decision.cost == {"count": cost}


def test_a_step_about_one_record_is_none_about_a_group() -> None:
    """Noise that is enough for two records of a person is not what a group of two is, if two records are two changes of
    it."""
    group, one = "group:size=2/gaussian:sigma=2", "gaussian:sigma=2,sensitivity=2"
    assert not ch.Filter(count=(group, 9)).may(one)
    assert ch.Filter(count=(group, 9)).may(group)
    assert ch.Filter(count=(one, 9)).may(group)


@pytest.mark.parametrize(
    ("budget", "step", "why"),
    [
        ({"gdp": 1}, "gaussian:sigma=0.999999999999", "it costs about 1 of mu^2, and 1 is left, less by about 2e-12"),
        ({"pure": 1}, "laplace:scale=1/2", "it costs 2 of eps, and 1 is left"),
        ({"pure": 1, "fail": "1e-6"}, "approximate:epsilon=1,delta=2e-6", "it costs 2e-6 of delta, and 1e-6 is left"),
        ({"renyi": {2: 3, 4: 1}}, "gaussian:sigma=1", "it costs 2 of gamma, and 1 is left"),
        ({"count": (SAMPLE, 3)}, f"{SAMPLE},times=4", "it costs 4 of runs, and 3 is left"),
        ({"gdp": 1}, SAMPLE, "no theorem leads from poisson to a cost that this filter's gdp can pay"),
        ({"pure": 1}, "gaussian:sigma=9", "no theorem leads from gaussian to a cost"),
        ({"pure": 1}, "approximate:epsilon=0.1,delta=1e-9", "no theorem leads from approximate to a cost"),
        ({"count": (SAMPLE, 9)}, "poisson:rate=0.02/gaussian:sigma=9", "no theorem leads from poisson to a cost"),
        ({"count": (SAMPLE, 9)}, "poisson:rate=0.001/gaussian:sigma=0.9", "no theorem leads from poisson to a cost"),
    ],
)
def test_a_step_that_costs_too_much_is_refused_and_nothing_is_spent(
    budget: dict[str, Any], step: str, why: str
) -> None:
    """The reason says what it costs and what is left."""
    found = ch.Filter(**budget)
    before = found.left
    assert not found.may(step)
    assert why in found.ask(step).why
    with pytest.raises(ch.BudgetExceeded, match="may not run") as raised:
        found.spend(step)
    assert isinstance(raised.value.decision, ch.Decision)
    assert raised.value.decision.left == before == found.left
    assert raised.value.hint


def test_of_several_purses_the_one_pays_that_gives_the_smallest_share() -> None:
    """Laplace noise is pure and GDP; the purse that it would empty keeps what it has."""
    found = ch.Filter(gdp=3, pure=1)
    assert found.ask("laplace:scale=1").cost.keys() == {"gdp"}
    assert found.ask("laplace:scale=100").cost.keys() == {"gdp"}
    assert ch.Filter(gdp="1/1000", pure=1).ask("laplace:scale=100").cost == {"pure": Fraction(1, 100)}


def test_the_answer_is_that_of_the_budgets() -> None:
    """Before anything is spent and after; with both ends, and a certificate that states no step. All purses together
    are one ledger, and of several orders, which all hold, the best answers."""
    found = ch.Filter(gdp=1, pure="1/2", fail="1e-6")
    answer = found.answer(delta="1e-5")
    found.spend("gaussian:sigma=2")
    assert found.answer(delta="1e-5").upper == answer.upper
    whole = ch.Ledger(["gdp:mu=1", "approximate:epsilon=1/2,delta=1e-6"]).epsilon("1e-5")
    assert (answer.upper, answer.lower, answer.exact) == (whole.upper, whole.lower, True)
    assert ch.check(answer.certificate()).accepted
    assert [str(entry.step) for entry in found.ledgers[0].entries] == ["filter:gdp=1,pure=0.5,fail=1e-6"]
    assert found.answer(epsilon=3).upper == ch.Ledger("filter:gdp=1,pure=1/2,fail=1e-6").delta(3).upper
    counted = ch.Filter(gdp="1/2", count=(SAMPLE, 1000)).answer(delta="1e-6")
    beside = ch.Ledger(["gdp:mu=1/2", f"{SAMPLE},times=1000"]).epsilon("1e-6")
    assert counted.upper == pytest.approx(beside.upper, rel=1e-11)
    assert counted.lower is not None
    each = [ch.Ledger(f"filter:alpha={a},gamma={g}").epsilon("1e-5").upper for a, g in ((2, 1), (8, 2))]
    assert ch.Filter(renyi={2: 1, 8: 2}).answer(delta="1e-5").upper == min(each)


def test_a_budget_of_any_size_pays_for_itself() -> None:
    """mu^2 = 1e-600 is spent as it is, and so are its parts: sums whose denominators do not grow are not rounded."""
    assert ch.Filter(gdp="1e-300").spend("gdp:mu=1e-300").left == {"gdp": 0}
    found = ch.Filter(gdp="1e-300")
    for step in ("gdp:mu=6e-301", "gdp:mu=8e-301"):
        assert found.spend(step)
    assert found.left == {"gdp": 0}
    assert not found.may("gdp:mu=1e-310")


BUDGETS: list[dict[str, Any]] = [
    {"gdp": "3/2", "pure": "1/3", "fail": "1e-300"},
    {"zcdp": "0.1"},
    {"renyi": {"3/2": 1, 8: "2.5"}},
    {"count": (SAMPLE, 10), "gdp": 1, "neighbours": "zero-out"},
    {"gdp": "sqrt(2)"},
]


@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_a_state_goes_through_json(budget: dict[str, Any]) -> None:
    """It is the same filter, with the same costs so far."""
    found = ch.Filter(**budget)
    for step in ("gaussian:sigma=97", SAMPLE, "pure:epsilon=1/97"):
        if found.may(step, 3):
            found.spend(step, 3)
    again = ch.Filter.from_state(json.loads(json.dumps(found.state())))
    assert (again.left, again.neighbours, repr(again)) == (found.left, found.neighbours, repr(found))
    assert again.state() == found.state()


GOOD = ch.Filter(gdp=1, count=(SAMPLE, 3)).state()


@pytest.mark.parametrize(
    "state",
    [
        None,
        [],
        {},
        *({**GOOD, "schema": schema} for schema in (2, True, 1.0, "1", None)),
        {**GOOD, "more": 1},
        {**GOOD, "filter": {"gdp": "one"}},
        {**GOOD, "filter": {"gdp": 1}},
        {**GOOD, "filter": {"rho": "1"}},
        {**GOOD, "filter": {"gdp": "1", "count": "3"}},
        {**GOOD, "filter": {"gdp": "1", "count": [SAMPLE, "3/2"]}},
        {**GOOD, "filter": {"gdp": "1", "renyi": {str(n): "1" for n in range(100)}}},
        {**GOOD, "spent": {"gdp": "0"}},
        {**GOOD, "spent": {"gdp": "2", "count": "0"}},
        {**GOOD, "spent": {"gdp": "-1", "count": "0"}},
        {**GOOD, "neighbours": "friends"},
        {**GOOD, "neighbours": ["add-or-remove"]},
    ],
    ids=str,
)
def test_what_is_no_state_is_refused(state: Any) -> None:
    """With one error, of one kind."""
    with pytest.raises(ch.BadLedger, match="state of a filter"):
        ch.Filter.from_state(state)


@pytest.mark.parametrize(
    ("budget", "says"),
    [
        ({}, "no budget"),
        ({"gdp": -1}, "the filter's gdp is -1"),
        ({"fail": 1}, "the filter's fail is 1"),
        ({"pure": "nan"}, "the filter's pure"),
        ({"zcdp": 1, "gdp": 1}, "zcdp goes with no other budget"),
        ({"renyi": {2: 1}, "pure": 1}, "renyi goes with no other budget"),
        ({"renyi": {1: 1}}, "an order of the filter is 1"),
        ({"renyi": {}}, "the filter's renyi is {}"),
        ({"renyi": {2: 1, "2.0": 3}}, "with an order twice"),
        ({"count": 3}, "the filter's count is 3"),
        ({"count": (SAMPLE, 0)}, "the filter's count"),
        ({"count": (f"{SAMPLE},times=2", 3)}, "several runs"),
        ({"gdp": 1, "neighbours": "nearby"}, "nearby"),
        ("filter:gamma=1", "alpha"),
        ("filter", "it has no budget"),
        ("filter:zcdp=1,gdp=1", "zcdp goes with no other budget, and there is gdp"),
        ("filter:alpha=2,gamma=1,pure=1", "alpha goes with no other budget, and there is pure"),
    ],
    ids=str,
)
def test_a_bad_budget_is_an_error_that_names_it(budget: dict[str, Any] | str, says: str) -> None:
    """Who, which value; of a step as of the class."""
    with pytest.raises(ch.CharteredError, match=says):
        ch.parse(budget) if isinstance(budget, str) else ch.Filter(**budget)


@pytest.mark.parametrize(
    "step", ["gaussian:sigma=0", "nothing", "gaussian:sigma=1;laplace:scale=2", "sample:size=1,of=9/pure:epsilon=1"]
)
def test_a_bad_step_is_an_error_and_nothing_is_spent(step: str) -> None:
    """As for a ledger; one that requires another relation, too."""
    found = ch.Filter(gdp=1, neighbours="add-or-remove")
    for ask in (found.may, found.ask, found.spend):
        with pytest.raises(ch.CharteredError):
            ask(step)
    assert found.left == {"gdp": 1}


def test_threads_never_spend_more_than_there_is() -> None:
    """Each decision is one."""
    found = ch.Filter(count=(SAMPLE, 100))

    def spend(_: int) -> bool:
        try:
            found.spend(SAMPLE)
        except ch.BudgetExceeded:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(spend, range(150))) == 100
    assert found.left == {"count": 0}


@given(st.lists(st.fractions(Fraction(1, 50), 3, max_denominator=10**6), min_size=1, max_size=40))
def test_the_sum_never_passes_the_budget(sigmas: list[Fraction]) -> None:
    """Long denominators are rounded up, never down, and nothing fits that does not."""
    found, truth = ch.Filter(gdp=10), Fraction(0)
    for sigma in sigmas:
        cost = 1 / sigma**2
        if found.may(f"gaussian:sigma={sigma}"):
            found.spend(f"gaussian:sigma={sigma}")
            truth += cost
            assert truth <= 100
        else:
            assert truth + cost > 100 - Fraction(1, 2**80)
        assert 0 <= 100 - truth - found.left["gdp"] < Fraction(1, 2**80)


@given(st.lists(st.integers(1, 300), min_size=1, max_size=20))
def test_the_probability_of_a_failure_is_that_of_any(exponents: list[int]) -> None:
    """Failures of any size, exactly or rounded up."""
    found, kept = ch.Filter(fail="1/2"), Fraction(1)
    for exponent in exponents:
        step = f"approximate:epsilon=0,delta=1e-{exponent}"
        if found.may(step):
            found.spend(step)
            kept *= 1 - Fraction(1, 10**exponent)
    assert Fraction(1, 2) / kept <= 1
    assert 1 - Fraction(1, 2) / kept >= found.left["fail"]


def test_many_runs_of_a_failure_are_rounded_up() -> None:
    """A thousand million runs."""
    found = ch.Filter(fail="1e-3", pure=1)
    decision = found.ask("approximate:epsilon=0,delta=1e-12", 10**9)
    exact = 1 - (1 - Fraction(1, 10**12)) ** 1000
    assert decision.allowed
    assert Fraction(999, 10**6) < decision.cost["fail"] < Fraction(1, 1000)
    assert found.ask("approximate:epsilon=0,delta=1e-12", 1000).cost["fail"] >= exact
    assert not found.may("approximate:epsilon=0,delta=1e-12", 10**10)


def test_a_price_is_gone_with_the_theorem_that_gave_it() -> None:
    """What is registered for a session pays in that session alone."""
    takes, cost = ch.OnStep("randomized-response"), Fraction(1, 2000)
    cheap = ch.Theorem("cheap.gdp", takes, ch.GDP, lambda case: ch.GDP(mu_squared=cost), "Nearly nothing.", "nobody")
    found = ch.Filter(gdp=1, neighbours="replace-one")
    asked = "randomized-response:epsilon=1"
    before = found.ask(asked)
    with ch.register(theorems=[cheap]):
        assert found.ask(asked).cost == {"gdp": cost}
    assert found.ask(asked) == before
    assert not before.allowed
