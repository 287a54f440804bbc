"""Where a condition stops to hold: over whole numbers by doubling and bisection, over real ones by a bracket around the crossing."""

from __future__ import annotations

import math
from collections.abc import Callable

NARROW = 2.0**-44
"""Relative width of the bracket at which a search over reals ends; its safe end is the answer."""
_REACH = 1e300


def last_that_holds(holds: Callable[[int], bool], most: int) -> int | float:
    """The largest n >= 1 that holds, for a condition that fails from some n on; 0 if none holds, infinity if `most` does."""
    if not holds(1):
        return 0
    low, high = 1, 2
    while holds(high):
        low, high = high, 2 * high
        if low >= most:
            return math.inf
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def safe_end(
    miss: Callable[[float], float], domain: tuple[float, float], start: float, *, larger: bool, whole: bool = False
) -> float | None:
    """The last safe argument before `miss` becomes positive, where larger (or else smaller) arguments are safer.

    None if no argument of the domain is safe; the unsafe end of the domain if all are.
    """
    toward, away = (domain[1], domain[0]) if larger else (domain[0], domain[1])
    safe = _first(lambda x: miss(x) <= 0, start, toward)
    if safe is None:
        return None
    unsafe = _first(lambda x: miss(x) > 0, start, away)
    if unsafe is None:
        return away if 0 < away < math.inf and miss(away) <= 0 else safe
    return _narrowed(miss, safe, unsafe, whole=whole)


def _first(found: Callable[[float], bool], start: float, limit: float) -> float | None:
    """The first of ever longer strides from `start` to `limit` at which something is found; the limit itself if it is finite."""
    x, factor = start, 4.0
    rising = limit > start
    while (x < limit) if rising else (x > limit):
        if found(x):
            return x
        x = x * factor if rising else x / factor
        factor = min(factor * factor, 1e30)
        if not 1 / _REACH < x < _REACH:
            return None
    return limit if 0 < limit < math.inf and found(limit) else None


def _narrowed(miss: Callable[[float], float], safe: float, unsafe: float, *, whole: bool) -> float:
    """Regula falsi in the logarithm with halving of a stale end (Illinois), bisection where a miss is infinite."""
    at_safe, at_unsafe = miss(safe), miss(unsafe)
    for _ in range(400):
        if abs(unsafe - safe) <= (1 if whole else NARROW * safe):
            break
        share = at_safe / (at_safe - at_unsafe) if math.isfinite(at_safe) and math.isfinite(at_unsafe) else 0.5
        x = _between(safe, unsafe, min(max(share, 1e-3), 1 - 1e-3), whole=whole)
        if x in (safe, unsafe):
            break
        at = miss(x)
        if at <= 0:
            safe, at_safe, at_unsafe = x, at, at_unsafe / 2
        else:
            unsafe, at_unsafe, at_safe = x, at, at_safe / 2
    return safe


def _between(safe: float, unsafe: float, share: float, *, whole: bool) -> float:
    x = safe * math.exp(share * (math.log(unsafe) - math.log(safe)))
    return min(max(float(round(x)), min(safe, unsafe) + 1), max(safe, unsafe) - 1) if whole else x
