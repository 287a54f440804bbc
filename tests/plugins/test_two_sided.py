"""The two-sided conversion: the optimum over pairs that keep both orders, never below any of them and never looser than
Theorem 3."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Answer, Ledger, Question
from chartered_plugins.basics.claims import bernoulli
from chartered_plugins.basics.formulas import randomized_response as response
from chartered_plugins.conversion.formulas import two_sided as oc
from chartered_verify.arithmetic import balls, digits
from chartered_verify.enclosure import enclose
from forging import forged
from hypothesis import given, settings, strategies as st
from strategies import DELTAS, EPSILONS, ORDERS, magnitudes

BITS = 512
XP = digits(25)
TWO, THREE = "renyi.two-sided", "asoodeh2020.T3"
Distributions = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def normed(weights: list[int]) -> tuple[Fraction, ...]:
    """A distribution with these weights."""
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


OUTCOMES = st.lists(st.integers(1, 10**4), min_size=3, max_size=3).map(normed)
PAIRS = st.tuples(OUTCOMES, OUTCOMES).filter(lambda pair: pair[0] != pair[1])


def divergence(xp: Any, pair: Distributions, alpha: Fraction) -> Any:
    """The larger of D_alpha in both orders."""
    a = xp.number(alpha)

    def one(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> Any:
        terms = [a * xp.log(xp.number(p)) - (a - 1) * xp.log(xp.number(q)) for p, q in zip(first, second, strict=True)]
        return xp.log(sum(xp.exp(term) for term in terms)) / (a - 1)

    return xp.maximum(one(*pair), one(*reversed(pair)))


def stick(xp: Any, pair: Distributions, epsilon: Any) -> Any:
    """The larger of the hockey-stick divergences in both orders."""

    def one(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> Any:
        return sum(
            xp.positive(xp.number(p) - xp.exp(epsilon) * xp.number(q)) for p, q in zip(first, second, strict=True)
        )

    return xp.maximum(one(*pair), one(*reversed(pair)))


def point(pair: Distributions, alpha: Fraction) -> Ledger:
    """The Renyi point of a pair, its divergence rounded up."""
    return Ledger([f"rdp:alpha={alpha},gamma={Fraction(enclose(lambda xp: divergence(xp, pair, alpha)).upper_exact)}"])


def uppers(ledger: Ledger, question: Question) -> dict[str, Answer]:
    """The answers by their conversion."""
    return {answer.theorem: answer for answer in ledger.account(question, accountant="renyi").answers}


@given(PAIRS, ORDERS, EPSILONS, DELTAS)
@settings(max_examples=60)
def test_no_answer_is_below_that_of_a_pair_within_both_orders(
    pair: Distributions, alpha: Fraction, epsilon: Fraction, delta: Fraction
) -> None:
    """Three outcomes, either order of the pair; at the eps of a delta the pair's divergence is at most delta."""
    known = point(pair, alpha)
    most, at = (answer.enclosed.bound.hi for answer in (known.delta(epsilon, TWO), known.epsilon(delta, TWO)))
    with balls(BITS) as xp:
        assert not stick(xp, pair, xp.number(epsilon)) > most
        assert not stick(xp, pair, at) > xp.number(delta)


def largest(alpha: Fraction, gamma: Fraction, epsilon: Fraction) -> Any:
    """The largest p - e^eps q over Bernoulli pairs within gamma in both orders, by search in 25 digits: no formula of
    ours but the moment.

    For each q the largest p is found by bisection; p - e^eps q is then a concave function of q.
    """
    a, most, level = XP.number(alpha), (XP.number(alpha) - 1) * XP.number(gamma), XP.exp(XP.number(epsilon))

    def height(log_q: Any) -> Any:
        q = XP.exp(log_q)
        low, high = q, XP.number(1)
        for _ in range(60):
            p = (low + high) / 2
            within = max(bernoulli.log_moment(XP, a, p, q), bernoulli.log_moment(XP, a, q, p)) <= most
            low, high = (p, high) if within else (low, p)
        return low - level * q

    low, high = XP.number(-20), XP.log(XP.number(Fraction(1, 2)))
    for _ in range(60):
        third = (high - low) / 3
        low, high = (low + third, high) if height(low + third) < height(high - third) else (low, high - third)
    return height((low + high) / 2)


@pytest.mark.parametrize("seed", range(5))
def test_a_random_point_is_the_optimum_over_bernoulli_pairs(seed: int) -> None:
    """Anywhere in both regimes: the searched optimum is met from above to 1e-8."""
    chance = random.Random(seed)
    alpha = 1 + Fraction(repr(10 ** chance.uniform(-1, 1)))
    gamma, epsilon = (Fraction(repr(10 ** chance.uniform(*ends))) for ends in ((-1.5, 0.3), (-2, 0)))
    answer = Ledger([f"rdp:alpha={alpha},gamma={gamma}"]).delta(epsilon, accountant=TWO)
    wanted = largest(alpha, gamma, epsilon)
    assert float(wanted) * (1 - 1e-15) <= answer.upper <= float(wanted) * (1 + 1e-8)


@pytest.mark.parametrize(
    ("alpha", "gamma", "two", "one"),
    [("2", "0.5", 0.373562, 0.402716), ("1.5", "1", 0.582851, 0.632507), ("20", "0.05", 0.041115, 0.048786)],
)
def test_the_total_variation_of_a_point_is_that_of_randomized_response(
    alpha: str, gamma: str, two: float, one: float
) -> None:
    """delta at eps = 0, where both orders bind, and what Theorem 3 says."""
    found = uppers(Ledger([f"rdp:alpha={alpha},gamma={gamma}"]), Question.delta(0))
    assert found[TWO].upper == pytest.approx(two, abs=1e-6)
    assert found[THREE].upper == pytest.approx(one, abs=1e-6)


@given(ORDERS, magnitudes(-6, 2), DELTAS.map(Question.epsilon) | EPSILONS.map(Question.delta))
@settings(max_examples=80)
def test_it_is_never_looser_than_theorem_3(alpha: Fraction, gamma: Fraction, question: Question) -> None:
    """At a point, to the last digit: where randomized response is not the worst pair, it is the same bound."""
    found = uppers(Ledger([f"rdp:alpha={alpha},gamma={gamma}"]), question)
    assert found[TWO].upper <= found[THREE].upper
    if found[TWO].witness.get("response") is None:
        assert found[TWO].witness == found[THREE].witness
        assert found[TWO].upper == found[THREE].upper


@given(
    st.sampled_from(["zcdp:rho={}", "pure:epsilon={}", "gaussian:sigma={}"]), magnitudes(-2, 1), st.floats(1e-3, 0.9)
)
@settings(max_examples=40)
def test_it_is_never_looser_for_a_curve(step: str, size: Fraction, share: float) -> None:
    """Each searches its own order; large delta and small eps, where the orders may differ."""
    ledger = Ledger([step.format(size)])
    for question in (Question.epsilon(Fraction(share)), Question.delta(Fraction(share))):
        found = uppers(ledger, question)
        assert found[TWO].upper <= found[THREE].upper


@given(magnitudes(-2, 1), ORDERS, st.fractions(0, 1))
@settings(max_examples=40)
def test_randomized_response_meets_its_own_point(e0: Fraction, alpha: Fraction, share: Fraction) -> None:
    """A point of its curve gives its own profile back, to rounding, up to the last eps."""
    gamma = Fraction(enclose(lambda xp: response.renyi(xp, xp.number(e0), xp.number(2), xp.number(alpha))).upper_exact)
    last = Fraction(enclose(lambda xp: oc.last_epsilon(xp, xp.number(alpha), xp.number(e0))).lower)
    epsilon = share * last * Fraction(999, 1000)
    answer = Ledger([f"rdp:alpha={alpha},gamma={gamma}"]).delta(epsilon, accountant=TWO)
    exact = Ledger([f"randomized-response:epsilon={e0}"]).delta(epsilon)
    assert exact.lower <= answer.upper <= exact.upper * (1 + 1e-11)


@pytest.mark.parametrize(
    ("alpha", "gamma", "delta"), [("4", "0.4", "0.26"), ("100", "0.2", "0.011"), ("1.5", "1", "0.7")]
)
def test_both_orders_always_bind_where_alpha_delta_is_at_least_one(alpha: str, gamma: str, delta: str) -> None:
    """Theorem 3's pair is (1, 0) there, whose other order is infinite: its bound gamma + log(1 - delta) is improved,
    and certified."""
    found = uppers(Ledger([f"rdp:alpha={alpha},gamma={gamma}"]), Question.epsilon(delta))
    assert found[THREE].upper == pytest.approx(max(0, float(gamma) + math.log1p(-float(delta))), abs=1e-12)
    assert found[TWO].upper < found[THREE].upper or found[THREE].upper == 0
    assert ch.check(found[TWO].certificate()).accepted


CERTIFICATE = Ledger(["rdp:alpha=2,gamma=0.5"]).delta("0.1", accountant=TWO).certificate().document


@pytest.mark.parametrize("value", [0.7, -0.7852, 0, -1e300, 0.5, None, "inf", "x", True])
def test_a_response_that_shows_nothing_is_refused(value: Any) -> None:
    """Too little divergence, none, or a negative one, whose profile would be 0: the certificate does not hold."""
    assert ch.check(CERTIFICATE).accepted
    assert not ch.check(forged(CERTIFICATE, ("answer", "witness", "response"), value)).accepted


def test_an_eps_beyond_the_last_is_not_shown_by_a_response() -> None:
    """At eps = 0.29 the worst pair is Theorem 3's, and randomized response would say too little."""
    beyond = Ledger(["rdp:alpha=2,gamma=0.5"]).delta("0.29", accountant=TWO)
    assert beyond.witness.get("response") is None
    response = {"response": Fraction("0.7852")}
    with balls(256) as xp:
        alpha, gamma, *at = (xp.number(Fraction(x)) for x in ("2", "0.5", "0.29", "0.3", "0.1"))
        assert oc.two_sided_delta(xp, alpha, gamma, at[0], response) == 1
        assert oc.two_sided_epsilon(xp, alpha, gamma, at[1], response) < xp.inf
        assert not oc.two_sided_epsilon(xp, alpha, gamma, at[2], response) < xp.inf


@pytest.mark.parametrize("delta", ["1e-300", "1e-9", "0.01", "0.4", "0.999999"])
@pytest.mark.parametrize("gamma", ["1e-300", "1e-12", "1", "1e4", "1e18"])
@pytest.mark.parametrize("alpha", ["1.000000000001", "2", "1e6", "1e30"])
def test_the_corners_are_answered(alpha: str, gamma: str, delta: str) -> None:
    """Nothing strange at the ends of each range, and never looser."""
    found = uppers(Ledger([f"rdp:alpha={alpha},gamma={gamma}"]), Question.epsilon(delta))
    assert 0 <= found[TWO].upper <= found[THREE].upper
    assert found[TWO].upper < math.inf


def test_a_sweep_is_one_question_each() -> None:
    """Over delta from small to large, and over counts: vectorised where Theorem 3 is the answer, one by one where both
    orders bind."""
    ledger, deltas, times = (
        Ledger(["zcdp:rho=0.00001"]),
        ["1e-9", "1e-4", "9e-4", "1.5e-3", "2e-3", "0.1"],
        [1, 10, 1000, 10**6],
    )
    alone = [ledger.epsilon(delta, accountant=TWO).upper for delta in deltas]
    assert list(ledger.epsilons(deltas, accountant=TWO)) == pytest.approx(alone, abs=1e-9)
    wanted = [(ledger * n).epsilon("9e-4", accountant=TWO).upper for n in times]
    assert list(ledger.epsilons("9e-4", times=times, accountant=TWO)) == pytest.approx(wanted, abs=1e-9)


@given(PAIRS, ORDERS, st.integers(1, 6))
@settings(max_examples=60)
def test_no_test_between_a_pair_within_both_orders_is_certified_impossible(
    pair: Distributions, alpha: Fraction, event: int
) -> None:
    """The errors of rejecting on any event have no positive excess at the pair's own divergence."""
    first, second = (sum((x for k, x in enumerate(side) if event >> k & 1), Fraction(0)) for side in pair)
    with balls(BITS) as xp:
        errors = xp.number(second), xp.number(1 - first)
        assert not bernoulli.tradeoff_excess(xp, xp.number(alpha), divergence(xp, pair, alpha), *errors) > 0


@given(ORDERS, magnitudes(-2, 1))
@settings(max_examples=40)
def test_less_error_than_that_of_randomized_response_is_certified_impossible(alpha: Fraction, e0: Fraction) -> None:
    """Its error 1/(1 + e^e0) is the fixed point of the curve: with a hundredth less on one side, the excess is
    certainly positive."""
    with balls(BITS) as xp:
        a, e = xp.number(alpha), xp.number(e0)
        gamma, error = response.renyi(xp, e, xp.number(2), a), 1 / (1 + xp.exp(e))
        assert bernoulli.tradeoff_excess(xp, a, gamma, error, error).overlaps(xp.number(0))
        for one, two in ((Fraction(1), Fraction(99, 100)), (Fraction(99, 100), Fraction(1))):
            assert bernoulli.tradeoff_excess(xp, a, gamma, xp.number(one) * error, xp.number(two) * error) > 0
            assert bernoulli.tradeoff_excess(xp, a, gamma, error / xp.number(one), error / xp.number(two)) < 0
