"""The largest convex function that is nowhere above given points, in fractions: what is known of a curve at some
arguments alone, if it is convex."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

Point: TypeAlias = tuple[Fraction, Fraction]
"""(x, y)."""


def vertices(points: Iterable[Point]) -> list[Point]:
    """The lower convex hull from the least x to the largest: its corners, in the order of x."""
    found: list[Point] = []
    for x, y in sorted(points):
        if found and found[-1][0] == x:
            continue  # the lower of two points at one x came first
        while len(found) > 1 and _slope(found[-2], found[-1]) >= _slope(found[-1], (x, y)):
            found.pop()
        found.append((x, y))
    return found


def slopes(corners: list[Point]) -> list[Fraction]:
    """The slope between each two neighbouring corners."""
    return [_slope(one, other) for one, other in pairwise(corners)]


def _slope(one: Point, other: Point) -> Fraction:
    return (other[1] - one[1]) / (other[0] - one[0])
