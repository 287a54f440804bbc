"""Two ends of eps next to the largest loss, for a delta that is tiny beside the probability of that loss."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import fraction_of
from flint import arb

from ..formulas.composed_moments import Composition, max_loss
from ..formulas.next_to_largest_loss import LargestLoss, NextToLargest, chance, near
from .accurate_line import digits_for

_SPARE, _MOST_BITS, _RADIUS = 64, 4096, 27
_CLOSE = 1e-9
"""The distance of the ends that is enough unless digits are requested."""


def bracket(parts: Composition, target: arb, asked: int | None) -> tuple[Fraction, Fraction, LargestLoss]:
    """(below, above, rule) with delta(below) >= target >= delta(above), as close relative to the largest loss as the
    requested digits are or, if none are requested, 1e-9. Raises ArithmeticError where they are farther apart.

    The lower end is where the lower bound is the target. Its distance from the largest loss bounds the probability of
    losses that are as near, from which follows the upper end."""
    digits, most, share = digits_for(asked), max_loss(parts), chance(parts, _SPARE)
    if most is None or share is None:
        raise ArithmeticError("the largest loss has no probability that is known")
    with balls(_SPARE):
        ratio = target / share
        if not ratio < 1 / arb(4):
            raise ArithmeticError("delta is not tiny beside the probability of the largest loss")
        bits = _SPARE + math.ceil(-float(ratio.log().mid()) / math.log(2)) + 4 * digits
    if bits > _MOST_BITS:
        raise ArithmeticError(f"two ends so close need more than {_MOST_BITS} bits")
    with balls(bits) as xp:
        loss, tiny = xp.number(most), 1 + arb(2) ** (8 - _SPARE)
        excess = near(xp, parts, -2 * xp.log1p(-target / share)) / share - 1
        tiny += excess * arb(2) ** -_RADIUS  # what a ball around both bounds loses of the lower one
        far = -xp.log1p(-tiny * target / share)
        close = -xp.log1p(-target / (tiny * near(xp, parts, far)))
        below, above = fraction_of((loss - far).lower()), fraction_of((loss - close).upper())
        apart, relative = float(above - below), float(loss.mid()) * 10.0**-digits
    delta = NextToLargest(parts, bits).delta
    close_enough = below >= 0 and apart <= (relative if asked is not None else max(relative, _CLOSE))
    if close_enough and delta(below) >= target >= delta(above):
        return below, above, LargestLoss(bits)
    raise ArithmeticError("the two bounds next to the largest loss are too far apart")
