"""Steps that are paid with the mu that a search finds: without a failure, or except for one, and with that failure."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest

from ..altered_books import rewritten
from ..strangers import HALF, Install

STEP, MASS = "laplace:scale=4", Fraction(1, 10**8)


@pytest.fixture
def budget() -> ch.Filter:
    """One that pays in both."""
    return ch.Filter(gdp=1, fail="1e-6")


def certainly_covers(cost: Any, step: str, mass: Fraction = MASS) -> bool:
    """Whether a cost is that mu's certified upper end or a little more, and the failure."""
    mu = Fraction(ch.Ledger(step).mu(failure=mass).upper)
    low, high = mu * (1 + Fraction(1, 10**9)), mu * (1 + Fraction(1, 10**8))
    return bool(low**2 <= cost["gdp"] <= high**2) and cost == {"gdp": cost["gdp"], "fail": mass}


def test_both_are_charged(budget: ch.Filter) -> None:
    """The certified mu, rounded up by more than the width of its enclosure, and the failure."""
    decision = budget.spend(STEP, failure=MASS)
    assert certainly_covers(decision.cost, STEP)
    assert decision.failure == MASS
    assert decision.path == ("laplace.profile", "profile")
    assert budget.left == {"gdp": 1 - decision.cost["gdp"], "fail": (Fraction(1, 10**6) - MASS) / (1 - MASS)}


def test_it_is_another_price_and_the_smaller_one_is_paid(budget: ch.Filter) -> None:
    """Less than the mu of the step's eps; but a step in GDP costs its own, and no failure."""
    plain = budget.ask(STEP)
    assert plain.failure is None
    assert budget.ask(STEP, failure=MASS).cost["gdp"] < plain.cost["gdp"]
    own = "approximate:epsilon=1/10,delta=1e-8"
    assert budget.ask(own, failure=MASS) == budget.ask(own)
    scarce = ch.Filter(gdp=1, fail=MASS / 2)
    assert scarce.ask(STEP, failure=MASS) == scarce.ask(STEP)


def test_what_has_no_other_price_has_this_one(budget: ch.Filter) -> None:
    """A subsampled Gaussian; the refusal says how."""
    sample = "poisson:rate=1/1000/gaussian:sigma=4"
    with pytest.raises(ch.BudgetExceeded, match=r"no theorem leads from poisson .* paid: --failure 1e-7 \(fail"):
        budget.spend(sample)
    assert certainly_covers(budget.spend(sample, failure=MASS).cost, sample)


def test_all_runs_fail_once(budget: ch.Filter) -> None:
    """The mu of all of them together, with one failure; except for less than its own failure a step has no mu, and
    keeps its own price."""
    assert certainly_covers(budget.ask(STEP, 3, failure=MASS).cost, f"{STEP},times=3")
    own = "gdp:mu=1/2,failure=1e-7"
    assert budget.ask(own, failure=MASS).cost == {"gdp": Fraction(1, 4), "fail": Fraction(1, 10**7)}


def test_a_scope_pays_it_for_itself() -> None:
    """Under replace-one the larger of the mus of a record that moves and of one that is replaced."""
    found = ch.Filter(gdp=1, fail="1e-6", scopes=["north", "south"], neighbours="replace-one")
    step = f"{STEP},sensitivity=1,replace-sensitivity=2"
    decision = found.spend(step, scope="north", failure=MASS)
    mu = Fraction(ch.Ledger(step, "replace-one").mu(failure=MASS).upper)
    assert decision.cost.keys() == {"gdp in north", "fail in north"}
    assert mu**2 < decision.cost["gdp in north"] < mu**2 * (1 + Fraction(1, 10**7))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"failure": 0}, "failure is 0; it is the probability of a failure, above 0 and below 1"),
        ({"failure": 1}, "failure is 1; it is the probability"),
        ({"failure": "often"}, "failure is 'often'"),
        ({"failure": "1e-8", "seconds": 0}, "the time limit is 0"),
    ],
)
def test_bad_input_is_one_line(budget: ch.Filter, asked: dict[str, Any], says: str) -> None:
    """Nothing is spent."""
    for ask in (budget.ask, budget.may, budget.spend):
        with pytest.raises(ch.BadValue, match=says):
            ask(STEP, **asked)
    assert budget.left["gdp"] == 1


@pytest.mark.parametrize(
    ("budgets", "missing"), [({"gdp": 1}, "no fail"), ({"fail": "1e-6"}, "no gdp"), ({"zcdp": 1}, "no gdp and no fail")]
)
def test_both_purses_are_needed(budgets: dict[str, Any], missing: str) -> None:
    """The error names the one that is missing."""
    with pytest.raises(ch.BadValue, match=f"is paid from gdp and fail, and there is {missing}; make the budget"):
        ch.Filter(**budgets).ask(STEP, failure=MASS)


def test_the_search_ends_in_time(budget: ch.Filter) -> None:
    """Without a mu, the step has no price, or the one that it has anyway; more time finds one."""
    slow = "poisson:rate=0.01/gaussian:sigma=1,times=100"
    decision = budget.ask(slow, failure="1e-9", seconds=1e-6)
    assert not decision
    assert decision.why.endswith(
        "no mu is proved of it except for a failure of probability 1e-9, within 1e-06 s; more may find one"
    )
    assert budget.ask(STEP, failure=MASS, seconds=1e-6) == budget.ask(STEP)
    assert budget.ask(STEP, failure=MASS).failure == MASS


def test_an_interrupt_spends_nothing(budget: ch.Filter, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the caller's, and the next question is answered."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(ch.Ledger, "account", interrupted)
        with pytest.raises(KeyboardInterrupt):
            budget.spend(STEP, failure=MASS)
    assert budget.left["gdp"] == 1
    assert budget.spend(STEP, failure=MASS).failure == MASS


def test_a_search_is_done_once(budget: ch.Filter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its price is kept, for that number of runs and that failure."""
    first = budget.ask(STEP, failure=MASS)
    with monkeypatch.context() as patched:
        patched.setattr(ch.Ledger, "account", None)
        assert budget.ask(STEP, failure=MASS) == first
        with pytest.raises(TypeError):
            budget.ask(STEP, failure=MASS / 2)


class TestBooks:
    """What a book holds of it."""

    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        """A book with one entry that was priced so."""
        pytest.importorskip("sqlalchemy")
        url = str(tmp_path / "budget.db")
        with ch.Book.create(url, ch.Filter(gdp=1, fail="1e-6")) as book:
            assert book.may(STEP, failure=MASS)
            entry = book.spend(STEP, failure=MASS, label="ages")
            assert entry.failure == "1e-8"
            assert entry.to_json()["failure"] == "1e-8"
            assert entry.cost == book.ask(STEP, failure=MASS).cost
        return url

    def test_it_is_verified(self, url: str) -> None:
        """The mu is proved again."""
        with ch.Book(url) as book:
            book.verify()
            assert book.spend("gdp:mu=1/2,failure=1e-7", failure=MASS).failure == ""
            book.verify()

    def test_a_smaller_cost_is_found(self, url: str) -> None:
        """And one that is a little larger is what another processor may have found."""
        with ch.Book(url) as book:
            cost = ch.Filter(gdp=1, fail="1e-6").ask(STEP, failure=MASS).cost
            more = {"gdp": str(cost["gdp"] * (1 + Fraction(1, 10**9))), "fail": "1e-8"}
            rewritten(url, more, cost=more)
            book.verify()
            less = {**more, "gdp": str(cost["gdp"] * (1 - Fraction(1, 10**7)))}
            rewritten(url, less, cost=less)
            with pytest.raises(ch.BadLedger, match="entry 1 of the book: its cost is not that of its step"):
                book.verify()

    @pytest.mark.parametrize(
        ("failure", "says"),
        [
            (None, "its cost is not that of its step"),
            ("1e-9", "its cost is not that of its step"),
            ("0", "failure is 0"),
            (3, "entry 1 of the book is no entry"),
        ],
    )
    def test_another_failure_is_found(self, url: str, failure: object, says: str) -> None:
        """One that is none, a smaller one, or none at all."""
        rewritten(url, failure=failure)
        with ch.Book(url) as book, pytest.raises(ch.BadLedger, match=says):
            book.verify()

    def test_plugins_of_others_are_behind_it(self, tmp_path: Path, install: Install) -> None:
        """A book takes no price of theirs that its maker did not allow."""
        pytest.importorskip("sqlalchemy")
        install("half-plugin", HALF, version="3.1")
        budget = ch.Filter(gdp=1, fail="1/10")
        with ch.Book.create(str(tmp_path / "b.db"), budget) as book:
            assert "only a plugin that is not allowed" in book.ask("half:epsilon=1/2", failure="1e-3").why
        found = budget.ask("half:epsilon=1/2", failure="1e-3")
        assert (found.failure, found.strangers) == (Fraction(1, 1000), ("half-plugin",))

    def test_a_plan_has_no_such_price(self, tmp_path: Path) -> None:
        """Its steps are paid in runs."""
        pytest.importorskip("sqlalchemy")
        plan = ch.Ledger(["gaussian:sigma=20,times=12"])
        with (
            ch.Book.create(str(tmp_path / "plan.db"), plan, epsilon=1, delta="1e-6") as book,
            pytest.raises(ch.BadValue, match="no gdp and no fail"),
        ):
            book.spend("gaussian:sigma=20", failure=MASS)


@pytest.mark.parametrize(
    ("step", "mu"),
    [
        ("exponential:epsilon=1", 0.6238925927),
        ("noisy-max:epsilon=1,noise=gumbel", 0.6238925927),
        ("randomized-response:epsilon=1,k=5", 0.7999555060),
        ("logistic:scale=1", 0.6238925927),
        ("rappor:f=0.5", 1.691431230),
        ("skellam:variance=4", 0.5248389012),
        ("skellam:variance=25", 0.2013631795),
        ("parts:count=12/exponential:epsilon=1", 0.6238925927),
        ("group:size=2/logistic:scale=2", 0.6238925927),
    ],
)
def test_any_noise_is_paid_by_its_least_mu(step: str, mu: float) -> None:
    """For each run; no theorem states it, and that of its eps, where it has one, is larger."""
    relation = "replace-one" if step.startswith("ra") else "add-or-remove"
    decision = ch.Filter(gdp=100, neighbours=relation).ask(step, times=3)
    assert decision.allowed
    assert float(decision.cost["gdp"]) == pytest.approx(3 * mu**2, rel=1e-8)
    assert Fraction(ch.Ledger(step, relation).mu().upper) ** 2 < decision.cost["gdp"] / 3
    assert decision.failure is None


@pytest.mark.parametrize("step", ["gaussian:sigma=2", "laplace:scale=4", "gdp:mu=1/2", "parts:count=3/laplace:scale=4"])
def test_what_a_theorem_states_is_not_searched(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor what no budget in mu pays, or a sample, which has none or a large one."""

    def searched(*_: object, **__: object) -> None:
        raise AssertionError("a search")

    monkeypatch.setattr("chartered.spending.filter_rule.searched_prices", searched)
    assert ch.Filter(gdp=1).ask(step).path
    assert ch.Filter(pure=1).ask("exponential:epsilon=1").path
    assert not ch.Filter(gdp=1).ask("poisson:rate=0.1/gaussian:sigma=1").cost


REGIONS = "parts:count=12,most=5/discrete-gaussian:sigma=3"


@pytest.mark.parametrize(
    ("step", "says", "seconds", "budget"),
    [
        ("skellam:variance=9", r"no mu is proved of it, within 0\.001 s; more may find one", 0.001, {"gdp": 1}),
        (REGIONS, "a budget zcdp or alpha=8,gamma=1 .* would pay for it", 0.1, {"zcdp": 1}),
    ],
)
def test_a_search_that_takes_too_long_is_told(step: str, says: str, seconds: float, budget: dict[str, int]) -> None:
    """In the refusal; with more time there is a price, and where mu does not pay, it names the budget that does."""
    with pytest.raises(ch.BudgetExceeded, match=says):
        ch.Filter(gdp=1).spend(step, seconds=seconds)
    assert ch.Filter(**budget).ask(step, seconds=600).allowed


def test_a_book_that_paid_a_searched_mu_is_verified(url: str) -> None:
    """By a search; what was paid by eps alone, as earlier versions did, is more than enough, and less is found."""
    with ch.Book.create(url, ch.Filter(gdp=2)) as book:
        paid = book.spend("exponential:epsilon=1").cost
        book.verify()
    assert paid is not None
    more, less = ({"gdp": str(paid["gdp"] * factor)} for factor in (2, 1 - Fraction(1, 10**7)))
    rewritten(url, more, cost=more)
    ch.Book(url).verify()
    rewritten(url, less, cost=less)
    with pytest.raises(ch.BadLedger, match=r"costs more here|not that of its step"):
        ch.Book(url).verify()


def test_a_round_of_shuffled_reports_is_paid_by_the_mu_of_its_clones() -> None:
    """Not by that of a single report, which would be 40 times as much; a round by other noise on samples is not
    searched."""
    budget = ch.Filter(gdp=1, neighbours="replace-one")
    paid = budget.spend("shuffled:n=100/laplace:scale=1", times=10)
    assert paid.cost["gdp"] < Fraction(262, 1000)
    assert float(paid.cost["gdp"]) >= 10 * ch.Ledger("shuffled:n=100/laplace:scale=1").mu().upper ** 2
