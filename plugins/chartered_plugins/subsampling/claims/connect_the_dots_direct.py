"""Claims about connect the dots and its convolutions: what ships beside the same thing written in another, slower
way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import sample
from chartered_verify.arithmetic import Value, balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict
from flint import arb, arb_poly

from ...basics.formulas import gaussian_profile, randomized_response as response
from ...loss_distribution.formulas import connect_the_dots, self_convolution as convolution
from ...loss_distribution.formulas.grid_loss import MAX_MASSES, UNTRUNCATED, GridLoss
from ..formulas import removal_and_addition as sampled

BOOK = Book("loss-distribution", "direct computation")
claims = BOOK.claims
SPACING, TRUNCATED_MASS = Fraction(1, 4), Fraction(1, 10**6)
_DIGITS = 30
_BITS = 192


def _smooth(j: int) -> Fraction:
    return Fraction(9, 10 ** (j + 1))


HEIGHTS: tuple[tuple[Fraction, ...], ...] = (
    tuple(map(_smooth, range(6))),
    (Fraction(1), *map(_smooth, range(1, 6))),
    tuple(_smooth(j if j not in (2, 4) else j - 1) for j in range(7)),
    (Fraction(9, 10), Fraction(1, 10), Fraction(1, 1000)),
    (Fraction(1, 2),),
    (Fraction(1, 5), Fraction(1, 10), Fraction(1, 20)),
    (Fraction(3, 10), Fraction(1, 4), Fraction(1, 5)),
    (Fraction(1), Fraction(4, 5), Fraction(1, 20), Fraction(1, 25)),
    (Fraction(9, 10), Fraction(9, 10), Fraction(9, 100), Fraction(9, 1000)),
)
"""Smooth ones, one with a start that is too large, one with bumps, steep ones, a single one, two of which one starts
higher, one that the third grid point tightens, and one whose second grid point is a bump."""


@BOOK.table(
    "profile.hull",
    "At each grid point, in the removal and in the addition direction, the shipped pair has just the delta of the "
    "lower convex hull, its start tightened by the two grid points that tighten it most; beyond the last grid point it "
    "has the last value.",
    "Section 3, by all chords and all pairs of grid points",
    "all pairs of 9 lists of upper bounds that leave the loss 0 some mass",
)
def _hulls(effort: Effort) -> Verdict:
    return sample(_hull_is_met, list(product(range(len(HEIGHTS)), repeat=2)), _DIGITS, "balls")


def _hull_is_met(removal: int, addition: int) -> bool:
    with balls(_BITS) as xp:
        ahead, back = (
            [(j, xp.number(height)) for j, height in enumerate(HEIGHTS[which])] for which in (removal, addition)
        )
        loss = connect_the_dots.dominating_pair(xp, ahead, ahead if removal == addition else back, SPACING)
        lists = [list(HEIGHTS[which]) for which in (removal, addition)]
        start = _tightened(xp, lists)
        hulls = [_hull(xp, start, heights) for heights in lists]
        raised = xp.maximum(hulls[1][0] - hulls[0][0], xp.number(0))
        below = xp.maximum(hulls[0][0] - hulls[1][0], xp.number(0))
        kept = [height + raised for height in hulls[0]]
        same = [_close(_gain(xp, loss, j), height) for j, height in enumerate(kept)]
        same += [_close(_gain(xp, loss, len(kept) + 3), kept[-1])]
        for j, height in enumerate(hulls[1][1:], start=1):
            a = xp.exp(xp.number(-j * SPACING))
            same.append(_close(_gain(xp, loss, -j), 1 - a + a * (height + below)))
        spare = 1 - kept[0] - _fall(xp, hulls[0]) - _fall(xp, hulls[1])
        return spare < 0 or all(same)


def _fall(xp: Any, hull: Sequence[Value]) -> Value:
    return (hull[0] - hull[1]) / xp.expm1(xp.number(SPACING)) if len(hull) > 1 else xp.number(0)


def _close(one: Value, other: Value) -> bool:
    return bool(abs(one - other) < 2.0**-100)


def _gain(xp: Any, loss: GridLoss, index: int) -> Value:
    """The hockey-stick divergence at eps = index h, loss by loss."""
    found = loss.total
    for i, mass in enumerate(loss.masses.coeffs(), start=loss.offset):
        found = found - (mass if i <= index else mass * xp.exp(xp.number((index - i) * SPACING)))
    return found


def _tightened(xp: Any, lists: Sequence[Sequence[Fraction]]) -> Value:
    """By all pairs of grid points; none is as if it were infinitely far."""
    ahead, back = (
        [(xp.number(0), xp.number(0))] + [(1 / xp.expm1(xp.number(j * SPACING)), xp.number(h)) for j, h in _rest(hs)]
        for hs in lists
    )
    left = [(1 + s * g + t * k) / (1 + s + t) for (s, g), (t, k) in product(ahead, back)]
    return min([xp.number(min(lists[0][0], lists[1][0])), *left], key=arb.mid)


def _rest(heights: Sequence[Fraction]) -> list[tuple[int, Fraction]]:
    return list(enumerate(heights))[1:]


def _hull(xp: Any, start: Value, heights: Sequence[Fraction]) -> list[Value]:
    """Below all chords, and nonincreasing; a single grid point keeps its own value."""
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


@BOOK.table(
    "profile.grid",
    "The shipped upper bounds are the profile at eps = 0, h, 2h, ..., farther out at every 64th part of the index, to "
    "9 digits and never below it; the grid ends at the first that is at most the truncated mass, or at the maximal "
    "loss.",
    "direct computation",
    "randomized response, Gaussian noise, both on a sample in both directions, and a bound above 1; spacings of 1/8, "
    "1/100 and 1/500",
)
def _grids(effort: Effort) -> Verdict:
    return sample(
        _grid_meets, list(product(range(7), (Fraction(1, 8), Fraction(1, 100), Fraction(1, 500)))), _DIGITS, "balls"
    )


def _directions() -> list[connect_the_dots.Direction]:
    size, rate = Fraction(2), Fraction(1, 3)
    answer = connect_the_dots.Direction(
        lambda xp, e: response.delta(xp, xp.number(size), xp.number(2), e), max_loss=size
    )
    normal = connect_the_dots.Direction(lambda xp, e: gaussian_profile.delta_mu(xp, xp.number(1), e))
    return [
        of(direction)
        for direction in (answer, normal)
        for of in (_itself, lambda d: sampled.removal(rate, d), lambda d: sampled.addition(rate, d))
    ]


def _itself(direction: connect_the_dots.Direction) -> connect_the_dots.Direction:
    return direction


def _grid_meets(which: int, spacing: Fraction) -> bool:
    direction = (
        *_directions(),
        connect_the_dots.Direction(lambda xp, e: xp.number(Fraction(3, 2)), max_loss=Fraction(1)),
    )[which]
    if which == 6:  # no chance is above 1
        return {float(height) for _, height in connect_the_dots.grid_bounds(direction, spacing, TRUNCATED_MASS)} == {
            1.0
        }
    found = connect_the_dots.grid_bounds(direction, spacing, TRUNCATED_MASS)
    indices = [0]
    while indices[-1] < found[-1][0]:
        farther = indices[-1] + max(1, indices[-1] // 64)
        end = None if direction.max_loss is None else ceil(direction.max_loss / spacing)
        indices.append(farther if end is None or not indices[-1] < end < farther else end)
    with balls(_BITS) as xp:
        least = xp.number(max(TRUNCATED_MASS, Fraction(0)))
        truth = [direction.curve(xp, xp.number(j * spacing)) for j in indices]
        close = all(
            height.upper() >= d.lower() and height <= d * (1 + 1e-9) + 2.0**-250
            for (_, height), d in zip(found, truth, strict=True)
        )
        ends = found[-1][1] <= least or (
            direction.max_loss is not None and found[-1][0] * spacing >= direction.max_loss
        )
        return (
            [j for j, _ in found] == indices
            and close
            and bool(ends)
            and not any(height <= least for _, height in found[:-1])
        )


@BOOK.table(
    "profile.summed",
    "Of 3 and of 5 runs the shipped upper tails are the cumulative sums of P and of Q, convolved run by run.",
    "Theorem 10, by loops",
    "randomized response and Gaussian noise on a sample, both directions",
)
def _summed(effort: Effort) -> Verdict:
    return sample(_tails_meet, list(product((0, 1), (0, 1), (3, 5))), _DIGITS, "balls")


def _tails_meet(which: int, swap: int, runs: int) -> bool:
    directions = _directions()
    pair = (directions[3 * which + 1], directions[3 * which + 2])
    pair = pair[::-1] if swap else pair
    table = convolution.cumulative(_BITS, ((pair, runs),), SPACING, TRUNCATED_MASS)
    with balls(_BITS) as xp:
        removal, addition = (connect_the_dots.grid_bounds(direction, SPACING, TRUNCATED_MASS) for direction in pair)
        one = connect_the_dots.dominating_pair(xp, removal, addition, SPACING)
        masses = {one.offset + i: mass for i, mass in enumerate(one.masses.coeffs())}
        sums: dict[int, Value] = {0: xp.number(1)}
        for _ in range(runs):
            more: dict[int, Value] = {}
            for (i, p), (j, q) in product(sums.items(), masses.items()):
                more[i + j] = more.get(i + j, xp.number(0)) + p * q
            sums = more
        p, q = one.total**runs - sum(sums.values(), xp.number(0)), xp.number(0)
        same = list(table.negated) == [-j for j in sorted(sums, reverse=True)] and table.unit == SPACING
        for count, j in enumerate(sorted(sums, reverse=True)):
            same = same and all(_close(a, b) for a, b in zip(table.upper_tails(xp, count), (p, q), strict=True))
            p, q = p + sums[j], q + sums[j] * xp.exp(xp.number(-j * SPACING))
        return same and all(_close(a, b) for a, b in zip(table.upper_tails(xp, len(sums)), (p, q), strict=True))


@BOOK.table(
    "profile.truncated",
    "Of a convolution of more than 1024 grid points both ends are truncated that have at most the truncated mass, and "
    "no point more; a shorter one is kept whole, and one of more than 65536 grid points is refused.",
    "direct computation",
    "flat losses of 300, 700 and 40000 grid points, with four truncated masses",
)
def _truncated(effort: Effort) -> Verdict:
    truncated = tuple(Fraction(k, 10**6) for k in (0, 1, 50, 20000))
    return sample(_ends_meet, list(product((300, 700, 40000), truncated)), _DIGITS, "balls")


def _ends_meet(length: int, truncated_mass: Fraction) -> bool:
    with balls(_BITS) as xp:
        masses = arb_poly([xp.number(Fraction(1, length))] * length)
        half = GridLoss(-7, masses, xp.number(Fraction(5, 4)))
        try:
            found = half.convolve(half, xp.number(truncated_mass))
        except ArithmeticError:
            return length == 40000 and 2 * length - 1 - 2 * _left(length, truncated_mass) > MAX_MASSES
        cut = _left(length, truncated_mass) if 2 * length - 1 > UNTRUNCATED else 0
        return (
            found.offset == -14 + cut
            and found.masses.length() == 2 * length - 1 - 2 * cut
            and bool(found.total == xp.number(Fraction(25, 16)))
        )


def _left(length: int, truncated_mass: Fraction) -> int:
    """How many of the masses 1, 2, 3, ... over the square of the length add up to at most the truncated mass."""
    count = 0
    while Fraction((count + 1) * (count + 2), 2 * length**2) <= truncated_mass:
        count += 1
    return count
