"""Tangents below, the lower counterpart of connect the dots: a privacy profile becomes a pair with losses on a grid
whose profile is nowhere above that of the mechanism.

In a = e^eps, delta is convex, so a tangent at the midpoint between two grid points is nowhere above delta. At a grid
point, the lower value of the two tangents that meet there is taken: the polygon through these values d_j is nowhere
above delta. Its lower convex hull is the profile of a pair (P, Q) with losses on the grid, as in connect the dots, with
the limit of delta as its last value.

The profile of the resulting pair is compared in ball arithmetic with x + (1 - x) d, where d is the polygon and x is a
slack for rounding. That is nowhere above the profile of a mechanism which discloses everything with probability x and
otherwise runs the given one. So delta of T runs is at least that of T such pairs less 1 - (1 - x)^T <= T x."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb

from .connect_the_dots import (
    CAP_BITS,
    Direction,
    DirectionPair,
    Grid,
    enclosed_at,
    grid_bounds,
    slope_changes,
    tightened_start,
    truncation_bits,
)
from .grid_loss import GridLoss

_CHORD = 16
"""The lengths of the two chords beside a point that bound a tangent there, as a share of the interval: 1/_CHORD."""
_GOAL_BITS = 64
"""Correct bits of delta, since a tangent is computed from differences."""
_HALVINGS = 5
"""Bisection steps for the point of contact of a tangent that reaches 0 within its interval."""
_SLACK = Fraction(1, 2**20)
"""The slack of one run divided by the truncated mass."""
_MORE_BITS = 128

Line: TypeAlias = tuple[arb, arb]
"""A line in a on an interval, by its values at both ends."""


def slack(truncated_mass: Fraction) -> Fraction:
    """The probability x with which one run is allowed to disclose everything, as a margin for rounding."""
    return truncated_mass * _SLACK


@lru_cache(maxsize=64)
def polygon(direction: Direction, spacing: Fraction, truncated_mass: Fraction) -> Grid:
    """The values d_j of the polygon below a profile at the grid points of connect the dots; they may be negative by
    rounding. Raises ArithmeticError if that grid does."""
    indices = [j for j, _ in grid_bounds(direction, spacing, truncated_mass)]
    bits = truncation_bits(truncated_mass) + _MORE_BITS
    least = -slack(truncated_mass) / 2
    with balls(bits) as xp:
        limit = xp.number(direction.delta_at_infinity).lower()
        lines = [_line(xp, direction, pair, spacing, least) for pair in pairwise(indices)]
        after = [*(left for left, _ in lines), limit]
        before = [after[0], *(right for _, right in lines)]
        return tuple((j, min(ends)) for j, *ends in zip(indices, before, after, strict=True))


def _line(xp: Any, direction: Direction, between: tuple[int, int], spacing: Fraction, least: Fraction) -> Line:
    """The tangent of the profile at the midpoint between two grid points; if it is negative at the right one, about the
    first tangent farther to the right that is not."""
    begin, end = (j * spacing for j in between)
    at = (begin + end) / 2
    found = _touching(xp, direction, begin, end, at)
    if found[1] >= xp.number(least):
        return found
    found, step = _touching(xp, direction, begin, end, end), (end - begin) / 4
    for _ in range(_HALVINGS):
        tried = _touching(xp, direction, begin, end, at + step)
        if tried[1] >= xp.number(least):
            found = tried
        else:
            at += step
        step /= 2
    return found


def _touching(xp: Any, direction: Direction, begin: Fraction, end: Fraction, at: Fraction) -> Line:
    """Lower bounds on the profile at both ends of an interval, by a line through the point `at` and convexity: to the
    right of `at` the profile decreases no faster than just before `at`, and to the left no slower than just after."""
    step = (end - begin) / _CHORD
    cap = max(CAP_BITS, 2 * xp.bits)
    one = direction.curve if direction.below is None else direction.below(xp, xp.number(begin), xp.number(end))
    before, here, after = (enclosed_at(one, at + way * step, cap=cap, goal=_GOAL_BITS) for way in (-1, 0, 1))
    a, nearer, farther = (xp.exp(xp.number(at + way * step)) for way in (0, -1, 1))
    falling, flatter = (here.lo - before.hi) / (a - nearer), (after.hi - here.lo) / (farther - a)
    left, right = (xp.exp(xp.number(x)) - a for x in (begin, end))
    return (here.lo + flatter * left).lower(), (here.lo + falling * right).lower()


def pair_below(bits: int, pair: DirectionPair, spacing: Fraction, truncated_mass: Fraction) -> GridLoss:
    """The privacy loss distribution of a pair whose profile is, up to the slack, nowhere above that of the mechanism.
    Raises ArithmeticError if this cannot be proved, or for a spacing with too many grid points."""
    polygons = [polygon(direction, spacing, truncated_mass) for direction in pair]
    with balls(max(bits, truncation_bits(truncated_mass) + _MORE_BITS)) as xp:
        removal, addition = ([(j, max(height, arb(0))) for j, height in heights] for heights in polygons)
        x = xp.number(slack(truncated_mass))
        tightened = tightened_start(xp, removal, addition, spacing)
        start = (0, xp.positive(tightened - x).lower())  # a margin for rounding at the loss 0
        ahead, back = (slope_changes(xp, [start, *heights[1:]], spacing)[0] for heights in (removal, addition))
        infinity_mass = removal[-1][1]
        masses = {-j: change for j, change in back.items()} | {
            j: xp.exp(xp.number(j * spacing)) * change for j, change in ahead.items()
        }
        masses[0] = (1 - sum(masses.values(), infinity_mass)).lower()  # so that the sum is at most 1
        offset = min(masses)
        found = [_unless_tiny(masses.get(j, arb(0)), x) for j in range(offset, max(masses) + 1)]
        charge(16 * len(found))
        if not masses[0] >= 0 or not is_below(xp, found, offset, infinity_mass, polygons, spacing, x):
            raise ArithmeticError("no pair on this grid is shown to be below the profile")
        return GridLoss(offset, found, infinity_mass)


def _unless_tiny(mass: arb, x: arb) -> arb:
    """The mass, or 0 if it is certainly below x, because masses of very different sizes take long to convolve."""
    return arb(0) if mass < x else mass


def is_below(
    xp: Any, of_p: list[arb], offset: int, infinity_mass: arb, polygons: Sequence[Grid], spacing: Fraction, x: arb
) -> bool:
    """Whether the profile of the pair is nowhere above x + (1 - x) d. Both are linear in a between grid points, so they
    are compared there. For a < 1 the profile with P and Q swapped is compared; as P has a mass of at most 1, that
    profile may be larger by the excess of the mass of Q over 1 - x."""
    of_q = [mass * xp.exp(xp.number(-(offset + i) * spacing)) for i, mass in enumerate(of_p)]
    removal, addition = polygons
    gains = _gains(xp, of_p[-offset:], of_q[-offset:], spacing)
    swapped = _gains(xp, of_q[-offset::-1], of_p[-offset::-1], spacing)
    room = sum(of_q, arb(0)) - 1 + x
    return all(_at(gains, j) + infinity_mass <= x + (1 - x) * height for j, height in removal) and all(
        _at(swapped, j) <= room + (1 - x) * height for j, height in addition
    )


def _gains(xp: Any, of_p: Sequence[arb], of_q: Sequence[arb], spacing: Fraction) -> list[arb]:
    """The sums of P - e^(jh) Q over the losses above jh, for j = 0, 1, ...; the losses are 0, h, 2h, ..."""
    tails = [list(accumulate(reversed(law[1:]), initial=arb(0)))[::-1] for law in (of_p, of_q)]
    return [p - xp.exp(xp.number(j * spacing)) * q for j, (p, q) in enumerate(zip(*tails, strict=True))]


def _at(gains: Sequence[arb], j: int) -> arb:
    return gains[j] if j < len(gains) else arb(0)
