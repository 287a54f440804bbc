"""Where a condition stops to hold, over real or over whole numbers: a bracket by ever longer strides, narrowed by false
position."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TypeAlias

from chartered_verify.numeric.bracketing import false_position

NARROW, WIDER = 2.0**-44, 2.0**-20
"""Relative widths of the bracket at which a search over reals ends; its safe end is the answer."""
_STRIDE, _LONGEST, _REACH = 2, 10**30, 1e300
_TURNS = 400
_HALVINGS = 24
"""How often the interval between an argument that misses and one without an answer is halved in search of a safe
one."""

Miss: TypeAlias = Callable[[float], float | None]
"""By how much an argument misses what is wanted: at most 0 if it is safe, infinite where the size cannot be said, None
where there is no answer, which says nothing about other arguments."""
_Tried: TypeAlias = tuple[float, float | None]
"""An argument and its miss."""


def safe_end(
    miss: Miss, domain: tuple[float, float], start: float, *, larger: bool, whole: bool = False, narrow: float = NARROW
) -> float | None:
    """The last safe argument before `miss` becomes positive, or has no answer, where larger (or else smaller) arguments
    are safer.

    None if no safe argument of the domain is found; if all are safe, the one farthest toward the unsafe end. Whole
    arguments are Python's own integers, exact at any size; of others the bracket is `narrow` in the end. A `start` near
    the answer saves time; it need not have an answer itself."""
    search = _Search(miss, whole, 1 if whole else narrow)
    unsafe_end, safest = domain if larger else domain[::-1]
    here = (start, miss(start))
    if _is_safe(here):
        return search.last_safe(here, unsafe_end)
    tried = [here, *search.until(_is_safe, start, safest)]
    if here[1] is None and not _is_safe(
        tried[-1]
    ):  # nothing is known of the start: answers may lie on its unsafe side as well
        tried = [*search.until(lambda there: there[1] is not None, start, unsafe_end)[::-1], *tried]
    found = next(filter(_is_safe, tried), None)
    if found is None:
        return search.in_a_gap(tried)
    return search.last_safe(found, unsafe_end) if here[1] is None else search.narrowed(found, tried[-2])


def narrowed(miss: Miss, safe: float, unsafe: float, *, whole: bool, narrow: float = NARROW) -> float:
    """The safe end of a narrow bracket, between an argument that is safe and one that is not."""
    return _Search(miss, whole, 1 if whole else narrow).narrowed((safe, miss(safe)), (unsafe, miss(unsafe)))


def _is_safe(tried: _Tried) -> bool:
    return tried[1] is not None and tried[1] <= 0


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for the last safe argument, to a bracket of this width: relative, or of whole numbers 1."""

    miss: Miss
    whole: bool
    width: float

    def until(self, ends: Callable[[_Tried], bool], start: float, limit: float) -> list[_Tried]:
        """What is tried from `start` toward the limit, the last of which `ends` the search if any does."""
        found: list[_Tried] = []
        for x in _strides(start, limit, whole=self.whole):
            found.append((x, self.miss(x)))
            if ends(found[-1]):
                break
        return found

    def last_safe(self, here: _Tried, unsafe_end: float) -> float:
        """From a safe argument on. Beyond one without an answer there may be more, until one misses."""
        tried = [here, *self.until(lambda there: not (there[1] is None or there[1] <= 0), here[0], unsafe_end)]
        last = max(place for place, there in enumerate(tried) if _is_safe(there))
        return tried[last][0] if last + 1 == len(tried) else self.narrowed(tried[last], tried[last + 1])

    def in_a_gap(self, tried: Sequence[_Tried]) -> float | None:
        """The last safe argument between one that misses and the next without an answer, toward safety; None if none is
        found."""
        gaps = [(here, there) for here, there in pairwise(tried) if here[1] is not None and there[1] is None]
        if not gaps:
            return None
        missed, silent = gaps[-1]
        for _ in range(_HALVINGS):
            if abs(silent[0] - missed[0]) <= (1 if self.whole else self.width * missed[0]):
                break
            x = _between(silent[0], missed[0], 0.5, width=self.width, whole=self.whole)
            here = (x, self.miss(x))
            if _is_safe(here):
                return self.narrowed(here, missed)
            missed, silent = (missed, here) if here[1] is None else (here, silent)
        return None

    def narrowed(self, safe: _Tried, unsafe: _Tried) -> float:
        """The safe end of a narrow bracket, of which one end is safe."""
        known = (safe[0], _size(safe[1])), (unsafe[0], _size(unsafe[1]))
        return _narrowed(lambda x: _size(self.miss(x)), *known, width=self.width, whole=self.whole)


def _size(miss: float | None) -> float:
    return math.inf if miss is None else miss


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


def _narrowed(
    miss: Callable[[float], float], safe: tuple[float, float], unsafe: tuple[float, float], *, width: float, whole: bool
) -> float:
    """The safe end of a narrow bracket, by false position in the logarithm."""

    def between(safe: float, unsafe: float, share: float) -> float:
        return _between(safe, unsafe, share, width=width, whole=whole)

    def narrow() -> bool:
        return abs(unsafe[0] - safe[0]) <= (width if whole else width * safe[0])

    steps = islice(false_position(miss, safe, unsafe, between=between), _TURNS)
    while not narrow() and (step := next(steps, None)) is not None:
        _, safe, unsafe = step
    return safe[0]


def _between(safe: float, unsafe: float, share: float, *, width: float, whole: bool) -> float:
    """The point at a share of the way in the logarithm, not nearer to either end than arguments are told apart."""
    low, high = min(safe, unsafe), max(safe, unsafe)
    share = share if safe < unsafe else 1 - share
    step = low * math.expm1(share * math.log1p((high - low) / low))
    least = width if whole else width * safe / 2
    return min(max(low + (round(step) if whole else step), low + least), high - least)
