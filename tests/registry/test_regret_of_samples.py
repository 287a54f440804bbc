"""Regret of one run of a sampled Gaussian: its tail is that of the Gaussian, its profile is not."""

from __future__ import annotations

import math

import chartered as ch
import pytest
from chartered.accounting.regret import regret_of
from mpmath import mp, mpf


def _gaussian(mu: float, eps: float) -> float:
    def phi(x: float) -> float:
        return math.erfc(-x / math.sqrt(2)) / 2

    return phi(mu / 2 - eps / mu) - math.exp(eps) * phi(-mu / 2 - eps / mu)


@pytest.mark.parametrize(
    ("step", "neighbours", "own_mu", "rate"),
    [
        ("poisson:rate=1/25/gaussian:sigma=11/10", "add-or-remove", 10 / 11, 1 / 25),
        ("sample:size=1,of=10/gaussian:sigma=2", "replace-one", 1.0, 1 / 10),
    ],
)
def test_a_sampled_gaussian_is_below_the_gaussian_of_its_mu(
    step: str, neighbours: str, own_mu: float, rate: float
) -> None:
    """At eps = 0 the profile is rate times that of the Gaussian: the regret is at least the rest."""
    found = regret_of(ch.Ledger(step, neighbours=neighbours).mu())
    assert found.upper >= (1 - rate) * _gaussian(own_mu, 0)


def test_a_regret_is_no_more_than_one() -> None:
    """Noisy SGD, whose least mu is that of its tail: two probabilities differ by at most 1, however far apart."""
    found = regret_of(ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000").mu())
    assert 0.99 < found.lower <= found.upper == 1
    assert "is at most 1 above the ledger's own" in str(found)


def test_a_regret_is_never_negative() -> None:
    """The mu of a head is far below that of the tail."""
    found = regret_of(ch.Ledger("poisson:rate=1/25/gaussian:sigma=11/10").mu(head=1))
    assert 0 <= found.lower <= found.upper


def test_a_regret_is_that_of_the_mu_that_is_told() -> None:
    """sqrt(3) is no double: the mu of the answer is above it, and so is its delta."""
    answer = ch.Ledger("gdp:mu=1,times=3").mu()
    found = regret_of(answer)
    assert found.mu == answer.upper
    with mp.workdps(40):
        excess = mp.ncdf(mpf(found.mu) / 2) * 2 - mp.ncdf(mp.sqrt(3) / 2) * 2  # delta_mu(0) = 2 Phi(mu/2) - 1
        assert 0 < excess <= mpf(found.upper)
    assert f"mu = {answer.upper!r}" in str(found)
    assert ch.Ledger("gdp:mu=0").mu(tail=2).regret().at == 2
