"""Scopes of a budget: a step that reads one part of the data costs those alone who are in it."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import reduce
from itertools import combinations
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from altered_books import altered, rewritten
from hypothesis import given, settings, strategies as st

REGIONS = ("north", "south", "far east")
MOVED = "sensitivity=3,replace-sensitivity=1"


def test_a_region_costs_those_who_live_there() -> None:
    """Each may be paid in full; after that nothing is left for a step that reads everybody."""
    budget = ch.Filter(gdp=1, scopes=REGIONS)
    for region in REGIONS:
        assert budget.spend("gaussian:sigma=1", scope=region).cost == {f"gdp in {region}": 1}
    assert not budget.may("gaussian:sigma=1e6")
    assert set(budget.left.values()) == {0}
    assert budget.answer(delta="1e-5").upper == ch.Filter(gdp=1).answer(delta="1e-5").upper


def test_what_reads_everybody_is_taken_from_every_scope() -> None:
    """And what is left for all is what is left in the scope with the largest costs."""
    budget = ch.Filter(pure=1, scopes=REGIONS)
    budget.spend("laplace:scale=4")
    budget.spend("laplace:scale=2", scope="south")
    assert budget.left == {
        "pure": Fraction(1, 4),
        "pure in north": Fraction(3, 4),
        "pure in south": Fraction(1, 4),
        "pure in far east": Fraction(3, 4),
    }


COSTS = st.lists(st.tuples(st.integers(0, 4), st.integers(1, 12)), max_size=12)


@settings(max_examples=60, deadline=None)
@given(costs=COSTS, most=st.integers(1, 4), fail=st.booleans())
def test_no_choice_of_scopes_exceeds_the_budget(costs: list[tuple[int, int]], most: int, fail: bool) -> None:
    """A step is allowed exactly if everybody's costs stay within the budget, of all that they may be in."""
    names = [f"part {k}" for k in range(4)]
    budget = ch.Filter(pure=1, fail="1/2", scopes=names, most=most)
    paid: dict[str, list[Fraction]] = {name: [] for name in ("", *names)}
    for place, weight in costs:
        scope, cost = ("", *names)[place], Fraction(weight, 24)
        step = f"approximate:epsilon=0,delta={cost}" if fail else f"pure:epsilon={cost}"
        after = {name: [*held, cost] if name == scope else held for name, held in paid.items()}
        fits = all(_within(after, people, fail) for people in combinations(names, most))
        assert budget.may(step, scope=scope) == fits
        if fits:
            budget.spend(step, scope=scope)
            paid = after
    assert all(left >= 0 for left in budget.left.values())


def _within(paid: dict[str, list[Fraction]], people: tuple[str, ...], fail: bool) -> bool:
    mine = [cost for name in ("", *people) for cost in paid[name]]
    if fail:
        return 1 - reduce(lambda kept, cost: kept * (1 - cost), mine, Fraction(1)) <= Fraction(1, 2)
    return sum(mine) <= 1


def test_a_replaced_record_may_leave_a_scope_and_enter_another() -> None:
    """So two scopes count, and in each the larger of both costs."""
    budget = ch.Filter(gdp=3, scopes=REGIONS, neighbours="replace-one")
    assert budget.ask(f"gaussian:sigma=3,{MOVED}", scope="north").cost == {"gdp in north": 1}
    assert budget.ask(f"gaussian:sigma=3,{MOVED}").cost == {"gdp": Fraction(1, 9)}
    assert budget.ask("gaussian:sigma=2", scope="north").cost == {"gdp in north": 1}  # replaced: twice as far
    for region in REGIONS[:2]:
        budget.spend("gaussian:sigma=1", scope=region)
    assert budget.left == {"gdp": 1, "gdp in north": 1, "gdp in south": 1, "gdp in far east": 5}


def test_one_region_alone_has_no_other_to_enter() -> None:
    """Of one scope no second one counts."""
    budget = ch.Filter(gdp=2, scopes=["here"], neighbours="replace-one")
    assert budget.spend("gaussian:sigma=1", scope="here").left == {"gdp": 0, "gdp in here": 0}


@pytest.mark.parametrize(
    ("budget", "step", "scope", "why"),
    [
        ({"gdp": 1}, "gaussian:sigma=2", "north", "the scope is 'north', and this budget has none"),
        ({"gdp": 1, "scopes": REGIONS}, "gaussian:sigma=2", "nroth", "no scope 'nroth'; this budget has north, south"),
        ({"pure": 1, "scopes": REGIONS, "neighbours": "replace-one"}, "pure:epsilon=1/2", "north",
         "pure:epsilon=0.5 is stated under replace-one, and a record may enter or leave the scope"),
        ({"pure": 1, "scopes": REGIONS, "neighbours": "zero-out"}, "pure:epsilon=1/2", "north",
         "pure:epsilon=0.5 is stated under zero-out, and a record may enter or leave the scope"),
        ({"pure": 1, "scopes": REGIONS, "neighbours": "replace-one"}, "randomized-response:epsilon=1/2", "north",
         "a record may enter or leave the scope, and for that randomized-response is not defined"),
        ({"gdp": 1, "scopes": REGIONS, "neighbours": "replace-one"}, "sample:size=10,of=100/gaussian:sigma=40",
         "north", "pay for it without a scope, from all records"),
        ({"gdp": 1, "scopes": REGIONS}, "gaussian:sigma=2", None, "there is no scope None"),
        ({"gdp": 1}, "gaussian:sigma=2", None, "the scope is None"),
    ],
)  # fmt: skip
def test_a_step_that_has_no_cost_in_a_scope_is_refused(budget: dict[str, Any], step: str, scope: str, why: str) -> None:
    """The reason says which, and what would be right; nothing is spent."""
    found = ch.Filter(**budget)
    with pytest.raises(ch.CharteredError, match=why):
        found.spend(step, scope=scope)
    assert found.left == ch.Filter(**budget).left


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"scopes": ["a", "a"]}, "the scopes a and a have one name"),
        ({"scopes": ["North", "north"]}, "the scopes North and north have one name"),
        ({"scopes": ["a\nb"]}, "a scope is 'a\\\\nb'"),
        ({"scopes": [""]}, "a scope is ''"),
        ({"scopes": ["north "]}, "a scope is 'north '"),
        ({"scopes": ["cafe\u0301"]}, "give letters, digits, blanks"),
        ({"scopes": ["\u3164"]}, "give letters, digits, blanks"),
        ({"scopes": ["north\u2800"]}, "give letters, digits, blanks"),
        ({"scopes": ["a, 9 of mu^2 in b"]}, "give letters, digits, blanks"),
        ({"scopes": None}, "the scopes are None; give a list of names"),
        ({"scopes": 5}, "the scopes are 5"),
        ({"scopes": "north"}, "the scopes are 'north'"),
        ({"scopes": [3]}, "a scope is 3"),
        ({"scopes": ["a" * 101]}, "inside: at most 100"),
        ({"scopes": [str(k) for k in range(501)]}, "501 scopes of 1 budgets are too many"),
        ({"scopes": ["a"], "most": 2}, "the number of scopes of a record is 2; it must be a whole number from 1 to 1$"),
        ({"most": 2}, "a record may be in 2 scopes, and there is none; name the scopes"),
        ({"scopes": ["north"], "most": 0}, "the number of scopes of a record is 0"),
    ],
)
def test_scopes_that_cannot_be_are_refused(more: dict[str, Any], why: str) -> None:
    """By name and value."""
    with pytest.raises(ch.CharteredError, match=why):
        ch.Filter(pure=1, **more)


def test_runs_are_counted_in_scopes_where_records_are_added_or_removed() -> None:
    """Otherwise the pair of the counted step is not that of a record that leaves."""
    count = ("poisson:rate=0.01/gaussian:sigma=1", 100)
    budget = ch.Filter(count=count, scopes=REGIONS)
    assert budget.spend(count[0], times=100, scope="north").left["count in south"] == 100
    with pytest.raises(ch.CharteredError, match="a record may leave a scope"):
        ch.Filter(count=("gaussian:sigma=1", 3), scopes=REGIONS, neighbours="replace-one")


def test_every_order_of_renyi_has_its_scopes() -> None:
    """A name with a number in it is a purse like others."""
    budget = ch.Filter(renyi={2: 3, 4: 5}, scopes=REGIONS, most=2)
    left = budget.spend("gaussian:sigma=1", scope="south").left
    assert (left["renyi at 4 in south"], left["renyi at 4 in north"], left["renyi at 4"]) == (3, 3, 3)


def test_a_state_goes_on_and_one_that_was_altered_is_refused() -> None:
    """Also where the sum of two scopes is more than the budget, and each by itself is not."""
    budget = ch.Filter(gdp=1, scopes=REGIONS, most=2)
    budget.spend("gaussian:sigma=2", scope="north")
    state = json.loads(json.dumps(budget.state()))
    assert ch.Filter.from_state(state).left == budget.left
    state["spent"] |= {"gdp in south": "0.9"}
    with pytest.raises(ch.BadLedger, match="no part of its budget"):
        ch.Filter.from_state(state)
    for wrong in ({"scopes": "north"}, {"scopes": ["north"]}, {"scopes": []}, {"most": "2"}, {"most": 9}):
        with pytest.raises(ch.BadLedger):
            ch.Filter.from_state({**budget.state(), **wrong})
    for missing in ("scopes", "most"):
        with pytest.raises(ch.BadLedger):
            ch.Filter.from_state({name: value for name, value in budget.state().items() if name != missing})


def test_sums_that_no_failure_has_do_not_hide_each_other() -> None:
    """Of two probabilities of 1001 that of one of both is below 0: each by itself is refused."""
    state = ch.Filter(pure=1, fail="1e-6", scopes=["a", "b"]).state()
    state["spent"] |= {"fail": "1001", "fail in a": "1001", "fail in b": "1001"}
    with pytest.raises(ch.BadLedger, match="fail is 1001, which is no part of its budget"):
        ch.Filter.from_state(state)


def test_a_price_that_pays_from_two_purses_for_nothing_is_not_taken() -> None:
    """Under replace-one the ways to pay for both changes are combined."""
    budget = ch.Filter(gdp=1, pure="1/2", fail="1e-6", scopes=["a", "b"], neighbours="replace-one")
    step = "truncated-laplace:scale=10,bound=130"
    scoped, plain = budget.ask(step, scope="a").cost, budget.ask(step).cost
    assert {name.removesuffix(" in a"): cost for name, cost in scoped.items()} == plain
    assert set(plain) == {"gdp", "fail"}


def test_a_book_that_pays_from_another_scope_is_refused(url: str) -> None:
    """Also where the entry says that an older version found its cost, which may be larger than ours."""
    with ch.Book.create(url, ch.Filter(gdp=1, scopes=REGIONS)) as book:
        book.spend("gaussian:sigma=2", scope="north")
    cost = {"gdp in north": "1/4", "gdp in south": "1/4"}
    rewritten(url, {"gdp": "0", **cost, "gdp in far east": "0"}, versions={"chartered": "0.1.9"}, cost=cost)
    with ch.Book(url) as book, pytest.raises(ch.BadLedger, match="entry 1 of the book: its cost is negative, or of no"):
        book.verify()


def test_a_book_keeps_who_paid_for_which_scope(url: str, tmp_path: Path) -> None:
    """Its check knows the price of each entry in its scope, and a correction gives it back there."""
    with ch.Book.create(url, ch.Filter(gdp=1, scopes=REGIONS)) as book:
        entry = book.spend("gaussian:sigma=1", scope="north", label="ages")
        assert (entry.scope, entry.cost) == ("north", {"gdp in north": 1})
        assert not book.may("gaussian:sigma=9", scope="north")
        book.spend_all(["gaussian:sigma=2", "laplace:scale=9"], scope="far east")
        book.correct(entry.number, label="it did not run")
        assert book.left["gdp in north"] == 1
        assert book.verify() == book.digest
        assert [one.scope for one in book.log()] == ["", "north", "far east", "far east", ""]
        assert "each is ever in at most 1 of the scopes north, south, far east, by itself alone" in book.says
        with pytest.raises(ch.BudgetExceeded):
            book.spend_all(["gaussian:sigma=1", "gaussian:sigma=9"], scope="south")
        assert book.left["gdp in south"] == 1
        ledger = book.export(tmp_path / "regions.toml", certificate=tmp_path / "regions.json", delta="1e-5")
        assert str(ledger.entries[0]) == "filter:gdp=1"
        assert ch.check(tmp_path / "regions.json").accepted
        for file in ("regions.toml", "regions.json"):  # what is assumed goes with the number
            assert "each is ever in at most 1 of the scopes north, south" in (tmp_path / file).read_text()
        assert "at most 1 of the scopes" in book.answer(delta="1e-5").entries[0].label


def test_a_book_whose_entry_moved_to_another_scope_is_refused(url: str) -> None:
    """Its digest is not that of its text; nor do the sums of a book that is written anew add up."""
    with ch.Book.create(url, ch.Filter(gdp=1, scopes=REGIONS)) as book:
        book.spend("gaussian:sigma=1", scope="north")
    altered(url, "update chartered_entry set text = replace(text, 'north', 'south') where number = 1")
    with ch.Book(url) as book, pytest.raises(ch.BadLedger, match="entry 1 of the book: it"):
        book.verify()
