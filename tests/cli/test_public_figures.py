"""Figures that were argued about in public, each against a truth that is computed here, in digits and without ours."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import mpmath
import pytest
from mpmath import mp, mpf
from truth import gaussian

SLACK = mpf(10) ** -9


def falling_root(function: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """Where a decreasing function is 0."""
    low, high = mpf(low), mpf(high)
    for _ in range(120):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return (low + high) / 2


def amplified(epsilon: Any, rate: Any) -> Any:
    """The eps of a pure step on a sample."""
    return mp.log(1 + rate * mp.expm1(epsilon))


def three_reports(states: int) -> Any:
    """The eps at 1e-3 of three randomized responses of eps 14, from all 27 products of their probabilities."""
    odds = mp.exp(14)
    same, other = odds / (odds + states - 1), 1 / (odds + states - 1)
    pairs = [(same, other), (other, same), (1 - same - other, 1 - same - other)]
    found = [(mp.fprod(p for p, _ in each), mp.fprod(q for _, q in each)) for each in product(pairs, repeat=3)]
    return falling_root(lambda z: sum(max(p - mp.exp(z) * q, 0) for p, q in found) - mpf("1e-3"), 0, 42)


EPSILONS: dict[str, tuple[str, Callable[[], Any]]] = {
    "two counts on one sample": (
        "poisson:rate=0.1/(laplace:scale=1,times=2) --delta 0",
        lambda: amplified(2, mpf(1) / 10),
    ),
    "two counts, each on a sample of its own": (
        "poisson:rate=0.1/laplace:scale=1,times=2 --delta 0",
        lambda: 2 * amplified(1, mpf(1) / 10),
    ),
    "a stated guarantee on a sample of 124 in 1000": (
        "sample:size=124,of=1000/(pure:epsilon=2.8+approximate:epsilon=4,delta=4.08e-8) --delta 5.0592e-9",
        lambda: amplified(mpf("6.8"), mpf("0.124")),
    ),
    "a count with a threshold of its own failure": (
        "approximate:epsilon=0,delta=1e-6 gaussian:sigma=3 --delta 1e-5",
        lambda: falling_root(lambda e: gaussian(mpf(1) / 3, e) - 1 + (1 - mpf(10) ** -5) / (1 - mpf(10) ** -6), 0, 40),
    ),
    **{
        f"three reports of {k} states": (
            f"randomized-response:epsilon=14,k={k},times=3 --delta 1e-3 --neighbours replace-one",
            lambda k=k: three_reports(k),
        )
        for k in (165, 969, 2925)
    },
}


@pytest.mark.parametrize("name", EPSILONS)
def test_an_epsilon_is_the_one_that_follows(run: Any, name: str) -> None:
    """The upper end is not below the truth, and next to it."""
    arguments, truth = EPSILONS[name]
    best = run("epsilon", *arguments.split(" "), "--json").json["answers"][0]
    with mpmath.workdps(40):
        assert truth() <= mpf(best["upper"]) <= truth() + 1000 * SLACK


def test_hundreds_of_gaussians_are_calibrated_to_little(run: Any) -> None:
    """500 of them to (0.01, 1e-5): the noise meets the target, and a billionth less does not."""
    told = run(
        "calibrate", "gaussian:times=500", "--solve", "sigma", "--epsilon", "0.01", "--delta", "1e-5", "--json"
    ).json
    with mpmath.workdps(40):
        sigma = mpf(told["answers"][0]["value"])
        assert gaussian(mp.sqrt(500) / sigma, mpf("0.01")) <= mpf("1e-5")
        assert gaussian(mp.sqrt(500) / (sigma * (1 - SLACK)), mpf("0.01")) > mpf("1e-5")


def test_levels_of_a_census_cost_what_was_stated(run: Any) -> None:
    """Six levels whose rho adds to (542/339)^2, at 1e-10: 17.14 when rounded, and more than their Gaussian noise."""
    levels = (104, 1440, 447, 687, 1256, 165)
    assert sum(levels) == 4099
    steps = [f"zcdp:rho={542**2 * share}/{339**2 * 4099}" for share in levels]
    upper = run("epsilon", *steps, "--delta", "1e-10", "--json").json["answers"][0]["upper"]
    with mpmath.workdps(40):
        mu = mp.sqrt(2) * 542 / mpf(339)
        truth = falling_root(lambda e: gaussian(mu, e) - mpf(10) ** -10, 0, 40)
        assert truth <= mpf(upper) < mpf("17.145")


def test_the_largest_rho_for_an_epsilon(run: Any) -> None:
    """A budget of rho in place of (1, 1e-5): Gaussian noise of that rho meets it, with room."""
    told = run("calibrate", "zcdp", "--solve", "rho", "--epsilon", "1", "--delta", "1e-5", "--json").json
    with mpmath.workdps(40):
        rho = mpf(told["answers"][0]["value"])
        assert mpf("0.02") < rho < mpf("0.04")
        assert gaussian(mp.sqrt(2 * rho), mpf(1)) <= mpf("1e-5")
