"""Refined families: the paper's numbers, the infimum over all guarantees with many digits, every arithmetic, and what
is not GDP."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Profile, Question
from chartered.accounting.every_path import Accounting
from chartered.accounting.request import Request
from chartered.enclose.evaluation import evaluate
from chartered.enclose.proved_mu import measured
from chartered.paths.step_paths import PathSearch
from chartered.search.least_mu import gauge
from chartered_verify.arithmetic import balls, digits, floats
from hypothesis import assume, given, settings, strategies as st
from strategies import magnitudes
from truth import gaussian

MP = digits(40).mp
POWER, CLOAK = "power:sigma=2,A=2,B=1", "cloak:n=4,m=20"


def profile(step: str) -> Profile:
    """The one profile of one run."""
    reached = PathSearch.over(ch.registry(), ch.Neighbours.ADD_OR_REMOVE).guarantees(ch.parse(step).step)
    return next(r.guarantee for r in reached if isinstance(r.guarantee, Profile))


def naive(step: str) -> Any:
    """The family's own delta at each eps, with 40 digits."""
    settings = {key: Fraction(value) for key, value in (pair.split("=") for pair in step.partition(":")[2].split(","))}
    value = {key: MP.mpf(x.numerator) / x.denominator for key, x in settings.items()}
    if step.startswith("power"):
        return lambda e: value["B"] * MP.exp(-((value["sigma"] * e / value["A"]) ** 2))
    return lambda e: value["n"] * MP.exp(-value["m"] / 10) / e


def infimum(delta: Any, epsilon: Fraction) -> Any:
    """inf over e0 >= eps of delta + (1-delta) (e^e0 - e^eps)/(1 + e^e0): a scan, then golden sections, with 40
    digits."""
    e = MP.mpf(epsilon.numerator) / epsilon.denominator

    def implied(e0: Any) -> Any:
        return delta(e0) + (1 - delta(e0)) * (MP.exp(e0) - MP.exp(e)) / (1 + MP.exp(e0)) if delta(e0) < 1 else MP.one

    points = [e + MP.mpf(k) ** 3 / 20000 + MP.mpf(10) ** -30 for k in range(80)]
    best = min(range(80), key=lambda i: implied(points[i]))
    low, high = points[max(best - 1, 0)], points[min(best + 1, 79)]
    ratio = (MP.sqrt(5) - 1) / 2
    for _ in range(90):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, b) if implied(a) < implied(b) else (a, high)
    return min(implied((low + high) / 2), implied(points[best]))


STEPS = [
    POWER,
    CLOAK,
    "power:sigma=1,A=3,B=5/4",
    "power:sigma=3,A=2,B=1/2",
    "power:sigma=1,A=1,B=9/10",
    "cloak:n=100,m=60",
]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("epsilon", ["0", "0.1", "0.7", "1.3", "3"])
def test_the_profile_is_the_infimum_over_all_guarantees(step: str, epsilon: str) -> None:
    """The certified delta holds it, to 18 digits, for eps before and after the best guarantee."""
    answer = Ledger(step).delta(epsilon)
    truth = infimum(naive(step), Fraction(epsilon))
    assert abs(MP.mpf(answer.upper_exact) - truth) < truth * 1e-18
    if answer.lower_exact is not None:
        assert MP.mpf(answer.lower_exact) <= truth * (1 + MP.mpf(10) ** -30)
    assert answer.side.value == ("upper" if "B=1/2" in step or "B=9/10" in step else "exact")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("delta", ["0.4", "0.05", "1e-5", "1e-300"])
def test_the_eps_at_a_delta_is_the_inverse(step: str, delta: str) -> None:
    """delta at the certified upper end is at most what was asked for, and at the lower end at least that."""
    answer = Ledger(step).epsilon(delta)
    at = lambda e: evaluate(profile(step), Question.delta(Fraction(e)), {}).bound  # noqa: E731
    assert at(answer.upper).lower <= float(delta) * (1 + 1e-12)
    if answer.lower is not None and answer.lower > 0:
        assert answer.upper <= answer.lower * (1 + 1e-12)
        assert at(answer.lower).upper >= float(delta) * (1 - 1e-12)


@pytest.mark.parametrize("step", STEPS)
def test_every_arithmetic_has_the_same_profile(step: str) -> None:
    """Floats and digits lie where balls say, on either side of the best guarantee."""
    found = profile(step)
    for epsilon in (Fraction(1, 10), Fraction(1), Fraction(5, 2)):
        with balls(256) as xp:
            ball = xp.number(found.delta(xp, xp.number(epsilon), {}))
        digit = found.delta(digits(40), digits(40).number(epsilon), {})
        assert abs(digit - MP.mpf(ball.mid().str(45, radius=False))) < 1e-36
        assert found.delta(floats, float(epsilon), {}) == pytest.approx(float(ball.mid()), rel=1e-13)


def test_mu_of_the_power_family_is_bracketed() -> None:
    """A = 2, B = 1, sigma = 2: mu_t = sqrt(1/2), and mu = 1.856357289, that of delta(0), is proved 1e-9 narrow; the
    certificate holds."""
    answer = Ledger(POWER).mu()
    assert answer.upper - answer.lower < 1.0001e-9
    at_zero = 1 - MP.erfc((answer.upper - 5e-10) / MP.sqrt(8))
    assert abs(at_zero - infimum(naive(POWER), Fraction(0))) < 1e-9
    assert answer.enclosed.tail == pytest.approx(math.sqrt(0.5), rel=1e-15)
    assert answer.attained_at == 0
    assert ch.check(answer.certificate().document).accepted


@given(
    magnitudes(-2, 2), magnitudes(-2, 2), st.sampled_from([Fraction(1), Fraction(5, 4), Fraction(1000), Fraction(1, 3)])
)
@settings(max_examples=15, deadline=None)
def test_mu_of_any_power_family_covers_its_transform(sigma: Fraction, a: Fraction, b: Fraction) -> None:
    """The bracket is narrow, and the upper end's Gaussian profile is above the family's at every point of a grid."""
    assume(a <= 100 * sigma)  # beyond it delta(0) is within e^-1250 of 1: a refusal, which has its own test
    found = profile(f"power:sigma={sigma},A={a},B={b}")
    bracket = measured(found, gauge(found, Fraction(1, 10**9))).bound
    assert bracket.upper - bracket.lower <= 1.01e-9 * min(1, bracket.upper) + 1e-15 * bracket.upper
    mu = MP.mpf(bracket.upper)
    for k in range(30):
        e = MP.mpf(a.numerator) / a.denominator / (MP.mpf(sigma.numerator) / sigma.denominator) * k / 5
        assert found.delta(digits(40), e, {}) <= gaussian(mu, e) + MP.mpf(10) ** -30


def test_a_family_that_leaves_no_privacy_at_eps_0_is_refused_and_not_measured_for_hours() -> None:
    """delta(0) = 1 - e^-2420000 has no logit at any working precision that is worth its time."""
    with pytest.raises(ch.CharteredError, match="cannot be told from 0 and 1 at 8192 bits"):
        Ledger("power:sigma=1/100,A=22,B=1000").mu()


def test_the_encoder_is_not_gdp_and_says_so() -> None:
    """delta = c/eps is slower than any Gaussian tail; the answer has no finite mu, and a reason."""
    answer = Ledger(CLOAK).mu()
    assert (answer.gdp, answer.upper, answer.lower) == (False, math.inf, math.inf)
    assert "not GDP" in answer.why


def test_every_answer_about_the_encoder_says_that_the_sum_is_released() -> None:
    """The messages of all users add up to the exact sum, which tells data sets of different sums apart with
    certainty."""
    for answer in (Ledger("cloak:n=4,m=200").epsilon("1e-5"), Ledger(CLOAK).delta(2)):
        assert "the sum is released exactly" in answer.sampling


@pytest.mark.parametrize(("step", "delta"), [(POWER, math.exp(-0.25)), (CLOAK, 1.0)])
def test_unrefined_each_eps_has_its_own_delta_only(step: str, delta: float) -> None:
    """refined=false is the naive curve, at most 1, an upper bound that is nowhere below the refined one."""
    plain, refined = Ledger(f"{step},refined=false").delta("0.5"), Ledger(step).delta("0.5")
    assert plain.upper == pytest.approx(delta)
    assert (plain.side.value, plain.lower) == ("upper", None)
    assert refined.upper < plain.upper
    assert Ledger(f"{step},refined=false").delta(0).upper == 1
    assert Ledger(f"{step},refined=false").epsilon("1e-9").upper >= Ledger(step).epsilon("1e-9").upper * (1 - 1e-12)
    account = Accounting(
        Request(ch.registry(), tuple(Ledger(f"{step},refined=false").entries), ch.Neighbours.ADD_OR_REMOVE)
    ).ask(Question.mu())
    assert not account.answers
    assert any("no mu is valid" in none.why for none in account.unavailable)


def test_a_users_own_trade_off_is_refined_without_an_inverse() -> None:
    """sigma = 2 sqrt(log(1/delta))/eps, given as it stands, is the power family; its best guarantee is found by
    search."""
    curve = ch.naive(lambda xp, eps, delta: 2 * xp.sqrt(-xp.log(delta)) / eps, 2)
    mine = ch.refined(curve, tail=ch.Tail(subgaussian=(1, 0, 0), tail_mu=lambda xp: 1 / xp.sqrt(xp.number(2))))
    for epsilon in ("0", "1/4", "3/2", "1/3"):
        one, other = (evaluate(p, Question.delta(Fraction(epsilon)), {}).bound for p in (mine, profile(POWER)))
        assert one.overlaps(other) or abs(one.upper / other.upper - 1) < 1e-15
    found, known = measured(mine, gauge(mine, Fraction(1, 10**9))).bound, Ledger(POWER).mu()
    assert found.upper == pytest.approx(known.upper, abs=1e-12)


def test_a_curve_that_says_nothing_near_zero_is_refined() -> None:
    """A trade-off that asks for more noise than there is at small eps: delta is 1 there, and the refined one is
    below."""
    curve = ch.naive(lambda xp, eps, delta: (1 - xp.log(delta)) / eps, 1)
    assert curve(floats, 0.5) == 1.0
    assert curve(floats, 2.0) == pytest.approx(math.exp(-1))
    assert 0 < ch.refined(curve).delta(floats, 0.5, {}) < 1
