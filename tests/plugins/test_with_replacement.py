"""Samples drawn with replacement: a record may stand in one several times."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import chartered as ch
import pytest
from chartered import Ledger
from chartered_plugins.basics.formulas import group_privacy
from chartered_verify.arithmetic import balls

WRAPPED = ("gaussian:sigma=5", "laplace:scale=5", "discrete-gaussian:sigma=5", "approximate:epsilon=1/5,delta=1e-9")


@pytest.mark.parametrize("wrapped", WRAPPED)
def test_one_draw_is_a_sample_of_one(wrapped: str) -> None:
    """With replacement or without."""
    with_replacement, without = (
        Ledger(f"{name}:size=1,of=100/{wrapped}").epsilon("1e-6").upper
        for name in ("sample-with-replacement", "sample")
    )
    assert with_replacement == pytest.approx(without, rel=1e-3)


@pytest.mark.parametrize("wrapped", WRAPPED)
def test_larger_samples_and_fewer_records_are_never_better(wrapped: str) -> None:
    """Nor is a sample with replacement better than one without, as far as both are known."""
    step = "sample-with-replacement:size={},of={}/" + wrapped
    rising = [Ledger(step.format(*sizes)).epsilon("1e-6").upper for sizes in ((3, 900), (30, 900), (30, 300), (30, 30))]
    assert rising == sorted(rising)
    assert rising[1] > Ledger(f"sample:size=30,of=900/{wrapped}").epsilon("1e-6").upper


@pytest.mark.parametrize("wrapped", WRAPPED)
def test_times_is_repeated_composition(wrapped: str) -> None:
    """And its certificate is accepted."""
    step = f"sample-with-replacement:size=10,of=1000/{wrapped}"
    many, repeated = Ledger(f"{step},times=3").epsilon("1e-6"), Ledger([step] * 3).epsilon("1e-6")
    assert many.upper == repeated.upper
    assert ch.check(many.certificate()).accepted


@pytest.mark.parametrize(("draws", "records"), [(2, 2), (3, 2), (2, 4), (4, 3)])
@pytest.mark.parametrize("sigma", [Fraction(1, 2), Fraction(3)])
def test_no_delta_is_below_that_of_all_samples(draws: int, records: int, sigma: Fraction) -> None:
    """Of a sum with normal noise, of a record that goes from -1/2 to 1/2 beside others at -1/2: both mixtures of all
    samples, and the test that is best between them, whose ratio rises."""
    weights = [0.0] * (draws + 1)
    for sample in product(range(records), repeat=draws):
        weights[sample.count(0)] += records**-draws
    ledger = Ledger(f"sample-with-replacement:size={draws},of={records}/gaussian:sigma={sigma / 2}")

    def tail(x: float) -> float:
        return math.erfc(x / float(sigma) / math.sqrt(2)) / 2

    for epsilon in (0.0, 0.3, 1.0, 2.5):
        exact = max(
            sum(w * tail(x / 50 - k) for k, w in enumerate(weights)) - math.exp(epsilon) * tail(x / 50)
            for x in range(-500, 2000)
        )
        assert ledger.delta(epsilon).upper >= exact


def test_a_guarantee_that_may_fail_still_may() -> None:
    """The failures of a group add up, and no eps is finite below them: at least 0.095 times 1e-6 here."""
    ledger = Ledger("sample-with-replacement:size=10,of=100/approximate:epsilon=1/5,delta=1e-6")
    assert ledger.epsilon("1e-6").upper < 0.2
    assert ledger.epsilon("9e-8").upper == math.inf
    assert 0.95e-7 < ledger.delta(100).upper < 1.2e-7


@pytest.mark.parametrize("size", range(1, 40))
@pytest.mark.parametrize("epsilon", [0, Fraction(3, 10), 4])
def test_the_delta_of_a_group_is_a_sum(size: int, epsilon: Fraction) -> None:
    """Of one term for each record, also at eps = 0."""
    with balls(200) as xp:
        found = group_privacy.delta(xp, xp.number(epsilon), xp.number(Fraction(1, 7)), size)
        written = sum((xp.exp(xp.number(k * epsilon)) for k in range(size)), xp.number(0)) / 7
        assert found.overlaps(written)
        assert found.rad() < written * 1e-50


@pytest.mark.parametrize(
    ("settings", "neighbours", "why"),
    [
        ("size=0,of=10", None, "size is 0"),
        ("size=1/2,of=10", None, "whole"),
        ("size=5", None, "of"),
        ("size=5,of=10", "add-or-remove", "replace-one"),
        ("size=5,of=10", "zero-out", "replace"),
        ("size=100001,of=100", None, "more than 1000 times on average"),  # a sum over each number would be long
    ],
)
def test_bad_settings_have_a_clear_error(settings: str, neighbours: str | None, why: str) -> None:
    """Each names what would be right."""
    with pytest.raises(ch.CharteredError, match=why):
        Ledger(f"sample-with-replacement:{settings}/gaussian:sigma=1000", neighbours).epsilon("1e-6")


@pytest.mark.parametrize("epsilon0", ["1/10", "1", "3"])
@pytest.mark.parametrize(("draws", "records"), [(2, 2), (3, 2), (3, 4), (4, 3)])
@pytest.mark.parametrize("times", [1, 2])
def test_a_bootstrap_sample_has_an_eps_at_delta_zero(epsilon0: str, draws: int, records: int, times: int) -> None:
    """m log(1 + (e^eps - 1)/n) for each run: never below the largest ratio over all samples of randomized response on
    whether a record was drawn, and far below that of a group of m."""
    answer = Ledger(f"sample-with-replacement:size={draws},of={records}/pure:epsilon={epsilon0},times={times}").epsilon(
        0
    )
    eps, never = float(Fraction(epsilon0)), (1 - 1 / records) ** draws
    share = [math.comb(draws, k) * (records - 1) ** (draws - k) / records**draws for k in range(draws + 1)]
    # a report whose odds are e^(k eps) for k times the record, and e^(-k eps) for k times the other one
    odds = [1 / (1 + math.exp(-k * eps)) for k in range(-draws, draws + 1)]
    here, there = (sum(p * odds[draws + sign * k] for k, p in enumerate(share)) for sign in (1, -1))
    assert answer.upper >= times * math.log(here / there) * (1 - 1e-12)
    assert answer.upper == pytest.approx(times * draws * math.log1p(math.expm1(eps) / records), rel=1e-12)
    assert answer.upper <= times * math.log1p((1 - never) * math.expm1(draws * eps)) * (1 + 1e-12)
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize("inner", ["gaussian:sigma=0.527", "laplace:scale=1", "approximate:epsilon=1,delta=1e-9"])
def test_one_draw_is_written_as_a_sample_of_one(inner: str) -> None:
    """With the same answers at every delta, so that a larger delta has no larger eps."""
    for delta in ("1e-9", "1.001e-9", "1e-3"):
        drawn, sampled = (
            Ledger(f"{name}:size=1,of=50/{inner},times=10").epsilon(delta)
            for name in ("sample-with-replacement", "sample")
        )
        assert (drawn.lower, drawn.upper) == (sampled.lower, sampled.upper)


@pytest.mark.parametrize(
    ("size", "of", "sigma", "times", "by_groups"),
    [
        (256, 60000, "1.1", 1, 1.32),
        (256, 60000, "1.1", 3, 2.3),
        (1000, 1000, "5", 1, 7.53),
        (256, 60000, "1/2", 10, 99),
    ],
)
def test_one_run_or_a_few_are_a_mixture_of_how_often(
    size: int, of: int, sigma: str, times: int, by_groups: float
) -> None:
    """Far below the bound by groups, and not above what that says where noise is large; with a certificate."""
    step = f"sample-with-replacement:size={size},of={of}/gaussian:sigma={sigma},times={times}"
    answer = Ledger(step).epsilon("1e-5")
    assert "sample-with-replacement.gaussian" in str(answer.path)
    assert answer.upper < 0.95 * by_groups
    assert ch.check(answer.certificate()).accepted


def test_much_noise_and_tiny_deltas_are_answered_by_groups() -> None:
    """Two records lie no farther from each other than each from what it takes the place of; and that a record is drawn
    more often than is counted is a failure of 4e-23."""
    step = "sample-with-replacement:size=256,of=60000/gaussian:sigma="
    theorems = (f"sample-with-replacement.{name}" for name in ("gdp", "gaussian-profile"))
    groups, counted = (Ledger(f"{step}4").epsilon("1e-5", accountant=theorem).upper for theorem in theorems)
    assert Ledger(f"{step}4").epsilon("1e-5").upper == groups < counted
    assert Ledger(f"{step}1.1").epsilon("1e-30").path[1] == "sample-with-replacement.gdp"
