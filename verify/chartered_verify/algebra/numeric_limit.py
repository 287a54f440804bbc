"""Numerical evidence for a limit: whether a formula converges to the stated value, in ball arithmetic along a sequence
towards the point. It is never a proof."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from flint import arb

from ..arithmetic.ball import Balls, balls
from ..boxes.box import Point
from ..boxes.range_enclosure import Formula, value_at

OCTAVES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
"""Exponents k of the sequence: at distances 2^-k from a finite point, or at 2^k towards an infinite one."""
BITS = (1024, 4096, 16384)
"""Precisions in bits; the higher ones serve quotients of two vanishing terms, which lose digits."""
ACCURATE = 128
NEAR = Fraction(1, 10**20)
FEWEST = 4
"""The least number of accurate finite values for a conclusion."""
_CONTRACTION = Fraction(4, 5)
"""The largest ratio of successive distances to the limit that counts as convergence; the number of octaves doubles from
one distance to the next."""
_STALLED = Fraction(49, 50)
"""A ratio of successive distances that is at least this, twice in a row, counts as no convergence."""
_SLOW, _REMAINDER = Fraction(1, 20), Fraction(1, 10)
"""`_SLOW`: convergence is slow if the ratio of successive distances exceeds this number. Then Aitken's extrapolated
limit of the distances must be at most `_REMAINDER` times the last distance."""


class Convergence(enum.Enum):
    """The behaviour of a formula along a sequence, as far as balls show it."""

    CLOSER = "converges to the limit"
    AWAY = "stays away from the limit"
    OPEN = "undecided"


def convergence(
    formula: Formula, wrt: int, point: Fraction | int | str, side: str, others: Sequence[Fraction], value: Formula
) -> Convergence:
    """Whether the formula converges to `value(xp, *others)` as its argument number `wrt` tends to the point.

    CLOSER: the last distances to the limit decrease, and do not converge to a positive number; for an infinite limit
    the formula has its sign and grows. AWAY: the distances do not decrease, or converge to a positive number."""
    with balls(BITS[0]) as xp:
        limit = xp.number(value(xp, *map(xp.number, others)))
    if limit.is_nan():
        return Convergence.OPEN
    values = [_at(formula, x, limit) for x in _along(wrt, point, side, others)]
    with balls(BITS[-1]) as xp:
        finite = [
            x for x in values if x.is_finite() and (x.rel_accuracy_bits() >= ACCURATE or x.rad() < xp.number(NEAR) ** 2)
        ]
        if len(finite) < FEWEST:
            return Convergence.OPEN
        if limit.is_finite():
            return _of_differences([x - limit for x in finite[-FEWEST:]], xp)
        last = [x if limit > 0 else -x for x in finite[-FEWEST:]]
        grows = bool(last[-1] > 1) and all(after > before for before, after in pairwise(last))
        return Convergence.CLOSER if grows else Convergence.AWAY if last[-1] < last[0] else Convergence.OPEN


def _along(wrt: int, point: Fraction | int | str, side: str, others: Sequence[Fraction]) -> Iterator[Point]:
    for octaves in OCTAVES:
        step = Fraction(2) ** (octaves if isinstance(point, str) else -octaves)
        x = (
            Fraction(step)
            if point == "inf"
            else -step
            if point == "-inf"
            else Fraction(point) + (step if side == "+" else -step)
        )
        yield (*others[:wrt], x, *others[wrt:])


def _at(formula: Formula, place: Point, limit: arb) -> arb:
    """A value with enough bits to separate it from the limit; the highest precisions are used only if the value is not
    accurate otherwise."""
    for bits in BITS:
        found = value_at(formula, place, bits)
        with balls(bits):
            if (
                found.is_finite()
                and found.rel_accuracy_bits() >= ACCURATE
                and (bits > BITS[0] or not found.overlaps(limit))
            ):
                break
    return found


def _of_differences(differences: Sequence[arb], xp: Balls) -> Convergence:
    """The behaviour by the last three signed distances to the limit; slow convergence is tested by Aitken's
    extrapolation."""
    *_, one, two, three = differences
    certain = not any(difference.contains(0) for difference in (one, two, three))
    if certain and abs(two) >= xp.number(_STALLED) * abs(one) and abs(three) >= xp.number(_STALLED) * abs(two):
        return Convergence.AWAY
    if not all(
        after.contains(0) or after.abs_upper() <= xp.number(_CONTRACTION) * before.abs_upper()
        for before, after in pairwise(differences)
    ):
        return Convergence.OPEN
    if not certain or abs(three) < xp.number(_SLOW) * abs(two):
        return Convergence.CLOSER
    limit = abs(three - (three - two) ** 2 / ((three - two) - (two - one)))
    if limit >= abs(three) / 2:
        return Convergence.AWAY
    return Convergence.CLOSER if limit <= xp.number(_REMAINDER) * abs(three) else Convergence.OPEN
