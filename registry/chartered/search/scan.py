"""The farthest value that meets a target where values are not ordered: a scan of both sides of a first one, finer and
finer."""

from __future__ import annotations

import math
from collections.abc import Sequence

from chartered_verify.numeric.line_search import minimise

from .threshold import Miss, narrowed

_REACHES = (64.0, 1.3)
"""How far scans reach, as factors: first over a wide range, then closer to what was found."""
THOROUGH, QUICK = 64, 12
"""Points of a scan on each side."""
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
    """A value that meets the target, none of those that were tried farther from the side that is safer as a rule does;
    or None.

    `found` is one that is known to meet it. Nothing is known of values between those that were tried.
    """
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
    """Values on both sides, in equal ratios, in ascending order; all whole ones where they are few."""
    low, high = max(domain[0], around / reach), min(domain[1], around * reach)
    if whole:
        low, high = max(1, math.ceil(low)), math.floor(high)
        if high - low <= 2 * points:
            return list(range(low, high + 1))
    steps = range(-points, points + 1)
    values = {min(max(around * reach ** (k / points), low), high) for k in steps} | {high}
    return sorted({round(x) for x in values} if whole else values)


def _first(miss: Miss, inward: Sequence[float], *, dips: int) -> tuple[float | None, float | None]:
    """The first value from the far side on that meets the target, after the last before it that does not: one of these,
    or one between them where three that miss it form a dip."""
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
    """A value between three, the middle one of which misses least, at which the target is met, by Brent's method; None
    if none is found."""

    def height(x: float) -> float:
        found = miss(x)
        return math.inf if found is None else found

    low, middle, high = sorted(points)
    x, least = minimise(height, low, middle, high, _CLOSE, enough=0.0)
    return x if least <= 0 else None
