"""No accountant answers below the truth, where the truth is computed exactly by enumeration or with 50 digits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, nextafter

import pytest
from chartered import Answer, Ledger, Question
from chartered_verify.arithmetic import balls, digits
from flint import arb
from hypothesis import given, settings, strategies as st
from strategies import magnitudes

BITS = 256
Pair = list[tuple[arb, arb]]
"""Two distributions on the same outcomes, as (P, Q) of each outcome."""


def response(epsilon: Fraction, k: int = 2) -> Pair:
    """k-ary randomized response on two inputs: their own two outcomes, and all others as one."""
    with balls(BITS) as xp:
        weight = xp.exp(xp.number(epsilon))
        own, other = weight / (weight + k - 1), 1 / (weight + k - 1)
        return [(own, other), (other, own), (other * (k - 2), other * (k - 2))]


def worst(epsilon: Fraction, delta: Fraction) -> Pair:
    """The four outcomes of the worst (epsilon, delta)-DP mechanism."""
    with balls(BITS) as xp:
        fail, rest = xp.number(delta), 1 - xp.number(delta)
        return [(fail, xp.number(0)), (xp.number(0), fail), *((p * rest, q * rest) for p, q in response(epsilon)[:2])]


def sampled(pair: Pair, rate: Fraction) -> Pair:
    """The record takes part with this probability: ((1-q) Q + q P, Q)."""
    with balls(BITS) as xp:
        q = xp.number(rate)
        return [((1 - q) * b + q * a, b) for a, b in pair]


def repeated(pair: Pair, times: int) -> Pair:
    """The product of independent runs, by how often each of the outcomes came."""
    with balls(BITS):
        found: list[tuple[arb, arb, int]] = [(arb(1), arb(1), times)]
        for a, b in pair[:-1]:
            found = [
                (p * a**i * comb(left, i), q * b**i * comb(left, i), left - i)
                for p, q, left in found
                for i in range(left + 1)
            ]
        a, b = pair[-1]
        return [(p * a**left, q * b**left) for p, q, left in found]


def together(pairs: Sequence[Pair]) -> Pair:
    """The product of different ones."""
    with balls(BITS):
        product: Pair = [(arb(1), arb(1))]
        for pair in pairs:
            product = [(p * a, q * b) for p, q in product for a, b in pair]
        return product


def hockey_stick(pair: Pair, epsilon: arb) -> arb:
    """The larger of sup_A P(A) - e^eps Q(A) and the same with P and Q exchanged."""
    with balls(BITS) as xp:
        scale = epsilon.exp()
        directions = (
            sum((xp.positive(a - scale * b) for a, b in way), arb(0)) for way in (pair, [(b, a) for a, b in pair])
        )
        return xp.maximum(*directions)


def never_below(answer: Answer, pair: Pair) -> bool:
    """Whether nothing contradicts the answer: the truth of the pair is not certainly above what it says."""
    with balls(BITS) as xp:
        if answer.question.quantity == "delta":
            return not hockey_stick(pair, xp.number(answer.question.at)) > answer.enclosed.bound.hi
        high = answer.enclosed.bound.hi
        return not high.is_finite() or not hockey_stick(pair, high) > xp.number(answer.question.at)


def check(ledger: Ledger, pair: Pair) -> None:
    """Every answer to every question is sound for the pair; where it claims to be exact, for no less."""
    asked = [Question.delta(x) for x in ("0", "0.5", "2")]
    asked += [Question.epsilon(x) for x in ("0", "1e-5", "0.3")]
    for question in asked:
        answers = ledger.account(question).answers
        assert answers
        for answer in answers:
            assert never_below(answer, pair), (question, answer)


@pytest.mark.parametrize("times", [1, 2, 3, 5, 8])
@pytest.mark.parametrize(("epsilon", "k"), [("0.1", 2), ("1", 2), ("3", 2), ("0.5", 4), ("2", 10)])
def test_randomized_response_is_never_undercut(epsilon: str, k: int, times: int) -> None:
    """1 to 8 runs, against the sum over all outcomes in balls."""
    check(
        Ledger([f"randomized-response:epsilon={epsilon},k={k},times={times}"]),
        repeated(response(Fraction(epsilon), k), times),
    )


@pytest.mark.parametrize("times", [1, 2, 5, 8])
@pytest.mark.parametrize("epsilon", ["0.01", "0.7", "4"])
def test_a_pure_guarantee_is_never_undercut_by_its_worst_mechanism(epsilon: str, times: int) -> None:
    """All that pure guarantees imply holds for binary randomized response."""
    check(Ledger([f"pure:epsilon={epsilon},times={times}"]), repeated(response(Fraction(epsilon)), times))


@pytest.mark.parametrize("times", [1, 2, 4])
@pytest.mark.parametrize(("epsilon", "delta"), [("0.5", "0.001"), ("0", "0.01"), ("2", "0.2"), ("1", "1e-9")])
def test_an_approximate_guarantee_is_never_undercut_by_its_worst_mechanism(
    epsilon: str, delta: str, times: int
) -> None:
    """The four-outcome mechanism that attains the exact partial order, composed."""
    check(
        Ledger([f"approximate:epsilon={epsilon},delta={delta},times={times}"]),
        repeated(worst(Fraction(epsilon), Fraction(delta)), times),
    )


@pytest.mark.parametrize("times", [1, 3, 8])
@pytest.mark.parametrize("rate", ["0.5", "0.01", "1", "0"])
@pytest.mark.parametrize("epsilon", ["0.3", "2"])
def test_a_poisson_sample_is_never_undercut(epsilon: str, rate: str, times: int) -> None:
    """Sampled randomized response in both directions, the record there or not."""
    pair = repeated(sampled(response(Fraction(epsilon)), Fraction(rate)), times)
    check(Ledger([f"poisson:rate={rate}/pure:epsilon={epsilon},times={times}"]), pair)


def test_different_steps_together_are_never_undercut() -> None:
    """Randomized responses of several eps and sizes, one sampled, one with a delta."""
    steps = ["randomized-response:epsilon=1,k=3,times=2", "pure:epsilon=0.4,times=3", "poisson:rate=0.2/pure:epsilon=2"]
    pairs = [
        repeated(response(Fraction(1), 3), 2),
        repeated(response(Fraction(2, 5)), 3),
        sampled(response(Fraction(2)), Fraction(1, 5)),
    ]
    check(Ledger(steps), together(pairs))


@given(
    st.lists(st.tuples(magnitudes(-2, 1), st.integers(2, 6), st.integers(1, 3)), min_size=1, max_size=3),
    magnitudes(-3, 1),
)
@settings(max_examples=15)
def test_random_ledgers_of_responses_are_never_undercut(
    parts: list[tuple[Fraction, int, int]], epsilon: Fraction
) -> None:
    """Any few of them, at any eps."""
    ledger = Ledger([f"randomized-response:epsilon={e},k={k},times={n}" for e, k, n in parts])
    pair = together([repeated(response(e, k), n) for e, k, n in parts])
    assert all(never_below(answer, pair) for answer in ledger.account(Question.delta(epsilon)).answers)


@pytest.mark.parametrize(
    ("step", "epsilon0", "k"),
    [
        ("randomized-response:epsilon=1", Fraction(1), 2),
        ("randomized-response:epsilon=2,k=7", Fraction(2), 7),
        ("pure:epsilon=0.5", Fraction(1, 2), 2),
    ],
)
def test_one_run_is_exact(step: str, epsilon0: Fraction, k: int) -> None:
    """The interval of a single run holds the enumerated truth, from both sides."""
    for epsilon in ("0", "0.1", "0.4", "0.9", "1.7"):
        answer = Ledger([step]).delta(epsilon)
        with balls(BITS) as xp:
            truth = hockey_stick(response(epsilon0, k), xp.number(Fraction(epsilon)))
        assert not truth > answer.enclosed.bound.hi
        assert not truth < answer.enclosed.bound.lo
        assert answer.upper - answer.lower <= 1e-15


def gaussian(mu_squared: Fraction, epsilon: Fraction) -> Fraction:
    """delta of sqrt(mu_squared)-GDP by mpmath's erfc, with 50 digits left: the difference is about mu^2/eps times its
    terms."""
    mp = digits(100).mp
    mu, eps = (
        mp.sqrt(mp.mpf(mu_squared.numerator) / mu_squared.denominator),
        mp.mpf(epsilon.numerator) / epsilon.denominator,
    )
    value = (mp.erfc((eps / mu - mu / 2) / mp.sqrt(2)) - mp.exp(eps) * mp.erfc((eps / mu + mu / 2) / mp.sqrt(2))) / 2
    return Fraction(int(value.man)) * Fraction(2) ** int(value.exp)


ROUNDING = Fraction(1, 10**40)


@pytest.mark.parametrize("epsilon", ["0", "0.001", "0.3", "1", "4", "12"])
@pytest.mark.parametrize(
    ("sigma", "times"), [("0.5", 1), ("1", 1), ("3", 7), ("20", 1000), ("100", 10_000), ("1000", 3)]
)
def test_the_exact_gaussian_holds_the_truth(sigma: str, times: int, epsilon: str) -> None:
    """delta by 50 digits of mpmath lies in the interval, whose ends are doubles next to each other; every other answer
    is above."""
    mu_squared = times / Fraction(sigma) ** 2
    account = Ledger([f"gaussian:sigma={sigma},times={times}"]).account(Question.delta(epsilon))
    exact = account.answers[0]
    truth = gaussian(mu_squared, Fraction(epsilon))
    assert exact.path[-1] == "gdp.profile"
    assert Fraction(exact.lower) <= truth * (1 + ROUNDING)
    assert truth <= Fraction(exact.upper) * (1 + ROUNDING)
    assert exact.upper <= nextafter(nextafter(exact.lower, 2), 2)
    assert all(Fraction(a.upper) >= truth * (1 - ROUNDING) for a in account.answers)


@pytest.mark.parametrize("sigma", ["1", "5"])
@pytest.mark.parametrize("epsilon", ["0", "0.5", "2"])
def test_what_is_known_of_a_gaussian_never_undercuts_it(sigma: str, epsilon: str) -> None:
    """Its concentrated guarantee, one point of its Renyi curve and its mu, each stated as a step of its own."""
    square = Fraction(sigma) ** 2
    truth = gaussian(1 / square, Fraction(epsilon))
    for step in (
        f"zcdp:rho={1 / (2 * square)}",
        f"rdp:alpha=5,gamma={5 / (2 * square)}",
        f"gdp:mu={1 / Fraction(sigma)}",
    ):
        answers = Ledger([step]).account(Question.delta(epsilon)).answers
        assert answers
        assert all(Fraction(a.upper) >= truth * (1 - ROUNDING) for a in answers)
