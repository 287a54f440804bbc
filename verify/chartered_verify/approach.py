"""Approach: whether a formula comes closer to a stated limit, in balls along a sequence towards the point. Evidence, never a proof."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb

from .arithmetic.ball import Balls, balls
from .box import Point
from .reach import Formula
from .sampling import Domain, points_of

DECADES = (1, 2, 4, 8, 16, 32, 64)
"""The sequence: 10^-k from a finite point, 10^k towards an infinite one."""
BITS = (1024, 4096, 16384)
"""More of them where a quotient of two that vanish has too few digits left."""
ACCURATE = 128
NEAR = Fraction(1, 10**20)
FEWEST = 3
"""Finite values, accurate ones, below which a sequence says nothing."""


def strays(
    formula: Formula, wrt: int, point: Fraction | int | str, side: str, value: Formula, domain: Domain, points: int, seed: int
) -> Point | None:
    """A random place of the domain at which the formula does not come closer to `value(xp, *others)`, or None if it does at all of them.

    Closer: the distance at the last term of the sequence is certainly at most half of that at the first, or below 10^-20; for an
    infinite limit the formula has its sign, and is certainly twice as large.
    """
    for place in points_of(domain, points, seed):
        others = [x for axis, x in enumerate(place) if axis != wrt]
        with balls(BITS[0]) as xp:
            if not _closer(_along(formula, wrt, point, side, others), value(xp, *map(xp.number, others)), xp):
                return place
    return None


def _along(formula: Formula, wrt: int, point: Fraction | int | str, side: str, others: list[Fraction]) -> Iterator[arb]:
    for decades in DECADES:
        step = Fraction(10) ** (decades if isinstance(point, str) else -decades)
        x = Fraction(step) if point == "inf" else -step if point == "-inf" else Fraction(point) + (step if side == "+" else -step)
        yield _at(formula, [*others[:wrt], x, *others[wrt:]])


def _at(formula: Formula, place: list[Fraction]) -> arb:
    for bits in BITS:
        with balls(bits) as xp:
            found: arb = xp.number(formula(xp, *map(xp.number, place)))
        if not found.is_finite() or found.rel_accuracy_bits() >= ACCURATE:
            break
    return found


def _closer(values: Iterator[arb], limit: Any, xp: Balls) -> bool:
    goal = xp.number(limit)
    finite = [x for x in values if x.is_finite() and (x.rel_accuracy_bits() >= ACCURATE or x.rad() < xp.number(NEAR))]
    if len(finite) < FEWEST or goal.is_nan():
        return False
    if not goal.is_finite():
        near, far = (x if goal > 0 else -x for x in (finite[0], finite[-1]))
        return bool(far > 1) and bool(far > 2 * near)
    near, far = abs(finite[0] - goal), abs(finite[-1] - goal)
    return bool(2 * far <= near) or bool(far < xp.number(NEAR))
