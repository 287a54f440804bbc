"""Every accountant: a count is a repetition, order does not matter, and more is never less."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

import chartered as ch
import pytest
from chartered import Accountant, Ledger, Neighbours, Question, Unavailable
from chartered.enclose.evaluation import evaluate
from chartered.model.accountants import compose
from chartered.paths.step_paths import PathSearch
from hypothesis import given, settings, strategies as st
from strategies import BARE_STEPS, DELTAS, EPSILONS, QUESTIONS, SMALL_LEDGERS, magnitudes

STEPS = [
    "gaussian:sigma=3",
    "laplace:scale=2",
    "randomized-response:epsilon=0.7,k=3",
    "pure:epsilon=1/3",
    "approximate:epsilon=0.2,delta=1e-6",
    "zcdp:rho=0.3",
    "gdp:mu=0.4",
    "rdp:alpha=7,gamma=0.1",
]
CHECKED_IN = [
    "checkin:m=20,n=30/gaussian:sigma=9",
    "checkin:m=9,n=9,p=0.5/approximate:epsilon=0.2,delta=1e-6",
    "shuffled:n=9/pure:epsilon=1/5",
]
"""Under replace-one: what some accountants alone compose."""
ACCOUNTANTS = [
    "approximate", "central-limit", "characteristic-function", "clipped", "gdp", "loss-distribution", "optimal",
    "pure", "renyi", "zcdp"
]  # fmt: skip
CLOSE = 1 + 1e-9  # two searches may end at different orders; the bounds of both are sound


@cache
def reached(step: str) -> tuple[Any, ...]:
    """The guarantees of a step, found once for all accountants."""
    paths = PathSearch.over(ch.registry(), Ledger(step).neighbours)
    return tuple(one.guarantee for one in paths.guarantees(ch.parse(step).step))


def guarantees(accountant: Accountant, steps: list[str]) -> list[Any]:
    """What these steps have of the accountant's kind."""
    return [g for text in (*steps, *CHECKED_IN) for g in reached(text) if isinstance(g, accountant.kind)]


def overlap(one: Any, other: Any) -> None:
    """Both composed guarantees enclose the same profile, at several eps, by every theorem that leads to one."""
    paths = PathSearch.over(ch.registry(), Neighbours.ADD_OR_REMOVE)
    ends = list(zip(paths.profiles(one, frozenset()), paths.profiles(other, frozenset()), strict=True))
    assert ends or paths.reasons  # the theorem that follows may have conditions
    for first, second in ends:
        assert first.path == second.path
        assert first.guarantee.side is second.guarantee.side
        for epsilon in ("0", "1"):
            question = Question.delta(epsilon)
            witness = first.guarantee.search(question)
            said, again = (evaluate(end.guarantee, question, witness).bound for end in (first, second))
            assert said.overlaps(again), (first.path, epsilon, said, again)


@pytest.mark.parametrize("count", [1, 2, 3, 6])
@pytest.mark.parametrize("name", ACCOUNTANTS)
def test_a_count_is_a_repetition(name: str, count: int) -> None:
    """times(g, n) is the n-fold compose, for one run, a pair, and odd and even numbers: their profiles overlap wherever
    they are enclosed."""
    accountant = ch.registry().accountant(name)
    found = guarantees(accountant, STEPS)
    assert found
    for guarantee in found:
        overlap(compose(accountant, [guarantee], [count]), compose(accountant, [guarantee] * count, [1] * count))


@pytest.mark.parametrize("name", ACCOUNTANTS)
def test_the_order_of_composition_does_not_matter(name: str) -> None:
    """Every permutation of three guarantees with different counts has the same profile."""
    accountant = ch.registry().accountant(name)
    parts = list(zip(guarantees(accountant, STEPS)[:3], (1, 2, 5), strict=False))
    first, *others = [
        compose(accountant, [g for g, _ in order], [n for _, n in order]) for order in permutations(parts)
    ]
    for other in others:
        overlap(first, other)


def test_every_accountant_that_is_installed_is_tested_here() -> None:
    """A new accountant of ours joins the list; the one of single profiles composes nothing."""
    ours = {
        name
        for name in ch.registry().accountants
        if ch.registry().owner("accountant", name).distribution == "chartered"
    }
    assert ours == {*ACCOUNTANTS, "profile", "basic"}  # tests/plugins/test_every_pair.py has its own


def test_single_profiles_do_not_compose_by_count_or_by_list() -> None:
    """Both are unavailable, with a reason."""
    accountant = ch.registry().accountant("profile")
    (profile,) = guarantees(accountant, ["laplace:scale=1"])[:1]
    with pytest.raises(Unavailable, match="a privacy profile alone does not compose"):
        accountant.times(profile, 2)
    with pytest.raises(Unavailable, match="a privacy profile alone does not compose"):
        accountant.compose([profile, profile])


def test_pure_and_gaussian_guarantees_add_up_as_exact_rationals() -> None:
    """No rounding enters a sum of tenths."""
    pure, gdp = ch.registry().accountant("pure"), ch.registry().accountant("gdp")
    tenths = [ch.Pure(epsilon=Fraction(1, 10)), ch.Pure(epsilon=Fraction(9, 10))]
    assert pure.compose(tenths).epsilon == 1
    assert pure.times(tenths[0], 3).epsilon == Fraction(3, 10)
    assert gdp.compose(
        [ch.GDP(mu_squared=Fraction(9, 100)), ch.GDP(mu_squared=Fraction(16, 100))]
    ).mu_squared == Fraction(1, 4)


@given(st.lists(BARE_STEPS, min_size=1, max_size=3), st.integers(1, 6), DELTAS)
@settings(max_examples=20)
def test_a_counted_ledger_is_the_ledger_written_out(steps: list[str], count: int, delta: Fraction) -> None:
    """times=n in a step says the same as the step n times in a row, along every path."""
    counted = Ledger(steps) * count
    written = Ledger([text for text in steps for _ in range(count)])
    said, again = (
        {a.path: a.upper for a in ledger.account(Question.epsilon(delta)).answers} for ledger in (counted, written)
    )
    assert set(said) == set(again)
    assert all(said[path] <= again[path] * CLOSE + 1e-9 and again[path] <= said[path] * CLOSE + 1e-9 for path in said)


@given(SMALL_LEDGERS, QUESTIONS, st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_the_order_of_a_ledger_does_not_matter(ledger: Ledger, question: Question, random: Any) -> None:
    """Shuffled entries have the same best answer."""
    shuffled = list(ledger.entries)
    random.shuffle(shuffled)
    one, other = ledger.account(question).best, Ledger(shuffled).account(question).best
    assert (one is None) is (other is None)
    if one is not None and other is not None:
        assert one.upper <= other.upper * CLOSE + 1e-9
        assert other.upper <= one.upper * CLOSE + 1e-9


def best(ledger: Ledger, question: Question) -> float:
    """The best upper end, infinite where there is none."""
    found = ledger.account(question).best
    return float("inf") if found is None else found.upper


@given(SMALL_LEDGERS, QUESTIONS, st.integers(2, 50))
@settings(max_examples=20)
def test_more_runs_are_never_better(ledger: Ledger, question: Question, factor: int) -> None:
    """Multiplying a ledger raises its eps and its delta, or leaves them."""
    assert best(ledger, question) <= best(ledger * factor, question) * CLOSE


@given(SMALL_LEDGERS, BARE_STEPS, QUESTIONS)
@settings(max_examples=20)
def test_one_more_step_is_never_better(ledger: Ledger, step: str, question: Question) -> None:
    """Also one of another mechanism, by every accountant that answers for both (a ledger that releases nothing has none
    by some).

    Not by the central limit: its error falls with every step that joins, and may fall by more than the step costs. A
    ledger in which everything is Gaussian DP is left to gdp by the characteristic function, which multiplies other
    losses with it.
    """
    larger = Ledger([*ledger.entries, step])
    both = [{a.accountant for a in some.account(question).answers} for some in (ledger, larger)]
    for name in set.intersection(*both) - {"central-limit"}:
        smaller = best_by(ledger, question, name)
        if name == "characteristic-function" and "gdp" in both[0]:
            smaller = min(smaller, best_by(ledger, question, "gdp"))
        assert smaller <= best_by(larger, question, name) * CLOSE


def best_by(ledger: Ledger, question: Question, accountant: str) -> float:
    """The best upper end by one accountant."""
    found = ledger.account(question, accountant=accountant).best
    return float("inf") if found is None else found.upper


@given(SMALL_LEDGERS, DELTAS, DELTAS)
@settings(max_examples=20)
def test_a_larger_delta_never_needs_more_eps(ledger: Ledger, one: Fraction, other: Fraction) -> None:
    """eps does not increase with delta."""
    small, large = sorted((one, other))
    assert best(ledger, Question.epsilon(large)) <= best(ledger, Question.epsilon(small)) * CLOSE


@given(SMALL_LEDGERS, EPSILONS, EPSILONS)
@settings(max_examples=20)
def test_a_larger_eps_never_needs_more_delta(ledger: Ledger, one: Fraction, other: Fraction) -> None:
    """delta does not increase with eps."""
    small, large = sorted((one, other))
    assert best(ledger, Question.delta(large)) <= best(ledger, Question.delta(small)) * CLOSE


NOISY = st.sampled_from(["gaussian:sigma", "laplace:scale"])


@given(NOISY, magnitudes(-1, 3), magnitudes(-3, 1), st.integers(1, 100), QUESTIONS, st.sampled_from(list(Neighbours)))
@settings(max_examples=20)
def test_more_noise_is_never_worse(
    step: str, noise: Fraction, more: Fraction, times: int, question: Question, neighbours: Neighbours
) -> None:
    """A larger sigma or scale lowers eps and delta, or leaves them, along every path."""
    little, much = (
        Ledger([f"{step}={x},times={times}"], neighbours).account(question) for x in (noise, noise * (1 + more))
    )
    above = {a.path: a.upper for a in little.answers}
    assert above
    for answer in much.answers:
        assert answer.upper <= above[answer.path] * CLOSE, answer.path


@given(NOISY, magnitudes(-1, 3), st.integers(1, 50), QUESTIONS)
@settings(max_examples=20)
def test_replacing_a_record_is_twice_the_sensitivity(
    step: str, noise: Fraction, times: int, question: Question
) -> None:
    """Under replace-one the Gaussian and the Laplace are as with half the noise under add-or-remove, number for
    number."""
    replaced, halved = (
        Ledger([f"{step}={noise},times={times}"], "replace-one"),
        Ledger([f"{step}={noise / 2},times={times}"]),
    )
    doubled = Ledger([f"{step}={noise},sensitivity=2,times={times}"])
    numbers = [
        [(a.path, a.lower, a.upper) for a in ledger.account(question).answers] for ledger in (replaced, halved, doubled)
    ]
    assert numbers[0] == numbers[1] == numbers[2]
