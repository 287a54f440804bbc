"""A scan for the farthest value that meets a target, for parameters that are not monotone: values on both sides of a
first one, with decreasing distances."""

from __future__ import annotations

import math
from collections.abc import Sequence

from chartered_verify.numeric.minimisation import minimise

from .threshold import Miss, narrowed

_REACHES = (64.0, 1.3)
"""The ratios between the ends of a scan and its centre: first a wide range, then one near the value found."""
THOROUGH, QUICK = 64, 12
"""The number of points of a scan on each side."""
_CLOSE, _DIPS = 1e-4, 4


def farthest(
    miss: Miss,
    domain: tuple[float, float],
    start: float,
    found: float | None,
    *,
    larger: bool,
    whole: bool,
    narrow: float,
    points: int = THOROUGH,
) -> float | None:
    """The least private value, among those tried, that meets the target; or None.

    `found`: a value that is known to meet it, or None. `larger`: whether larger values are more private as a rule.
    Values between those tried may behave in any way."""
    for reach in _REACHES:
        tried = _grid(domain, start if found is None else found, reach, points, whole=whole)
        inward = [
            x for x in (tried if larger else tried[::-1]) if found is None or (x < found if larger else x > found)
        ]
        beyond, better = _first(miss, inward, dips=0 if whole or points < THOROUGH else _DIPS)
        if better is not None:
            found = better if beyond is None else narrowed(miss, better, beyond, whole=whole, narrow=narrow)
    return found


def _grid(domain: tuple[float, float], around: float, reach: float, points: int, *, whole: bool) -> list[float]:
    """Values on both sides of `around` in equal ratios, ascending; all integers of the range if they are few."""
    low, high = max(domain[0], around / reach), min(domain[1], around * reach)
    if whole:
        low, high = max(1, math.ceil(low)), math.floor(high)
        if high - low <= 2 * points:
            return list(range(low, high + 1))
    steps = range(-points, points + 1)
    values = {min(max(around * reach ** (k / points), low), high) for k in steps} | {high}
    return sorted({round(x) for x in values} if whole else values)


def _first(miss: Miss, inward: Sequence[float], *, dips: int) -> tuple[float | None, float | None]:
    """(the last value before it that misses the target, the first value from the less private side that meets it), or
    None for either. Between three values that miss it, the middle one by least, a minimum is searched as well (a
    dip)."""
    tried: list[tuple[float, float]] = []
    for x in inward:
        here = miss(x)
        if here is None:
            continue
        if here <= 0:
            return (tried[-1][0] if tried else None), x
        tried.append((x, here))
        if dips and len(tried) > 2 and tried[-2][1] < min(tried[-3][1], here) < math.inf:
            dips -= 1
            dip = _dip(miss, [at for at, _ in tried[-3:]])
            if dip is not None:
                return tried[-3][0], dip
    return None, None


def _dip(miss: Miss, points: Sequence[float]) -> float | None:
    """A value near the middle one of three that meets the target, by Brent's method on the residual; None if none is
    found."""

    def height(x: float) -> float:
        found = miss(x)
        return math.inf if found is None else found

    low, middle, high = sorted(points)
    x, least = minimise(height, low, middle, high, _CLOSE, enough=0.0)
    return x if least <= 0 else None
