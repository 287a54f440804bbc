"""Claims about connect the dots and its convolutions: the registered code compared with a slower, direct
computation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

from chartered.proving import Proofs, Sampled, numbers
from chartered_plugins.basics.formulas import gaussian_profile, randomized_response as response
from chartered_plugins.loss_distribution.formulas import connect_the_dots, convolution
from chartered_plugins.loss_distribution.formulas.grid_loss import GridLoss
from chartered_plugins.subsampling.formulas import removal_and_addition as sampled_run
from chartered_verify.arithmetic import Value
from flint import arb

BOOK = Proofs("loss-distribution", "direct computation", at="direct computation")
SPACING, TRUNCATED_MASS = Fraction(1, 4), Fraction(1, 10**6)
BITS = 192


SMOOTH = tuple(Fraction(9, 10 ** (j + 1)) for j in range(6))
HEIGHTS: tuple[tuple[Fraction, ...], ...] = (
    SMOOTH,
    (Fraction(1), *SMOOTH[1:]),
    (*(SMOOTH[j] for j in (0, 1, 1, 3, 3, 5)), Fraction(9, 10**7)),
    numbers("9/10 1/10 1/1000"),
    numbers("1/2"),
    numbers("1/5 1/10 1/20"),
    numbers("3/10 1/4 1/5"),
    numbers("1 4/5 1/20 1/25"),
    numbers("9/10 9/10 9/100 9/1000"),
)
"""Heights of profiles on a grid: smooth ones, one with a start that is too large, one with bumps, steep ones, a single
point, two of which one starts higher, one that the third grid point tightens, and one whose second grid point is a
bump."""


def _hulls(xp: Any, first: Sequence[Fraction], second: Sequence[Fraction]) -> bool:
    grids = [[(j, xp.number(height)) for j, height in enumerate(heights)] for heights in (first, second)]
    loss = connect_the_dots.dominating_pair(xp, grids[0], grids[0] if first is second else grids[1], SPACING)
    start = _tightened(xp, (first, second))
    ahead, back = (_hull(xp, start, heights) for heights in (first, second))
    raised = xp.positive(back[0] - ahead[0])
    below = xp.positive(ahead[0] - back[0])
    kept = [height + raised for height in ahead]
    same = [_close(_gain(xp, loss, j), height) for j, height in enumerate(kept)]
    same += [_close(_gain(xp, loss, len(kept) + 3), kept[-1])]
    for j, height in enumerate(back[1:], start=1):
        a = xp.exp(xp.number(-j * SPACING))
        same.append(_close(_gain(xp, loss, -j), 1 - a + a * (height + below)))
    spare = 1 - kept[0] - _fall(xp, ahead) - _fall(xp, back)
    return spare < 0 or all(same)


BOOK.table(
    "profile.hull",
    "At each grid point, in the removal and in the addition direction, the shipped pair has just the delta of the "
    "lower convex hull, its start tightened by the two grid points that tighten it most; beyond the last grid point "
    "it has the last value.",
    "Section 3, by all chords and all pairs of grid points",
    "all pairs of 9 lists of upper bounds that leave the loss 0 some mass",
    Sampled("balls", _hulls, digits=30, bits=BITS, lists=HEIGHTS, swapped_ones=HEIGHTS),
)


def _fall(xp: Any, hull: Sequence[Value]) -> Value:
    return (hull[0] - hull[1]) / xp.expm1(xp.number(SPACING)) if len(hull) > 1 else xp.number(0)


def _close(one: Value, other: Value) -> bool:
    return bool(abs(one - other) < 2.0**-100)


def _gain(xp: Any, loss: GridLoss, index: int) -> Value:
    """The hockey-stick divergence at eps = index h, loss by loss."""
    found = loss.infinite
    for i, mass in zip(loss.indices, loss.masses, strict=True):
        if i > index:
            found = found - mass * xp.expm1(xp.number((index - i) * SPACING))
    return found


def _tightened(xp: Any, lists: Sequence[Sequence[Fraction]]) -> Value:
    """The tightened start, by all pairs of grid points; a direction without a grid point counts as one at infinity."""
    ahead, back = (
        [(xp.number(0), xp.number(0))]
        + [(1 / xp.expm1(xp.number(j * SPACING)), xp.number(height)) for j, height in enumerate(heights) if j]
        for heights in lists
    )
    left = [(1 + s * g + t * k) / (1 + s + t) for (s, g), (t, k) in product(ahead, back)]
    return min([xp.number(min(lists[0][0], lists[1][0])), *left], key=arb.mid)


def _hull(xp: Any, start: Value, heights: Sequence[Fraction]) -> list[Value]:
    """The lower convex hull, as the least of all chords, made nonincreasing; a single grid point keeps its own
    value."""
    last = xp.number(heights[-1])
    if len(heights) == 1:
        return [start]
    grid = [start, *map(xp.number, heights[1:])]
    ratios = [xp.exp(xp.number(j * SPACING)) for j in range(len(grid))]

    def chord(i: int, k: int, j: int) -> Value:
        return grid[i] + (grid[k] - grid[i]) * (ratios[j] - ratios[i]) / (ratios[k] - ratios[i]) if i < k else grid[i]

    found = [
        min((chord(i, k, j) for i in range(j + 1) for k in range(j, len(grid))), key=arb.mid) for j in range(len(grid))
    ]
    return [xp.maximum(height, last) for height in found]


Direction = connect_the_dots.Direction


def _directions() -> list[Direction]:
    """For each mechanism its profile, and the removal and addition directions of a sample."""
    size, rate = Fraction(2), Fraction(1, 3)
    answer = Direction(lambda xp, e: response.delta(xp, xp.number(size), xp.number(2), e), max_loss=size)
    normal = Direction(lambda xp, e: gaussian_profile.delta_mu(xp, xp.number(1), e))
    return [
        of for one in (answer, normal) for of in (one, sampled_run.removal(rate, one), sampled_run.addition(rate, one))
    ]


ABOVE_1 = Direction(lambda xp, e: xp.number(Fraction(3, 2)), max_loss=Fraction(1))


def _grids(xp: Any, direction: Direction, spacing: Fraction) -> bool:
    found = connect_the_dots.grid_bounds(direction, spacing, TRUNCATED_MASS)
    end = None if direction.max_loss is None else ceil(direction.max_loss / spacing)
    indices = [0]
    while (j := indices[-1]) < found[-1][0]:
        away = j if end is None or j >= end else min(j, end - j)
        indices.append(j + max(1, away // connect_the_dots.UNIFORM))
    if [j for j, _ in found] != indices:
        return False
    least, last = xp.number(TRUNCATED_MASS), found[-1]
    for j, height in found:
        truth = xp.minimum(direction.curve(xp, xp.number(j * spacing)), xp.number(1))  # no chance is above 1
        if not (height.upper() >= truth.lower() and height <= truth * (1 + 1e-9) + 2.0**-250):
            return False
    at_the_end = direction.max_loss is not None and last[0] * spacing >= direction.max_loss
    return bool(last[1] <= least or at_the_end) and not any(height <= least for _, height in found[:-1])


BOOK.table(
    "profile.grid",
    "The shipped upper bounds are the profile at eps = 0, h, 2h, ..., farther out at every 96th part of how far it is "
    "to 0 or to the maximal loss, to 9 digits and never below it; the grid ends at the first that is at most the "
    "truncated mass, or at the maximal loss.",
    "randomized response, Gaussian noise, both on a sample in both directions, and a bound above 1; spacings of 1/8, "
    "1/100 and 1/500",
    Sampled(
        "balls", _grids, digits=30, bits=BITS, directions=(*_directions(), ABOVE_1), spacing=numbers("1/8 1/100 1/500")
    ),
)


def _summed(xp: Any, pair: Sequence[Direction], runs: int) -> bool:
    removal, addition = pair
    table = convolution.cumulative(BITS, (((removal, addition), runs),), SPACING, TRUNCATED_MASS)
    ahead, back = (connect_the_dots.grid_bounds(direction, SPACING, TRUNCATED_MASS) for direction in pair)
    one = connect_the_dots.dominating_pair(xp, ahead, back, SPACING)
    sums: dict[int, Value] = {0: xp.number(1)}
    for _ in range(runs):
        more: dict[int, Value] = {}
        for (i, p), (j, q) in product(sums.items(), zip(one.indices, one.masses, strict=True)):
            more[i + j] = more.get(i + j, xp.number(0)) + p * q
        sums = more
    losses = sorted(sums, reverse=True)
    if list(table.negated) != [-j for j in losses] or table.unit != SPACING:
        return False
    total = sum(one.masses, one.infinite)
    tails = [(total**runs - sum(sums.values(), xp.number(0)), xp.number(0))]
    for j in losses:
        p, q = tails[-1]
        tails.append((p + sums[j], q + sums[j] * xp.exp(xp.number(-j * SPACING))))
    return all(
        _close(shipped, tail)
        for count, both in enumerate(tails[: 1 + sum(j >= 0 for j in losses)])
        for shipped, tail in zip(table.upper_tails(xp, count), both, strict=True)
    )


BOOK.table(
    "profile.summed",
    "Of 3 and of 5 runs the shipped upper tails, down to the loss 0, are the cumulative sums of P and of Q, convolved "
    "run by run.",
    "Theorem 10, by loops",
    "randomized response and Gaussian noise on a sample, both directions",
    Sampled(
        "balls",
        _summed,
        digits=30,
        bits=BITS,
        pairs=[pair[::way] for pair in (_directions()[1:3], _directions()[4:6]) for way in (1, -1)],
        runs=(3, 5),
    ),
)


def _truncated(xp: Any, length: int, truncated_mass: Fraction) -> bool:
    half = GridLoss(-7, [xp.number(Fraction(1, length))] * length, xp.number(Fraction(1, 4)))
    above, below = (convolution.convolve(xp, [(half, 2)], truncated_mass, below=way) for way in (False, True))
    flat = [Fraction(min(i, 2 * length - i), length**2) for i in range(1, 2 * length)]
    whole = GridLoss(-14, list(map(xp.number, flat)), xp.number(Fraction(9, 16)))
    least, truths, most = ([_gain(xp, loss, j) for j in (-14, 0)] for loss in (below, whole, above))
    spare = xp.number(3 * truncated_mass + Fraction(1, 2**100))
    ordered = all(
        not low > truth and not truth > high and high - low <= 2 * spare
        for low, truth, high in zip(least, truths, most, strict=True)
    )
    kept_whole = 2 * length - 1 <= convolution.UNTRUNCATED or truncated_mass < Fraction(1, 100)
    return ordered and (kept_whole or len(above.masses) < len(flat))


BOOK.table(
    "profile.truncated",
    "Of a sum of losses on more than 1024 grid points some are left out at both ends: delta is no smaller in the bound "
    "from above, no larger in that from below, and these differ by little more than what may be truncated.",
    "flat losses of 300, 800 and 3100 grid points and an infinite one, with three truncated masses",
    Sampled(
        "balls",
        _truncated,
        digits=30,
        bits=BITS,
        grid_points=(300, 800, 3100),
        truncated_mass=numbers("1/1000000 1/20000 1/50"),
    ),
)
