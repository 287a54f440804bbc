"""The search for the eps0 whose guarantee, within a family of guarantees, implies the least delta at every eps. A
proposal only: any eps0 is sound in `refined`."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import balls
from chartered_verify.arithmetic.dual import duals
from chartered_verify.enclosure import fraction_of
from chartered_verify.numeric.bracketing import bisect
from flint import arb

from ..model.guarantees import Curve

_BITS = 128
_HALVINGS = 100
_FARTHEST = arb(2) ** 1060
"""The search looks for an eps0 between the inverse of this number and this number."""


def peak(naive: Curve) -> Fraction:
    """The eps0 whose guarantee, within a family, implies the least delta: the argument `best` of `refined`.

    A proposal: any eps0 is sound.

    Args:
        naive: naive(xp, eps): the delta of the guarantee at eps.

    Returns:
        The first local maximiser of (1 - delta)/(1 + e^eps), coming from large eps; 0 if there is none.

    Examples:
        >>> float(ch.peak(lambda xp, eps: xp.exp(-eps)))
        0.881373587019543
    """
    with balls(_BITS) as xp:
        high = arb(4)
        while not naive(xp, high) < 1 and high < _FARTHEST:
            high *= 4
        low = high
        while not _rising(naive, low):
            low, high = (low * 3 / 4).mid(), low
            if low < 1 / _FARTHEST:
                return Fraction(0)
        _, high = bisect(
            lambda x: _rising(naive, x), low, high, steps=_HALVINGS, middle=lambda low, high: ((low + high) / 2).mid()
        )
    return fraction_of(high)


def _rising(naive: Curve, at: arb) -> bool:
    """Whether (1 - delta)/(1 + e^eps) increases at a point, by midpoints of balls."""
    with duals(_BITS) as xp:
        delta = naive(xp, xp.variable(at))
        return bool((-delta.derivative * (1 + (-at).exp()) - (1 - delta.value)).mid() > 0)
