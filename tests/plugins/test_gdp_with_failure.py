"""A stated guarantee of mu-GDP except for a failure: the pair of a Gaussian and of what fails with that probability."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import chartered as ch
import pytest
from chartered.errors import CharteredError, Unavailable
from chartered.peers.plain_steps import plain_steps
from hypothesis import given, settings, strategies as st

STEP = "gdp:mu={},failure={}"
NORMAL = NormalDist()


def delta_mu(mu: float, eps: float) -> float:
    """The privacy profile of mu-GDP."""
    return NORMAL.cdf(mu / 2 - eps / mu) - 2.718281828459045**eps * NORMAL.cdf(-mu / 2 - eps / mu)


@settings(max_examples=20)
@given(
    st.fractions(Fraction(1, 10), 3, max_denominator=20),
    st.fractions(0, Fraction(1, 5), max_denominator=50),
    st.integers(1, 5),
    st.fractions(0, 3, max_denominator=10),
)
def test_the_profile_is_that_of_the_pair(mu: Fraction, failure: Fraction, times: int, eps: Fraction) -> None:
    """n runs: 1 - (1 - d)^n + (1 - d)^n delta of mu sqrt(n), exactly."""
    found = ch.Ledger(f"{STEP.format(mu, failure)},times={times}").delta(eps)
    kept = float((1 - failure) ** times)
    assert found.exact
    assert found.upper == pytest.approx(1 - kept + kept * delta_mu(float(mu) * sqrt(times), float(eps)), abs=1e-12)


def test_without_a_failure_it_is_as_before() -> None:
    """failure=0 is no failure; a probability below 1 is."""
    assert ch.Ledger(STEP.format(1, 0)).epsilon("1e-5").upper == ch.Ledger("gdp:mu=1").epsilon("1e-5").upper
    with pytest.raises(CharteredError, match="failure is 1; it must be a number at least 0 and below 1"):
        ch.Ledger(STEP.format(1, 1))
    assert ch.Ledger(STEP.format(1, "1e-6")).epsilon("1e-7").upper == float("inf")


def test_its_mu_except_for_a_likelier_failure_is_smaller() -> None:
    """The least mu at twice the stated failure is a little below the stated mu; without any failure there is none."""
    ledger = ch.Ledger(STEP.format("0.7", "1e-6"))
    found = ledger.mu("1e-4", failure="2e-6")
    assert 0.69 < found.upper <= 0.7 + 1e-4
    assert ledger.mu().upper == float("inf")


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize(("mu", "failure"), [("1/2", "1e-6"), ("1", "1e-9"), ("1/10", "1/100")])
def test_of_a_group_the_failures_grow(size: int, mu: str, failure: str) -> None:
    """No less than the same without failures, nor than a chain of which each change fails by itself; hardly more where
    failures are rare, and no eps below what they amount to."""
    step = f"group:size={size}/{STEP.format(mu, failure)}"
    for eps in ("0", "1", "5"):
        found = ch.Ledger(step).delta(eps)
        rare = ch.Ledger(STEP.format(size * Fraction(mu), failure)).delta(eps).upper
        assert rare <= found.upper <= rare + size * float(Fraction(failure)) * 2.718281828459045 ** float(eps)
        assert ch.check(found.certificate()).accepted
    assert ch.Ledger(step).epsilon(Fraction(failure)).upper == float("inf")


def test_of_too_large_a_group_nothing_is_proved() -> None:
    """Nor under replace-one, where one change is two."""
    for size, neighbours in ((65, "add-or-remove"), (33, "replace-one")):
        with pytest.raises(CharteredError):
            ch.Ledger(f"group:size={size}/{STEP.format(1, '1e-6')}", neighbours).epsilon("1e-5")


def test_a_filter_pays_it_from_two_purses() -> None:
    """mu^2, and the probability of a failure, which composes as a product; without a purse for failures it may not
    run."""
    budget = ch.Filter(gdp=1, fail="1e-6")
    left = budget.spend(STEP.format("1/2", "4e-7"), times=2).left
    assert left["gdp"] == Fraction(1, 2)
    spent = 1 - (1 - Fraction(4, 10**7)) ** 2
    assert left["fail"] == (Fraction(1, 10**6) - spent) / (1 - spent)
    assert not budget.may(STEP.format("1/2", "4e-7"))
    assert not ch.Filter(gdp=1).may(STEP.format("1/2", "4e-7"))


def test_a_training_is_within_what_it_states() -> None:
    """Noisy SGD and its mu except for a failure: no larger delta at any eps that is tried."""
    steps = "poisson:rate=0.01/gaussian:sigma=1,times=1000"
    stated = ch.Ledger(STEP.format("0.51575825", "1e-10"))
    for eps in ("0", "0.5", "1.5", "3.15618168", "4"):
        assert ch.Ledger(steps).delta(eps).upper <= stated.delta(eps).upper


def test_it_states_no_rho_and_other_packages_are_not_asked() -> None:
    """A failure is no Renyi divergence; a package that knows mu alone would leave it out."""
    budget = ch.Ledger(STEP.format(1, "1e-6")).budget(renyi=2)
    assert {"rho", "mu", "renyi"} <= dict(budget.unavailable).keys()
    entries = ch.Ledger(STEP.format(1, "1e-6")).entries
    with pytest.raises(Unavailable, match="except for a failure"):
        plain_steps(ch.registry(), entries, ch.Neighbours.ADD_OR_REMOVE)


def test_what_has_no_finite_bound_is_said_so() -> None:
    """Of a group around it nothing exact is known: not that eps is infinite, and no bound that is infinity."""
    group, alone = (ch.Ledger(f"{wrapper}gdp:mu=1,failure=1e-3") for wrapper in ("group:size=2/", ""))
    assert "epsilon has no finite bound at delta = 1e-5" in repr(group.epsilon("1e-5"))
    assert "epsilon has no finite bound at delta = 1e-5" in str(group.epsilon("1e-5"))
    assert group.budget(delta="1e-5").headline == "epsilon has no finite bound at delta = 1e-5"
    assert "epsilon is infinite at delta = 1e-5" in repr(alone.epsilon("1e-5"))
