"""The inverse questions with a mu to be met: on the safe side, and no further from it than a bracket of mu is wide."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered.errors import BadValue, CharteredError

POISSON = "poisson/laplace:scale=1,sensitivity=2"


def test_the_rate_that_meets_a_mu() -> None:
    """The sampled Laplace mechanism has that mu at this rate, and a larger one at a rate a little larger."""
    solved = ch.calibrate(POISSON, solve="rate", mu=0.5)
    assert solved.best.path == ("laplace.profile", "poisson.exact-profile", "profile")
    rate = Fraction(solved.value)
    assert 0.2061056 < rate < 0.2061058
    for factor, met in ((Fraction(1), True), (1 + Fraction(1, 10**9), False)):
        found = ch.Ledger([f"poisson:rate={rate * factor}/laplace:scale=1,sensitivity=2"]).mu("1e-15")
        assert (found.upper <= 0.5) is met


def test_the_scale_of_a_known_mu() -> None:
    """Laplace noise of scale 1 on a sensitivity of 2 is 1.80090519468-GDP."""
    scale = float(ch.calibrate("laplace:sensitivity=2", solve="scale", mu="1.80090519468"))
    assert abs(scale - 1) < 2e-9


@pytest.mark.parametrize(("mu", "times"), [(1, 400), ("0.999", 399), ("0.05", 1), ("0.0499", 0), (10**6, 400 * 10**12)])
def test_the_number_of_gaussian_steps(mu: object, times: int) -> None:
    """mu grows with the root of the count: exactly (20 mu)^2 runs at sigma = 20."""
    assert int(ch.largest_times("gaussian:sigma=20", mu=mu)) == times


def test_steps_beyond_are_certain_to_fail_where_the_path_is_exact() -> None:
    """The 401st run is certain to miss mu = 1."""
    best = ch.largest_times("gaussian:sigma=20", mu=1).best
    assert best.fails_beyond is True


def test_what_cannot_be_met_says_what_can() -> None:
    """One run of Laplace noise has 1.80091, and an (eps, delta) guarantee no mu at all."""
    assert "even one run has mu = 1.800905194" in str(ch.largest_times("laplace:scale=1,sensitivity=2", mu=1).why)
    assert "not GDP" in str(ch.largest_times("approximate:epsilon=1,delta=1e-5", mu=1).why)
    with pytest.raises(CharteredError, match="meets mu = 1"):
        _ = ch.calibrate("approximate:delta=1e-5", solve="epsilon", mu=1).value


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ({}, "no epsilon and no delta is given"),
        ({"epsilon": 1}, "no delta is given"),
        ({"mu": 1, "delta": 1e-5}, "two targets are given"),
        ({"mu": 0}, "mu is 0; it must be above 0"),
        ({"mu": -1}, "mu is -1"),
        ({"mu": "nan"}, "mu is 'nan'"),
    ],
)
def test_a_target_is_one_of_two_kinds(target: dict[str, object], message: str) -> None:
    """epsilon and delta, or mu above 0."""
    with pytest.raises(BadValue, match=message):
        ch.largest_times("gaussian:sigma=20", **target)
