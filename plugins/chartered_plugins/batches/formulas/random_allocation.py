"""The privacy profile of random allocation, where a record is in one of t steps: a sum of ratios instead of losses.

Let (P, Q) be the outputs of a step with the record and without it, and r_1, ..., r_t independent ratios dP/dQ under Q.
Those of all t steps have the ratio L = (r_1 + ... + r_t)/t. With p(s) = E(s - L)_+ the profiles are, as E L = 1,

    removal   E(L - a)_+ = 1 - a + p(a),        addition   E(1 - a L)_+ = a p(1/a),        a = e^eps.

The mean of (s - a - b x)_+ over all other ratios is, in the ratio x of one step, a mixture of such functions again. So
each ratio may be replaced by one of larger (s - r)_+ in the mean, for every s, and p does not become smaller; likewise
from below, where the masses need not even add up to 1. On the points 0, h, 2h, ... the sums are a power of a power
series, of which p(s) takes the coefficients up to s alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate

from chartered_verify.arithmetic import Arithmetic, Value
from msgspec import Struct
from msgspec.structs import replace

from ...loss_distribution.formulas.connect_the_dots import Below, Curve as Curve
from .packed_convolution import PackedLaw
from .ratio_on_points import Allocation as Allocation, ratio_above, ratio_below

_CLOSER, _MOST_CLOSER, _FEW = 16, 64, 1024
"""The factor by which points near 0 are closer; how often they may be; and the least number of points there, of which
there are otherwise fewer by the same factor."""
_MOST_EVENTS = 64
"""The most points in the ball of a ratio."""


class Sums(Struct, frozen=True, eq=False):
    """Of the sum of all ratios, which are j points above the least one: P(j <= i), and the mean over that event of the
    sum in units of the spacing."""

    bits: int
    least: Fraction
    offset: int
    lost: int
    masses: tuple[int, ...]
    moments: tuple[int, ...]

    def at(self, i: int) -> tuple[Fraction, Fraction]:
        """(P(j <= i), E[least + j; j <= i])."""
        index = min(i - self.offset, len(self.masses) - 1)
        mass, moment = (self.masses[index], self.moments[index]) if index >= 0 else (0, 0)
        return Fraction(mass + self.lost, 1 << self.bits), (moment + self.least * mass) / (1 << self.bits)


def removal(allocation: Allocation) -> Curve:
    """E(L - e^eps)_+, from above. It does not increase, so that it may be taken nearer."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        nearer = _nearer(xp, allocation, epsilon)
        return _excess(xp, serving(xp, allocation, nearer), nearer, above=True)

    return curve


def addition(allocation: Allocation) -> Curve:
    """E(1 - e^eps L)_+, from above."""
    return lambda xp, epsilon: _lack(xp, serving(xp, allocation, xp.exp(-epsilon)), epsilon, above=True)


def removal_below(allocation: Allocation) -> Below:
    """E(L - e^eps)_+ from below."""

    def on(xp: Arithmetic, begin: Value, end: Value) -> Curve:
        lattices = [serving(xp, allocation, _nearer(xp, allocation, x)) for x in (begin, end)]
        return _larger(lattices, lambda xp, one, e: _excess(xp, one, xp.exp(e), above=False))

    return on


def addition_below(allocation: Allocation) -> Below:
    """E(1 - e^eps L)_+ from below."""

    def on(xp: Arithmetic, begin: Value, end: Value) -> Curve:
        lattices = [serving(xp, allocation, xp.exp(-x)) for x in (begin, end)]
        return _larger(lattices, lambda xp, one, e: _lack(xp, one, e, above=False))

    return on


def _nearer(xp: Arithmetic, allocation: Allocation, epsilon: Value) -> Value:
    """e^eps, or the end of the widest points."""
    return xp.minimum(xp.exp(epsilon), xp.number(allocation.widest))


def _larger(lattices: Sequence[Allocation], on: Callable[[Arithmetic, Allocation, Value], Value]) -> Curve:
    """The larger value on some lattices, which is convex in e^eps as each is."""
    different = tuple(dict.fromkeys(lattices))
    return lambda xp, epsilon: reduce(xp.maximum, [on(xp, one, epsilon) for one in different])


def _excess(xp: Arithmetic, lattice: Allocation, ratio: Value, *, above: bool) -> Value:
    """E(L - ratio)_+ on the points of one lattice."""
    events = _up_to(xp, lattice, ratio, above=above)
    gains = [xp.number(1 - mean) - ratio * xp.number(1 - mass) for mass, mean in events]
    return xp.positive(reduce(xp.maximum, gains))


def _lack(xp: Arithmetic, lattice: Allocation, epsilon: Value, *, above: bool) -> Value:
    """E(1 - e^eps L)_+ likewise; from above with all that may be gained beyond the last point."""
    grown, end = xp.exp(epsilon), (lattice.points - 1) * lattice.spacing / lattice.steps
    events = _up_to(xp, lattice, xp.exp(-epsilon), above=above)
    gains = [xp.number(mass) - grown * xp.number(mean) for mass, mean in events]
    beyond = xp.number(max(1 - events[-1][0], Fraction(0))) * xp.positive(1 - grown * xp.number(end))
    return xp.positive(reduce(xp.maximum, gains)) + (beyond if above else xp.number(0))


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
    return _indices(xp, lattice, ratio, Fraction(0))[-1]


def _indices(xp: Arithmetic, lattice: Allocation, ratio: Value, least: Fraction) -> range:
    """The numbers of points from the least one to a ratio."""
    indices = xp.floor_range(ratio * lattice.steps - xp.number(least * lattice.spacing), lattice.spacing)
    if not indices:
        raise ArithmeticError("the ratio is not finite")
    return indices


def _up_to(xp: Arithmetic, lattice: Allocation, ratio: Value, *, above: bool) -> list[tuple[Fraction, Fraction]]:
    """(P(L <= ratio), E[L; L <= ratio]) on the points, for each ratio in a ball, which may have one of them inside: the
    event gives E(ratio - L)_+, and more than any other does, so that the largest value is that of the right one."""
    last, known = lattice.points - 1, sums(lattice, above=above)
    indices = _indices(xp, lattice, ratio, known.least)
    if len(indices) > _MOST_EVENTS:
        raise ArithmeticError("the ratio is known to too few digits")
    found = (known.at(index) for index in sorted({min(index, last) for index in indices}))
    return [(mass, moment * lattice.spacing / lattice.steps) for mass, moment in found]


@lru_cache(maxsize=64)
def sums(lattice: Allocation, *, above: bool) -> Sums:
    """The sum of all ratios on the points."""
    least, ratio = (Fraction(0), ratio_above(lattice)) if above else ratio_below(lattice)
    law = PackedLaw.of(ratio, lattice.bits, above=above)
    law = law.power(lattice.steps, lattice.points, lattice.loss_bits)
    masses = law.masses or [0]
    moments = accumulate(j * mass for j, mass in enumerate(masses, law.offset))
    return Sums(lattice.bits, least * lattice.steps, law.offset, law.lost, tuple(accumulate(masses)), tuple(moments))
