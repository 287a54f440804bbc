"""Optimal composition: exact where the steps state all that is known, certified at any count, and never above another
accountant."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import inf, nextafter
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered.model import failure_event
from chartered_plugins.basics.formulas import gaussian_profile, subgaussian_tail as advanced_composition
from chartered_plugins.composition import optimal_accountant as composition
from chartered_plugins.composition.formulas import (
    binomial,
    finite_loss as losses,
    randomized_response_products as responses,
)
from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.arithmetic.dual import duals
from chartered_verify.enclosure import Side
from hypothesis import given, settings, strategies as st
from planting import check_refuted
from strategies import DELTAS, magnitudes

FIFTY = Ledger("pure:epsilon=0.2,times=50")
TABLE = {"1e-1": 2.1146955979638667, "1e-2": 3.631342735728711, "1e-3": 4.731139738522928, "1e-4": 5.564056308036446}


@pytest.mark.parametrize(("delta", "exact"), TABLE.items())
def test_fifty_runs_have_the_exact_eps(delta: str, exact: float) -> None:
    """The interval is a few units of the last place wide and holds the number that 40 digits give."""
    answer = FIFTY.epsilon(delta)
    assert answer.path == ("pure.worst-response", "optimal", "responses.profile")
    assert answer.side is Side.EXACT
    assert answer.lower <= exact <= answer.upper <= nextafter(nextafter(answer.lower, inf), inf)


@pytest.mark.parametrize(
    ("step", "delta", "least"),
    [
        ("group:size=2/pure:epsilon=log(3),times=3", "18/25", 2.1972245773362193),
        ("randomized-response:epsilon=log(3),times=2", "1/2", 0.0),
        ("approximate:epsilon=log(3/2),delta=4/17,times=2", "769/1445", 0.0),
    ],
)
def test_a_delta_that_floats_do_not_tell_from_that_at_a_loss(step: str, delta: str, least: float) -> None:
    """An irrational eps is rounded by 1e-58: so near the profile at a loss is to delta, and the eps to that loss."""
    answer = Ledger(step).epsilon(delta)
    assert answer.accountant == "optimal"
    assert least <= answer.upper <= least + 1e-15


def test_its_certificate_is_accepted_and_has_no_witness() -> None:
    """The inverse is a closed form on the right head, found anew by the check."""
    document = FIFTY.epsilon("1e-5").certificate().document
    assert document["answer"]["witness"] == {}
    assert ch.check(document).accepted


@pytest.mark.parametrize(
    ("step", "side"),
    [
        ("pure:epsilon=0.3", Side.EXACT),
        ("approximate:epsilon=0.3,delta=1e-7", Side.EXACT),
        ("randomized-response:epsilon=0.3", Side.EXACT),
        ("randomized-response:epsilon=0.3,k=3", Side.UPPER),
        ("laplace:epsilon=0.3", Side.UPPER),
        ("poisson:rate=1/2/pure:epsilon=0.3", Side.UPPER),
    ],
)
def test_only_what_states_its_own_worst_case_is_exact(step: str, side: Side) -> None:
    """A mechanism of which more is known may do better than randomized response: no lower end then."""
    answers = Ledger(f"{step},times=7").account(Question.epsilon("1e-5"), accountant="optimal").answers
    assert [answer.side for answer in answers] == [side]
    assert (answers[0].lower is None) is (side is Side.UPPER)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_steps_of_all_kinds_compose_in_any_order(order: tuple[int, ...]) -> None:
    """Pure, approximate and randomized response together, as if each run stood alone."""
    steps = [
        "pure:epsilon=0.2,times=3",
        "approximate:epsilon=0.1,delta=1e-7,times=4",
        "randomized-response:epsilon=0.3,times=2",
    ]
    found = Ledger([steps[i] for i in order]).epsilon("1e-5")
    written = Ledger([text.partition(",times")[0] for i in order for text in [steps[i]] * int(steps[i][-1])]).epsilon(
        "1e-5"
    )
    assert found.side is written.side is Side.EXACT
    assert found.enclosed.bound.overlaps(written.enclosed.bound)


@given(
    st.lists(st.tuples(magnitudes(-2, 1), st.integers(1, 30)), min_size=1, max_size=3),
    DELTAS,
    st.sampled_from(["0", "1e-9", "1/100"]),
)
@settings(max_examples=20)
def test_no_other_accountant_is_below_it(runs: list[tuple[Fraction, int]], delta: Fraction, failing: str) -> None:
    """For stated guarantees it is exact: every other bound is at least its lower end."""
    ledger = Ledger([f"approximate:epsilon={e},delta={failing},times={k}" for e, k in runs])
    account = ledger.account(Question.epsilon(delta))
    exact = next(answer for answer in account.answers if answer.accountant == "optimal")
    assert exact.lower is not None or exact.why
    assert all(answer.upper >= (exact.lower or 0.0) for answer in account.answers)


@pytest.mark.parametrize(("epsilon", "times"), [("1e-3", 10**6), ("1e-6", 10**12)])
def test_very_many_runs_are_nearly_gaussian(epsilon: str, times: int) -> None:
    """mu is close to sqrt(k) eps = 1, and the eps with it."""
    answer = Ledger(f"pure:epsilon={epsilon},times={times}").epsilon("1e-5")
    assert answer.side is Side.EXACT
    assert answer.upper == pytest.approx(Ledger("gdp:mu=1").epsilon("1e-5").upper, rel=1e-3)


def test_too_many_runs_of_too_little_have_no_sum() -> None:
    """The accountant says so; others answer."""
    account = Ledger("pure:epsilon=1e-40,times=1000000000000").account(Question.epsilon("1e-30"))
    (none,) = (none for none in account.unavailable if none.accountant == "optimal")
    assert "too many, or their eps is too small" in none.why
    assert account.best is not None


MANY = ("pure:epsilon=1/10,times=1000", "pure:epsilon=1/5,times=500", "pure:epsilon=1/7,times=300")


def test_what_is_too_long_to_sum_is_rounded_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounded eps is an upper bound, by another theorem, and within 1 percent of the exact one."""
    rounded = Ledger(MANY).epsilon("1e-5", "optimal")
    assert rounded.theorem == "responses.rounded"
    assert (rounded.side, rounded.lower) == (Side.UPPER, None)
    monkeypatch.setattr(responses, "GRID", 20_000)
    exact = Ledger(MANY).epsilon("1e-5", "optimal")
    assert exact.theorem == "responses.profile"
    assert exact.upper <= rounded.upper <= 1.01 * exact.upper


def test_a_long_group_among_others_is_cut_to_a_window() -> None:
    """A million runs of a small eps and a few of a large one: above the million alone, below what the few may add at
    most."""
    alone = Ledger("pure:epsilon=1/100,times=1000000").epsilon("1e-5").upper
    both = Ledger(["pure:epsilon=1/100,times=1000000", "pure:epsilon=1/2,times=3"]).epsilon("1e-5", "optimal")
    assert both.theorem == "responses.rounded"
    assert alone < both.upper < alone + Fraction(3, 2)


def test_exact_budgets_stay_exact() -> None:
    """At delta = 0, or at the probability of a failure, eps is the sum of all."""
    thrice = Ledger("pure:epsilon=0.1,times=3")
    assert (
        thrice.epsilon(0, "optimal").upper == thrice.epsilon(0, "pure").upper == nextafter(0.3, 1)
    )  # no double is three tenths
    failing = Ledger(["approximate:epsilon=0.1,delta=1/2", "approximate:epsilon=0.2,delta=1/2"])
    assert failing.epsilon("3/4", "optimal").upper == nextafter(0.3, 1)
    assert failing.epsilon("0.74", "optimal").upper == inf
    assert failing.delta("0.3", "optimal").upper == 0.75


def test_nothing_released_costs_nothing() -> None:
    """Runs at eps = 0 are no answers."""
    assert Ledger("pure:epsilon=0,times=5").epsilon("1e-5", "optimal").upper == 0
    with_one = Ledger(["pure:epsilon=0,times=5", "pure:epsilon=1"]).epsilon("1e-5", "optimal")
    assert with_one.upper == Ledger("pure:epsilon=1").epsilon("1e-5", "optimal").upper


def test_closed_forms_answer_by_name_alone() -> None:
    """Three bounds that the exact sum beats, in the order of their papers' progress."""
    shown = {answer.theorem for answer in FIFTY.account(Question.epsilon("1e-3")).answers}
    names = ("kairouz2015.T35", "dwork2010.advanced", "mironov2017.C1")
    assert shown.isdisjoint(names)
    found = [FIFTY.epsilon("1e-3", name) for name in names]
    assert [answer.theorem for answer in found] == list(names)
    assert TABLE["1e-3"] < found[0].upper < found[1].upper < found[2].upper
    assert [round(answer.upper, 4) for answer in found[1:]] == [7.4705, 21.0261]


def test_a_short_form_waits_until_it_holds() -> None:
    """Mironov's needs log(1/delta) >= k eps0^2 = 2: at delta = 0.9 it says what it says at e^-2, and delta is 1
    before."""
    assert FIFTY.epsilon("0.9", "mironov2017.C1").upper == pytest.approx(8 * 2**0.5, rel=1e-12)
    assert FIFTY.delta(8, "mironov2017.C1").upper == 1
    assert FIFTY.delta(14, "mironov2017.C1").upper == 0  # all runs together are 10-DP


def test_fifty_runs_are_measured() -> None:
    """The least mu of the composed profile, which a Laplace mechanism's runs share as an upper bound."""
    bracket = FIFTY.mu()
    assert bracket.lower <= 1.4200791768 <= bracket.upper <= bracket.lower + 1e-8
    assert bracket.side is Side.EXACT


def test_the_laplace_mechanism_has_its_own_mu() -> None:
    """In closed form, below that of any eps-DP mechanism; 50 runs add up in squares."""
    answers = Ledger("laplace:epsilon=0.2,times=50").account(Question.epsilon("1e-3"), accountant="gdp").answers
    assert [answer.path[0] for answer in answers] == ["laplace.gdp"]
    assert answers[0].upper == pytest.approx(6.0907048779107, rel=1e-12)


COUNTS: list[responses.Counts] = [
    ((Fraction(1, 5), 50),),
    ((Fraction(1, 5), 7), (Fraction(1, 2), 4)),
    ((Fraction(3), 2),),
]


@pytest.mark.parametrize(("counts", "share"), list(product(COUNTS, ("0", "1/9", "1/2"))))
def test_every_arithmetic_reads_the_same_profile(counts: responses.Counts, share: str) -> None:
    """Floats, digits and balls: 12 and 40 digits agree, and the inverse of each comes back."""
    table, epsilon = responses.summed(counts), Fraction(share) * responses.total(counts)
    with balls(256) as xp:
        exact = Fraction(str(losses.delta(xp, table, xp.number(epsilon)).mid().str(60, radius=False)))
    for xp, places in ((floats, 12), (digits(50), 40)):
        found = losses.delta(xp, table, xp.number(epsilon))
        assert abs(found - xp.number(exact)) * 10**places < xp.number(exact)
        if epsilon:
            assert abs(losses.epsilon(xp, table, found) - xp.number(epsilon)) * 10 ** (places - 3) < xp.number(epsilon)


@pytest.mark.parametrize(("low", "high"), [("1/10", "1/9"), ("1/10", "3"), ("0", "12")])
def test_a_slope_over_kinks_holds_every_value_and_rate(low: str, high: str) -> None:
    """On an interval the profile's slope form encloses its values at points inside, and every chord's rate; so does the
    stated rate."""
    table, points = (
        responses.summed(COUNTS[0]),
        [Fraction(low) + (Fraction(high) - Fraction(low)) * Fraction(i, 7) for i in range(8)],
    )
    with balls(128) as xp:
        values = [losses.delta(xp, table, xp.number(x)) for x in points]
        whole = xp.number(points[0]).union(xp.number(points[-1]))
        stated = losses.derivative(xp, table, whole)
        chords = [(values[i + 1] - values[i]) / (xp.number(points[1]) - xp.number(points[0])) for i in range(7)]
    with duals(128) as xp:
        slope = losses.delta(xp, table, xp.variable(whole))
    assert all(slope.value.contains(value.mid()) for value in values)
    assert all(slope.derivative.contains(chord.mid()) and stated.contains(chord.mid()) for chord in chords)


def odds_turned(xp: Any, epsilon0: Any, k: int, first: int, last: int) -> Any:
    """The odds of a lie upside down."""
    return WEIGHTS(xp, -epsilon0, k, first, last)


def choices_forgotten(xp: Any, epsilon0: Any, k: int, lies: int) -> Any:
    """One way to lie."""
    return xp.exp(-(k - lies) * xp.log1p(xp.exp(-epsilon0)) - lies * xp.log1p(xp.exp(epsilon0)))


def rounded_down(epsilon0: Fraction, step: Fraction, lies: int) -> list[int]:
    """One step more than fits: losses rounded down."""
    return [place + (place > 0) for place in PLACES(epsilon0, step, lies)]


def count_forgotten(g: ch.Responses, n: int) -> ch.Responses:
    """One run for n."""
    return g


def failures_added(deltas: Any, counts: Any) -> Any:
    """The first failure alone."""
    return deltas[0]


def mean_for_tail(xp: Any, mean_loss: Any, variance_proxy: Any, epsilon: Any) -> Any:
    """The factor 2 forgotten."""
    return xp.exp(-(xp.positive(epsilon - mean_loss) ** 2) / variance_proxy)


def laplace_as_pure(xp: Any, epsilon0: Any) -> Any:
    """The mu of randomized response, as if it were the least."""
    return gaussian_profile.mu_of_pure(xp, epsilon0)


def laplace_half(xp: Any, epsilon0: Any) -> Any:
    """Half the mu."""
    return -xp.ndtri(xp.exp(-epsilon0 / 2) / 2)


WEIGHTS, PLACES = binomial.weights, responses._intervals
PLANTED = [
    (binomial, "weights", odds_turned, "responses.profile.two-versions"),
    (binomial, "weights", odds_turned, "pure.worst-response.allowed"),
    (binomial, "weights", odds_turned, "pure.response.sound"),
    (binomial, "weight", choices_forgotten, "responses.profile.weights"),
    (responses, "_intervals", rounded_down, "responses.rounded.sound"),
    (composition, "_times", count_forgotten, "optimal.composition.times"),
    (failure_event, "some_failure_event", failures_added, "optimal.composition.attained"),
    (advanced_composition, "tail_delta", mean_for_tail, "kairouz2015.T35.sound"),
    (advanced_composition, "tail_delta", mean_for_tail, "kairouz2015.T35.inverse"),
    (gaussian_profile, "mu_of_laplace", laplace_as_pure, "laplace.gdp.least"),
    (gaussian_profile, "mu_of_laplace", laplace_half, "laplace.gdp.sound"),
]


@pytest.mark.parametrize(
    ("module", "formula", "wrong", "claim"), PLANTED, ids=lambda part: getattr(part, "__name__", part)
)
def test_a_wrong_formula_is_refuted(module: Any, formula: str, wrong: Any, claim: str) -> None:
    """The claim that watches over the formula is refuted, and shows a witness."""
    check_refuted(module, formula, wrong, claim, responses._grid_sums.cache_clear)
