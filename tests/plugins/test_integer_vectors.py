"""Integer noise on vectors: bounds by Gaussian DP, compared with exact sums over the outcomes."""

from __future__ import annotations

from itertools import product

import chartered as ch
import pytest
from mpmath import besseli, exp, mp, mpf

LARGE = "skellam:sensitivity=1000,variance=4e7,times=100"


def _skellam(variance: int) -> dict[int, mpf]:
    top = range(-60, 61)
    return {k: exp(-variance) * besseli(abs(k), variance) for k in top}


def _discrete_gaussian(variance: int) -> dict[int, mpf]:
    weights = {k: exp(-mpf(k * k) / (2 * variance)) for k in range(-80, 81)}
    return {k: weight / sum(weights.values()) for k, weight in weights.items()}


def _delta(noise: dict[int, mpf], moved: tuple[int, int], epsilon: float) -> mpf:
    """The sum of the positive parts of P - e^eps Q over pairs of outcomes that count, a lower bound on delta."""
    grown = exp(mpf(epsilon))
    pairs = [[(p, noise.get(k - by, mpf(0))) for k, p in noise.items() if p > 1e-9] for by in moved]
    return sum(max(p * r - grown * q * s, 0) for (p, q), (r, s) in product(*pairs))


@pytest.mark.parametrize("moved", [(1, 0), (1, 1), (3, -2), (0, 7)])
@pytest.mark.parametrize(
    ("step", "noise"),
    [
        ("skellam-vector:variance=10", _skellam(10)),
        ("skellam-vector:variance=24", _skellam(24)),
        ("discrete-gaussian-vector:sigma=4", _discrete_gaussian(16)),
    ],
)
def test_two_coordinates_lose_no_more(step: str, noise: dict[int, mpf], moved: tuple[int, int]) -> None:
    """The deltas of shifts with that l2 norm are below the bound, and not far below it."""
    with mp.workdps(30):
        squared = sum(by * by for by in moved)
        for epsilon in (0.0, 0.5, 2.0):
            found = ch.Ledger(f"{step},sensitivity=sqrt({squared})").delta(epsilon)
            least = _delta(noise, moved, epsilon)
            assert least <= mpf(found.upper)
            assert mpf(found.upper) <= 2 * least + mpf("0.02")


def test_large_skellam_noise_is_as_good_as_gaussian_noise() -> None:
    """Its table is too long for sums; the bound is that of Gaussian noise of a variance that is smaller by 1."""
    found = ch.Ledger(LARGE).epsilon(1e-5)
    gaussian = ch.Ledger("gaussian:sigma=6324.555320336759,sensitivity=1000,times=100").epsilon(1e-5)
    assert found.accountant == "gdp"
    assert gaussian.upper <= found.upper < 1.000001 * gaussian.upper
    assert ch.Ledger("skellam:variance=1e300").epsilon(1e-5).upper == 0


def test_vectors_on_samples_are_bounded_by_sampled_gaussian_noise() -> None:
    """By the exact accountant, for which the published curves are loose."""
    found = ch.Ledger("poisson:rate=0.01/skellam-vector:variance=82,sensitivity=9,times=100").epsilon(1e-5)
    gaussian = ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=100").epsilon(1e-5)
    assert found.accountant == "characteristic-function"
    assert found.upper == pytest.approx(gaussian.upper, rel=1e-12)
    assert found.lower is None


def test_large_discrete_gaussian_noise_is_bounded_on_samples() -> None:
    """Where a sum over the outcomes has too many terms; the lower end is that of the loss distribution."""
    step = "poisson:rate=0.01/discrete-gaussian:sigma=1e5,sensitivity=100000,times=1000"
    found = ch.Ledger(step).epsilon(1e-5, accountant="characteristic-function")
    gaussian = ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000").epsilon(1e-5)
    assert "discrete-gaussian.gdp" in found.path
    assert gaussian.upper <= found.upper < (1 + 1e-9) * gaussian.upper


def test_little_noise_is_refused() -> None:
    """For less than a variance of 10 nothing is proved."""
    with pytest.raises(ch.CharteredError, match="variance is 9; it must be a number at least 10"):
        ch.Ledger("skellam-vector:variance=9")
    with pytest.raises(ch.NoAnswer, match="the variance is below 10"):
        ch.Ledger("poisson:rate=1/2/discrete-gaussian-vector:sigma=3").epsilon(1e-5, accountant="gdp")


def test_calibration_finds_noise_where_theorems_begin_to_answer() -> None:
    """The search begins at a variance of 1, at which no theorem about vectors answers, or one with little noise."""
    vector = ch.calibrate("skellam-vector:sensitivity=30,times=10", solve="variance", epsilon=1, delta=1e-5)
    number = ch.calibrate("discrete-gaussian-vector:sensitivity=30", solve="sigma", epsilon=1, delta=1e-5)
    gaussian = ch.calibrate("gaussian:sensitivity=30", solve="sigma", epsilon=1, delta=1e-5)
    assert vector.value == pytest.approx(125259.5115522052, rel=1e-9)
    assert number.value**2 == pytest.approx(gaussian.value**2 + 0.5, rel=1e-9)


@pytest.mark.full
def test_calibration_looks_below_values_without_an_answer() -> None:
    """Between 1e5, which is not enough, and 1e10, whose delta is 0, there are some whose table is too long."""
    found = ch.calibrate("skellam:sensitivity=1000", solve="variance", epsilon=1, delta=1e-5)
    assert found.value == pytest.approx(13917609.2348, rel=1e-9)
