"""A pair of distributions whose profiles join dots on a lattice of eps by straight lines, and its loss.

In a = e^eps the delta of one neighbour's distribution from the other's is convex and does not rise. So of heights that
are nowhere below it at eps = 0, h, 2h, ... only the corners of their lower convex hull matter, and the lines that join
them are not below it either; nor is the last height beyond the last dot. Lines that fall by u_j from the corner j on
belong to a pair with the loss jh: Q has u_(j-1) - u_j for it, P has e^jh times that, and what P has for an infinite
loss is the last height. The delta of the other one's distribution from this one's, joined by lines that fall by v_j,
gives P v_(j-1) - v_j for the loss -jh, and a loss of 0 takes what is left of 1.

That something is left is known of delta itself: both begin at the same height d, and to turn the two around gives
delta(1/a) = 1 - 1/a + other(a)/a, so that convexity at a = 1 says u_0 + v_0 <= 1 - d. A first height above what that
allows is lowered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.budget import charge
from chartered_verify.enclosure import enclose
from flint import arb, arb_poly

from .lattice_loss import Loss

LONGEST = 4096
"""Steps from the first dot to the last one."""
NEAR = 64
"""Dots that are one step apart; farther out they are by this part of their place."""
_MANY = 128
"""Steps after which it is asked whether the farthest dot is far enough."""
_GOOD, _CAP = 32, 256
"""Bits of a height that are asked for, and bits with which they are looked for at least."""

Curve: TypeAlias = Callable[[Arithmetic, Value], Value]
Dots: TypeAlias = Sequence[tuple[int, arb]]
"""Places, counted in steps, and heights."""


@dataclass(frozen=True, slots=True)
class Side:
    """The delta over eps >= 0 of one neighbour's distribution from the other's: its level for large eps, or less, and
    an eps from which on it has it, if one is known."""

    curve: Curve
    level: Fraction = Fraction(0)
    most: Fraction | None = None


Run: TypeAlias = tuple[Side, Side]
"""Seen from one neighbour and from the other; the same where the order of the two does not matter."""
Parts: TypeAlias = tuple[tuple[Run, int], ...]
"""Runs, and how often each is done."""


def turned(parts: Parts) -> Parts:
    """As the other neighbour sees them."""
    return tuple(((other, own), times) for (own, other), times in parts)


def low(level: Fraction, tail: Fraction) -> Fraction:
    """What the last dot may have."""
    return level + max(tail, level / 64)


@lru_cache(maxsize=64)
def heights(side: Side, step: Fraction, tail: Fraction) -> tuple[tuple[int, arb], ...]:
    """Exact numbers that are certainly not below the curve at the places where dots are taken, and do not rise: up to
    one that has no more than `tail` above the level, or to the end. Raises ArithmeticError for dots that do not get
    there."""
    found: list[tuple[int, arb]] = []
    most = side.most
    cap = max(_CAP, 2 * depth(tail))
    with balls(128) as xp:
        least = xp.number(low(side.level, tail))
    for j in _places(None if most is None else ceil(most / step)):
        height = _height(side.curve, j * step, cap)
        found.append((j, min(found[-1][1], height) if found else height))
        if found[-1][1] <= least or (most is not None and j * step >= most):
            return tuple(found)
        if (
            j == _MANY
            and (most is None or LONGEST * step < most)
            and not _height(side.curve, LONGEST * step, cap) <= least
        ):
            break
    raise ArithmeticError(f"the profile takes more than {LONGEST} steps that are so short")


def _places(end: int | None) -> Iterator[int]:
    """Where dots are taken, the end among them."""
    j = 0
    while j <= LONGEST:
        yield j
        farther = j + max(1, j // NEAR)
        j = end if end is not None and j < end < farther else farther


def depth(tail: Fraction) -> int:
    """Bits between 1 and the tail."""
    return tail.denominator.bit_length() - tail.numerator.bit_length() + 1


def _height(curve: Curve, epsilon: Fraction, cap: int) -> arb:
    return enclose(partial(_at, curve, epsilon), cap=cap, goal=_GOOD).clip(0, 1).hi


def _at(curve: Curve, epsilon: Fraction, xp: Any) -> Any:
    return curve(xp, xp.number(epsilon))


def corners(xp: Arithmetic, dots: Dots, step: Fraction) -> Dots:
    """The dots of the lower convex hull, or a few more: to leave any but the ends out is sound."""
    hull: list[tuple[int, arb]] = []
    for j, height in dots:
        while len(hull) > 1:
            (i, before), (k, last) = hull[-2:]
            if (before - last) * _gap(xp, step, k, j) > (last - height) * _gap(xp, step, i, k):
                break
            hull.pop()
        hull.append((j, height))
    return hull


def _gap(xp: Arithmetic, step: Fraction, i: int, j: int) -> Value:
    """e^jh - e^ih."""
    return xp.exp(xp.number(i * step)) * xp.expm1(xp.number((j - i) * step))


def lowered(xp: Arithmetic, own: Dots, other: Dots, step: Fraction) -> arb:
    """The first height, or what others leave of it: d (1 + s + t) <= 1 + s delta(eps) + t other(eps') with s, t =
    1/(e^eps - 1), 1/(e^eps' - 1). Any two dots may be taken, and the two to which both fall most steeply from what is
    left so far leave least."""
    first = min(own[0][1], other[0][1])
    ahead, back = ([(1 / xp.expm1(xp.number(j * step)), height) for j, height in dots[1:]] for dots in (own, other))
    while True:
        charge(2 * len(ahead) + 2 * len(back))
        (s, g), (t, k) = _steepest(first, ahead), _steepest(first, back)
        left = ((1 + s * g + t * k) / (1 + s + t)).upper()
        if not left < first:
            return first
        first = left


def _steepest(first: arb, dots: Sequence[tuple[Any, arb]]) -> tuple[Any, arb]:
    return max(dots, key=lambda dot: (dot[0] * (first - dot[1])).mid(), default=(arb(0), arb(0)))


def joined(xp: Any, own: Dots, other: Dots, step: Fraction) -> Loss:
    """The loss of one run. Lines that begin lower than the other one's are raised to them: else they would be below a =
    1."""
    alike, first = other is own, (0, lowered(xp, own, other, step))
    own, other = [first, *own[1:]], [first, *other[1:]]
    ahead, height = _falls(xp, own, step)
    back, begin = (ahead, height) if alike else _falls(xp, other, step)
    endless = own[-1][1] if alike else own[-1][1] + xp.positive((begin - height).upper())
    cells = {-j: fall for j, fall in back.items()} | {
        j: xp.exp(xp.number(j * step)) * fall for j, fall in ahead.items()
    }
    told = sum(cells.values(), endless)
    cells[0] = xp.positive(1 - told)
    least = min(cells)
    return Loss(least, arb_poly([cells.get(j, 0) for j in range(least, max(cells) + 1)]), told + cells[0])


def _falls(xp: Any, dots: Dots, step: Fraction) -> tuple[dict[int, Value], Value]:
    """By how much more the lines fall before each corner than after it, and where they begin: exact, and no less than
    needed, so that they stay convex."""
    found: dict[int, Value] = {}
    before, height = xp.number(0), dots[-1][1]
    for (i, start), (j, _) in reversed(list(pairwise(corners(xp, dots, step)))):
        gap = _gap(xp, step, i, j)
        fall = xp.maximum(before, (start - height) / gap).upper()
        found[j], before, height = fall - before, fall, height + fall * gap
    return found, height
