"""The profile of several runs as that of one, by the dominating pair of all of them on a fixed grid."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, isqrt

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import START_BITS, fraction_of

from ...composition.formulas import finite_loss as losses
from . import convolution
from .connect_the_dots import Composition, Direction, enclosed_at

_MASS, _BITS = Fraction(1, 1 << 300), 700
"""The mass that is truncated at the end of a run, so that no delta below it has an answer by these losses, and the cap
on the working precision with which that end is found."""
_INTERVALS, _RANGE, _SPREAD = 1 << 13, 1 << 16, 3200
"""The largest numbers of grid intervals up to the end of one run, of all runs, and, where all of the truncated mass is
twenty standard deviations away, of one of these; so that a convolution has at most MAX_MASSES grid points."""
_FARTHEST = 1 << 20
"""The largest eps at which the end of a run is sought."""


def delta(parts: Composition, xp: Arithmetic, epsilon: Value) -> Value:
    """delta of all runs at eps."""
    return losses.delta(xp, convolution.cumulative(START_BITS, parts, _spacing(parts), _MASS), epsilon)


def largest(parts: Composition) -> Fraction | None:
    """The largest loss on the grid: that of each run is rounded up."""
    ends = [(max(direction.max_loss or 0 for direction in pair), times) for pair, times in parts]
    if any(direction.max_loss is None for pair, _ in parts for direction in pair):
        return None
    return sum((times * ceil(end / _spacing(parts)) for end, times in ends), 0) * _spacing(parts)


@lru_cache(maxsize=64)
def _spacing(parts: Composition) -> Fraction:
    """The grid spacing; any is sound."""
    runs = sum(times for _, times in parts)
    of_all = min(Fraction(runs, _RANGE), Fraction(isqrt(runs - 1) + 1, _SPREAD))
    farthest = max(_end(direction) for pair, _ in parts for direction in pair)
    return max(Fraction(1, _INTERVALS), of_all) * farthest or Fraction(1)


def _end(direction: Direction) -> Fraction:
    """The largest loss of a run; without one an eps, a power of two, beyond which it has no more than the truncated
    mass above its limit. Raises ArithmeticError if there is none up to _FARTHEST."""
    if direction.max_loss is not None:
        return direction.max_loss
    end, height = Fraction(1, 1024), direction.delta_at_infinity + _MASS
    while fraction_of(enclosed_at(direction.curve, end, _BITS).hi) > height:
        end *= 2
        if end > _FARTHEST:
            raise ArithmeticError(f"the losses of a run go beyond {_FARTHEST}")
    return end
