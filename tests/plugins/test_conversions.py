"""The conversions of a Renyi guarantee: never below any pair that has it, the optimal one never above the others."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import chartered as ch
import pytest
from chartered import Answer, Ledger, Question
from chartered_plugins.basics.claims import bernoulli
from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import enclose
from hypothesis import assume, given, settings, strategies as st
from strategies import DELTAS, EPSILONS, ORDERS, PROBABILITIES, magnitudes
from theorem3 import minimum

BITS = 512
SEARCH = 1 + 1e-12
"""How far the optimal conversion may stand above the closed one: for a curve each searches its own best order, to about
1e-7 of it, which moves the bound by the square of that; and a tangent point is a double."""
LEAST = 1e-300
ORDER = ("asoodeh2020.T3", "asoodeh2020.L1", "balle2020.T21", "asoodeh2020.T1")
"""The conversions of one order, the tightest first."""
NAMED = {*ORDER, "bretagnolle-huber.tv", "asoodeh2020.L2", "asoodeh2020.E23", "asoodeh2020.T5"}
"""All of which claims say that one is never looser than another; some answer by name only."""


def step_of(alpha: Fraction, p: Fraction, q: Fraction) -> str:
    """The Renyi point of the pair (p, 1-p), (q, 1-q), rounded up to a rational."""
    high = enclose(lambda xp: bernoulli.renyi(xp, xp.number(alpha), xp.number(p), xp.number(q))).upper_exact
    return f"rdp:alpha={alpha},gamma={Fraction(high)}"


def one_sided(step: str, question: Question) -> list[Answer]:
    """The answers that one order of the divergence implies: all but the two-sided conversion's, those that answer by
    name only included."""
    return list(Ledger([step]).account(question, accountant=NAMED).answers)


def never_below(answer: Answer, p: Fraction, q: Fraction) -> bool:
    """Whether the answer is no less than the pair's own hockey-stick divergence (not certainly less, at 512 bits)."""
    with balls(BITS) as xp:
        high = answer.enclosed.bound.hi
        if answer.question.quantity == "delta":
            return not bernoulli.hockey_stick(xp, xp.number(p), xp.number(q), xp.number(answer.question.at)) > high
        return not bernoulli.hockey_stick(xp, xp.number(p), xp.number(q), high) > xp.number(answer.question.at)


@given(ORDERS, PROBABILITIES, PROBABILITIES, EPSILONS)
@settings(max_examples=100)
def test_no_delta_is_below_that_of_any_pair_with_the_guarantee(
    alpha: Fraction, p: Fraction, q: Fraction, epsilon: Fraction
) -> None:
    """The soundness of every conversion: a pair of Bernoulli distributions whose divergence is the stated one."""
    assume(p != q)
    for answer in one_sided(step_of(alpha, p, q), Question.delta(epsilon)):
        assert never_below(answer, p, q), answer


@given(ORDERS, PROBABILITIES, PROBABILITIES, DELTAS)
@settings(max_examples=100)
def test_no_eps_is_below_that_of_any_pair_with_the_guarantee(
    alpha: Fraction, p: Fraction, q: Fraction, delta: Fraction
) -> None:
    """At the eps that an answer gives, the pair's hockey-stick divergence is at most delta."""
    assume(p != q)
    for answer in one_sided(step_of(alpha, p, q), Question.epsilon(delta)):
        assert never_below(answer, p, q), answer


@given(ORDERS, magnitudes(-2, 2), magnitudes(-8, 0))
@settings(max_examples=40)
def test_the_optimal_eps_is_attained_by_a_pair(alpha: Fraction, epsilon: Fraction, delta: Fraction) -> None:
    """The pair that Theorem 3 names has the divergence gamma(eps, delta) and the delta: no sound conversion is below
    it, so T3 is exact."""
    assume(alpha * delta < Fraction(9, 10))
    best = minimum(alpha, epsilon, delta)[1]
    p = Fraction(int(best.man)) * Fraction(2) ** int(best.exp)
    q = Fraction(
        enclose(lambda xp: bernoulli.partner(xp, xp.number(p), xp.number(epsilon), xp.number(delta))).lower_exact
    )
    answer = Ledger([step_of(alpha, p, q)]).epsilon(delta, accountant="asoodeh2020.T3")
    assert never_below(answer, p, q)
    assert answer.upper == pytest.approx(float(epsilon), rel=1e-9, abs=1e-9)


def answers(step: str, question: Question) -> dict[str, float]:
    """The upper ends by the last theorem on the path through the Renyi accountant."""
    return {a.theorem: a.upper for a in Ledger([step]).account(question, accountant=NAMED).answers}


@given(ORDERS, magnitudes(-6, 2), DELTAS)
@settings(max_examples=60)
def test_the_conversions_of_one_order_are_ordered_in_eps(alpha: Fraction, gamma: Fraction, delta: Fraction) -> None:
    """T3 <= L1 <= Balle et al.'s <= T1 at a Renyi point, and T3 is no more than what the total variation gives."""
    found = answers(f"rdp:alpha={alpha},gamma={gamma}", Question.epsilon(delta))
    for better, worse in pairwise(ORDER):
        assert found[better] <= found[worse] * SEARCH
    assert found["asoodeh2020.T3"] <= found["bretagnolle-huber.tv"]


@given(ORDERS, magnitudes(-6, 2), EPSILONS)
@settings(max_examples=60)
def test_the_conversions_of_one_order_are_ordered_in_delta(alpha: Fraction, gamma: Fraction, epsilon: Fraction) -> None:
    """The same for delta, up to rounding: a last place of the upper tangent point w, which is a double, costs alpha
    times as much."""
    found = answers(f"rdp:alpha={alpha},gamma={gamma}", Question.delta(epsilon))
    within = SEARCH + float(alpha * (epsilon + 1)) * 2**-50
    for better, worse in [*pairwise(ORDER), ("asoodeh2020.T3", "bretagnolle-huber.tv")]:
        assert found[better] <= max(found[worse] * within, LEAST)


CHAINS = (ORDER, ("asoodeh2020.L2", "asoodeh2020.E23"), ("asoodeh2020.L2", "asoodeh2020.T5"))
CURVES = st.one_of(
    magnitudes(-1, 3).map(lambda sigma: f"gaussian:sigma={sigma}"),
    magnitudes(-6, 2).map(lambda rho: f"zcdp:rho={rho}"),
    magnitudes(-2, 1).map(lambda epsilon: f"pure:epsilon={epsilon}"),
)


@given(CURVES, st.integers(1, 10_000), DELTAS)
@settings(max_examples=40)
def test_the_conversions_of_a_curve_are_ordered_in_eps(step: str, times: int, delta: Fraction) -> None:
    """T3 <= L1 <= Balle et al.'s <= T1, and L2 <= E23 and T5, each at its own best order."""
    account = Ledger([f"{step},times={times}"]).account(Question.epsilon(delta), accountant=NAMED)
    found = {(a.path[:-1], a.theorem): a.upper for a in account.answers}
    for way, chain in product({way for way, _ in found}, CHAINS):
        for better, worse in pairwise(chain):
            if (way, worse) in found:
                assert found[way, better] <= found[way, worse] * SEARCH + 1e-12, (way, better)


def test_the_search_over_orders_has_no_grid() -> None:
    """The paper's figure: its moments accountant, Lemma 2 and the optimal conversion at 1000 runs, to all the digits
    that it gives."""
    found = {
        a.theorem: a.upper for a in Ledger(["gaussian:sigma=20,times=1000"]).account(Question.epsilon("1e-5")).answers
    }
    assert found["asoodeh2020.E23"] == pytest.approx(8.8371356, abs=5e-8)
    assert found["asoodeh2020.L2"] == pytest.approx(8.0783595, abs=5e-7)
    assert found["asoodeh2020.T3"] == pytest.approx(8.0783595, abs=5e-7)
    assert found["asoodeh2020.T3"] <= found["asoodeh2020.L2"] * SEARCH
    exact = Ledger(["gaussian:sigma=20,times=1000"]).epsilon("1e-5")
    assert exact.accountant == "gdp"
    assert exact.upper == pytest.approx(7.5112759, abs=5e-8)
    assert exact.upper - exact.lower <= 1e-9


@pytest.mark.parametrize(("epsilon", "runs"), [("6", (501, 603)), ("8", (839, 983))])
def test_the_runs_of_the_papers_figure_are_allowed_and_one_more_is_not(epsilon: str, runs: tuple[int, int]) -> None:
    """By the moments accountant and by Lemma 2, at eps = 6 and 8."""
    for theorem, most in zip(("asoodeh2020.E23", "asoodeh2020.L2"), runs, strict=True):
        few, many = (
            Ledger([f"gaussian:sigma=20,times={n}"]).epsilon("1e-5", accountant=theorem).upper for n in (most, most + 1)
        )
        assert few <= float(epsilon) < many


def test_the_largest_gain_of_the_papers_figure() -> None:
    """0.75878 at 1000 runs, with a continuous order."""
    ledger = Ledger(["gaussian:sigma=20"])
    classical, optimal = (
        ledger.epsilons("1e-5", times=range(1, 1001), accountant=name) for name in ("asoodeh2020.E23", "asoodeh2020.T3")
    )
    gaps = classical - optimal
    assert gaps.argmax() == 999
    assert gaps.max() == pytest.approx(0.75878, abs=5e-6)


@pytest.mark.parametrize(
    ("alpha", "gamma", "delta", "optimal", "classical"),
    [("20", "0.5", "1e-5", 0.89698, 1.1059), ("2", "0.5", "1e-5", 9.694, 12.013), ("5", "0.01", "1e-3", 0.381, 1.737)],
)
def test_the_examples_of_the_notes(alpha: str, gamma: str, delta: str, optimal: float, classical: float) -> None:
    """Three points at which the optimal conversion gains little, some, and most."""
    found = answers(f"rdp:alpha={alpha},gamma={gamma}", Question.epsilon(delta))
    assert found["asoodeh2020.T3"] == pytest.approx(optimal, abs=5e-4)
    assert found["asoodeh2020.T1"] == pytest.approx(classical, abs=5e-4)


def test_a_point_of_a_curve_holds_at_smaller_orders_too() -> None:
    """The divergence does not decrease with the order, so the classical conversion may use an order below the stated
    one; never above."""
    witness = Ledger(["rdp:alpha=10,gamma=0.001"]).epsilon("0.5", accountant="asoodeh2020.T1").witness
    assert 1 < (witness["alpha"] or 0) <= 10
    pair = Ledger(["rdp:alpha=10,gamma=0.1", "rdp:alpha=5,gamma=0.1"]).epsilon("1e-5", accountant="asoodeh2020.T3")
    assert (pair.witness["alpha"] or 0) <= 5
    assert ch.check(pair.certificate()).accepted


def test_a_large_eps_does_not_drown_the_search_in_rounding() -> None:
    """At eps = 74 a last place of the upper tangent point is worth 1e18 in delta: the search must not see it."""
    found = answers("rdp:alpha=43/40,gamma=1", Question.delta(74))
    assert found["asoodeh2020.T3"] <= found["asoodeh2020.L1"]
