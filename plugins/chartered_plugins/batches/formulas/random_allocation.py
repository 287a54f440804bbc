"""The privacy profile of random allocation, where a record is in one of t steps: a sum of ratios instead of losses.

Let (P, Q) be the outputs of a step with the record and without it, and r_1, ..., r_t independent ratios dP/dQ under Q.
Those of all t steps have the ratio L = (r_1 + ... + r_t)/t. With p(s) = E(s - L)_+ the profiles are, as E L = 1,

    removal   E(L - a)_+ = 1 - a + p(a),        addition   E(1 - a L)_+ = a p(1/a),        a = e^eps.

The mean of (s - a - b x)_+ over all other ratios is, in the ratio x of one step, a mixture of such functions again. So
each ratio may be replaced by one of larger (s - r)_+ in the mean, for every s, and p does not become smaller; likewise
from below, where the masses need not even add up to 1. On the points 0, h, 2h, ... the sums are a power of a power
series, of which p(s) takes the coefficients up to s alone.

One ratio from above: (s - r)_+ in the mean is convex in s, so its chords are above it, and the slopes of the chords are
the distribution function of a ratio on the points. From below: tangents at the middles, as in `tangents_below`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from math import ceil, floor
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .packed import PackedLaw

MOST_LEVEL = 40
"""How often the spacing may be doubled, for larger ratios."""
_FINE, _FINEST = 128, 512
"""Knots are at most this share of their distance to 0 apart, and not closer than a quarter of the spacing times that
distance, or this share of it."""
_BEYOND = 20
"""How often the last index is doubled."""
_CHORD = 16
"""The secants that bound a tangent are this much shorter than the interval."""
_MORE_BITS = 64
_LOSS_SHARE = Fraction(2, 3)
"""The bits of what may be lost outside a window, as a share of those of a probability."""

Curve: TypeAlias = Callable[[Arithmetic, Value], Value]
Polygon: TypeAlias = Sequence[tuple[int, int]]
"""(index of a point, value there in units of the spacing and of 2^-bits)."""


class Allocation(Struct, frozen=True):
    """One of `steps` steps, whose pair has the privacy profile `delta` in both orders, evaluated on the points j
    `spacing`, j < `points`, with probabilities of `bits` bits; beyond them on wider points."""

    delta: Curve
    steps: int
    spacing: Fraction
    points: int
    bits: int

    @property
    def loss_bits(self) -> int:
        """-log2 of what one window may lose."""
        return int(self.bits * _LOSS_SHARE)


class Sums(Struct, frozen=True, eq=False):
    """Of the sum of all ratios, which are j points high: P(j <= i), and the mean of j over that event."""

    bits: int
    offset: int
    lost: int
    masses: tuple[int, ...]
    moments: tuple[int, ...]

    def at(self, i: int) -> tuple[Fraction, Fraction]:
        """(P(j <= i), E[j; j <= i])."""
        index = min(i - self.offset, len(self.masses) - 1)
        mass, moment = (self.masses[index], self.moments[index]) if index >= 0 else (0, 0)
        return Fraction(mass + self.lost, 1 << self.bits), Fraction(moment, 1 << self.bits)


def removal(allocation: Allocation, *, above: bool) -> Curve:
    """E(L - e^eps)_+, from above or from below. It does not increase, so that from above it may be taken nearer."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        nearer = _capped(xp, allocation, xp.exp(epsilon))
        mass, mean = _up_to(xp, allocation, nearer, above=above)
        return xp.positive(xp.number(1 - mean) - (nearer if above else xp.exp(epsilon)) * xp.number(1 - mass))

    return curve


def addition(allocation: Allocation, *, above: bool) -> Curve:
    """E(1 - e^eps L)_+, from above or from below."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        mass, mean = _up_to(xp, allocation, _capped(xp, allocation, xp.exp(-epsilon)), above=above)
        return xp.positive(xp.number(mass) - xp.exp(epsilon) * xp.number(mean))

    return curve


def _capped(xp: Arithmetic, allocation: Allocation, ratio: Value) -> Value:
    """The ratio, or the end of the widest points."""
    end = (allocation.points << MOST_LEVEL) - 1
    return xp.minimum(ratio, xp.number(end * allocation.spacing / allocation.steps))


def _up_to(xp: Arithmetic, allocation: Allocation, ratio: Value, *, above: bool) -> tuple[Fraction, Fraction]:
    """(P(L <= ratio), E[L; L <= ratio]) on the points: the event that gives E(ratio - L)_+, and more than any other
    event does, so that it may be the one of the upper end of a ball."""
    points, steps = allocation.points, allocation.steps
    indices = xp.floor_range(ratio * steps, allocation.spacing)
    if not indices:
        raise ArithmeticError("the ratio is not finite")
    highest = indices[-1]
    level = min((highest // points).bit_length(), MOST_LEVEL)
    mass, moment = sums(allocation, level, above=above).at(min(highest >> level, points - 1))
    return mass, moment * allocation.spacing * 2**level / steps


@lru_cache(maxsize=32)
def sums(allocation: Allocation, level: int, *, above: bool) -> Sums:
    """The sum of all ratios on points of the spacing times 2^level."""
    spacing, bits = allocation.spacing * 2**level, allocation.bits
    ratio = ratio_above(allocation, spacing) if above else ratio_below(allocation, spacing)
    law = PackedLaw.of(ratio, bits, above=above).power(allocation.steps, allocation.points, allocation.loss_bits)
    masses = law.masses or [0]
    moments = accumulate(j * mass for j, mass in enumerate(masses, law.offset))
    return Sums(bits, law.offset, law.lost, tuple(accumulate(masses)), tuple(moments))


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


@lru_cache(maxsize=8)
def _dots(allocation: Allocation, spacing: Fraction) -> Polygon:
    """Upper bounds on the shortfall at the knots, up to the first after one where it is s - 1, the least one."""
    found, ends = list[tuple[int, int]](), False
    least, spare = (1 << allocation.bits) / spacing, 1 << allocation.bits - allocation.loss_bits
    with balls(allocation.bits + _MORE_BITS) as xp:
        for j in _knots(spacing, allocation.points):
            height = _whole(shortfall(xp, allocation.delta, j * spacing) / xp.number(spacing), allocation.bits, up=True)
            found.append((j, height))
            if ends:
                break
            ends = bool(j) and height - (j << allocation.bits) + least <= spare
    return found


def ratio_above(allocation: Allocation, spacing: Fraction) -> list[int]:
    """The masses of a ratio on the points that is nowhere below the given one, in units of 2^-bits."""
    polygon = convex_minorant(_dots(allocation, spacing))
    slopes = [Fraction(0), *_slopes(polygon)]
    whole = max(slopes[-1], Fraction(1 << allocation.bits))
    return _masses(polygon, [*slopes, whole], allocation.points, up=True)


def ratio_below(allocation: Allocation, spacing: Fraction) -> list[int]:
    """Likewise nowhere above it. To the right of the last tangent its own slope goes on."""
    knots = [j for j, _ in _dots(allocation, spacing) if j <= allocation.points]
    with balls(allocation.bits + _MORE_BITS) as xp:
        tangents = [_tangent(xp, allocation, spacing, *pair) for pair in pairwise(knots)]
    lefts, rights, flattest = zip(*tangents, strict=True)
    heights = [0, *(max(0, min(ends)) for ends in zip(rights[:-1], lefts[1:], strict=True))]
    polygon = convex_minorant(list(zip(knots[:-1], heights, strict=True)))
    last = Fraction(max(0, flattest[-1]))
    slopes = [Fraction(0), *(min(slope, last) for slope in _slopes(polygon)), last]
    return _masses(polygon, slopes, allocation.points, up=False)


def _tangent(xp: Any, allocation: Allocation, spacing: Fraction, left: int, right: int) -> tuple[int, int, int]:
    """Lower bounds on the shortfall at both ends of an interval, by a line through its middle and convexity; and the
    slope with which it holds to the right."""
    middle, step = Fraction(left + right, 2), Fraction(right - left, _CHORD)
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


def convex_minorant(dots: Polygon) -> Polygon:
    """The vertices of the greatest convex function that is nowhere above the dots."""
    found: list[tuple[int, int]] = []
    for j, height in dots:
        while len(found) > 1:
            (i, before), (k, last) = found[-2:]
            if (last - before) * (j - k) < (height - last) * (k - i):
                break
            found.pop()
        found.append((j, height))
    return found


def _slopes(polygon: Polygon) -> list[Fraction]:
    return [Fraction(after - before, k - i) for (i, before), (k, after) in pairwise(polygon)]


def _masses(polygon: Polygon, slopes: Sequence[Fraction], points: int, *, up: bool) -> list[int]:
    """The changes of slope at the vertices below `points`, rounded; 0 at the other points."""
    length = min(points, polygon[-1][0] + 1)
    charge(length)
    found = [0] * length
    for (j, _), (before, after) in zip(polygon, pairwise(slopes), strict=True):
        if j < length:
            found[j] = (ceil if up else floor)(after - before)
    return found
