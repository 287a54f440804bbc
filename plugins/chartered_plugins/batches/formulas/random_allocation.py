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

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, balls
from flint import arb
from msgspec import Struct
from msgspec.structs import replace

from .convex_polygon import Polygon, convex_minorant, masses_of, slopes_of
from .packed import PackedLaw

_LEVEL_BITS, _HIGHEST_LEVEL = 56, 900
"""The bits of a probability beyond those by which a ratio is large, so that rounding is small beside what is beyond it;
and how often the spacing may be doubled at most, so that doubles still have the ratios."""
_FINE, _FINEST = 128, 512
"""Knots are at most this share of their distance to 0 apart, and not closer than a quarter of the spacing times that
distance, or this share of it."""
_CLOSER, _MOST_CLOSER, _FEW = 16, 64, 1024
"""The factor by which points near 0 are closer; how often they may be; and the least number of points there, of which
there are otherwise fewer by the same factor."""
_ROUGHER = 32
"""How much wider points of a rough lattice are."""
_BEYOND = 20
"""How often the last index is doubled."""
_CHORD = 16
"""The secants that bound a tangent are this much shorter than the interval."""
_MOST_EVENTS = 64
"""The most points in the ball of a ratio."""
_MORE_BITS = 64
_LOSS_SHARE = Fraction(2, 3)
"""The bits of what may be lost outside a window, as a share of those of a probability."""

Curve: TypeAlias = Callable[[Arithmetic, Value], Value]
Below: TypeAlias = Callable[[Arithmetic, Value, Value], Curve]
"""(two eps) -> a bound from below that is convex in e^eps, and near between these."""


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


def removal(allocation: Allocation) -> Curve:
    """E(L - e^eps)_+, from above. It does not increase, so that it may be taken nearer."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        nearer = xp.minimum(xp.exp(epsilon), xp.number(allocation.widest))
        return _excess(xp, serving(xp, allocation, nearer), nearer, above=True)

    return curve


def addition(allocation: Allocation) -> Curve:
    """E(1 - e^eps L)_+, from above."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        return _lack(xp, serving(xp, allocation, xp.exp(-epsilon)), epsilon, above=True)

    return curve


def removal_below(allocation: Allocation) -> Below:
    """E(L - e^eps)_+ from below: on the lattices that serve the two eps, the larger value, which is convex as they
    are."""

    def on(xp: Arithmetic, begin: Value, end: Value) -> Curve:
        lattices = {
            serving(xp, allocation, xp.minimum(xp.exp(x), xp.number(allocation.widest))): None for x in (begin, end)
        }
        return lambda xp, e: reduce(xp.maximum, [_excess(xp, one, xp.exp(e), above=False) for one in lattices])

    return on


def addition_below(allocation: Allocation) -> Below:
    """E(1 - e^eps L)_+ from below, likewise."""

    def on(xp: Arithmetic, begin: Value, end: Value) -> Curve:
        lattices = {serving(xp, allocation, xp.exp(-x)): None for x in (begin, end)}
        return lambda xp, e: reduce(xp.maximum, [_lack(xp, one, e, above=False) for one in lattices])

    return on


def _excess(xp: Arithmetic, lattice: Allocation, ratio: Value, *, above: bool) -> Value:
    """E(L - ratio)_+ on the points of one lattice."""
    events = _up_to(xp, lattice, ratio, above=above)
    gains = [xp.number(1 - mean) - ratio * xp.number(1 - mass) for mass, mean in events]
    return xp.positive(reduce(xp.maximum, gains))


def _lack(xp: Arithmetic, lattice: Allocation, epsilon: Value, *, above: bool) -> Value:
    """E(1 - e^eps L)_+ likewise."""
    events = _up_to(xp, lattice, xp.exp(-epsilon), above=above)
    gains = [xp.number(mass) - xp.exp(epsilon) * xp.number(mean) for mass, mean in events]
    return xp.positive(reduce(xp.maximum, gains))


def serving(xp: Arithmetic, allocation: Allocation, ratio: Value) -> Allocation:
    """The lattice on which there are many points up to the ratio, and not too many: wider ones for a large ratio; near
    0 closer ones, of which there are fewer. Raises ArithmeticError for a ratio that is not finite."""
    highest, points = _index(xp, allocation, ratio), allocation.points
    if highest >= points // _CLOSER:
        wider = min((highest // points).bit_length(), allocation.most_level)
        return replace(allocation, spacing=allocation.spacing * 2**wider) if wider else allocation
    near = replace(allocation, points=max(points // _CLOSER, min(points, _FEW)))
    for _ in range(_MOST_CLOSER):
        closer = replace(near, spacing=near.spacing / _CLOSER)
        if _index(xp, near, ratio) >= _CLOSER or _index(xp, closer, ratio) >= near.points:
            break
        near = closer
    return near


def _index(xp: Arithmetic, lattice: Allocation, ratio: Value) -> int:
    return _indices(xp, lattice, ratio)[-1]


def _indices(xp: Arithmetic, lattice: Allocation, ratio: Value) -> range:
    indices = xp.floor_range(ratio * lattice.steps, lattice.spacing)
    if not indices:
        raise ArithmeticError("the ratio is not finite")
    return indices


def _up_to(xp: Arithmetic, lattice: Allocation, ratio: Value, *, above: bool) -> list[tuple[Fraction, Fraction]]:
    """(P(L <= ratio), E[L; L <= ratio]) on the points, for each ratio in a ball, which may have one of them inside: the
    event gives E(ratio - L)_+, and more than any other does, so that the largest value is that of the right one."""
    last, known = lattice.points - 1, sums(lattice, above=above)
    indices = _indices(xp, lattice, ratio)
    if len(indices) > _MOST_EVENTS:
        raise ArithmeticError("the ratio is known to too few digits")
    found = (known.at(index) for index in sorted({min(index, last) for index in indices}))
    return [(mass, moment * lattice.spacing / lattice.steps) for mass, moment in found]


@lru_cache(maxsize=64)
def sums(lattice: Allocation, *, above: bool) -> Sums:
    """The sum of all ratios on the points."""
    law = PackedLaw.of((ratio_above if above else ratio_below)(lattice), lattice.bits, above=above)
    law = law.power(lattice.steps, lattice.points, lattice.loss_bits)
    masses = law.masses or [0]
    moments = accumulate(j * mass for j, mass in enumerate(masses, law.offset))
    return Sums(lattice.bits, law.offset, law.lost, tuple(accumulate(masses)), tuple(moments))


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


def ratio_below(allocation: Allocation) -> list[int]:
    """Likewise nowhere above it. To the right of the last tangent its own slope goes on."""
    knots = [j for j, _ in _dots(allocation) if j <= allocation.points]
    with balls(allocation.bits + _MORE_BITS) as xp:
        tangents = [_tangent(xp, allocation, *pair) for pair in pairwise(knots)]
    lefts, rights, flattest = zip(*tangents, strict=True)
    heights = [0, *(max(0, min(ends)) for ends in zip(rights[:-1], lefts[1:], strict=True))]
    polygon = convex_minorant(list(zip(knots[:-1], heights, strict=True)))
    last = Fraction(max(0, flattest[-1]))
    slopes = [Fraction(0), *(min(slope, last) for slope in slopes_of(polygon)), last]
    return masses_of(polygon, slopes, allocation.points, up=False)


def _tangent(xp: Any, allocation: Allocation, left: int, right: int) -> tuple[int, int, int]:
    """Lower bounds on the shortfall at both ends of an interval, by a line through its middle and convexity; and the
    slope with which it holds to the right."""
    middle, step, spacing = Fraction(left + right, 2), Fraction(right - left, _CHORD), allocation.spacing
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
