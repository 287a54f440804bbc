"""Truncated Laplace noise, on numbers and whole numbers: its delta, its exact profile, and what its bound must be."""

from __future__ import annotations

import math
from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger, Side
from chartered_plugins.mechanisms.formulas import discrete_profiles as lattice
from chartered_verify.arithmetic import balls
from flint import fmpq
from hypothesis import given, strategies as st


def test_the_bound_gives_delta() -> None:
    """log(1 + (e^eps - 1)/(2 delta)) scales: what lies beyond shifted noise is 1e-5, and eps 1 there."""
    step = "truncated-laplace:scale=1,bound=11.3611147784896"
    assert Ledger(step).delta(1).upper == pytest.approx(1e-5, rel=1e-12)
    assert Ledger(step).delta(5).upper == Ledger(step).delta(1).upper
    assert Ledger(step).epsilon("2e-5").upper == pytest.approx(1, abs=1e-4)
    assert Ledger(step).epsilon("9e-6").upper == math.inf


def test_one_run_and_many_are_exact() -> None:
    """By its profile, and by sums of losses; a wide bound is Laplace noise."""
    for step in ("truncated-laplace:scale=2,bound=40", "truncated-laplace:scale=10,bound=150,times=20"):
        answer = Ledger(step).epsilon("1e-3")
        assert answer.side is Side.EXACT
        assert ch.check(answer.certificate()).accepted
    wide, laplace = (
        Ledger(f"{name},times=20").epsilon("1e-3")
        for name in ("truncated-laplace:scale=10,bound=1000", "laplace:scale=10")
    )
    assert wide.upper == pytest.approx(laplace.upper, rel=1e-4)


def test_a_replaced_record_moves_it_twice() -> None:
    """And a replace-sensitivity once."""
    delta = {
        words: Ledger(f"truncated-laplace:scale=2,bound=9,{words}", "replace-one").delta("1/4").upper
        for words in ("sensitivity=1", "replace-sensitivity=2", "replace-sensitivity=1")
    }
    assert delta["sensitivity=1"] == delta["replace-sensitivity=2"] > delta["replace-sensitivity=1"]


@pytest.mark.parametrize("epsilon", ["0", "1/2", "3"])
@pytest.mark.parametrize("moved", [4, 5, 6, 7, 9])
def test_beyond_the_bound_noises_have_less_in_common_and_from_twice_the_bound_on_nothing(
    moved: int, epsilon: str
) -> None:
    """Within a bound of 3, on numbers and whole numbers, stated or by groups, beside integrals and sums."""
    grown = math.exp(float(Fraction(epsilon)))
    weights = {k: math.exp(-abs(k) / 2) for k in range(-3, 4)}
    gains = (weight - grown * weights.get(k - moved, 0) for k, weight in weights.items())
    on_integers = sum(max(gain, 0) for gain in gains) / sum(weights.values())
    cut = max((moved - 2 * float(Fraction(epsilon))) / 2, moved - 3)
    alone, common = (2 - math.exp(-3 / 2) - math.exp(-cut / 2)), (math.exp((cut - moved) / 2) - math.exp(-3 / 2))
    on_numbers = 1 if moved >= 6 else (alone - grown * common) / (2 * (1 - math.exp(-3 / 2)))
    for name, truth in (("truncated-laplace", on_numbers), ("truncated-discrete-laplace", on_integers)):
        for step in (f"{name}:scale=2,bound=3,sensitivity={moved}", f"group:size={moved}/{name}:scale=2,bound=3"):
            answer = Ledger(step).delta(epsilon)
            assert answer.lower - 1e-15 <= truth <= answer.upper + 1e-15
            assert answer.upper - answer.lower < 1e-12
            assert ch.check(answer.certificate()).accepted


def test_a_bound_may_be_solved_for() -> None:
    """The least that meets a target."""
    bound = ch.calibrate("truncated-laplace:scale=1", solve="bound", epsilon=1, delta="1e-5").best
    assert float(bound.value) == pytest.approx(11.3611147784896, rel=1e-6)
    assert Ledger(f"truncated-laplace:scale=1,bound={bound.value}").delta(1).upper <= 1e-5


def _weights(odds: Fraction, bound: int) -> dict[int, Fraction]:
    """The probabilities of integers within a bound, of weights odds^|k|."""
    total = sum(odds ** abs(k) for k in range(-bound, bound + 1))
    return {k: odds ** abs(k) / total for k in range(-bound, bound + 1)}


@given(bound=st.integers(1, 9), shift=st.integers(1, 9), odds=st.integers(2, 9), grown=st.fractions(1, 900))
def test_noise_on_integers_has_the_best_event_of_all(bound: int, shift: int, odds: int, grown: Fraction) -> None:
    """In fractions: a scale of 1/log(odds) has the weights odds^-|k|. Every event is tried by its outcomes, in both
    directions, and no smaller shift gains more."""
    if shift > bound:
        return
    noise, none = _weights(Fraction(1, odds), bound), Fraction(0)

    def gained(way: int, by: int) -> Fraction:
        return sum((max(none, p - grown * noise.get(k - way * by, none)) for k, p in noise.items()), none)

    best = gained(1, shift)
    assert best == gained(-1, shift) == max(gained(1, by) for by in range(1, shift + 1))
    with balls(128) as xp:
        rate, epsilon = xp.log(xp.number(odds)), xp.log(xp.number(grown))
        assert lattice.truncated_delta(xp, rate, bound, shift, epsilon).contains(fmpq(*best.as_integer_ratio()))


def test_a_number_and_a_whole_number_agree_on_a_fine_grid() -> None:
    """In units of a thousandth the noise on integers is the noise on numbers, nearly."""
    number = Ledger("truncated-laplace:scale=2,bound=40")
    whole = Ledger("truncated-discrete-laplace:scale=2000,bound=40000,sensitivity=1000")
    assert whole.delta("1/4").upper == pytest.approx(number.delta("1/4").upper, rel=1e-2)
    assert whole.delta(2).upper == pytest.approx(number.delta(2).upper, rel=1e-2)


def test_whole_numbers_are_exact_alone_and_composed() -> None:
    """With a certificate; a record that is replaced moves the query twice."""
    alone = Ledger("truncated-discrete-laplace:scale=10,bound=200")
    for ledger in (alone, Ledger("truncated-discrete-laplace:scale=10,bound=200,times=20")):
        answer = ledger.epsilon("1e-5")
        assert answer.side is Side.EXACT
        assert ch.check(answer.certificate()).accepted
    replaced = Ledger("truncated-discrete-laplace:scale=10,bound=200", "replace-one")
    twice = Ledger("truncated-discrete-laplace:scale=10,bound=200,sensitivity=2")
    assert replaced.delta("1/9").upper == twice.delta("1/9").upper > alone.delta("1/9").upper


def test_a_bound_on_whole_numbers_is_a_whole_number() -> None:
    """With the reason."""
    with pytest.raises(ch.BadValue, match=r"bound is 2\.5; it must be a whole number"):
        Ledger("truncated-discrete-laplace:scale=1,bound=5/2")
