"""Skellam noise: check values, exact compositions, samples, and the pairs that are the worst."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import chartered as ch
import mpmath
import pytest
from chartered import Ledger, Side
from chartered_plugins.mechanisms.formulas import skellam_sums as sums
from chartered_verify.arithmetic import balls, digits, floats

VALUES = {
    4: (0.207001921223987, 0.0526754260537609, 0.00350375978048287),
    100: (0.0399443792990967, 2.95968448337631e-9, 1.80261264089768e-31),
}


@pytest.mark.parametrize("variance", VALUES)
def test_one_run_has_the_values_that_were_computed_otherwise(variance: int) -> None:
    """delta at eps = 0, 1/2 and 1, by sums of 30 digits."""
    for epsilon, expected in zip(("0", "1/2", "1"), VALUES[variance], strict=True):
        answer = Ledger(f"skellam:variance={variance}").delta(epsilon)
        assert answer.upper == pytest.approx(expected, rel=1e-14)
        assert answer.side is Side.EXACT


def test_two_runs_are_no_run_with_another_variance() -> None:
    """0.037925891 at eps = 1; the rates of the counts do not add up."""
    two = Ledger("skellam:variance=4,times=2").delta(1)
    assert two.side is Side.EXACT
    assert two.upper == pytest.approx(0.03792589079625756, rel=1e-13)
    assert Ledger("skellam:variance=2").delta(1).upper == pytest.approx(0.029254486, rel=1e-7)
    assert Ledger("skellam:variance=8").delta(1).upper == pytest.approx(0.000118884, rel=1e-5)


@mpmath.workdps(30)
def _by_mpmath(variance: int, rate: str, runs: int, epsilon: str) -> mpmath.mpf:
    """delta of a few runs where a record is removed, by all losses."""
    q, noise = mpmath.mpf(rate), {k: mpmath.exp(-variance) * mpmath.besseli(abs(k), variance) for k in range(-31, 32)}
    pairs = [((1 - q) * noise[k] + q * noise[k - 1], noise[k]) for k in range(-30, 31)]
    grown, total = mpmath.exp(mpmath.mpf(epsilon)), mpmath.mpf(0)
    for chosen in product(pairs, repeat=runs):
        p, other = (mpmath.fprod(pair[side] for pair in chosen) for side in (0, 1))
        total += max(0, p - grown * other)
    return total


@pytest.mark.parametrize("runs", [1, 2])
def test_runs_on_samples_are_those_of_all_outcomes(runs: int) -> None:
    """By mpmath's Bessel functions; the removed record loses more here."""
    found = Ledger(f"poisson:rate=0.3/skellam:variance=2,times={runs}").delta("0.3")
    exact = _by_mpmath(2, "0.3", runs, "0.3")
    assert found.lower * (1 - 1e-14) <= exact <= found.upper * (1 + 1e-14)


@pytest.mark.parametrize(
    ("step", "relation", "width"),
    [
        ("skellam:variance=100,times=20", None, 1e-5),
        ("skellam:variance=9,sensitivity=2,times=3", "replace-one", 1e-5),
        ("poisson:rate=1/10/skellam:variance=4,times=100", None, 1e-5),
        ("poisson:rate=1/10/skellam:variance=9", "replace-one", 1e-9),
        ("poisson:rate=1/10/skellam:variance=9,times=5", "replace-one", 1e-5),
    ],
)
def test_compositions_have_both_ends_and_a_certificate(step: str, relation: str | None, width: float) -> None:
    """Whole data sets and samples, removed, added and replaced records."""
    answer = Ledger(step, relation).epsilon("1e-5")
    assert answer.upper - answer.lower < width * answer.upper
    assert ch.check(answer.certificate()).accepted


def test_much_noise_is_nearly_gaussian_noise() -> None:
    """At variance 10^4 and a sensitivity of 100 eps differs by less than a hundredth."""
    step = "{},sensitivity=100,times=5"
    skellam = Ledger(step.format("skellam:variance=10000")).epsilon("1e-5").upper
    assert skellam == pytest.approx(Ledger(step.format("gaussian:sigma=100")).epsilon("1e-5").upper, rel=1e-2)


def test_mu_has_both_ends() -> None:
    """By the bound on its tail; more than that of Gaussian noise of the variance."""
    found = Ledger("skellam:variance=9").mu()
    assert 1 / 3 < found.lower < found.upper < found.lower + 1e-8


def test_several_runs_equal_a_composition() -> None:
    """And more noise never costs more."""
    thrice, listed = Ledger("skellam:variance=9,times=3"), Ledger(["skellam:variance=9"] * 3)
    assert thrice.epsilon("1e-5").upper == listed.epsilon("1e-5").upper
    costs = [Ledger(f"skellam:variance={v},times=2").delta("1/2").upper for v in (1, 2, 5, 20)]
    assert costs == sorted(costs, reverse=True)


def test_of_all_records_that_replace_one_another_opposite_ones_lose_most() -> None:
    """In fractions, for symmetric log-concave noise on integers (binomial): all pairs of shifts up to 2, on samples."""
    noise = {k: Fraction(comb(8, k + 4), 2**8) for k in range(-4, 5)}

    def loss(one: int, other: int, rate: Fraction, grown: Fraction) -> Fraction:
        total = Fraction(0)
        for k in range(-8, 9):
            p, q = ((1 - rate) * noise.get(k, 0) + rate * noise.get(k - d, 0) for d in (one, other))
            total += max(Fraction(0), p - grown * q)
        return total

    for rate, grown in product((Fraction(1, 5), Fraction(2, 3)), (Fraction(1, 2), Fraction(1), Fraction(3, 2))):
        worst = loss(2, -2, rate, grown)
        assert all(loss(d, e, rate, grown) <= worst for d, e in product(range(-2, 3), repeat=2))


def test_every_arithmetic_reads_one_table() -> None:
    """Floats and digits hold the middle of the balls."""
    with balls(128) as xp:
        ball = sums.at_most(xp, Fraction(9), -2)
    assert sums.at_most(floats, Fraction(9), -2) == pytest.approx(float(ball), rel=1e-15)
    with digits(30) as xp:
        assert abs(xp.number(ball) - sums.at_most(xp, Fraction(9), -2)) < 1e-25
    assert sums.delta(floats, Fraction(9), 1, 0.5) == pytest.approx(
        float(Ledger("skellam:variance=9").delta("1/2").upper)
    )


def test_an_eps_that_is_not_known_closely_gives_no_number() -> None:
    """Where a ball of eps has too many cuts; far out delta is next to 0 at once."""
    with balls(64) as xp:
        wide = xp.number(0).union(xp.number(1))
        assert sums.delta(xp, Fraction(100), 1, wide).is_nan()
        assert sums.delta(xp, Fraction(100), 1, xp.inf).is_nan()
        far = sums.delta(xp, Fraction(100), 1, xp.number(50))
        assert far.contains(0)
        assert far < 1e-300


def test_too_much_noise_is_refused_with_the_reason() -> None:
    """Its outcomes are too many to sum."""
    with pytest.raises(ch.NoAnswer, match="the noise has more than 400000 outcomes that count"):
        Ledger("skellam:variance=1e12").epsilon("1e-5", accountant="profile")
    with pytest.raises(ch.BadValue, match="sensitivity"):
        Ledger("skellam:variance=4,sensitivity=1/2")
