"""A pair of distributions whose profile joins dots on a lattice of eps by straight lines, and the loss of many runs of it.

In a = e^eps a mechanism's own delta is convex and does not rise. So of heights that are nowhere below it at eps = 0, h, 2h, ... only the
corners of their lower convex hull matter, and the lines that join them are not below it either; nor is the last height beyond the last dot.
Lines that fall by u_j from the corner j on belong to a pair with the loss jh: Q has u_(j-1) - u_j for it, P has e^jh times that, and what
P has for an infinite loss is the last height. The same holds of either neighbour's distribution from the other's, so that the loss -jh has
the two weights turned around, and a loss of 0 takes what is left of 1.

That something is left is known of delta itself: to turn the two around gives delta(1/a) = 1 - 1/a + delta(a)/a, which is convex past a = 1
only if delta falls there by (1 - delta(0))/2 at most. A first height above what that allows is lowered.

Runs convolve. What is cut off at the ends counts as an infinite loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import sqrt
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.values import enclose, fraction_of
from flint import arb, arb_poly

from . import losses

LONGEST = 1024
"""Dots."""
WIDEST = 1 << 16
"""Cells of the loss of all runs."""
SHORT = 1024
"""Cells of which none is cut off."""
_MANY = 128
"""Dots after which it is asked whether the farthest one is far enough."""
_GOOD, _CAP = 32, 256
"""Bits of a height that are asked for, and bits with which they are looked for."""

Curve: TypeAlias = Callable[[Arithmetic, Value], Value]
Parts: TypeAlias = tuple[tuple[Curve, int], ...]
"""Curves of delta over eps, and how often each runs."""
Ends: TypeAlias = tuple[tuple[Fraction, Fraction | None], ...]
"""For each curve its level for large eps, or less, and an eps from which on it has it, if one is known."""


@dataclass(frozen=True, slots=True, eq=False)
class Loss:
    """P has cells[i] for a loss of least + i steps; all together it has `total`, where an infinite loss has the rest."""

    least: int
    cells: arb_poly
    total: Value

    def times(self, other: Loss, tail: Value) -> Loss:
        """That of both together, without ends that have no more than `tail` each. Raises ArithmeticError if it is too wide."""
        cells = self.cells * other.cells
        first, last = _ends(cells, tail)
        if last - first > WIDEST:
            raise ArithmeticError(f"the loss of all runs takes more than {WIDEST} cells")
        kept = arb_poly(cells.coeffs()[first:last]) if last - first < cells.length() else cells
        return Loss(self.least + other.least + first, kept, self.total * other.total)


def low(level: Fraction, tail: Fraction) -> Fraction:
    """What the last dot may have."""
    return level + max(tail, level / 64)


@lru_cache(maxsize=64)
def heights(curve: Curve, step: Fraction, tail: Fraction, end: tuple[Fraction, Fraction | None]) -> tuple[arb, ...]:
    """Exact numbers that are certainly not below the curve at eps = 0, h, 2h, ..., and do not rise: up to one that has no more than `tail`
    above the level of the end, or to that. Raises ArithmeticError for dots that do not get there."""
    found: list[arb] = []
    level, most = end
    with balls(128) as xp:
        least = xp.number(low(level, tail))
    for j in range(LONGEST + 1):
        at = j * step
        height = _height(curve, at)
        found.append(min(found[-1], height) if found else height)
        if found[-1] <= least or (most is not None and at >= most):
            return tuple(found)
        if j == _MANY and (most is None or LONGEST * step < most) and not _height(curve, LONGEST * step) <= least:
            break
    raise ArithmeticError(f"the profile takes more than {LONGEST} dots so near to each other")


def _height(curve: Curve, epsilon: Fraction) -> arb:
    return enclose(partial(_at, curve, epsilon), cap=_CAP, goal=_GOOD).clip(0, 1).hi


def _at(curve: Curve, epsilon: Fraction, xp: Any) -> Any:
    return curve(xp, xp.number(epsilon))


def corners(xp: Arithmetic, dots: Sequence[arb], step: Fraction) -> list[int]:
    """The dots of the lower convex hull, or a few more: to leave any but the ends out is sound."""
    hull: list[int] = []
    for j in range(len(dots)):
        while len(hull) > 1:
            i, k = hull[-2:]
            if (dots[i] - dots[k]) * _gap(xp, step, k, j) > (dots[k] - dots[j]) * _gap(xp, step, i, k):
                break
            hull.pop()
        hull.append(j)
    return hull


def _gap(xp: Arithmetic, step: Fraction, i: int, j: int) -> Value:
    """e^jh - e^ih."""
    return xp.exp(xp.number(i * step)) * xp.expm1(xp.number((j - i) * step))


def lowered(xp: Arithmetic, dots: Sequence[arb], step: Fraction) -> arb:
    """The first height, or what others leave of it: delta(0) (1 + b) <= delta(eps) + b with b = (e^eps - 1)/2."""
    first = dots[0]
    for j, height in enumerate(dots[1:], start=1):
        half = xp.expm1(xp.number(j * step)) / 2
        first = min(first, ((height + half) / (1 + half)).upper())
    return first


def joined(xp: Any, dots: Sequence[arb], step: Fraction) -> Loss:
    """The loss of one run."""
    dots = [lowered(xp, dots, step), *dots[1:]]
    hull = corners(xp, dots, step)
    before, height = xp.number(0), dots[-1]
    true: dict[int, Value] = {}
    for i, j in reversed(list(pairwise(hull))):
        gap = _gap(xp, step, i, j)
        fall = xp.maximum(before, (dots[i] - height) / gap).upper()  # exact, and no less than needed: the lines stay convex
        true[-j] = fall - before
        true[j], before, height = xp.exp(xp.number(j * step)) * true[-j], fall, height + fall * gap
    told = sum(true.values(), dots[-1])
    true[0] = xp.positive(1 - told)
    most = hull[-1]
    return Loss(-most, arb_poly([true.get(j, 0) for j in range(-most, most + 1)]), told + true[0])


def _ends(cells: arb_poly, tail: Value) -> tuple[int, int]:
    first, last = 0, cells.length()
    if last <= SHORT:
        return first, last
    for upward in (True, False):
        spare = tail
        while first < last and (spare := spare - cells[first if upward else last - 1]) >= 0:
            first, last = (first + 1, last) if upward else (first, last - 1)
    return first, last


@lru_cache(maxsize=128)
def doubled(bits: int, curve: Curve, step: Fraction, tail: Fraction, end: tuple[Fraction, Fraction | None], turns: int) -> Loss:
    """The loss of 2^turns runs."""
    with balls(bits) as xp:
        if turns == 0:
            return joined(xp, heights(curve, step, tail, end), step)
        half = doubled(bits, curve, step, tail, end, turns - 1)
        return half.times(half, xp.number(tail))


def together(bits: int, parts: Parts, step: Fraction, tail: Fraction, ends: Ends) -> Loss:
    """The loss of all runs. Raises ArithmeticError."""
    with balls(bits) as xp:
        found = Loss(0, arb_poly([1]), xp.number(1))
        for (curve, times), end in zip(parts, ends, strict=True):
            for turns in range(times.bit_length()):
                if times >> turns & 1:
                    found = found.times(doubled(bits, curve, step, tail, end, turns), xp.number(tail))
        return found


@lru_cache(maxsize=8)
def table(bits: int, parts: Parts, step: Fraction, tail: Fraction, ends: Ends) -> losses.Losses:
    """The losses of all runs, the largest first; what is infinite is held by the first head."""
    bits += tail.denominator.bit_length() - tail.numerator.bit_length() + 1  # what is infinite is a difference
    loss = together(bits, parts, step, tail, ends)
    with balls(bits) as more:
        cells = loss.cells.coeffs()
        top = loss.least + len(cells) - 1
        p, q = [loss.total - sum(cells, arb(0))], [arb(0)]
        fall, ratio = more.exp(more.number(-top * step)), more.exp(more.number(step))
        for cell in reversed(cells):
            p.append(p[-1] + cell)
            q.append(q[-1] + cell * fall)
            fall = fall * ratio

    def heads(xp: Arithmetic, j: int) -> tuple[Value, Value]:
        return (p[j], q[j]) if xp.name in ("balls", "slopes") else (xp.number(fraction_of(p[j])), xp.number(fraction_of(q[j])))

    return losses.Losses(step, range(-top, -loss.least + 1), heads, _near(cells, loss.least, float(min(step, losses.FARTHEST))))


def _near(cells: Sequence[arb], least: int, step: float) -> Callable[[float], tuple[float, float]]:
    """As if the loss were normal."""
    weights = [float(cell) for cell in cells]
    mean = sum(weight * (least + i) for i, weight in enumerate(weights))
    square = sum(weight * (least + i - mean) ** 2 for i, weight in enumerate(weights))
    return lambda log_delta: losses.normal(mean * step, sqrt(max(0.0, square)) * step or 1.0, log_delta)
