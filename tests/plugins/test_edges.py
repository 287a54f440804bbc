"""The edges: nothing negative, no NaN, no infinity without a reason, and the right limits."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import chartered as ch
import pytest
from chartered import Ledger, Question
from hypothesis import given, settings, strategies as st
from strategies import SMALL_LEDGERS, magnitudes

STEPS = [
    "gaussian:sigma=1", "gaussian:sigma=1e-150", "gaussian:sigma=1e150", "laplace:scale=1", "laplace:scale=1e-150",
    "laplace:scale=1e150", "randomized-response:epsilon=1,k=5", "randomized-response:epsilon=0",
    "randomized-response:epsilon=1e4,k=1000000", "pure:epsilon=0", "pure:epsilon=1e6", "approximate:epsilon=0,delta=0",
    "approximate:epsilon=1,delta=0.999", "approximate:epsilon=1e4,delta=1e-300", "zcdp:rho=0", "zcdp:rho=1e-300",
    "zcdp:rho=1e6", "gdp:mu=0", "gdp:mu=1e-150", "gdp:mu=1e6", "rdp:alpha=2,gamma=0", "rdp:alpha=1.000001,gamma=1e4",
    "rdp:alpha=1e6,gamma=1e-12", "poisson:rate=0/gaussian:sigma=1", "poisson:rate=1/gaussian:sigma=1",
    "poisson:rate=1e-300/gaussian:sigma=1", "poisson:rate=1e-300/laplace:scale=1",
    "poisson:rate=0.5/approximate:epsilon=1,delta=0.1", "poisson:rate=0.999999999999/rdp:alpha=2,gamma=1",
    "poisson:rate=0.5/rdp:alpha=1.5,gamma=1", "poisson:rate=0.5/zcdp:rho=1e6",
    "poisson:rate=0.01/laplace:scale=1e-150", "poisson:rate=1e-300/zcdp:rho=1e-300",
    "sample:size=5,of=5/gaussian:sigma=1", "sample:size=1,of=1e300/laplace:scale=1",
    "sample:size=999999999999,of=1e12/rdp:alpha=2.5,gamma=1", "sample:size=1,of=2/pure:epsilon=0",
    "sample:size=1,of=2/laplace:scale=1e-150", "sample:size=1,of=2/laplace:scale=1e150"
]  # fmt: skip
QUESTIONS = [
    *(Question.epsilon(x) for x in ("0", "1e-300", "1e-15", "0.5", "0.999999999")),
    *(Question.delta(x) for x in ("0", "1e-300", "1", "1e6")),
]


@pytest.mark.parametrize("times", [1, 10**12])
@pytest.mark.parametrize("step", STEPS)
def test_no_answer_is_strange(step: str, times: int) -> None:
    """Every upper end is a number from 0 on, a delta at most 1; the ends are in order; what is infinite says why;
    checks accept it."""
    for question in QUESTIONS:
        account = Ledger([step], None if "poisson" in step else "replace-one")
        found = (account * times).account(question)
        assert found.answers or all(none.why for none in found.unavailable)
        for answer in found.answers:
            assert answer.upper >= 0, (question, answer)
            assert question.quantity == "epsilon" or answer.upper <= 1, (question, answer)
            assert answer.lower is None or 0 <= answer.lower <= answer.upper, (question, answer)
            assert answer.upper < math.inf or answer.why, (question, answer)
        if found.best is not None:
            assert ch.check(found.best.certificate()).accepted


@given(SMALL_LEDGERS)
@settings(max_examples=25)
def test_some_accountant_always_answers_for_delta_or_says_why(ledger: Ledger) -> None:
    """delta at eps = 0 is at most 1 whatever the ledger."""
    for answer in ledger.account(Question.delta(0)).answers:
        assert 0 <= answer.upper <= 1


NOTHING = [
    "pure:epsilon=0",
    "gdp:mu=0",
    "zcdp:rho=0",
    "rdp:alpha=2,gamma=0",
    "randomized-response:epsilon=0,k=3",
    "approximate:epsilon=0,delta=0",
    "poisson:rate=0/gaussian:sigma=0.001",
]


@pytest.mark.parametrize("step", NOTHING)
@pytest.mark.parametrize("delta", ["0", "1e-300", "0.1"])
def test_a_step_that_releases_nothing_costs_nothing(step: str, delta: str) -> None:
    """eps = 0 at every delta > 0, and delta = 0 at every eps, for a million million runs; at delta = 0 wherever that is
    known."""
    ledger = Ledger([step]) * 10**12
    account = ledger.account(Question.epsilon(delta))
    assert account.best.upper == 0
    best = ledger.account(Question.delta(0)).best
    assert best.upper == 0


@cache
def costs_alone(step: str, relation: ch.Neighbours) -> ch.Account:
    """What a step costs without anything beside it."""
    return Ledger([step], relation).account(Question.epsilon("1e-5"))


@pytest.mark.parametrize("step", NOTHING)
def test_a_step_that_releases_nothing_changes_no_other_number(step: str) -> None:
    """A pure ledger with it beside costs what it costs alone, by basic composition; a Gaussian one by GDP or
    concentrated DP. (Alone it is exact, and losses are not summed; beside nothing they are, of so few runs by what a
    pure guarantee says of them.)"""
    for other in ("laplace:scale=2,times=3", "gaussian:sigma=2,times=3"):
        both = Ledger([other, step])
        alone, beside = costs_alone(other, both.neighbours), both.account(Question.epsilon("1e-5"))
        tightest = {(answer.accountant, answer.theorem): answer for answer in reversed(beside.answers)}
        for answer in tightest.values():
            same = [a.upper for a in alone.answers if a.accountant == answer.accountant and a.theorem == answer.theorem]
            if answer.accountant in ("loss-distribution", "characteristic-function"):
                same = [alone.best.upper, alone.best.upper * 1.001]
            assert min(same) <= answer.upper * (1 + 1e-9)
            assert answer.upper <= max(same) * (1 + 1e-9)


@pytest.mark.parametrize("sigma", ["1e-3", "1", "1e3", "1e12"])
def test_the_gaussian_at_tiny_delta_is_near_its_tail(sigma: str) -> None:
    """At delta = 1e-300 eps lies within mu^2/2 + mu sqrt(2 log(1/delta)) and not far below."""
    mu = 1 / float(sigma)
    top = mu**2 / 2 + mu * math.sqrt(2 * 300 * math.log(10))
    answer = Ledger([f"gaussian:sigma={sigma}"]).epsilon("1e-300")
    assert 0.97 * top <= answer.lower <= answer.upper <= top


@pytest.mark.parametrize("sigma", ["1e-150", "1e-20", "1e-3"])
def test_almost_no_noise_costs_about_half_the_squared_mu(sigma: str) -> None:
    """eps is 1/(2 sigma^2) to first order, far beyond what e^eps could hold."""
    answer = Ledger([f"gaussian:sigma={sigma}"]).epsilon("0.4")
    assert answer.upper == pytest.approx(0.5 / float(sigma) ** 2, rel=1e-2)
    assert answer.side is ch.Side.EXACT


def test_very_much_noise_costs_nothing_at_any_sensible_delta_and_little_at_tiny_ones() -> None:
    """sigma = 1e150: the total variation is below 1e-150, so eps = 0 at delta = 1e-5, and positive at 1e-300."""
    ledger = Ledger(["gaussian:sigma=1e150"])
    assert ledger.epsilon("1e-5").upper == 0
    tiny = ledger.epsilon("1e-300")
    assert 0 < tiny.lower <= tiny.upper < 1e-148


def test_a_million_million_runs_are_composed_exactly() -> None:
    """times = 1e12 with sigma = 1e6 is one run of sigma = 1, digit for digit."""
    steps = "gaussian:sigma=1e6,times=1e12", "gaussian:sigma=1"
    for question in QUESTIONS:
        many, one = (Ledger(step).account(question, accountant="gdp").answers for step in steps)
        assert [(a.lower, a.upper) for a in many] == [(a.lower, a.upper) for a in one]


@pytest.mark.parametrize("epsilon", ["1e6", "1000"])
def test_a_huge_eps_leaves_no_delta_but_never_a_negative_one(epsilon: str) -> None:
    """delta is positive and below the least double: the upper end is that double, the lower 0."""
    answer = Ledger(["gaussian:sigma=1"]).delta(epsilon)
    assert (answer.lower, answer.upper) == (0.0, 5e-324)
    assert not answer.upper_exact.startswith("0")


def test_delta_falls_to_the_floor_of_an_approximate_guarantee() -> None:
    """(eps0, delta0)-DP: below delta0 no eps, at delta0 eps0, above it less; composed, all runs must keep their own."""
    ledger = Ledger(["approximate:epsilon=1,delta=1e-6"])
    assert ledger.epsilon("9.99e-7").upper == math.inf
    assert (ledger.epsilon("1e-6").lower, ledger.epsilon("1e-6").upper) == (1.0, 1.0)
    assert ledger.epsilon("0.1").upper < 1
    assert ledger.delta(5).upper == pytest.approx(1e-6, rel=1e-15)
    twice = ledger * 2
    assert twice.epsilon("1.9e-6").upper == math.inf
    assert twice.epsilon("2e-6").upper == pytest.approx(2, abs=1e-5)
    assert twice.delta(5).upper == pytest.approx(2e-6 - 1e-12, rel=1e-12)


@given(
    magnitudes(-3, 2),
    st.sampled_from([Fraction(1), Fraction(0), Fraction(1, 10**300), Fraction(1, 3)]),
    magnitudes(-12, 0),
)
@settings(max_examples=12)
def test_sampling_less_is_never_worse(epsilon: Fraction, rate: Fraction, delta: Fraction) -> None:
    """A Poisson sample costs at most what the whole does, by each accountant, in the limit 0."""
    whole, sample = Ledger([f"pure:epsilon={epsilon}"]), Ledger([f"poisson:rate={rate}/pure:epsilon={epsilon}"])
    for question in (Question.epsilon(delta), Question.epsilon(0), Question.delta(0)):
        best, least = whole.account(question).best, sample.account(question).best
        assert least.upper <= best.upper


def test_a_rate_of_1e_300_scales_the_pure_guarantee() -> None:
    """log(1 + q (e^eps - 1)) keeps all digits."""
    answer = Ledger(["poisson:rate=1e-300/laplace:scale=1"]).epsilon(0)
    assert answer.upper == pytest.approx(1e-300 * math.expm1(1), rel=1e-14)


@pytest.mark.parametrize("k", [2, 3, 1000, 10**6])
def test_randomized_response_needs_its_whole_eps_at_delta_zero(k: int) -> None:
    """Exactly, whatever k."""
    answer = Ledger([f"randomized-response:epsilon=1/3,k={k}"]).epsilon(0)
    assert Fraction(answer.lower) <= Fraction(1, 3) <= Fraction(answer.upper)
    assert answer.upper <= math.nextafter(answer.lower, 1)


STATED = ["pure:epsilon=1", "approximate:epsilon=1,delta=1e-6", "zcdp:rho=1", "rdp:alpha=2,gamma=1", "gdp:mu=1"]


@pytest.mark.parametrize("step", [*STATED, "laplace:epsilon=1"])
def test_all_relations_are_one_for_guarantees_that_are_stated_themselves(step: str) -> None:
    """They hold for the ledger's own relation, also as laplace:epsilon=: nothing is doubled."""
    one, *others = (
        [a.upper for a in Ledger([step], neighbours).account(Question.epsilon("1e-5")).answers]
        for neighbours in ch.registry().mechanism(step.partition(":")[0]).relations
    )
    assert others == [one, one]


def test_a_million_million_failures_are_counted() -> None:
    """1 - (1 - 1e-15)^(1e12), alone and beside other entries, where no exact power could be written out."""
    truth, step = -math.expm1(10**12 * math.log1p(-1e-15)), "approximate:epsilon=0,delta=1e-15,times="
    for counts in (("1e12",), ("4e11", "6e11")):
        assert Ledger([step + count for count in counts]).delta(0).upper == pytest.approx(truth, rel=1e-13)
