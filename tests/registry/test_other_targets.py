"""Targets in other words: rho, the advantage of membership inference, and the power of attacks at a type I error."""

from __future__ import annotations

import json
from fractions import Fraction
from statistics import NormalDist

import chartered as ch
import pytest
from chartered.certificate.digest import sealed
from chartered.enclose.other_targets import PowerGoal, PowerTarget, largest_delta
from chartered.errors import CharteredError
from chartered.profiles.tradeoff_curves import power
from chartered.proof.export import proof_of
from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import enclose
from hypothesis import given, settings, strategies as st

NORMAL = NormalDist()
SGD = "poisson:rate=0.01/gaussian:times=1000"
_PROBABILITIES = st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=200)


@pytest.mark.parametrize(
    ("b", "a"), [("0.05", "0.01"), ("0.5", "1e-3"), ("0.99", "0.9"), ("0.9", "0.3"), ("1e-5", "1e-6")]
)
def test_the_noise_of_a_gaussian_for_a_power(b: str, a: str) -> None:
    """mu is Phi^-1(b) - Phi^-1(a): the noise is its inverse, and runs add up as squares."""
    mu = NORMAL.inv_cdf(float(b)) - NORMAL.inv_cdf(float(a))
    solved = ch.calibrate("gaussian", solve="sigma", power=b, type_one=a)
    assert float(solved) == pytest.approx(1 / mu, rel=1e-8)
    assert ch.Ledger(f"gaussian:sigma={solved.value}").risk(type_one=a).power.upper <= float(b) * (1 + 1e-12)
    assert solved.best.fails_beyond is None
    assert ch.largest_times("gaussian:sigma=20", power=b, type_one=a).value == int((20 * mu) ** 2)


def test_the_noise_of_a_training_for_a_power_and_for_an_advantage() -> None:
    """What `risk` says of the answer is within the target, and just so."""
    sigma = ch.calibrate(SGD, solve="sigma", power="0.05", type_one="0.01").value
    for less, met in ((Fraction(1), True), (1 - Fraction(1, 10**6), False)):
        ledger = ch.Ledger(f"poisson:rate=0.01/gaussian:sigma={Fraction(sigma) * less},times=1000")
        assert (ledger.risk(type_one="0.01").power.upper <= 0.05 * (1 + 1e-9)) is met
    solved = ch.calibrate(SGD, solve="sigma", advantage="0.1")
    assert solved.best.fails_beyond is True
    assert ch.Ledger(f"poisson:rate=0.01/gaussian:sigma={solved.value},times=1000").delta(0).upper <= 0.1


def test_a_power_next_to_1_is_looked_for_as_closely_as_one_next_to_0() -> None:
    """A test that is turned around has the complements of both numbers."""
    high, low = (
        ch.calibrate("gaussian", solve="sigma", power=power, type_one=type_one).value
        for power, type_one in (("1-1e-30", "1-1e-29"), ("1e-29", "1e-30"))
    )
    assert float(high) == pytest.approx(float(low), rel=1e-9)
    assert 4.9 < high < 5


def test_a_power_without_an_estimate_of_the_profile() -> None:
    """Randomized response: with e^eps = 2 no test of type I error 0.1 has more power than 0.2."""
    solved = ch.calibrate("randomized-response", solve="epsilon", power="0.2", type_one="0.1")
    assert float(solved) == pytest.approx(0.6931471805, rel=1e-6)
    assert ch.Ledger(f"randomized-response:epsilon={solved.value}").risk(type_one="0.1").power.upper <= 0.2 * (1 + 1e-9)


@pytest.mark.parametrize(
    ("step", "power", "within"),
    [
        ("pure:epsilon=1", "0.28", True),
        ("laplace:scale=1", "0.28", True),
        ("approximate:epsilon=1,delta=0.02", "0.3", True),
        ("pure:epsilon=1", "0.27", False),
    ],
)
def test_a_kink_of_the_profile_shows_the_power_of_one_run(step: str, power: str, within: bool) -> None:
    """0.1 e + delta is the power at a type I error of 0.1, which no other point of the profile shows; and that none
    does is not said to be the truth."""
    solved = ch.largest_times(step, power=power, type_one="0.1")
    assert solved.met is within
    assert (ch.Ledger(step).risk(type_one="0.1").power.upper <= float(power)) is within
    if within:
        assert ch.check(solved.certificate()).accepted
    else:
        assert "no times of pure:epsilon=1 is shown to meet power = 0.27" in repr(solved) or solved.value == 0


@pytest.mark.parametrize(
    ("rho", "steps", "by"),
    [
        (Fraction(1, 2), ["gaussian:sigma=s,times=10"], 10),
        (Fraction(1, 50), ["gaussian:sigma=s", "gaussian:sigma=s/3,times=2"], 19),
        (Fraction(3), ["gdp:mu=1/s", "zcdp:rho=2/s^2"], 5),
    ],
)
def test_rho_of_gaussians(rho: Fraction, steps: list[str], by: int) -> None:
    """rho is the sum of 1/(2 sigma^2), so s^2 = by/(2 rho)."""
    solved = ch.calibrate(steps, solve="s", rho=rho)
    s = solved.best.finite
    assert 0 <= s**2 - by / (2 * rho) < Fraction(1, 10**9) * s**2
    assert solved.best.fails_beyond is (None if "zcdp" in steps[-1] else True)


def test_rho_of_runs_is_exact() -> None:
    """800 runs of sigma = 20 have rho = 1, exactly; pure steps are no Gaussians, and cost less than eps^2/2."""
    solved = ch.largest_times("gaussian:sigma=20", rho=1)
    assert int(solved) == 800
    assert solved.best.fails_beyond is True
    assert int(ch.largest_times("zcdp:rho=0.1", rho="0.3")) == 3
    assert int(ch.largest_times("pure:epsilon=0.1", rho=1)) >= 200
    assert [answer.accountant for answer in ch.calibrate("laplace", solve="scale", rho=1).answers] == ["zcdp", "gdp"]


def test_no_rho_is_taken_for_what_may_fail_or_has_none() -> None:
    """An (eps, delta) guarantee and a Poisson sample state none, and say so."""
    for step, key in (("approximate:delta=1e-6", "epsilon"), ("poisson:rate=0.1/gaussian", "sigma")):
        solved = ch.calibrate(step, solve=key, rho=1)
        assert not solved.met
        assert "no theorem states any rho" in (solved.why or "")
    assert not ch.largest_times("approximate:epsilon=1,delta=1e-6", rho=9).met
    assert "one run has rho = 2" in (ch.largest_times("zcdp:rho=2", rho=1).why or "")


@settings(max_examples=40)
@given(_PROBABILITIES, _PROBABILITIES, st.fractions(0, 3, max_denominator=50))
def test_the_largest_delta_is_the_inverse_of_the_power(b: Fraction, a: Fraction, epsilon: Fraction) -> None:
    """With it a test of that type I error has exactly that power, and with more it has more."""
    numbers = [float(x) for x in (b, a, epsilon)]
    with floats as xp:
        most = float(largest_delta(xp, *numbers))
        if 0 < most < 0.99 and b > a:
            assert float(power(xp, numbers[1], numbers[2], most)) == pytest.approx(numbers[0], rel=1e-9)
            assert float(power(xp, numbers[1], numbers[2], most + 1e-3)) > numbers[0]


@settings(max_examples=30)
@given(_PROBABILITIES, _PROBABILITIES, st.fractions(0, 2, max_denominator=50))
def test_a_point_shows_the_power(b: Fraction, a: Fraction, epsilon: Fraction) -> None:
    """(eps, delta) of the target bounds the power, in balls: never above what was asked for."""
    if b > a:
        try:
            target = PowerTarget.at(b, a, epsilon)
        except CharteredError:
            return
        found = enclose(lambda xp: power(xp, xp.number(a), xp.number(epsilon), xp.number(target.delta)))
        assert Fraction(found.lower) <= b


def test_every_target_has_a_certificate() -> None:
    """Accepted as it is; refused with another point, another target, or one that the value does not meet."""
    targets = ({"power": "0.2", "type_one": "0.1"}, {"advantage": "0.1"}, {"rho": "0.1"})
    for target in targets:
        solved = ch.calibrate("gaussian", solve="sigma", **target)
        document = json.loads(solved.certificate().text)
        found = ch.check(document)
        assert found.accepted, found.why
        assert " = ".join(next(iter(target.items()))) in (found.says or "")
        for name in document["at"]:
            other = {**document, "at": {**document["at"], name: "0.15" if name == "type_one" else "0.05"}}
            other.pop("digest")
            assert not ch.check(sealed(other)).accepted, name
        with pytest.raises(CharteredError, match="a proof is written of a target"):
            proof_of(document)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ({"rho": 0}, "rho is 0; it must be above 0"),
        ({"rho": 1, "mu": 1}, "two targets are given, rho and mu"),
        ({"advantage": 1}, "advantage is 1; it must be above 0 and below 1"),
        ({"power": "0.1"}, "no type_one is given"),
        ({"type_one": "0.1"}, "no power is given"),
        ({"power": "0.1", "type_one": "0.1"}, "power must be above it: without any output a test has as much"),
        ({"power": 2, "type_one": "0.1"}, "power is 2; it must be above 0 and below 1"),
        ({"power": "0.1", "type_one": 0}, "type_one is 0; it must be above 0 and below 1"),
        ({"power": "0.1", "type_one": "0.01", "epsilon": 1}, "two targets are given"),
    ],
)
def test_a_target_that_is_none_is_said(target: dict[str, object], message: str) -> None:
    """In one line, in both directions of asking."""
    for ask in (
        lambda: ch.calibrate("gaussian", solve="sigma", **target),
        lambda: ch.largest_times("gdp:mu=1", **target),
    ):
        with pytest.raises(CharteredError) as error:
            ask()
        assert message in str(error.value)


def test_a_point_without_a_delta_is_refused() -> None:
    """Far out e^eps a is more than the power; at eps = 0 there is always one."""
    goal = PowerGoal.read("0.2", "0.1")
    with pytest.raises(CharteredError, match="no delta at epsilon = 3 shows power"):
        goal.at(Fraction(3))
    assert 0 <= Fraction(1, 10) - goal.at(Fraction(0)).delta < Fraction(1, 10**15)


def test_probabilities_of_any_size() -> None:
    """Far below the smallest double, or next to 1: there is an answer that meets the target, or a reason."""
    tiny = ch.calibrate("gaussian", solve="sigma", power="0.2", type_one="1e-12")
    assert float(tiny) == pytest.approx(0.161476, 1e-4)
    assert ch.calibrate("gaussian", solve="sigma", power=1 - Fraction(1, 10**22), type_one="0.5").met
    goal = PowerGoal.read("1e-4000", "1e-5000")
    assert Fraction("0.999e-4000") < goal.at(Fraction(0)).delta < Fraction("1e-4000")


def test_power_in_a_limited_time() -> None:
    """The best point so far counts, with a note; with no time at all it is said that nothing was found."""
    solved = ch.calibrate("gaussian", solve="sigma", power="0.2", type_one="0.1", seconds=20)
    assert solved.met
    with pytest.raises(ch.OutOfTime):
        ch.calibrate(SGD, solve="sigma", power="0.2", type_one="0.1", seconds=1e-6)
