"""Convex polygons in whole numbers, from which the masses of a ratio on points are read: the changes of slope."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import TypeAlias

from chartered_verify.work_budget import charge

Polygon: TypeAlias = Sequence[tuple[int, int]]
"""(index of a point, value there in units of the spacing and of 2^-bits)."""


def convex_minorant(dots: Polygon) -> Polygon:
    """The vertices of the greatest convex function that is nowhere above the dots."""
    found: list[tuple[int, int]] = []
    for j, height in dots:
        while len(found) > 1:
            (i, before), (k, last) = found[-2:]
            if (last - before) * (j - k) < (height - last) * (k - i):
                break
            found.pop()
        found.append((j, height))
    return found


def slopes_of(polygon: Polygon) -> list[Fraction]:
    """Those of its edges."""
    return [Fraction(after - before, k - i) for (i, before), (k, after) in pairwise(polygon)]


def masses_of(polygon: Polygon, slopes: Sequence[Fraction], points: int, *, up: bool) -> list[int]:
    """The changes of slope at the vertices below `points`, rounded; 0 at the other points."""
    length = min(points, polygon[-1][0] + 1)
    charge(length)
    found = [0] * length
    for (j, _), (before, after) in zip(polygon, pairwise(slopes), strict=True):
        if j < length:
            found[j] = (ceil if up else floor)(after - before)
    return found
