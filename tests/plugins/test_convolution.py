"""Sums of losses on a grid by discrete Fourier transforms, beside sums of fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from chartered_plugins.loss_distribution.formulas import convolution
from chartered_plugins.loss_distribution.formulas.grid_loss import GridLoss, tail_bound
from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import fraction_of
from hypothesis import given, settings, strategies as st

LAWS = st.tuples(st.integers(-30, 5), st.lists(st.integers(0, 9), min_size=1, max_size=25), st.integers(0, 3)).filter(
    lambda law: any(law[1])
)
RUNS = st.lists(st.tuples(LAWS, st.integers(1, 6)), min_size=1, max_size=3)
SHARE = st.fractions(0, 1).map(lambda x: Fraction(1, 10) ** round(1 + 8 * x))
Law = tuple[int, list[int], int]


@pytest.fixture(scope="module", autouse=True)
def truncated() -> Iterator[None]:
    """Sums of any number of grid points are truncated."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(convolution, "UNTRUNCATED", 1)
        yield


def weights(law: Law) -> tuple[dict[int, Fraction], Fraction]:
    """The finite masses of a law, and that at infinity."""
    offset, masses, infinite = law
    whole = sum(masses) + infinite
    return {offset + i: Fraction(mass, whole) for i, mass in enumerate(masses)}, Fraction(infinite, whole)


def summed(runs: list[tuple[Law, int]]) -> tuple[dict[int, Fraction], Fraction]:
    """The masses of the sum of all runs, one by one."""
    found, finite = {0: Fraction(1)}, Fraction(1)
    for law, times in runs:
        for _ in range(times):
            masses, infinite = weights(law)
            more: dict[int, Fraction] = {}
            for (i, p), (j, q) in product(found.items(), masses.items()):
                more[i + j] = more.get(i + j, Fraction(0)) + p * q
            found, finite = more, finite * (1 - infinite)
    return found, 1 - finite


def on_grid(xp: object, law: Law) -> GridLoss:
    """The law in balls."""
    masses, infinite = weights(law)
    number = xp.number  # type: ignore[attr-defined]
    return GridLoss(law[0], [number(mass) for mass in masses.values()], number(infinite))


@given(RUNS, SHARE)
@settings(deadline=None)
def test_a_truncated_sum_is_on_its_side_at_every_event(runs: list[tuple[Law, int]], share: Fraction) -> None:
    """P of each upper tail is no smaller in the bound from above, and no larger in that from below; they differ by at
    most twice what may be left out, and some."""
    masses, infinite = summed(runs)
    with balls(192) as xp:
        losses = [(on_grid(xp, law), times) for law, times in runs]
        above, below = (convolution.convolve(xp, losses, share, below=way) for way in (False, True))
        for bound, sign in ((above, 1), (below, -1)):
            tail = bound.infinite
            for index, mass in zip(reversed(bound.indices), reversed(bound.masses), strict=True):
                tail += mass
                truth = infinite + sum(p for j, p in masses.items() if j >= index)
                assert not sign * tail < sign * xp.number(truth)
                assert abs(tail - xp.number(truth)) <= xp.number(Fraction(5, 2) * share)


@given(RUNS, st.fractions(Fraction(1, 50), 1), st.sampled_from((-1, 1)), st.integers(-60, 60))
@settings(deadline=None)
def test_a_tail_is_below_its_bound(runs: list[tuple[Law, int]], order: Fraction, way: int, index: int) -> None:
    """Chernoff's bound, at any order."""
    masses, _ = summed(runs)
    tail = sum((p for j, p in masses.items() if way * j >= way * index), Fraction(0))
    with balls(192) as xp:
        losses = [(on_grid(xp, law), times) for law, times in runs]
        assert tail <= fraction_of(tail_bound(xp, losses, way * order, index))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7, 12, 13, 1000, 1025, 1537])
def test_a_circle_has_as_many_points_as_it_needs(count: int) -> None:
    """The least power of two, or three times one, that is not below."""
    sizes = sorted([1 << k for k in range(13)] + [3 << k for k in range(11)])
    assert convolution._smooth(count) == next(size for size in sizes if size >= count)
