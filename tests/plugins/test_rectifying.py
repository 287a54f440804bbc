"""Clip and rectify: its accounts against exact mechanisms and against Theorem 4.4, and the noise that it really
adds."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import sqrt
from random import Random

import chartered as ch
import numpy as np
import pytest
from chartered_plugins.mechanisms.clip_and_rectify import rectify
from chartered_plugins.mechanisms.formulas.laplace_profile import rectified_delta
from chartered_verify.arithmetic import balls
from flint import arb

LAPLACE = "laplace:scale=1,sensitivity=2"
GAUSSIAN = "gaussian:sigma=1"
Outcomes = list[tuple[Fraction, Fraction, Fraction]]
"""(y, p, q): a number in [0, 1] and its probabilities under two neighbours."""


def rectified(step: str, head: object = 3) -> ch.Ledger:
    """One run of a step, rectified on [0, 1]."""
    return ch.Ledger([f"rectified:low=0,high=1,head={head}/{step}"])


def below(y: Fraction, t: Fraction, head: Fraction) -> arb:
    """The probability that y with the noise is at most t."""
    with balls(256) as xp:
        z = xp.number((t - y) * head)
        return 1 - xp.exp(-z) / 2 if t >= y else xp.exp(z) / 2


def gain(outcomes: Outcomes, cuts: list[Fraction], head: Fraction, epsilon: Fraction) -> arb:
    """What the best union of intervals between the cuts gains: a lower bound on the true delta."""
    with balls(256) as xp:
        heights = [arb(0)]
        for t in cuts:
            terms = (
                xp.number(p) * below(y, t, head) - xp.exp(xp.number(epsilon)) * xp.number(q) * below(y, t, head)
                for y, p, q in outcomes
            )
            heights.append(sum(terms, arb(0)))
        heights.append(1 - xp.exp(xp.number(epsilon)))
        return sum((xp.positive(high - low) for low, high in pairwise(heights)), arb(0))


def own(outcomes: Outcomes, epsilon: Fraction) -> arb:
    """The delta of the outcomes before the noise."""
    with balls(256) as xp:
        return sum(
            (xp.positive(xp.number(p) - xp.exp(xp.number(epsilon)) * xp.number(q)) for _, p, q in outcomes), arb(0)
        )


def mechanisms(count: int) -> list[Outcomes]:
    """Random mechanisms with two to four outcomes in [0, 1]."""
    random, found = Random(7), []
    for _ in range(count):
        size = random.randint(2, 4)
        weights = [[Fraction(random.randint(0, 9) + (i == 0)) for i in range(size)] for _ in range(2)]
        chances = [[w / sum(row) for w in row] for row in weights]
        found.append([(Fraction(random.randint(0, 8), 8), p, q) for p, q in zip(*chances, strict=True)])
    return found


@pytest.mark.parametrize("head", [Fraction(1, 4), Fraction(2), Fraction(6)])
def test_no_mechanism_loses_more_than_the_rectified_delta(head: Fraction) -> None:
    """What tests by intervals gain against mechanisms with a few outcomes is never above the formula at their own
    delta."""
    cuts = [Fraction(k, 16) for k in range(-8, 25)]
    for outcomes in mechanisms(40):
        for epsilon in (Fraction(0), Fraction(1, 8), Fraction(1), head):
            with balls(256) as xp:
                most = rectified_delta(xp, xp.number(head), own(outcomes, epsilon), xp.number(epsilon))
            assert not gain(outcomes, cuts, head, epsilon) > most


def test_a_mechanism_that_sometimes_shows_high_attains_it() -> None:
    """High with chance 1/3 instead of low: the test at the best threshold gains all that the formula allows, so none
    smaller holds."""
    chance, head, epsilon = Fraction(1, 3), Fraction(3), Fraction(1, 2)
    outcomes = [(Fraction(1), chance, Fraction(0)), (Fraction(0), 1 - chance, Fraction(1))]
    with balls(256) as xp:
        inner = xp.log1p(xp.expm1(xp.number(epsilon)) / xp.number(chance))
        best = ((inner / xp.number(head) + 1) / 2).mid()
        man, exp = (int(part) for part in best.man_exp())
        most = rectified_delta(xp, xp.number(head), xp.number(chance), xp.number(epsilon))
        found = gain(outcomes, [Fraction(man) * Fraction(2) ** exp], head, epsilon)
        assert most - found < xp.number(Fraction(1, 10**60))
        assert not found > most


def test_theorem_4_4_holds_and_the_noise_helps() -> None:
    """A mu-GDP step stays mu-GDP for every head, and the smaller the head, the smaller mu."""
    for step, mu in ((GAUSSIAN, 1.0), (LAPLACE, 1.800905195)):
        found = [rectified(step, head).mu().upper for head in (1, 3, 10)]
        assert found == sorted(found)
        assert found[-1] <= mu * (1 + 1e-8)
        assert found[0] < mu / 2


def test_a_step_that_is_not_gdp_becomes_gdp() -> None:
    """(1, 1e-5)-DP alone has no mu; rectified it has, far below what the noise alone gives."""
    step = "approximate:epsilon=1,delta=1e-5"
    assert ch.Ledger([step]).mu().upper == float("inf")
    assert rectified(step).mu().upper < 1.26 < ch.Ledger(["pure:epsilon=3"]).mu().upper


def test_the_mu_composes() -> None:
    """Four rectified runs are as private as one of twice the mu, by the accountant of Gaussian DP."""
    one = rectified(GAUSSIAN).mu().upper
    four = ch.Ledger([ch.parse("rectified:low=0,high=1,head=3/gaussian:sigma=1") * 4]).epsilon(
        1e-5, accountant="rectified.gdp"
    )
    alone = ch.Ledger([f"gdp:mu={2 * one!r}"]).epsilon(1e-5)
    assert four.accountant == "gdp"
    assert abs(four.upper - alone.upper) < 1e-6


def test_the_wrapped_step_is_never_lost() -> None:
    """Where the noise is of no use, many runs are accounted for as those of the wrapped step."""
    ledger = ch.Ledger([ch.parse("rectified:low=0,high=1,head=50/laplace:scale=1") * 10])
    assert ledger.epsilon(0).upper == 10
    assert ledger.epsilon(1e-5).upper <= ch.Ledger([ch.parse("laplace:scale=1") * 10]).epsilon(1e-5).upper


def test_the_noise_alone_is_pure() -> None:
    """Whatever is wrapped, the outcome is head-DP."""
    assert rectified("zcdp:rho=1000", "1/2").epsilon(0).upper == 0.5
    assert rectified("gaussian:sigma=1e-9", "1/2").epsilon(1e-300).upper <= 0.5


@pytest.mark.parametrize(
    ("step", "error", "message"),
    [
        (
            "rectified:low=0,high=1,head=3/randomized-response:epsilon=1",
            ch.BadStep,
            "that of randomized-response is none",
        ),
        (
            "rectified:low=0,high=1,head=3/poisson:rate=0.5/exponential:epsilon=1",
            ch.BadStep,
            "that of exponential is none",
        ),
        ("rectified:low=0,high=1,head=3", ch.BadStep, "rectified wraps another step"),
        ("rectified:low=2,high=1,head=3/gaussian:sigma=1", ch.BadValue, "low must be at most high"),
        ("rectified:low=0,high=1,head=0/gaussian:sigma=1", ch.BadValue, "head is 0"),
        ("rectified:low=0,high=inf,head=1/gaussian:sigma=1", ch.BadValue, "high is 'inf'"),
    ],
)
def test_what_cannot_be_rectified_is_refused(step: str, error: type[Exception], message: str) -> None:
    """An outcome that is no number, a range upside down, no noise."""
    with pytest.raises(error, match=message):
        ch.parse(step)


def test_the_noise_has_the_scale_of_the_theorem() -> None:
    """Seeded: mean and spread are those of Laplace noise of scale (high - low)/head, and all of its distribution
    function is near."""
    size = 20_000
    noise = rectify(np.full(size, 0.25), "-1", 1, "1/2", np.random.default_rng(1)) - 0.25
    assert abs(noise.mean()) < 5 * 4 * sqrt(2 / size)
    assert abs(np.abs(noise).mean() - 4) < 5 * 4 / sqrt(size)
    ordered = np.sort(noise)
    truth = np.where(ordered < 0, np.exp(ordered / 4) / 2, 1 - np.exp(-ordered / 4) / 2)
    assert np.abs(truth - (np.arange(size) + 0.5) / size).max() < 1.95 / sqrt(size)


def test_two_outcomes_are_as_hard_to_tell_apart_as_head_says() -> None:
    """Seeded: whatever the values, each bin of the noisy outcomes is at most e^head times as likely, to within five
    deviations."""
    size, head = 200_000, 1.0
    one, other = (
        rectify(np.full(size, value), 0, 1, head, np.random.default_rng(seed))
        for seed, value in ((2, -50.0), (3, float("inf")))
    )
    edges = np.linspace(-2, 3, 21)
    counts, others = np.histogram(one, edges)[0], np.histogram(other, edges)[0]
    assert np.all(counts <= np.e**head * others + 5 * np.sqrt(counts + np.e ** (2 * head) * others))
    assert counts[0] > 2 * others[0]  # and not much less: the test can fail


def test_rectify_takes_arrays_clips_and_repeats() -> None:
    """The shape stays; without noise to speak of the values are clipped and what is no number is low; one seed gives
    one outcome."""
    values = np.array([[-3.0, 0.5], [np.nan, np.inf]])
    quiet = rectify(values, 0, 1, 1e12, np.random.default_rng(0))
    assert np.allclose(quiet, [[0, 0.5], [0, 1]], atol=1e-9)
    again = [rectify(values, 0, 1, 2, np.random.default_rng(5)) for _ in range(2)]
    assert np.array_equal(*again)
    assert rectify(0.5, 0, 1, 2, np.random.default_rng(5)).shape == ()


def test_rectify_refuses_what_the_step_refuses() -> None:
    """The same limits, with the same words."""
    with pytest.raises(ch.BadValue, match="low must be at most high"):
        rectify([0.5], 1, 0, 1, np.random.default_rng(0))
    with pytest.raises(ch.BadValue, match="head is 0"):
        rectify([0.5], 0, 1, 0, np.random.default_rng(0))
