"""Two ends of eps next to the largest loss, for a delta that is tiny beside the probability of that loss."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import fraction_of
from flint import arb

from ..formulas.composed_moments import Composition, max_loss
from ..formulas.next_to_largest_loss import LargestLoss, NextToLargest, chance, near

_SPARE, _MOST_BITS, _RADIUS = 64, 4096, 27
_CLOSE = 1e-9
"""The distance of the ends that is enough unless digits are requested."""


def next_to_largest(
    parts: Composition, target: arb, digits: int, *, asked: bool
) -> tuple[Fraction, Fraction, LargestLoss] | None:
    """(below, above, rule) with delta(below) >= target >= delta(above), at most about 10^-digits apart relative to the
    largest loss or, unless these digits are requested, 1e-9; None where they are farther apart.

    The lower end is where the lower bound is the target. Its distance from the largest loss bounds the probability of
    losses that are as near, from which follows the upper end."""
    most, share = max_loss(parts), chance(parts, _SPARE)
    if most is None or share is None:
        return None
    with balls(_SPARE):
        ratio = target / share
        if not ratio < 1 / arb(4):
            return None
        bits = _SPARE + math.ceil(-float(ratio.log().mid()) / math.log(2)) + 4 * digits
    if bits > _MOST_BITS:
        return None
    with balls(bits) as xp:
        loss, tiny = xp.number(most), 1 + arb(2) ** (8 - _SPARE)
        excess = near(xp, parts, -2 * xp.log1p(-target / share)) / share - 1
        tiny += excess * arb(2) ** -_RADIUS  # what a ball around both bounds loses of the lower one
        far = -xp.log1p(-tiny * target / share)
        close = -xp.log1p(-target / (tiny * near(xp, parts, far)))
        below, above = fraction_of((loss - far).lower()), fraction_of((loss - close).upper())
        apart, relative = float(above - below), float(loss.mid()) * 10.0**-digits
    if below < 0 or apart > (relative if asked else max(relative, _CLOSE)):
        return None
    delta = NextToLargest(parts, bits).delta
    return (below, above, LargestLoss(bits)) if delta(below) >= target >= delta(above) else None
