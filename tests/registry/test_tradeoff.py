"""Trade-off curves from points of a profile: below the truth whatever the points, and close to it by good ones."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered.profiles.tradeoff_curves import implied, least_type_two
from chartered_verify.arithmetic import balls, digits
from chartered_verify.enclosure import Enclosure, enclose
from hypothesis import given, strategies as st
from strategies import EPSILONS, PROBABILITIES

PAIRS = st.lists(st.tuples(EPSILONS, PROBABILITIES), max_size=8)


def gaussian(mu: int, type_one: Fraction) -> Enclosure:
    """The trade-off of N(0, 1) against N(mu, 1) at a type I error."""
    return enclose(lambda xp: xp.ndtr(-xp.ndtri(xp.number(type_one)) - mu))


@given(PROBABILITIES, st.lists(EPSILONS, min_size=1, max_size=6))
def test_no_set_of_points_of_a_gaussian_leads_above_its_tradeoff(type_one: Fraction, epsilons: list[Fraction]) -> None:
    """Points of the exact profile of N(0, 1) against N(1, 1), rounded up."""
    ledger = ch.Ledger("gaussian:sigma=1")
    pairs = [(epsilon, ledger.delta(epsilon, accountant="gdp").upper) for epsilon in epsilons]
    assert least_type_two(type_one, pairs) <= gaussian(1, type_one).upper


@given(PROBABILITIES, PAIRS, PAIRS)
def test_more_points_never_say_less(
    type_one: Fraction, some: list[tuple[Fraction, Fraction]], more: list[tuple[Fraction, Fraction]]
) -> None:
    """Beyond the last digit, in which floats may have chosen among two that are as good."""
    assert least_type_two(type_one, some + more) >= least_type_two(type_one, some) * (1 - 1e-12) - 1e-300


@given(PROBABILITIES, PAIRS)
def test_the_bound_is_rounded_down(type_one: Fraction, pairs: list[tuple[Fraction, Fraction]]) -> None:
    """It is at most the largest of the bounds by one pair each, in many digits."""
    xp = digits(60)
    each = [implied(xp, xp.number(type_one), xp.number(epsilon), xp.number(delta)) for epsilon, delta in pairs]
    assert least_type_two(type_one, pairs) <= max(each, default=0)


def test_a_fine_grid_comes_close() -> None:
    """60 points of the Gaussian's profile leave at most 0.001 between the bound and the truth."""
    ledger = ch.Ledger("gaussian:sigma=1")
    pairs = [(Fraction(k, 10), ledger.delta(Fraction(k, 10), accountant="gdp").upper) for k in range(60)]
    for k in range(1, 20):
        truth = gaussian(1, Fraction(k, 20))
        assert truth.lower - 0.001 < least_type_two(Fraction(k, 20), pairs) <= truth.upper


@pytest.mark.parametrize(
    ("type_one", "pairs", "least"),
    [
        (Fraction(1, 4), [], 0.0),
        (Fraction(1, 4), [(0, 0)], 0.75),
        (Fraction(0), [(0, 1)], 0.0),
        (Fraction(1), [(0, 0), (3, Fraction(1, 8))], 0.0),
        (Fraction(0), [(Fraction(10**6), Fraction(1, 4))], 0.75),
        (0.0, [(10.0, 0.25), (1e6, 0.125)], 0.875),
    ],
)
def test_simple_cases(type_one: Fraction | float, pairs: list[tuple[Fraction, Fraction]], least: float) -> None:
    """Nothing known, perfect privacy, no privacy, the ends, and an eps whose exponential no double holds."""
    assert least_type_two(type_one, pairs) == least


def test_the_formula_is_symmetric() -> None:
    """f(f(a)) = a on the falling part: the two directions of a test are treated alike."""
    with balls(300) as xp:
        epsilon, delta = xp.number(Fraction(1, 2)), xp.number(Fraction(1, 100))
        for k in range(1, 60):
            a = xp.number(Fraction(k, 100))
            assert implied(xp, implied(xp, a, epsilon, delta), epsilon, delta).overlaps(a)


def test_pure_privacy_has_the_tradeoff_of_randomized_response() -> None:
    """max(0, 1 - e^eps a, e^-eps (1 - a)) from the single point (eps, 0)."""
    found = least_type_two(Fraction(1, 10), [(1, 0)])
    truth = enclose(lambda xp: 1 - xp.exp(xp.number(1)) / 10)
    assert truth.lower == found
