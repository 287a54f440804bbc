"""Where a condition stops to hold, over real or over whole numbers: a bracket by ever longer strides, narrowed by false position."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

NARROW, WIDER = 2.0**-44, 2.0**-20
"""Relative widths of the bracket at which a search over reals ends; its safe end is the answer."""
_STRIDE, _LONGEST, _REACH = 2, 10**30, 1e300

Miss: TypeAlias = Callable[[float], float]
"""By how much an argument misses what is wanted: at most 0 if it is safe; infinite where that cannot be said."""
_Met: TypeAlias = tuple[float, float]
"""An argument and its miss."""


def safe_end(
    miss: Miss, domain: tuple[float, float], start: float, *, larger: bool, whole: bool = False, narrow: float = NARROW
) -> float | None:
    """The last safe argument before `miss` becomes positive, where larger (or else smaller) arguments are safer.

    None if no argument of the domain is safe; if all are, the one farthest toward the unsafe end. Whole arguments are Python's own
    integers, exact at any size; of others the bracket is `narrow` in the end. A `start` near the answer saves time.
    """
    here = (start, miss(start))
    met = here[1] <= 0
    for x in _strides(start, domain[1] if met is not larger else domain[0], whole=whole):
        there = (x, miss(x))
        if (there[1] <= 0) is not met:
            ends = (here, there) if met else (there, here)
            return _narrowed(miss, *ends, width=1 if whole else narrow, whole=whole)
        here = there
    return here[0] if met else None


def _strides(start: float, limit: float, *, whole: bool) -> Iterator[float]:
    """Ever longer strides from `start` to the limit, which is the last if it is a finite number other than 0."""
    x, factor, rising = start, _STRIDE, limit > start
    while True:
        x = x * factor if rising else x // factor if whole else x / factor
        factor = min(factor * factor, _LONGEST)
        if not (start < x < limit if rising else limit < x < start):
            break
        if not 1 / _REACH < x < _REACH:
            return
        yield x
    if 0 < limit < math.inf and limit != start:
        yield limit


def _narrowed(miss: Miss, safe: _Met, unsafe: _Met, *, width: float, whole: bool) -> float:
    """False position in the logarithm; an end that stays twice is weighted after Anderson and Bjorck. It halves where a miss is infinite,
    or where four turns gained less than two halvings would."""
    wide, slow, before = abs(unsafe[0] - safe[0]), False, None
    for turn in range(1, 400):
        if abs(unsafe[0] - safe[0]) <= (width if whole else width * safe[0]):
            break
        halve = slow or not (math.isfinite(safe[1]) and math.isfinite(unsafe[1]))
        x = _between(safe[0], unsafe[0], 0.5 if halve else safe[1] / (safe[1] - unsafe[1]), width=width, whole=whole)
        here = (x, miss(x))
        met = here[1] <= 0
        replaced, stays = (safe, unsafe) if met else (unsafe, safe)
        if met is before:
            stays = (stays[0], stays[1] * _kept(here[1], replaced[1]))
        safe, unsafe = (here, stays) if met else (stays, here)
        before, slow = met, False
        if turn % 4 == 0:
            wide, slow = abs(unsafe[0] - safe[0]), abs(unsafe[0] - safe[0]) > wide / 4
    return safe[0]


def _kept(new: float, replaced: float) -> float:
    told = replaced != 0 and math.isfinite(new) and math.isfinite(replaced)
    return float(weight(new, replaced)) if told else 1.0


def weight(new: Any, replaced: Any) -> Any:
    """By what false position multiplies the value at an end that stays, after Anderson and Bjorck."""
    share = 1 - new / replaced
    return share if share > 0 else 0.5


def _between(safe: float, unsafe: float, share: float, *, width: float, whole: bool) -> float:
    """The point at a share of the way in the logarithm, not nearer to either end than arguments are told apart."""
    low, high = min(safe, unsafe), max(safe, unsafe)
    share = share if safe < unsafe else 1 - share
    step = low * math.expm1(share * math.log1p((high - low) / low))
    least = width if whole else width * safe / 2
    return min(max(low + (round(step) if whole else step), low + least), high - least)
