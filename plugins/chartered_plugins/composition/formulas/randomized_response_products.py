"""The product of binary randomized responses (Kairouz, Oh, Viswanath 2015) and its privacy loss distribution.

For k responses at eps0 with l flips the loss is (k - 2l) eps0, and l is binomial. The losses of groups with different
eps are convolved, on a common grid if that has few points, otherwise term by term. If both are too long, the loss of
each group is rounded up to a coarse grid, which can only increase delta = sum of w (1 - e^(eps - loss))_+."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from math import cosh, gcd, lcm, prod, sqrt, tanh
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, exact_sum
from chartered_verify.work_budget import charge

from . import binomial
from .finite_loss import COARSE_GRID, FiniteLoss, propose_normal

Counts: TypeAlias = tuple[tuple[Fraction, int], ...]
"""Pairs (eps > 0, number of responses at eps)."""
Sums: TypeAlias = tuple[tuple[Value, ...], tuple[Value, ...]]
"""The probabilities of all upper tails, under P and under Q."""
Ends: TypeAlias = tuple[tuple[int, int], ...]
"""For each group, the least and the largest number of flips with a grid point of their own."""

MAX_SUMMED = 20_000
"""The largest number of responses at a single eps for which all masses are computed; for more, only the upper tails
that are needed."""
MAX_COMBINATIONS = 20_000
"""The largest number of combinations of losses that are summed term by term."""
GRID = 8_192
"""The largest number of points of a grid that contains the losses of several groups exactly."""
LARGE_EPSILON = Fraction(700)
"""A larger eps makes no difference in doubles."""
MAX_RUNS = 10**7
"""The largest number of responses at one eps among others."""
MAX_COUNTED, LEAST_EPSILON = 10**12, Fraction(1, 10**30)
"""The largest number of responses at a single eps, and the least eps if there are more than MAX_SUMMED of them."""


def total(counts: Counts, power: int = 1) -> Fraction:
    """sum of n eps^power over all groups; for power 1, the largest loss."""
    return exact_sum(k * e**power for e, k in counts)


def unsummed(counts: Counts) -> str | None:
    """Why the losses cannot be summed exactly, or None."""
    if len(counts) > 1:
        many = _grid_points(counts) > GRID and prod(k + 1 for _, k in counts) > MAX_COMBINATIONS
        return f"more than {MAX_COMBINATIONS} combinations of losses, on no grid of {GRID} points" if many else None
    if not counted(counts):
        return None
    epsilon0, k = counts[0]
    return (
        None
        if k <= MAX_COUNTED and epsilon0 >= LEAST_EPSILON
        else f"{k} runs of eps = {float(epsilon0)} are too many, or their eps is too small"
    )


def counted(counts: Counts) -> bool:
    """Whether upper tails are computed one at a time, when needed."""
    return len(counts) == 1 and counts[0][1] > MAX_SUMMED


def unrounded(counts: Counts) -> str | None:
    """Why the losses are not rounded up to a coarse grid, or None."""
    if unsummed(counts) is None:
        return "the exact sum is short enough"
    return (
        None
        if len(counts) > 1 and max(k for _, k in counts) <= MAX_RUNS
        else f"more than {MAX_RUNS} runs of one eps among others"
    )


def summed(counts: Counts) -> FiniteLoss:
    """The exact privacy loss, if `unsummed` is None."""
    if counted(counts):
        return _counted(*counts[0])
    if len(counts) == 1 or _grid_points(counts) <= GRID:
        return _on_grid(counts, tuple((0, k) for _, k in counts), 2 * _unit(counts), symmetric=True)
    return multiplied(counts)


def rounded(counts: Counts) -> FiniteLoss:
    """The privacy loss with each group's loss rounded up to a coarse grid; the most unlikely losses are rounded up to
    infinity."""
    ends = tuple(binomial.window(float(min(e, LARGE_EPSILON)), k) for e, k in counts)
    span = exact_sum(2 * (last - first) * e for (e, _), (first, last) in zip(counts, ends, strict=True))
    return _on_grid(counts, ends, span / COARSE_GRID, symmetric=False)


def _unit(counts: Counts) -> Fraction:
    """The largest number of which every eps is an integer multiple."""
    if not counts:
        return Fraction(1)
    unit = Fraction(gcd(*(e.numerator for e, _ in counts)), lcm(*(e.denominator for e, _ in counts)))
    charge(len(counts) * (1 + (unit.denominator.bit_length() >> 6) ** 2 // 50))  # for the division of each eps by it
    return unit


def _grid_points(counts: Counts) -> int:
    unit = _unit(counts)
    return sum(int(e / unit) * k for e, k in counts) + 1


def propose_start(counts: Counts, log_delta: float) -> tuple[float, float]:
    """(eps, d eps/d log delta) as if the loss were normal with its mean and standard deviation, where a search
    begins."""
    sizes = [(float(min(e, LARGE_EPSILON)), k) for e, k in counts]
    deviation = sqrt(sum(k * (e / cosh(e / 2)) ** 2 for e, k in sizes)) or 1.0
    return propose_normal(sum(k * e * tanh(e / 2) for e, k in sizes), deviation, log_delta)


def _on_grid(counts: Counts, ends: Ends, spacing: Fraction, *, symmetric: bool) -> FiniteLoss:
    """The loss on a grid of this spacing below the largest loss; the losses of each group are rounded up to the grid
    points below its own largest loss."""
    top = exact_sum((k - 2 * first) * e for (e, k), (first, _) in zip(counts, ends, strict=True))
    height, part = (top / spacing).as_integer_ratio()
    points = sum(int(2 * (last - first) * e / spacing) for (e, _), (first, last) in zip(counts, ends, strict=True)) + 1

    def upper_tails(xp: Arithmetic, j: int) -> tuple[Value, Value]:
        p, q = _grid_sums(xp.constants, counts, ends, spacing, None if symmetric else top)
        return p[j], q[j]

    return FiniteLoss(
        spacing / part,
        range(-height, part * points - height, part),
        upper_tails,
        lambda log_delta: propose_start(counts, log_delta),
    )


def _intervals(epsilon0: Fraction, spacing: Fraction, flips: int) -> list[int]:
    """The number of grid intervals by which 0, 1, ..., `flips` flips lower the loss, rounded down."""
    charge(flips)
    above, below = (2 * epsilon0 / spacing).as_integer_ratio()
    return [more * above // below for more in range(flips + 1)]


@lru_cache(maxsize=4)
def _grid_sums(xp: Any, counts: Counts, ends: Ends, spacing: Fraction, top: Fraction | None) -> Sums:
    """The upper tails of the product of all groups. `top`: the largest loss; None means that the losses are symmetric,
    so that Q is P in reverse order."""
    infinity_mass, factors = xp.number(0), [[xp.number(1)]]
    for (e, k), (first, last) in zip(counts, ends, strict=True):
        weights = binomial.weights(xp, xp.number(e), k, first, last)
        infinity_mass = infinity_mass + binomial.rest(xp, xp.number(e), k, first, weights[0])
        weights[-1] = weights[-1] + binomial.rest(xp, -xp.number(e), k, k - last, weights[-1])
        places = _intervals(e, spacing, last - first)
        charge(4 * places[-1])
        masses = [xp.number(0)] * (places[-1] + 1)
        for index, weight in zip(places, weights, strict=True):
            masses[index] = masses[index] + weight
        factors.append(masses)
    p = reduce(xp.convolve, factors)
    q = p[::-1] if top is None else [w * xp.exp(xp.number(t * spacing - top)) for t, w in enumerate(p)]
    return tuple(accumulate(p, initial=infinity_mass)), tuple(accumulate(q, initial=xp.number(0)))


def multiplied(counts: Counts) -> FiniteLoss:
    """The privacy loss term by term: every combination of flips has a loss of its own."""
    unit = _unit(counts)

    def upper_tails(xp: Arithmetic, j: int) -> tuple[Value, Value]:
        p, q = _combined_sums(xp.constants, counts)
        return p[j], q[j]

    return FiniteLoss(unit, _combined(counts), upper_tails, lambda log_delta: propose_start(counts, log_delta))


def _moves(counts: Counts) -> list[list[int]]:
    """For each group its possible losses in units, negated, by the number of flips."""
    unit = _unit(counts)
    charge(sum(k + 1 for _, k in counts))
    return [[(2 * flips - k) * int(e / unit) for flips in range(k + 1)] for e, k in counts]


@lru_cache(maxsize=4)
def _combined(counts: Counts) -> tuple[int, ...]:
    """All losses in units, negated, in increasing order."""
    return tuple(sorted(reduce(lambda found, moves: {x + move for x in found for move in moves}, _moves(counts), {0})))


@lru_cache(maxsize=4)
def _combined_sums(xp: Any, counts: Counts) -> Sums:
    table = {0: xp.number(1)}
    for (e, k), moves in zip(counts, _moves(counts), strict=True):
        grown: dict[int, Value] = {}
        weights = binomial.weights(xp, xp.number(e), k, 0, k)
        charge(3 * len(table) * len(moves))
        for x, w in table.items():
            for move, weight in zip(moves, weights, strict=True):
                index, part = x + move, w * weight
                grown[index] = grown[index] + part if index in grown else part
        table = grown
    p = [table[x] for x in _combined(counts)]
    return tuple(accumulate(p, initial=xp.number(0))), tuple(accumulate(p[::-1], initial=xp.number(0)))


def _counted(epsilon0: Fraction, k: int) -> FiniteLoss:
    """The privacy loss of k independent randomized responses; k is so large that upper tails are computed only on
    request."""

    def upper_tails(xp: Arithmetic, j: int) -> tuple[Value, Value]:
        bits = xp.in_balls(binomial.BITS).bits
        p, q = (binomial.cached_cdf(bits, e, k, j - 1) for e in (epsilon0, -epsilon0))
        return xp.number(p), xp.number(q)

    return FiniteLoss(
        epsilon0, range(-k, k + 1, 2), upper_tails, lambda log_delta: propose_start(((epsilon0, k),), log_delta)
    )
