"""The trade-off between a test's two errors: below the truth, and close to it."""

from __future__ import annotations

import re
from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger
from chartered_verify.enclosure import enclose
from hypothesis import given, settings, strategies as st

ERRORS = st.integers(1, 999).map(lambda n: Fraction(n, 1000))


@given(ERRORS, st.integers(1, 40).map(lambda n: Fraction(n, 10)))
@settings(max_examples=15, deadline=None)
def test_a_gaussian_is_told_apart_as_well_as_its_own_trade_off_says(type_one: Fraction, mu: Fraction) -> None:
    """G_mu(a) = Phi(Phi^-1(1-a) - mu), from below and to eight digits."""
    found = Ledger(f"gdp:mu={mu}").tradeoff(type_one)
    truth = enclose(lambda xp: xp.ndtr(-xp.ndtri(xp.number(type_one)) - xp.number(mu)))
    assert found.lower <= truth.upper
    assert found.lower == pytest.approx(truth.lower, rel=1e-8, abs=1e-12)


@given(ERRORS, st.integers(1, 30).map(lambda n: Fraction(n, 10)))
@settings(max_examples=15, deadline=None)
def test_randomized_response_has_two_straight_lines(type_one: Fraction, epsilon: Fraction) -> None:
    """max(1 - e^eps a, e^-eps (1 - a), 0)."""
    found = Ledger(f"randomized-response:epsilon={epsilon}").tradeoff(type_one)

    def lines(xp: ch.Arithmetic) -> ch.Value:
        a, e = xp.number(type_one), xp.exp(xp.number(epsilon))
        return xp.positive(xp.maximum(1 - e * a, (1 - a) / e))

    truth = enclose(lines)
    assert found.lower <= truth.upper
    assert found.lower == pytest.approx(truth.lower, rel=1e-6, abs=1e-9)


def test_a_point_of_a_renyi_curve_leaves_the_trade_off_of_its_bernoulli_pairs() -> None:
    """For (2, 1/2)-RDP the least b with D_2 of both orders of the pair (1-b, a) at most 1/2: no test can do better, and
    a pair does."""
    from math import exp

    from scipy.optimize import brentq

    def excess(a: float, b: float) -> float:
        p, q = 1 - b, a
        orders = [p**2 / q + (1 - p) ** 2 / (1 - q), q**2 / p + (1 - q) ** 2 / (1 - p)]
        return max(orders) - exp(0.5)

    for a in (0.01, 0.1, 0.3, 0.5, 0.8):
        truth = brentq(lambda b, a=a: excess(a, b), 1e-9, (1 - a) * (1 - 1e-9), xtol=1e-14)
        found = Ledger("rdp:alpha=2,gamma=1/2").tradeoff(str(a))
        assert found.lower <= truth + 1e-9
        assert found.lower == pytest.approx(truth, rel=1e-5)


def test_the_premise_is_certified_and_told() -> None:
    """The point of the profile from which it follows is an answer with a certificate of its own."""
    found = Ledger("gaussian:sigma=4,times=10").tradeoff("0.05")
    assert found.answer.question.quantity == "delta"
    assert ch.check(found.answer.certificate().document).accepted
    shown = found.to_json()
    assert shown["lower"] == found.lower
    assert shown["at"] == {"type_one": 0.05}
    assert repr(found).startswith(f"<type II error >= {found.lower!r} at type I error 0.05, by delta at epsilon = ")


@pytest.mark.parametrize("type_one", [0, 1, "-0.1", "2"])
def test_an_error_that_is_no_probability_is_refused(type_one: object) -> None:
    """Above 0 and below 1; nor has a ledger a trade-off whose profiles do not compose."""
    with pytest.raises(ch.BadValue, match="type_one is"):
        Ledger("gaussian:sigma=1").tradeoff(type_one)
    with pytest.raises(ch.CharteredError, match="bounds its tests"):
        Ledger("laplace:scale=1,times=2").tradeoff("0.1", accountant="profile")


@pytest.mark.parametrize("type_one", ["1e-5000", "1e-400", "1e-9999", "1/3", "0." + "9" * 400])
@pytest.mark.parametrize("step", ["gaussian:sigma=4", "laplace:scale=1", "laplace:scale=1e-5"])
def test_a_type_one_error_of_any_size_has_an_answer(step: str, type_one: str) -> None:
    """Far below the smallest double, or as near to 1: the bound is sound, and where hardly any test is admitted hardly
    any succeeds."""
    found = ch.Ledger(step).tradeoff(type_one)
    assert 0 <= found.lower <= 1 - Fraction(type_one)
    if step != "laplace:scale=1e-5" and type_one.startswith("1e-"):
        assert found.lower > 0.999999


def test_the_point_of_a_tradeoff_is_short() -> None:
    """Its eps is a double of a search; it is shown to ten digits, rounded up, where delta is no larger."""
    found = Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000").tradeoff("0.05")
    assert re.fullmatch(r"at epsilon = 0\.59410\d{5}", found.place)
    assert found.place in repr(found)
    assert found.place in str(found)
