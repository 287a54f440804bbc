"""At the large orders that small losses need, the likelihood ratio of an added record is largest far left of 0."""

from __future__ import annotations

from fractions import Fraction

import pytest
from chartered import Ledger
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample, discrete_gaussian
from chartered_plugins.characteristic_function.laws.mixture import sampled

from tests import inverted_in_long_doubles as other

NAME = "characteristic-function"


@pytest.mark.parametrize(
    ("rate", "noise", "runs", "delta"),
    [
        ("0.569", "5.95", 5, "7.97e-13"),
        ("0.725", "282", 175, "5.63e-132"),
        ("0.0107", "115", 366, "1.86e-239"),
        ("0.9", "20", 40, "1e-60"),
    ],
)
def test_small_losses_are_enclosed_closely(rate: str, noise: str, runs: int, delta: str) -> None:
    """To nine digits, and around the sum in long doubles."""
    answer = Ledger([f"poisson:rate={rate}/gaussian:sigma={noise},times={runs}"]).epsilon(delta, accountant=NAME)
    assert answer.upper - answer.lower < 1e-9
    curves = [other.sampled_gaussian(other.real(rate), other.real(noise), added) for added in (False, True)]
    for end, sign in ((answer.upper_exact, 1), (answer.lower_exact, -1)):
        found = max(other.deltas([(curve, runs)], [other.real(end)])[0] for curve in curves)
        assert sign * float(found / other.real(delta) - 1) < 2e-12


@pytest.mark.parametrize(("rate", "noise", "order"), [("0.569", "5.95", 118), ("0.01", "50", 5000), ("0.99", "1", 9)])
def test_the_nodes_hold_the_place_where_the_integrand_is_largest(rate: str, noise: str, order: int) -> None:
    """The moment has the digits that were asked for."""
    law = GaussianSample(Fraction(rate), Fraction(noise), added=True).law
    assert law.at(Fraction(order), 40, 200).rel_accuracy_bits() > 50


@pytest.mark.parametrize(("rate", "noise", "order"), [("0.0682", "23.3", 4000), ("0.569", "5.95", 118)])
def test_integers_hold_the_place_where_the_terms_are_largest(rate: str, noise: str, order: int) -> None:
    """Of discrete Gaussian noise, too."""
    law = discrete_gaussian(Fraction(noise) ** 2, sampled(Fraction(rate), Fraction(1))).swapped
    assert law.at(Fraction(order), 40, 400).rel_accuracy_bits() > 50


@pytest.mark.parametrize(
    ("step", "delta", "width"),
    [
        ("poisson:rate=0.0682/discrete-gaussian:sigma=23.3,times=389", "4.84e-236", 1e-4),
        ("poisson:rate=0.0142/discrete-gaussian:sigma=9.3,sensitivity=3,times=5", "3.4e-12", 1e-4),
    ],
)
def test_small_losses_of_discrete_noise_are_enclosed(step: str, delta: str, width: float) -> None:
    """By smoothing, which needs the direction where records are added."""
    answer = Ledger([step]).epsilon(delta, accountant=NAME)
    assert 0 < answer.upper - answer.lower < width
