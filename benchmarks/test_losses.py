"""Composition by privacy loss distributions: eps of many runs, ours certified; beside it that of dp-accounting, in
floats.

Ours starts from scratch in each round. What is found stands in each benchmark's `extra_info`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest

DELTA = 1e-6
ROUND = itertools.count()
STEPS: dict[str, tuple[str, int, Callable[[Any], Any]]] = {
    "Laplace noise": ("laplace:scale={},times=100", 10, lambda pld: pld.from_laplace_mechanism(10).self_compose(100)),
    "discrete Gaussian noise": (
        "discrete-gaussian:sigma={},times=100",
        3,
        lambda pld: pld.from_discrete_gaussian_mechanism(3).self_compose(100),
    ),
    "noisy SGD": (
        "poisson:rate=0.01/gaussian:sigma={},times=1000",
        1,
        lambda pld: pld.from_gaussian_mechanism(1, sampling_prob=0.01).self_compose(1000),
    ),
}

steps = pytest.mark.parametrize("step", STEPS)


def certified(step: str) -> float:
    """Ours, of noise that no round before has had: nothing is remembered from it."""
    written, width, _ = STEPS[step]
    ledger = ch.Ledger([written.format(width + Fraction(next(ROUND), 10**15))])
    return ledger.epsilon(DELTA, accountant="loss-distribution").upper


@steps
def test_loss_distribution(step: str, benchmark: Any) -> None:
    """Ours."""
    benchmark.group = f"eps of many runs: {step}"
    benchmark.extra_info["epsilon"] = benchmark(certified, step)


@steps
def test_dp_accounting(step: str, benchmark: Any) -> None:
    """dp-accounting, with its grid spacing of 1e-4."""
    pld = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    benchmark.group = f"eps of many runs: {step}"
    benchmark.extra_info["epsilon"] = benchmark(lambda: float(STEPS[step][2](pld).get_epsilon_for_delta(DELTA)))
