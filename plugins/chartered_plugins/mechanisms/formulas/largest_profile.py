"""The largest privacy profile of all mechanisms of which it is known at several eps, as a table."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from ...basics.formulas import convex_through_points as hull
from . import table_rows


def rows(points: list[hull.Point]) -> table_rows.Rows:
    """The rows (p, q) of the table with the largest delta at every eps of all mechanisms that have at most the delta at
    each x = e^eps of the pairs `points`, in both directions.

    A profile delta(x) is convex, is 1 at x = 0, and that of the other direction is 1 - x + x delta(1/x)."""
    both = [(Fraction(0), Fraction(1)), *points, *((1 / x, 1 - (1 - delta) / x) for x, delta in points)]
    corners = hull.vertices(both)
    while len(corners) > 1 and corners[-2][1] <= corners[-1][1]:
        corners.pop()  # a profile does not rise
    slopes = pairwise([*hull.slopes(corners), Fraction(0)])
    kinks = ((x, after - before) for (x, _), (before, after) in zip(corners[1:], slopes, strict=True))
    return table_rows.of_profile(kinks, corners[-1][1])
