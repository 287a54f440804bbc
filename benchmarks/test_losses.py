"""Composition by privacy losses: eps of many runs by joined dots, ours certified; beside it the losses of dp-accounting, in floats.

Ours starts from scratch in each round. What is found stands in each benchmark's `extra_info`.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest

DELTA, RUNS = 1e-6, 100
ROUND = itertools.count()
MECHANISMS = {"laplace": ("scale", 10), "discrete-gaussian": ("sigma", 3)}

mechanisms = pytest.mark.parametrize("mechanism", MECHANISMS)


def certified(mechanism: str) -> float:
    """Ours, of noise that no round before has had: nothing is remembered from it."""
    name, width = MECHANISMS[mechanism]
    step = f"{mechanism}:{name}={width + Fraction(next(ROUND), 10**15)},times={RUNS}"
    return ch.Ledger([step]).epsilon(DELTA, accountant="profile.joined").upper


@mechanisms
def test_joined_dots(mechanism: str, benchmark: Any) -> None:
    """Ours."""
    benchmark.group = f"eps of {RUNS} runs: {mechanism}"
    benchmark.extra_info["epsilon"] = benchmark(certified, mechanism)


@mechanisms
def test_dp_accounting(mechanism: str, benchmark: Any) -> None:
    """dp-accounting, with its steps of 1e-4."""
    pld = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    benchmark.group = f"eps of {RUNS} runs: {mechanism}"

    def found() -> float:
        one = pld.from_laplace_mechanism(10) if mechanism == "laplace" else pld.from_discrete_gaussian_mechanism(3)
        return float(one.self_compose(RUNS).get_epsilon_for_delta(DELTA))

    benchmark.extra_info["epsilon"] = benchmark(found)
