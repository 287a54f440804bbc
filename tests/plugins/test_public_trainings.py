"""Trainings of which the public argued: each beside a sum in long doubles that shares nothing with us."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger

from tests import inverted_in_long_doubles as other

Run = tuple[str, str, int]
SLACK = other.REAL("1e-11")
"""What the other sum may be wrong by, relatively; our own ends have none."""

TRAININGS: dict[str, tuple[str, list[Run], str]] = {
    "Abadi et al., 100 epochs": ("dpsgd:sample-rate=0.01,epochs=100,noise=4", [("1/100", "4", 10**4)], "1e-5"),
    "Abadi et al., 400 epochs": ("dpsgd:sample-rate=0.01,epochs=400,noise=4", [("1/100", "4", 4 * 10**4)], "1e-5"),
    "De et al., CIFAR": ("dpsgd:n=50000,batch=4096,steps=875,noise=10", [("4096/50000", "10", 875)], "1e-5"),
    "De et al., ImageNet": (
        "dpsgd:n=1281167,batch=16384,steps=71589,noise=2.5",
        [("16384/1281167", "2.5", 71589)],
        "8e-7",
    ),
}


def holds(runs: list[Run], delta: str, lower: str, upper: str) -> None:
    """The other sum reaches delta between both ends."""
    target, at = other.real(delta), [other.real(upper), other.real(lower)]

    def curve(run: Run, added: bool) -> other.Curve:
        rate = Fraction(run[0])
        return other.sampled_gaussian(other.real(rate.numerator) / rate.denominator, other.real(run[1]), added)

    both = [other.deltas([(curve(run, added), run[2]) for run in runs], at) for added in (False, True)]
    above, below = (max(pair) for pair in zip(*both, strict=True))
    assert above <= target * (1 + SLACK)
    assert below >= target * (1 - SLACK)


@pytest.mark.parametrize("name", TRAININGS)
def test_a_published_training_costs_what_the_integral_says(name: str) -> None:
    """To 1e-9, from both sides."""
    step, runs, delta = TRAININGS[name]
    answer = Ledger(step).epsilon(delta)
    assert answer.lower_exact is not None
    assert answer.upper - answer.lower < 1e-9 * answer.upper
    holds(runs, delta, answer.lower_exact, answer.upper_exact)


@pytest.mark.slower
def test_noise_that_falls_from_epoch_to_epoch_is_exact() -> None:
    """60 epochs with noise 1.1 times 0.99^t, 235 steps each."""
    runs = [("1/235", f"{1.1 * 0.99**t:.6f}", 235) for t in range(60)]
    answer = Ledger([f"poisson:rate={q}/gaussian:sigma={s},times={n}" for q, s, n in runs]).epsilon("1e-5")
    assert answer.exact
    assert answer.lower_exact is not None
    holds(runs, "1e-5", answer.lower_exact, answer.upper_exact)


def test_a_target_is_met_after_the_training_as_before() -> None:
    """67,349 sentences in batches of 1,000: the noise that was found for eps = 8 costs no more, and hardly less."""
    delta = Fraction(1, 2 * 67349)
    found = ch.calibrate("dpsgd:n=67349,batch=1000,epochs=3", solve="noise", epsilon=8, delta=delta)
    cost = Ledger(f"dpsgd:n=67349,batch=1000,epochs=3,noise={found.value}").epsilon(delta)
    assert 8 - 1e-7 < cost.upper <= 8


@pytest.mark.parametrize(
    ("n", "batch", "epochs", "noise"), [(60000, 256, 60, "1.1"), (1000, 600, 60, "2"), (1000, 501, 7, "1.3")]
)
def test_epochs_cost_no_less_than_what_a_loader_runs(n: int, batch: int, epochs: int, noise: str) -> None:
    """A loader counts ceil(n/batch) batches an epoch and samples at one over that rate."""
    batches = -(-n // batch)
    ours = Ledger(f"dpsgd:n={n},batch={batch},epochs={epochs},noise={noise}").epsilon("1e-5")
    runs = Ledger(f"poisson:rate=1/{batches}/gaussian:sigma={noise},times={batches * epochs}").epsilon("1e-5")
    assert ours.upper >= runs.lower
