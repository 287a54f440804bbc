"""How many evaluations a bracket of mu takes: ours, proved at every eps from 0 on, and the algorithms of Liu et al.
2022 on a head.

Their grid has 2^c pieces, and halving it halves what is left between the staircases, so the counts for finer brackets
follow from those of a coarse one. The figures stand in each benchmark's `extra_info`."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered.enclose.proved_mu import gaussians, measured
from chartered.paths.step_paths import PathSearch
from chartered.search.least_mu import gauge
from chartered_plugins.mechanisms.claims.liu2022.staircase import Measurement
from chartered_verify.arithmetic import floats

HEAD = 3.0
STEPS = ["laplace:scale=1,sensitivity=2", "pure:epsilon=3", "power:sigma=2,A=2,B=1"]


def profile(step: str) -> ch.Profile:
    """The profile of one run."""
    reached = PathSearch(ch.registry(), ch.Neighbours.ADD_OR_REMOVE).guarantees(ch.parse(step).step)
    return next(r.guarantee for r in reached if isinstance(r.guarantee, ch.Profile))


def counted(given: ch.Profile) -> tuple[ch.Profile, list[int]]:
    """The same profile, and how often it is asked."""
    asked = [0]

    def delta(xp: Any, epsilon: Any, witness: Any) -> Any:
        asked[0] += 1
        return given.delta(xp, epsilon, witness)

    return ch.Profile(
        delta=delta, at_infinity=ch.AtInfinity(max_loss=given.at_infinity.max_loss), tail=given.tail, side=given.side
    ), asked


@pytest.mark.benchmark(group="mu, certified on [0, inf)")
@pytest.mark.parametrize("tolerance", ["1e-3", "1e-6", "1e-9", "1e-12"])
@pytest.mark.parametrize("step", STEPS)
def test_certified(benchmark: Any, step: str, tolerance: str) -> None:
    """Search and proof."""
    given, asked = counted(profile(step))
    width = Fraction(tolerance)
    measured(given, gauge(given, width))
    benchmark.extra_info["profile"] = asked[0]
    found = benchmark(lambda: measured(given, gauge(given, width)))
    assert found.bound.upper - found.bound.lower <= float(width) * 1.01 * max(1.0, found.bound.upper)


@pytest.mark.benchmark(group="mu, certified on [0, inf)")
def test_a_mixture_of_gaussians(benchmark: Any) -> None:
    """Its far end decides: no search."""
    half, family = Fraction(1, 2), gaussians()
    given = ch.mixture([(half, family(Fraction(1))), (half, family(Fraction(2)))])
    benchmark(lambda: measured(given, gauge(given, Fraction(1, 10**9))))


def needed(delta: Callable[[float], float], tolerance: float) -> int:
    """The c for which the corrected bracket is narrow enough, by the gap of a coarse grid, which halves with each
    more."""
    coarse = Measurement(delta, HEAD, 8, tolerance / 4).shuffled()
    gap = coarse.upper - coarse.lower - tolerance / 2
    return 8 + max(0, math.ceil(math.log2(gap / (tolerance / 2))))


@pytest.mark.benchmark(group="mu, in doubles on [0, 3]")
@pytest.mark.parametrize("algorithm", ["naive", "shuffled"])
@pytest.mark.parametrize("step", STEPS)
def test_the_papers_algorithms(benchmark: Any, step: str, algorithm: str) -> None:
    """Algorithms 3 and 1 as corrected to 1e-3, and what 1e-6 and 1e-9 would take."""
    given = profile(step)

    def delta(epsilon: float) -> float:
        return float(given.delta(floats, epsilon, {}))

    c = needed(delta, 1e-3)
    found = benchmark.pedantic(lambda: getattr(Measurement(delta, HEAD, c, 2.5e-4), algorithm)(), rounds=1)
    assert found.upper - found.lower <= 1.1e-3
    benchmark.extra_info |= {"c": c, "profile": found.asked, "gaussian": found.compared}
    for tolerance in (1e-6, 1e-9):
        finer, steps = needed(delta, tolerance), math.log2(1e-3 / tolerance)
        searches = 2 if algorithm == "naive" else 0
        points = 2**finer + 1
        benchmark.extra_info[f"{tolerance}, projected"] = {
            "c": finer,
            "profile": points,
            "gaussian": int(points * (found.compared / (2**c + 1) + searches * steps)),
        }
