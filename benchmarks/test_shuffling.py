"""The clones pair: eps of a shuffle of n reports, ours certified; beside it the same pair summed in floats, and the
closed form.

opacus 1.6.0, dp-accounting 0.6.0, autodp 0.2.3.1 and prv-accountant 0.2.0 have no bound for shuffles. Two peers have:
the code that the authors published, `computeamplification.py` of apple/ml-shuffling-amplification, on no package index
(skipped unless it is on the path; 20 halvings, with steps of n/1000), and what one would write with NumPy and SciPy: a
sum over the numbers of clones within ten deviations, and a search for eps. Neither is certified. What is found stands
in each benchmark's `extra_info`."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from math import exp, expm1, sqrt
from typing import Any

import chartered as ch
import numpy as np
import pytest
from chartered_plugins.shuffling.formulas import closed_forms as shuffling
from chartered_verify.arithmetic import floats
from scipy.optimize import brentq
from scipy.stats import binom

EPSILON0, DELTA, NEAR = Fraction(1), 1e-6, 1e-9
SIZES = [1000, 10**4, 10**6]
ROUND = itertools.count()

reports = pytest.mark.parametrize("n", SIZES)


def _fresh() -> Fraction:
    """An eps0 that no round before has had: nothing is remembered from it."""
    return EPSILON0 + Fraction(next(ROUND), 10**15)


def certified(n: int) -> float:
    """Ours, from scratch."""
    step = f"shuffled:n={n},adaptive=true/pure:epsilon={_fresh()}"
    return ch.Ledger([step]).epsilon(DELTA, accountant="feldman2021.clones").upper


def delta(n: int, epsilon0: float, epsilon: float) -> float:
    """The pair in floats: given c clones the outcomes above the cut gain."""
    chance = exp(-epsilon0)
    mean, reach = (n - 1) * chance, 10 * sqrt((n - 1) * chance * (1 - chance))
    c = np.arange(max(0, int(mean - reach)), min(n - 1, int(mean + reach)) + 1)
    truth, level = 1 / (1 + chance), exp(epsilon)
    cut = expm1(epsilon + epsilon0) / (expm1(epsilon0) * (1 + level))
    x = np.floor((c + 1) * cut) + 1
    own, other = (binom.sf(x - 2 + shift, c, 0.5) for shift in (0, 1))  # c coins show x - 1 or more, and x or more
    gained = truth * own + (1 - truth) * other - level * ((1 - truth) * own + truth * other)
    return float(binom.pmf(c, n - 1, chance) @ gained)


def summed(n: int) -> float:
    """The eps at which that sum is delta, by Brent's method."""
    epsilon0 = float(_fresh())
    return float(brentq(lambda epsilon: delta(n, epsilon0, epsilon) - DELTA, 0.0, epsilon0, xtol=1e-12, rtol=1e-12))


def closed(n: int) -> float:
    """Theorem 3.1 of the same paper in floats."""
    return float(shuffling.feldman_epsilon(floats, float(_fresh()), float(n), DELTA))


def searched(n: int) -> float:
    """The same by bisection on its delta, as one does with a profile."""
    epsilon0, (low, high) = float(_fresh()), (0.0, 1.0)
    for _ in range(50):
        middle = (low + high) / 2
        met = float(shuffling.feldman_delta(floats, epsilon0, float(n), middle)) <= DELTA
        low, high = (low, middle) if met else (middle, high)
    return high


def _measured(benchmark: Any, n: int, answer: Callable[[int], float]) -> float:
    benchmark.group = f"eps of {n} shuffled reports, eps0 = 1, delta = 1e-6"
    found = float(benchmark(answer, n))
    benchmark.extra_info["found"] = found
    return found


@reports
def test_chartered(benchmark: Any, n: int) -> None:
    """Certified, no looser than the sum in floats by more than a part in 10^9, and below the closed form."""
    found = _measured(benchmark, n, certified)
    assert found <= summed(n) * (1 + NEAR)
    assert found < closed(n)


@reports
def test_the_authors_code(benchmark: Any, n: int) -> None:
    """In floats, an upper bound by steps and halvings; ours is below it."""
    published = pytest.importorskip("computeamplification")
    benchmark.group = f"eps of {n} shuffled reports, eps0 = 1, delta = 1e-6"
    found = benchmark.pedantic(
        lambda: published.numericalanalysis(n, float(_fresh()), DELTA, 20, n // 1000, True), rounds=1
    )
    benchmark.extra_info["found"] = found
    assert certified(n) < found


@reports
def test_a_sum_in_floats(benchmark: Any, n: int) -> None:
    """NumPy and SciPy, not certified."""
    found = _measured(benchmark, n, summed)
    assert found < closed(n)


@reports
def test_the_closed_form(benchmark: Any, n: int) -> None:
    """In floats, by bisection; it is what its own inverse says."""
    found = _measured(benchmark, n, searched)
    assert found == pytest.approx(closed(n), rel=1e-9)
