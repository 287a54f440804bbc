"""Accounts: every path answers, what does not says why, and what is exact is told from what is only a bound."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import chartered as ch
import pytest
from chartered import Answer, Ledger, Question, Side
from forging import forged
from hypothesis import given, settings
from strategies import QUESTIONS, SMALL_LEDGERS

EPSILON = Question.epsilon("1e-5")


def paths(ledger: Ledger, question: Question = EPSILON, **options: Any) -> set[tuple[str, ...]]:
    """The paths of all answers."""
    return {answer.path for answer in ledger.account(question, **options).answers}


@given(SMALL_LEDGERS, QUESTIONS)
@settings(max_examples=15)
def test_the_account_of_any_ledger(ledger: Ledger, question: Question) -> None:
    """The answers of every path, asked once for all that holds of them: that takes seconds."""
    account = ledger.account(question)
    _answers_ascend_and_every_accountant_is_told_of(account)
    _no_answer_contradicts_an_exact_one(account)
    _every_answer_carries_the_ledger_it_is_about(account, ledger)


def _answers_ascend_and_every_accountant_is_told_of(account: ch.Account) -> None:
    """The tightest is first; an accountant either answers or says why not; every answer is an interval of numbers from
    0 on."""
    assert all(less.upper <= more.upper for less, more in pairwise(account.answers))
    assert account.best is (account.answers[0] if account.answers else None)
    told = {answer.accountant for answer in account.answers} | {none.accountant for none in account.unavailable}
    assert told == set(ch.registry().accountants)
    assert all(none.why for none in account.unavailable)
    for answer in account.answers:
        assert 0 <= (answer.lower or 0.0) <= answer.upper
        assert answer.upper < math.inf or answer.why
        assert account.question.quantity == "epsilon" or answer.upper <= 1


def _no_answer_contradicts_an_exact_one(account: ch.Account) -> None:
    """What an exact path proves from below, no other path undercuts from above."""
    lowest = max((answer.lower for answer in account.answers if answer.lower is not None), default=0.0)
    assert all(answer.upper >= lowest for answer in account.answers)


def _every_answer_carries_the_ledger_it_is_about(account: ch.Account, ledger: Ledger) -> None:
    """Question, entries, neighbours and certification, with each number."""
    for answer in account.answers:
        assert answer.question == account.question
        assert (answer.entries, answer.neighbours) == (ledger.entries, ledger.neighbours)
        assert answer.certified
        assert answer.to_json()["neighbours"] == ledger.neighbours.value


THOUSAND = Ledger(["gaussian:sigma=20,times=1000"])


def test_an_accountants_name_keeps_its_paths_and_no_others() -> None:
    """All of them, in the same order, and the reasons are its own."""
    kept = THOUSAND.account(EPSILON, accountant="renyi")
    assert {answer.accountant for answer in kept.answers} == {"renyi"}
    every = THOUSAND.account(EPSILON).answers
    assert [a.upper for a in kept.answers] == [a.upper for a in every if a.accountant == "renyi"]
    refused = THOUSAND.account(EPSILON, accountant="pure")
    assert refused.answers == ()
    assert [none.accountant for none in refused.unavailable] == ["pure"]
    says = r"no answer for epsilon at delta = 1e-5 of Ledger.*pure: no theorem leads from gaussian"
    with pytest.raises(ch.CharteredError, match=says):
        THOUSAND.epsilon("1e-5", accountant="pure")


def test_names_keep_the_paths_through_them() -> None:
    """Of a theorem at the end of a path, or in its middle; of two accountants the paths by either; of an accountant and
    a theorem those by the one through the other."""
    first, second = "asoodeh2020.T1", "asoodeh2020.L2"
    assert paths(THOUSAND, accountant="asoodeh2020.T3") == {("gaussian.zcdp", "zcdp.renyi", "renyi", "asoodeh2020.T3")}
    assert paths(THOUSAND, accountant="zcdp.renyi") == {path for path in paths(THOUSAND) if "zcdp.renyi" in path}
    assert {a.accountant for a in THOUSAND.account(EPSILON, accountant=["gdp", "zcdp"]).answers} == {"gdp", "zcdp"}
    assert {path[-2:] for path in paths(THOUSAND, accountant=["renyi", first])} == {("renyi", first)}
    assert {path[-1] for path in paths(THOUSAND, accountant=[first, second])} == {first, second}


@pytest.mark.parametrize("name", ["renyy", "T3", ""])
def test_an_unknown_name_is_refused_with_the_known_ones(name: str) -> None:
    """Before anything is computed."""
    with pytest.raises(ch.UnknownName, match=r"unknown accountant or theorem .*accountants are approximate, .*gdp"):
        Ledger(["gaussian:sigma=1"]).epsilon(1e-5, accountant=name)


def exact(ledger: Ledger, question: Question = EPSILON) -> list[Answer]:
    """The answers whose side is exact."""
    return [answer for answer in ledger.account(question).answers if answer.side is Side.EXACT]


def test_exact_after_exact_is_exact_and_nothing_else_is() -> None:
    """The Gaussian by GDP, single profiles and inverted characteristic functions are; conversions, pure composition at
    delta > 0 and what follows a bound are not."""
    inverted = [("characteristic-function", Side.EXACT)]
    assert [a.path for a in exact(THOUSAND)] == [("gaussian.gdp", "gdp", "gdp.profile")]
    assert [a.path for a in exact(Ledger(["laplace:scale=1"]))] == [("laplace.profile", "profile")]
    assert exact(Ledger(["exponential:epsilon=1,times=2"])) == []
    mixed = ["gaussian:sigma=5", "laplace:scale=5"]
    sampled = "poisson:rate=0.5/gaussian:sigma=5"
    assert [a.path[-2:] for a in exact(Ledger([sampled]))] == [("poisson.exact-profile", "profile")]
    for steps in (mixed, ["laplace:scale=1,times=2"], [f"{sampled},times=2"]):
        assert [(a.accountant, a.side) for a in exact(Ledger(steps))] == inverted


def test_an_answer_of_an_exact_side_gives_both_ends_and_others_only_the_upper() -> None:
    """`lower` is null wherever nothing proves one."""
    for answer in THOUSAND.account(EPSILON).answers:
        assert (answer.lower is not None) is (answer.side is Side.EXACT)
        assert (answer.to_json()["lower"] is not None) is (answer.to_json()["side"] == "exact")


def test_an_account_is_what_the_interface_prints() -> None:
    """The keys of the JSON, exact numbers readable, infinities as text."""
    shown = THOUSAND.account(EPSILON).to_json()
    assert set(shown) == {"quantity", "at", "neighbours", "ledger", "best", "answers", "unavailable"}
    assert shown["at"] == {"delta": 1e-5}
    assert shown["best"] == "gdp"
    has = {"accountant", "theorem", "upper", "lower", "side", "path", "neighbours", "sampling", "witness", "certified"}
    assert all(has <= set(answer) for answer in shown["answers"])


def test_pure_composition_is_exact_at_delta_zero() -> None:
    """There both ends are the sum of the eps, which no mechanism of that guarantee need exceed and some reach."""
    answer = Ledger(["pure:epsilon=0.1,times=100"]).epsilon(0)
    assert answer.lower == answer.upper == 10
    assert answer.to_json()["side"] == "exact"


def test_sampling_is_told_with_every_number() -> None:
    """Poisson batches are named as such and set apart from fixed ones; without sampling there is nothing to tell."""
    sampled = Ledger(["gaussian:sigma=4", "poisson:rate=0.01/laplace:scale=4"]).account(EPSILON).answers
    told = "Poisson: each record independently; fixed-size batches are not Poisson batches"
    assert {answer.sampling for answer in sampled} == {told}
    assert Ledger(["gaussian:sigma=4"]).epsilon(EPSILON.at).sampling is None


def test_an_infinite_answer_says_why() -> None:
    """Where no eps has that delta, or none is known to."""
    below = Ledger(["approximate:epsilon=1,delta=1e-6"]).epsilon("1e-7")
    assert (below.lower, below.upper) == (math.inf, math.inf)
    assert below.why == "delta = 1e-7 is below the least delta that this guarantee reaches at any eps, 1e-6"
    never = Ledger(["gaussian:sigma=1"]).epsilon(0)
    assert never.upper == math.inf
    assert "no finite eps has delta = 0" in (never.why or "")
    assert never.to_json()["upper"] == "inf"
    assert never.to_json()["why"] == never.why


def test_no_lower_end_is_searched_for_an_infinite_eps() -> None:
    """Unless it is asked for by name; an end that is infinite itself is no search, and is told."""
    ledger = Ledger(["thresholded-counts:sigma=4,threshold=20"])
    account = ledger.account(ch.Question.epsilon("1e-9"))
    assert all(answer.upper == math.inf and answer.lower is None for answer in account.answers)
    why = {none.accountant: none.why for none in account.unavailable}
    assert "by name (--accountant) it has a lower end" in why["characteristic-function"]
    named = ledger.epsilon("1e-9", accountant="characteristic-function")
    assert named.upper == math.inf
    assert named.lower > 1.39
    above = ledger.account(ch.Question.epsilon("1e-5"))
    assert "characteristic-function" in {answer.accountant for answer in above.answers}
    exact = Ledger(["approximate:epsilon=1,delta=1e-7", "gaussian:sigma=3"]).epsilon("1e-9", seconds=20)
    assert exact.lower == math.inf


@pytest.mark.parametrize(
    ("step", "question"),
    [("gaussian:sigma=20", ch.Question.delta(3)), ("gaussian:sigma=1e-200", ch.Question.epsilon("1e-5"))],
)
def test_answers_that_no_double_holds_are_in_the_order_that_is_shown(step: str, question: ch.Question) -> None:
    """Too small or too large for one."""
    account = Ledger([step]).account(question)
    shown = [Decimal(row[3]) for row in account.layout().rows]
    assert shown == sorted(shown)
    assert account.best.exact


def test_a_question_outside_its_domain_is_refused() -> None:
    """delta outside [0, 1), a negative eps, and no numbers."""
    ledger = Ledger(["gaussian:sigma=1"])
    for delta in (1, "1.5", -0.1, float("nan"), "x", None):
        with pytest.raises(ch.BadValue, match="delta is"):
            ledger.epsilon(delta)
    for epsilon in (-1, "-1e-300", float("inf"), None):
        with pytest.raises(ch.BadValue, match="epsilon is"):
            ledger.delta(epsilon)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ZeroDivisionError("float division by zero"), "the search leaves the range of floats"),
        (OverflowError("math range error"), "the search leaves the range of floats"),
        (ValueError("math domain error"), "the search leaves the range of floats"),
        (ch.BadValue("no such order", "another one"), "no such order; another one"),
    ],
)
def test_a_search_that_breaks_off_is_told_in_words(
    error: Exception, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's own message would speak of its code; a reason of ours stands as it is."""

    def breaks(*_: object) -> None:
        raise error

    monkeypatch.setattr("chartered.accounting.path_answer.propose", breaks)
    silent = Ledger("gaussian:sigma=1").account(EPSILON).unavailable
    assert [none.why for none in silent if none.accountant == "gdp"] == [says]


def test_eps_is_found_where_delta_is_smaller_than_any_float_at_eps_0() -> None:
    """The search begins where it would be if the loss were normal, which is no 0."""
    answer = ch.Ledger("gaussian:sigma=1e330").epsilon("1e-400")
    assert answer.lower_exact.startswith("1.757947406215804")
    assert answer.upper_exact.startswith("1.757947406215804")


def test_a_delta_that_no_shown_decimal_is_near_is_not_said_to_equal_one() -> None:
    """It is about 8e-48820380075514647; shown are decimals down to 1e-1000000009."""
    headline = ch.Ledger("gdp:mu=0.002109").compare(epsilon=10**6).headline
    assert headline == "delta is between 0 and 1e-1000000009 at epsilon = 1e6, certified from both sides"
    nothing = ch.Ledger("laplace:scale=1").compare(epsilon=10**6).headline
    assert nothing == "delta = 0 at epsilon = 1e6: exact, certified from both sides"


def test_an_exact_answer_that_is_wide_leaves_nobody_out() -> None:
    """Three runs of one with few losses, which are not listed: smoothing bounds eps from above alone, and losses on a
    grid are asked."""
    rows = [(Fraction(3, 5), Fraction(1, 10)), (Fraction(3, 10), Fraction(3, 10)), (Fraction(1, 10), Fraction(3, 5))]

    def log_moment(xp: ch.Arithmetic, z: ch.Value) -> ch.Value:
        logs = [(xp.log(xp.number(p)), xp.log(xp.number(q))) for p, q in rows]
        return xp.log(sum((xp.exp(z * p + (1 - z) * q) for p, q in logs), xp.number(0)))

    def delta(xp: ch.Arithmetic, epsilon: ch.Value, witness: ch.Witness) -> ch.Value:
        return sum((xp.positive(xp.number(p) - xp.exp(epsilon) * xp.number(q)) for p, q in rows), xp.number(0))

    def largest(xp: ch.Arithmetic) -> ch.Value:
        return xp.log(xp.number(6))

    moments = ch.MomentGeneratingFunction(log_moment=log_moment, max_loss=largest, symmetric=True)
    profile = ch.Profile(delta=delta, at_infinity=ch.AtInfinity(max_loss=largest), worst_pair=True)
    stated = {"side": Side.EXACT, "source": "direct computation", "statement": "They are listed."}
    theorems = [
        ch.Theorem(name=f"few.{n}", takes=ch.OnStep("few"), gives=type(of), bound=lambda case, of=of: of, **stated)
        for n, of in enumerate((moments, profile))
    ]
    with ch.register(mechanisms=[ch.Mechanism("few", "has three outputs", ())], theorems=theorems):
        account = ch.Ledger("few:times=3").account(Question.epsilon("1e-3"))
    best = account.best
    assert (best.accountant, best.exact) == ("loss-distribution", True)
    assert best.lower <= ch.Ledger("table:p=0.6:0.3:0.1,q=0.1:0.3:0.6,times=3").epsilon("1e-3").upper <= best.upper
    assert "characteristic-function" in {answer.accountant for answer in account.answers if answer.lower == 0}


@pytest.mark.parametrize(
    ("ask", "both"),
    [
        (lambda: Ledger("pure:epsilon=0.1,times=3").epsilon(0), "3e-1"),
        (lambda: Ledger("laplace:scale=10,times=3").epsilon(0), "3e-1"),
        (lambda: Ledger("approximate:epsilon=0.1,delta=1e-5").epsilon("1e-5"), "1e-1"),
        (lambda: Ledger("approximate:epsilon=1,delta=1e-5").delta(1), "1e-5"),
        (lambda: Ledger("gaussian:sigma=10,times=9").mu(), "3e-1"),
    ],
)
def test_an_answer_that_is_a_fraction_is_known_as_it_is(ask: Callable[[], ch.Answer], both: str) -> None:
    """No end of a ball around it; the doubles are around it, and wider ends of an older certificate are accepted."""
    answer = ask()
    assert (answer.lower_exact, answer.upper_exact) == (both, both)
    assert answer.lower is not None
    assert Fraction(answer.lower) <= Fraction(both) <= Fraction(answer.upper)
    document = answer.certificate().document
    assert ch.check(document).accepted
    above, below = f"{both[0]}.0000000000000000001{both[1:]}", f"{both[0]}.1{both[1:]}"
    assert ch.check(forged(document, ("answer", "upper_exact"), above)).accepted
    assert not ch.check(forged(document, ("answer", "lower_exact"), below)).accepted
