"""Noise so little that an output shows whether the record was in its sample: both ends, beside other enclosures and
integrals, and calibration to large targets."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import chartered as ch
import pytest
from chartered_verify.enclosure import fraction_of
from hypothesis import given, settings, strategies as st
from mpmath import mp

from tests.forging import forged

NAME = "characteristic-function"


def ends(answer: ch.Answer) -> tuple[Fraction, Fraction]:
    """The two ends of an answer, exactly."""
    return fraction_of(answer.enclosed.bound.lo), fraction_of(answer.enclosed.bound.hi)


def one_run(q: Fraction, s: Fraction, epsilon: Fraction) -> Any:
    """delta of one run, where the record is removed, in mpmath: the closed form."""
    q, s, x = (mp.mpf(v.numerator) / v.denominator for v in (q, s, epsilon))
    inner = mp.log1p(mp.expm1(x) / q)
    return q * (mp.ncdf(1 / (2 * s) - inner * s) - mp.exp(inner) * mp.ncdf(-1 / (2 * s) - inner * s))


@pytest.mark.parametrize(
    ("rate", "sigma", "times", "delta", "was"),
    [
        ("0.01", "0.05", 1, "1e-5", ("256.27015926599995", "256.27016386800005")),
        ("0.01", "0.05", 2, "1e-5", ("426.05977352549996", "426.05977450100005")),
        ("0.01", "0.05", 1000, "1e-5", ("5090.37089999999", "5090.378138000011")),
    ],
)
def test_the_ends_lie_between_those_along_a_line(rate: str, sigma: str, times: int, delta: str, was: Any) -> None:
    """Lines gave these wider ends; these are a million times closer."""
    found = ch.Ledger(f"poisson:rate={rate}/gaussian:sigma={sigma},times={times}").epsilon(delta, accountant=NAME)
    below, above = ends(found)
    assert Fraction(was[0]) < below < above < Fraction(was[1])
    assert above - below < above / 10**12


@settings(max_examples=15)
@given(
    st.fractions(Fraction(1, 1000), Fraction(99, 100), max_denominator=1000),
    st.fractions(Fraction(1, 200), Fraction(1, 24), max_denominator=1000),
    st.fractions(1, 200, max_denominator=10),
)
def test_one_run_is_its_closed_form(rate: Fraction, sigma: Fraction, epsilon: Fraction) -> None:
    """delta at any eps."""
    found = ch.Ledger(f"poisson:rate={rate}/gaussian:sigma={sigma}").delta(epsilon, accountant=NAME)
    below, above = ends(found)
    with mp.workdps(60):
        exact = one_run(rate, sigma, epsilon)
        assert mp.mpf(below.numerator) / below.denominator <= exact <= mp.mpf(above.numerator) / above.denominator
        assert above - below < Fraction(1, 10**10)


def test_a_multiplier_of_0_012_is_exact() -> None:
    """It was from above only, by Renyi, and 5 % more."""
    ledger = ch.Ledger("poisson:rate=0.01/gaussian:sigma=0.012,times=1000")
    answer, renyi = ledger.epsilon("1e-5"), ledger.epsilon("1e-5", accountant="renyi")
    assert answer.exact
    assert answer.upper - answer.lower < 1e-11 * answer.upper
    assert renyi.upper > 1.03 * answer.upper


@pytest.mark.parametrize("sigma", ["0.05", "1e-3", "1e-100"])
@pytest.mark.parametrize("delta", ["1e-5", "1e-100"])
def test_any_little_noise_has_both_ends(sigma: str, delta: str) -> None:
    """Down to noise that is none."""
    below, above = ends(ch.Ledger(f"poisson:rate=0.01/gaussian:sigma={sigma},times=100").epsilon(delta))
    assert 0 < below <= above < below * (1 + Fraction(1, 10**10))


def test_beside_other_noise_and_to_any_digits() -> None:
    """Two kinds of samples and Gaussian noise without one; more digits lie within fewer."""
    steps = [
        "poisson:rate=0.01/gaussian:sigma=0.02,times=100",
        "gaussian:sigma=2,times=4",
        "poisson:rate=0.2/gaussian:sigma=0.03,times=4",
    ]
    few = ends(ch.Ledger(steps).epsilon("1e-6"))
    many = ends(ch.Ledger(steps).epsilon("1e-6", digits=30))
    assert few[0] <= many[0] <= many[1] <= few[1]
    assert many[1] - many[0] < many[1] / 10**30


def test_more_noise_and_a_lower_rate_cost_less_across_the_change_of_rules() -> None:
    """Where the rule changes, at a multiplier of about 0.055, nothing jumps."""
    found = [
        ends(ch.Ledger(f"poisson:rate=0.01/gaussian:sigma=0.0{k},times=1000").epsilon("1e-5")) for k in range(49, 60)
    ]
    assert all(less[1] < more[0] for more, less in pairwise(found))


@pytest.mark.parametrize("delta", ["0.0199", "0.01990", "0.0198", "0.000099", "0.0001"])
def test_a_delta_at_a_step_of_the_profile(delta: str) -> None:
    """Two runs: the record is in no sample but for 0.0199, in both but for 0.0001. There delta hardly falls."""
    answer = ch.Ledger("poisson:rate=0.01/gaussian:sigma=0.001,times=2").epsilon(delta)
    below, above = ends(answer)
    at = ch.Ledger("poisson:rate=0.01/gaussian:sigma=0.001,times=2").delta(above)
    assert below <= above
    assert fraction_of(at.enclosed.bound.lo) <= Fraction(delta)


def test_a_forged_rule_proves_nothing_false() -> None:
    """A certificate with fewer terms is wider or refused, never another bound."""
    certificate = ch.Ledger("poisson:rate=0.01/gaussian:sigma=0.02,times=50").epsilon("1e-5").certificate()
    assert ch.check(certificate.document).accepted
    assert certificate.document["answer"]["witness"]["removal.shown"] == 43
    for nats in (1, 5, 20):
        assert not ch.check(forged(certificate.document, ("answer", "witness", "removal.shown"), nats)).accepted


@pytest.mark.parametrize(
    ("step", "target", "delta", "least", "most"),
    [
        ("dpsgd:n=763430,batch=5000,steps=4120", "100000", "1e-9", "0.01776", "0.01777"),
        ("dpsgd:n=60000,batch=600,epochs=10", "10000", "1e-5", "0.03586", "0.03587"),
    ],
)
def test_calibration_to_a_large_target_is_exact(step: str, target: str, delta: str, least: str, most: str) -> None:
    """These ran for minutes."""
    found = ch.calibrate(step, solve="noise", epsilon=target, delta=delta)
    assert Fraction(least) < found.value < Fraction(most)
    assert found.to_json()["best"] == NAME
