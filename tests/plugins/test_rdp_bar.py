"""One Renyi point at any order, divergence and delta: the answer is the optimum of Theorem 3 to 1e-9, from above, and
never strange."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
from chartered import Ledger
from theorem3 import MP, largest_gamma, number

TOLERANCE = 1e-9
ROUNDING = MP.mpf(10) ** -40
LEAST_DELTA = Fraction(1, 10**300)


def case(seed: int) -> tuple[Fraction, Fraction, Fraction]:
    """alpha from 1 + 1e-6 to 1e6, gamma from 1e-12 to 1e4, delta from 1e-300 to 1, their sizes spread evenly."""
    chance = random.Random(seed)
    low = chance.choice([-300, -300, -12, -12, -2])
    alpha, gamma, delta = (10 ** chance.uniform(*ends) for ends in ((-6, 6), (-12, 4), (low, 0)))
    return 1 + Fraction(repr(alpha)), Fraction(repr(gamma)), max(Fraction(repr(delta)), LEAST_DELTA)


def check(alpha: Fraction, gamma: Fraction, delta: Fraction) -> None:
    """The upper end implies the guarantee by Theorem 3 as printed, and 1e-9 less would not."""
    upper = Ledger([f"rdp:alpha={alpha},gamma={gamma}"]).epsilon(delta, accountant="asoodeh2020.T3").upper
    assert 0 <= upper < math.inf
    wanted = number(gamma)
    if largest_gamma(alpha, 0, delta) >= wanted:
        assert upper == 0, "eps = 0 is reached"
        return
    assert largest_gamma(alpha, upper, delta) >= wanted * (1 - ROUNDING), "below the optimum"
    less = upper - TOLERANCE * max(1, upper)
    assert less <= 0 or largest_gamma(alpha, less, delta) < wanted, "more than 1e-9 above the optimum"


@pytest.mark.parametrize("seed", range(30))
def test_a_random_point_is_met(seed: int) -> None:
    """Anywhere in the range."""
    check(*case(seed))


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1000, 2000))
def test_many_random_points_are_met(seed: int) -> None:
    """A thousand more."""
    check(*case(seed))


@pytest.mark.parametrize("seed", [*range(25), 257, 382])  # the last two have no fixed point near
def test_a_point_at_a_large_delta_is_met(seed: int) -> None:
    """Where alpha delta is near 1 and the optimum is far from every closed form."""
    chance = random.Random(seed)
    delta = chance.uniform(0.02, 0.95)
    alpha = 1 + (1 / delta - 1) * chance.uniform(0.05, 1.1)
    check(Fraction(repr(alpha)), Fraction(repr(10 ** chance.uniform(-2, 1))), Fraction(repr(delta)))


@pytest.mark.parametrize("delta", ["1e-300", "1e-5", "0.5", "0.999999"])
@pytest.mark.parametrize("gamma", ["1e-12", "1", "1e4"])
@pytest.mark.parametrize("alpha", ["1.000001", "2", "1e6"])
def test_the_corners_are_met(alpha: str, gamma: str, delta: str) -> None:
    """The ends of each range, and the middle."""
    check(Fraction(alpha), Fraction(gamma), Fraction(delta))


@pytest.mark.parametrize(
    ("alpha", "gamma", "delta"),
    [
        ("2", "0.01", "0.4"),
        ("20", "0.001", "0.04"),
        ("1.5", "0.1", "0.6"),
        ("2", "0.1", "0.6"),
        ("10", "1e-6", "0.05"),
        ("3", "0.2", "0.34"),
        ("1000", "1e-4", "0.0009"),
    ],
)
def test_eps_is_zero_exactly_where_the_paper_says_so(alpha: str, gamma: str, delta: str) -> None:
    """R1: 1 - e^-gamma < 1/alpha with zeta e^((alpha-1) gamma) <= delta <= 1/alpha, or delta > max(1 - e^-gamma,
    1/alpha)."""
    a, g, d = float(alpha), float(gamma), float(delta)
    zeta = (1 / a) * (1 - 1 / a) ** (a - 1)
    first = -math.expm1(-g) < 1 / a and zeta * math.exp((a - 1) * g) <= d <= 1 / a
    assert first or d > max(-math.expm1(-g), 1 / a), "the case is one of the paper's"
    answer = Ledger([f"rdp:alpha={alpha},gamma={gamma}"]).epsilon(delta)
    assert answer.upper == 0


@pytest.mark.parametrize("seed", range(20))
def test_delta_at_an_eps_is_the_optimum_too(seed: int) -> None:
    """The delta that T3 gives implies the guarantee, and a millionth less would not."""
    chance = random.Random(seed)
    alpha = 1 + Fraction(repr(10 ** chance.uniform(-2, 3)))
    gamma, epsilon = (Fraction(repr(10 ** chance.uniform(-4, 1))) for _ in range(2))
    upper = Fraction(Ledger([f"rdp:alpha={alpha},gamma={gamma}"]).delta(epsilon, accountant="asoodeh2020.T3").upper)
    assert 0 < upper <= 1
    if upper < 1 and upper > LEAST_DELTA:
        assert largest_gamma(alpha, epsilon, upper) >= number(gamma) * (1 - ROUNDING)
        assert largest_gamma(alpha, epsilon, upper * (1 - Fraction(1, 10**6))) < number(gamma)
