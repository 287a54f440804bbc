"""Approach: whether a formula comes closer to a stated limit, in balls along a sequence towards the point. Evidence,
never a proof."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from flint import arb

from ..arithmetic.ball import Balls, balls
from ..boxes.box import Point
from ..boxes.range_enclosure import Formula, value_at
from ..boxes.sampling import Domain, points_of

OCTAVES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
"""The sequence: 2^-k from a finite point, 2^k towards an infinite one."""
BITS = (1024, 4096, 16384)
"""More of them where a quotient of two that vanish has too few digits left."""
ACCURATE = 128
NEAR = Fraction(1, 10**20)
FEWEST = 4
"""Finite values, accurate ones, below which a sequence says nothing."""
_FALLS = Fraction(4, 5)
"""From one term to the next, at twice the octaves, the distance must fall to this part of itself at least."""
_RESTS = Fraction(49, 50)
"""Where it falls no further than to this part, twice, it rests."""
_SLOW, _LEFT = Fraction(1, 20), Fraction(1, 10)
"""Where it falls no faster than to the first part, the limit that is extrapolated must be within the second of the last
distance."""


class Course(enum.Enum):
    """Where a formula goes along a sequence, as far as balls see."""

    CLOSER = "comes closer to the limit"
    AWAY = "stays away from the limit"
    OPEN = "is not seen to do either"


def strays(
    formula: Formula,
    wrt: int,
    point: Fraction | int | str,
    side: str,
    value: Formula,
    domain: Domain,
    points: int,
    seed: int,
) -> Point | None:
    """A random place of the domain at which the formula does not come closer to `value(xp, *others)`, or None if it
    does at all of them."""
    for place in points_of(domain, points, seed):
        others = [x for axis, x in enumerate(place) if axis != wrt]
        if course(formula, wrt, point, side, others, value) is not Course.CLOSER:
            return place
    return None


def course(
    formula: Formula, wrt: int, point: Fraction | int | str, side: str, others: Sequence[Fraction], value: Formula
) -> Course:
    """Whether the formula comes closer to `value(xp, *others)` as its argument number `wrt` goes to the point.

    Closer: in the last terms of the sequence the distance keeps falling, and is not seen to end above 0; for an
    infinite limit the formula has its sign, and keeps growing. Away: the distance does not fall, or ends above 0."""
    with balls(BITS[0]) as xp:
        limit = xp.number(value(xp, *map(xp.number, others)))
    if limit.is_nan():
        return Course.OPEN
    values = [_at(formula, x, limit) for x in _along(wrt, point, side, others)]
    with balls(BITS[-1]) as xp:
        finite = [
            x for x in values if x.is_finite() and (x.rel_accuracy_bits() >= ACCURATE or x.rad() < xp.number(NEAR) ** 2)
        ]
        if len(finite) < FEWEST:
            return Course.OPEN
        if limit.is_finite():
            return _of_gaps([x - limit for x in finite[-FEWEST:]], xp)
        last = [x if limit > 0 else -x for x in finite[-FEWEST:]]
        grows = bool(last[-1] > 1) and all(after > before for before, after in pairwise(last))
        return Course.CLOSER if grows else Course.AWAY if last[-1] < last[0] else Course.OPEN


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
    """A value, with so many bits that it is told from the limit, if these do; with the most only where it is not
    accurate else."""
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


def _of_gaps(gaps: Sequence[arb], xp: Balls) -> Course:
    """What the last distances say, with signs; where they fall slowly, Aitken's extrapolation says to what limit."""
    *_, one, two, three = gaps
    certain = not any(gap.contains(0) for gap in (one, two, three))
    if certain and abs(two) >= xp.number(_RESTS) * abs(one) and abs(three) >= xp.number(_RESTS) * abs(two):
        return Course.AWAY
    if not all(
        after.contains(0) or after.abs_upper() <= xp.number(_FALLS) * before.abs_upper()
        for before, after in pairwise(gaps)
    ):
        return Course.OPEN
    if not certain or abs(three) < xp.number(_SLOW) * abs(two):
        return Course.CLOSER
    limit = abs(three - (three - two) ** 2 / ((three - two) - (two - one)))
    if limit >= abs(three) / 2:
        return Course.AWAY
    return Course.CLOSER if limit <= xp.number(_LEFT) * abs(three) else Course.OPEN
