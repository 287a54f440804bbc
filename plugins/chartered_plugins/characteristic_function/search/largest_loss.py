"""Two ends of eps next to the largest loss, for a delta that is tiny beside the probability of that loss."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import fraction_of
from flint import arb

from ..formulas.composition import Composition, max_loss
from ..formulas.largest_loss import LargestLoss, NextToLargest, chance

_SPARE, _MOST_BITS = 64, 4096
_LEAST_CHANCE = Fraction(1, 2**24)
"""The least probability of the largest loss: with a lower one the lower bound is lost in the radius of a ball, whose
other end is the upper bound."""
_CLOSE = Fraction(1, 10**10)
"""The distance of the ends that is enough unless digits are requested."""


def next_to_largest(
    parts: Composition, target: arb, digits: int, *, asked: bool
) -> tuple[Fraction, Fraction, LargestLoss] | None:
    """(below, above, rule) with delta(below) >= target >= delta(above), at most about 10^-digits apart relative to the
    largest loss or, unless these digits are asked for, 1e-10; None where they are farther apart."""
    most, share = max_loss(parts), chance(parts, _SPARE)
    if most is None or share is None:
        return None
    with balls(_SPARE) as xp:
        loss = xp.number(most)
        close = loss * arb(10) ** -digits
        close = close if asked else xp.maximum(close, xp.number(_CLOSE))
        if not (loss > 0 and target / share < close and target < share / 4 and share > xp.number(_LEAST_CHANCE)):
            return None
        bits = _SPARE + math.ceil(-float((target / share).log().mid()) / math.log(2)) + 4 * digits
    if bits > _MOST_BITS:
        return None
    with balls(bits) as xp:
        above = Fraction(most) if isinstance(most, int | Fraction) else fraction_of(xp.number(most).upper())
        below = fraction_of((xp.number(most) - 2 * target / share).lower())
    rule = LargestLoss(bits)
    delta = NextToLargest(parts, bits).delta
    return (below, above, rule) if below >= 0 and delta(below) >= target >= delta(above) else None
