"""About delta of many runs at any eps, on a few coarse grids that all eps share: for searches, which ask many eps, each
of which would otherwise take grids of its own."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import nan

from chartered import Unavailable
from chartered_verify.arithmetic import floats
from chartered_verify.catching import ours
from msgspec import structs

from ...composition.formulas import finite_loss as losses
from ..formulas import connect_the_dots, convolution
from ..guarantee import FINE, LossDistribution
from . import grid

_COARSER = 16
"""How many times fewer intervals than an answer a grid has, if that leaves more than FINE."""
_LEAST = tuple(Fraction(1, 1 << bits) for bits in (20, 60, 180, 540))
"""The least delta of each grid; below the last one there is no estimate."""
_BITS, _MOST = 64, 0.5
"""The precision; and the largest share that is taken for what a grid adds."""


def delta(g: LossDistribution, epsilon: float) -> float:
    """About delta(eps); where it is smaller than any that a grid is made for, rather above than below it; NaN without a
    grid. What a grid adds is about proportional to the square of its spacing, and so two of them tell what none would
    add (Richardson)."""
    found = nan
    for least in _LEAST:
        try:
            fine, wide = (max(losses.delta(floats, loss, epsilon) for loss in each) for each in _grids(g, least))
        except ours(Unavailable, ArithmeticError):
            break
        found = fine * (1 - min(max(wide / fine - 1, 0.0) / 3, _MOST)) if fine > 0 else 0.0
        if fine >= least:
            break
    return found


@lru_cache(maxsize=16)
def _grids(g: LossDistribution, least: Fraction) -> list[list[losses.FiniteLoss]]:
    """The loss of all runs in each direction, on a grid for deltas of at least this size, and on one twice as wide."""
    composition = tuple(((_rough(removal), _rough(addition)), times) for (removal, addition), times in g.composition)
    rough = replace(g, composition=composition)
    mass, spacing = grid.coarse(rough, least, max(min(FINE, g.intervals), g.intervals // _COARSER))
    return [
        [convolution.cumulative(_BITS, parts, spacing * wider, mass) for parts in rough.directions] for wider in (1, 2)
    ]


def _rough(direction: connect_the_dots.Direction) -> connect_the_dots.Direction:
    return structs.replace(direction, curve=direction.rough or direction.curve, below=None)
