"""One of the steps of random allocation, and the masses of its ratio on points.

From above: E(s - r)_+ is convex in s, so its chords are above it, and the slopes of the chords are the distribution
function of a ratio on the points. From below: tangents at the middles, as in `tangents_below`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value, balls
from flint import arb
from msgspec import Struct
from msgspec.structs import replace

from ...loss_distribution.formulas.connect_the_dots import Curve
from .convex_polygon import Polygon, convex_minorant, masses_of, slopes_of

_FINE, _FINEST = 128, 512
"""Knots are at most this share of their distance to 0 apart, and not closer than a quarter of the spacing times that
distance, or this share of it."""
_BEYOND = 20
"""How often the last index is doubled."""
_CHORD = 16
"""The secants that bound a tangent are this much shorter than the interval."""
_TANGENTS = 30
"""The most tangents that lead to the least point. It is larger by 2^-60 of itself than where the first one is 0, as the
next one is 0 farther on, and by four times as much at each further one."""
_MORE_BITS = 64
_LOSS_SHARE = Fraction(2, 3)
"""The bits of what may be lost outside a window, as a share of those of a probability."""
_LEVEL_BITS, _HIGHEST_LEVEL = 56, 900
"""The bits of a probability beyond those by which a ratio is large, so that rounding is small beside what is beyond it;
and how often the spacing may be doubled at most, so that doubles still have the ratios."""
_ROUGHER = 32
"""How much wider points of a rough lattice are."""


class Allocation(Struct, frozen=True):
    """One of `steps` steps, whose pair has the privacy profile `delta` in both orders, evaluated on the points j
    `spacing`, j < `points`, with probabilities of `bits` bits. Its curves use wider points for larger ratios, and
    closer ones near 0."""

    delta: Curve
    steps: int
    spacing: Fraction
    points: int
    bits: int

    @property
    def loss_bits(self) -> int:
        """-log2 of what one window may lose."""
        return int(self.bits * _LOSS_SHARE)

    @property
    def most_level(self) -> int:
        """How often the spacing may be doubled, for larger ratios."""
        return min(max(0, self.bits - _LEVEL_BITS), _HIGHEST_LEVEL)

    @property
    def widest(self) -> Fraction:
        """The end of the widest points, as a mean of ratios."""
        return ((self.points << self.most_level) - 1) * self.spacing / self.steps

    @property
    def rough(self) -> Allocation:
        """The same on few points, which take almost no time, for searches; far ends need more bits."""
        few = max(2, self.points // _ROUGHER)
        return replace(self, spacing=self.spacing * _ROUGHER, points=few, bits=2 * self.bits)


def shortfall(xp: Arithmetic, delta: Curve, s: Fraction) -> Value:
    """E(s - r)_+ of one ratio: s - 1 + delta(log s), which is s delta(-log s) for s < 1."""
    if s == 0:
        return xp.number(0)
    at = xp.log(xp.number(s))
    return xp.number(s) * delta(xp, -at) if s < 1 else xp.number(s - 1) + delta(xp, at)


def _knots(spacing: Fraction, points: int) -> Iterator[int]:
    """Indices of points, also of some beyond those that count, up to which the ratio would have too large a mass."""
    j = 0
    while j < points:
        yield j
        j += max(1, min(j // _FINE, max(j // _FINEST, int(j * spacing / 4))))
    yield from (points << k for k in range(_BEYOND))


@lru_cache(maxsize=32)
def _dots(allocation: Allocation) -> Polygon:
    """Upper bounds on the shortfall at the knots, up to the first after one where it is s - 1, the least one."""
    found, ends, spacing = list[tuple[int, int]](), False, allocation.spacing
    least, spare = (1 << allocation.bits) / spacing, 1 << allocation.bits - allocation.loss_bits
    with balls(allocation.bits + _MORE_BITS) as xp:
        for j in _knots(spacing, allocation.points):
            height = _whole(shortfall(xp, allocation.delta, j * spacing) / xp.number(spacing), allocation.bits, up=True)
            found.append((j, height))
            if ends:
                break
            ends = bool(j) and height - (j << allocation.bits) + least <= spare
    return found


def ratio_above(allocation: Allocation) -> list[int]:
    """The masses of a ratio on the points that is nowhere below the given one, in units of 2^-bits."""
    polygon = convex_minorant(_dots(allocation))
    slopes = [Fraction(0), *slopes_of(polygon)]
    whole = max(slopes[-1], Fraction(1 << allocation.bits))
    return masses_of(polygon, [*slopes, whole], allocation.points, up=True)


def ratio_below(allocation: Allocation) -> tuple[Fraction, list[int]]:
    """(the least point, the masses on it and on the points from there): likewise nowhere above the given ratio. To the
    right of the last tangent its own slope goes on.

    The shortfall is 0 up to the least ratio, where tangents become negative. An edge that rises from 0 there would be
    above it: the bound is 0 up to the first point beyond, and has the slopes of the polygon from there."""
    knots = [j for j, _ in _dots(allocation) if j <= allocation.points]
    with balls(allocation.bits + _MORE_BITS) as xp:
        least = _least_point(xp, allocation, knots)
        tangents = [_tangent(xp, allocation, least + i, least + k) for i, k in pairwise(knots)]
    lefts, rights, flattest = zip(*tangents, strict=True)
    heights = [lefts[0], *map(min, zip(rights[:-1], lefts[1:], strict=True))]
    begin = max((k + 1 for k, height in enumerate(heights) if height < 0), default=0)
    polygon = convex_minorant(list(zip(knots[:-1], heights, strict=True))[begin:])
    last = Fraction(max(0, flattest[-1]))
    slopes = [Fraction(0), *(min(max(slope, Fraction(0)), last) for slope in slopes_of(polygon)), last]
    return least, masses_of(polygon, slopes, allocation.points, up=False) if polygon else [0]


def _least_point(xp: Any, allocation: Allocation, knots: Sequence[int]) -> Fraction:
    """About the least ratio, by tangents that are 0 there. Any number is sound; beside this one little is lost."""
    found = Fraction(0)
    for left, right in (map(Fraction, pair) for pair in pairwise(knots)):
        low, high, _ = _tangent(xp, allocation, left, right)
        if high > 0:
            found = left + (Fraction(-low, high - low) if low < 0 else 0) * (right - left)
            break
    for k in range(_TANGENTS):
        low, high, _ = _tangent(xp, allocation, found, found + 1)
        if low >= 0 or high <= 0:
            break
        found = (found + Fraction(-low, high - low)) * (1 + Fraction(1, 1 << 60 - 2 * k))
    return Fraction(ceil(found * (1 << allocation.bits)), 1 << allocation.bits)


def _tangent(xp: Any, allocation: Allocation, left: Fraction, right: Fraction) -> tuple[int, int, int]:
    """Lower bounds on the shortfall at both ends of an interval, by a line through its middle and convexity; and the
    slope with which it holds to the right."""
    middle, step, spacing = (left + right) / 2, (right - left) / _CHORD, allocation.spacing
    before, here, after = (
        shortfall(xp, allocation.delta, (middle + way * step) * spacing) / xp.number(spacing) for way in (-1, 0, 1)
    )
    here, half = here.lower(), xp.number(middle - left)
    steep, flat = ((after.upper() - here) / xp.number(step), (here - before.upper()) / xp.number(step))
    ends = ((here - half * steep).lower(), (here + half * flat).lower(), flat.lower())
    found = tuple(_whole(end, allocation.bits, up=False) for end in ends)
    return found[0], found[1], found[2]


def _whole(x: arb, bits: int, *, up: bool) -> int:
    """The ball's upper end in units of 2^-bits, rounded up; or its lower end, rounded down."""
    end = (x.upper() if up else x.lower()) * arb(2) ** bits  # exact: a dyadic number, and a power of 2
    found = (end.ceil() if up else end.floor()).unique_fmpz()
    if found is None:
        raise ArithmeticError("the shortfall of a ratio has no value in so few bits")
    return int(found)
