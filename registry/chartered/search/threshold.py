"""The threshold at which a condition stops to hold, over real numbers or integers: bracketed by growing strides,
narrowed by false position."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from typing import TypeAlias

from chartered_verify.numeric.bracketing import false_position
from msgspec import Struct

NARROW, WIDER = 2.0**-44, 2.0**-20
"""Relative widths of the bracket at which a search over real numbers ends; its safe end is the answer."""
_STRIDE, _LONGEST, _REACH = 2, 10**30, 1e300
_GUIDED, _GROWTH = 1.25, 8
"""The first stride in units of the residual (of a logarithm: where that falls about as the argument, the stride just
passes the threshold), and how fast strides below a factor of 2 grow."""
_TURNS, _FEW_DIGITS = 400, 9
_LEVEL, _MANY_SIZES = 3, 1e9
"""After `_LEVEL` arguments with one residual, the greatest more than `_MANY_SIZES` times the least, those between them
and the end of the domain are not tried. (Nearer ones may have one residual with much too little noise: delta is 1.)"""
_HALVINGS = 24
"""The largest number of halvings of an interval between an unsafe argument and one without an answer, in search of a
safe argument."""

Miss: TypeAlias = Callable[[float], float | None]
"""The residual of an argument: at most 0 if it is safe, infinite if the size is unknown, None without an answer (which
implies nothing about other arguments)."""
_Tried: TypeAlias = tuple[float, float | None]
"""An argument and its residual."""


def safe_end(
    miss: Miss,
    domain: tuple[float, float],
    start: float,
    *,
    larger: bool,
    whole: bool = False,
    narrow: float = NARROW,
    silent: float | None = None,
) -> float | None:
    """The last safe argument before the residual `miss` becomes positive or has no value, if larger (`larger`) or else
    smaller arguments are safer.

    None if no safe argument of the domain is found; if all are safe, the one nearest to the unsafe end. Integer
    arguments (`whole`) are exact at any size; for others the final bracket has the relative width `narrow`, or `silent`
    if its other end has no answer. A `start` near the answer saves time; it need not have an answer itself."""
    search = _Search(miss, whole, 1 if whole else narrow, None if whole else silent)
    unsafe_end, safest = domain if larger else domain[::-1]
    here = (start, miss(start))
    if _is_safe(here):
        return search.last_safe(here, unsafe_end)
    tried = [here, *search.until(_is_safe, here, safest)]
    if here[1] is None and not _is_safe(
        tried[-1]
    ):  # the start has no answer, so safe arguments may lie on its unsafe side as well
        tried = [*search.until(lambda there: there[1] is not None, here, unsafe_end)[::-1], *tried]
    found = next(filter(_is_safe, tried), None)
    if found is not None and here[1] is None:
        return search.last_safe(found, unsafe_end)
    nearer = search.in_a_gap(tried)
    return search.narrowed(found, tried[-2]) if found is not None and nearer is None else nearer


def narrowed(miss: Miss, safe: float, unsafe: float, *, whole: bool, narrow: float = NARROW) -> float:
    """The safe end of a narrow bracket between a safe and an unsafe argument."""
    return _Search(miss, whole, 1 if whole else narrow).narrowed((safe, miss(safe)), (unsafe, miss(unsafe)))


def _is_safe(tried: _Tried) -> bool:
    return tried[1] is not None and tried[1] <= 0


def _are_level(tried: Sequence[_Tried]) -> bool:
    """Whether `_LEVEL` arguments, of many sizes, have one residual of a known size."""
    known = [x for x, missing in tried if missing is not None and math.isfinite(missing)]
    return (
        len(known) == _LEVEL and len({missing for _, missing in tried}) == 1 and max(known) > _MANY_SIZES * min(known)
    )


def _stays_unsafe(before: _Tried, last: _Tried, end: float) -> bool:
    """Whether the residual, by how it fell from one unsafe argument to the next, has lost less than half of itself at
    `end`, which is within a factor of 2: further on it may fall much faster, as delta does once it is not about 1."""
    was, now, far = _size(before[1]), _size(last[1]), abs(math.log(end / last[0]))
    if not (now < math.inf and was < math.inf) or last[0] == before[0] or far > 0.7:
        return False
    return (was - now) * far < now / 2 * abs(math.log(last[0] / before[0]))


class _Search(Struct, frozen=True):
    """A search for the last safe argument, to a bracket of this relative width (for integers: width 1); to one of the
    width `silent`, if given, while its other end has no answer."""

    miss: Miss
    whole: bool
    width: float
    silent: float | None = None

    def until(self, ends: Callable[[_Tried], bool], start: _Tried, limit: float) -> list[_Tried]:
        """The arguments tried from `start` toward `limit`; the last one satisfies `ends`, if any does. Where the
        residual does not change any more, as of fewer epochs than one step has, the next one is the end of the
        domain."""
        found: list[_Tried] = []
        end = min(max(limit, 1 if self.whole else 1 / _REACH), _REACH)
        for stride in _strides(start[0], end, whole=self.whole, first=self.first_stride(start[1])):
            x = end if _are_level(found[-_LEVEL:]) else stride
            found.append((x, self.miss(x)))
            if ends(found[-1]) or x == end:
                break
        return found

    def first_stride(self, miss: float | None) -> float:
        """The factor of the first stride: near 1 after a small residual, 2 after a large or an unknown one."""
        if miss is None or not abs(miss) < math.log(_STRIDE) / _GUIDED:
            return _STRIDE
        return 1 + max(math.expm1(_GUIDED * abs(miss)), 0.0 if self.whole else self.width)

    def last_safe(self, here: _Tried, unsafe_end: float) -> float:
        """The last safe argument from a safe one on. After an argument without an answer the search goes on until one
        is unsafe."""
        tried = [here, *self.until(lambda there: not (there[1] is None or there[1] <= 0), here, unsafe_end)]
        last = max(index for index, there in enumerate(tried) if _is_safe(there))
        return tried[last][0] if last + 1 == len(tried) else self.narrowed(tried[last], tried[last + 1])

    def in_a_gap(self, tried: Sequence[_Tried]) -> float | None:
        """The last safe argument between an unsafe one and the next one, toward safety, without an answer; None if none
        is found. Farther ones may have answers again, much later: of noise so strong that delta is 0."""
        places = [n for n, (here, there) in enumerate(pairwise(tried)) if here[1] is not None and there[1] is None]
        if not places:
            return None
        missed, silent = tried[places[-1]], tried[places[-1] + 1]
        before = tried[places[-1] - 1] if places[-1] else missed
        for _ in range(_HALVINGS):
            narrow = abs(silent[0] - missed[0]) <= (1 if self.whole else self.width * missed[0])
            if narrow or _stays_unsafe(before, missed, silent[0]):
                break
            x = _between(silent[0], missed[0], 0.5, width=self.width, whole=self.whole)
            here = (x, self.miss(x))
            if _is_safe(here):
                return self.narrowed(here, missed)
            if here[1] is None:
                silent = here
            else:
                before, missed = missed, here
        return None

    def narrowed(self, safe: _Tried, unsafe: _Tried) -> float:
        """The safe end of a narrow bracket between a safe and an unsafe argument."""
        known = (safe[0], _size(safe[1])), (unsafe[0], _size(unsafe[1]))
        without_answer = {unsafe[0]} if unsafe[1] is None else set()

        def size(x: float) -> float:
            found = self.miss(x)
            if found is None:
                without_answer.add(x)
            return _size(found)

        def width(unsafe: float) -> float:
            return self.width if self.silent is None or unsafe not in without_answer else self.silent

        found = _narrowed(size, *known, width=width, whole=self.whole)
        return found[0] if self.whole else self.shorter(*found)

    def shorter(self, safe: float, unsafe: float) -> float:
        """A safe argument between the two that a few digits write, if there is one: a threshold is often a round
        number."""
        for digits in range(_FEW_DIGITS):
            x = float(f"{safe:.{digits}e}")
            if min(safe, unsafe) < x < max(safe, unsafe):
                return x if _is_safe((x, self.miss(x))) else safe
        return safe


def _size(miss: float | None) -> float:
    return math.inf if miss is None else miss


def _strides(start: float, limit: float, *, whole: bool, first: float) -> Iterator[float]:
    """Growing strides from `start` to `limit`, the last one, the first by the factor `first` (for integers at least by
    1)."""
    x, factor, rising = start, first, limit > start
    while True:
        x = _integer(x, factor, rising) if whole else x * factor if rising else x / factor
        factor = min(factor * factor, _LONGEST) if factor >= _STRIDE else min(factor**_GROWTH, _STRIDE)
        if not (start < x < limit if rising else limit < x < start):
            break
        yield x
    if limit > start if rising else limit < start:
        yield limit


def _integer(x: float, factor: float, rising: bool) -> int:
    """The integer at about that factor from an integer x, and not x itself."""
    stride = x * (factor - 1) if rising else x - x // factor
    return int(x) + max(1, int(stride)) * (1 if rising else -1)


def _narrowed(
    miss: Callable[[float], float],
    safe: tuple[float, float],
    unsafe: tuple[float, float],
    *,
    width: Callable[[float], float],
    whole: bool,
) -> tuple[float, float]:
    """The ends of a narrow bracket, the safe one first, by false position in the logarithm of the argument; its width
    depends on the unsafe end."""

    def between(x: float, y: float, share: float) -> float:
        return _between(x, y, share, width=width(unsafe[0]), whole=whole)

    def narrow() -> bool:
        return abs(unsafe[0] - safe[0]) <= width(unsafe[0]) * (1 if whole else safe[0])

    steps = islice(false_position(miss, safe, unsafe, between=between), _TURNS)
    while not narrow() and (step := next(steps, None)) is not None:
        _, safe, unsafe = step
    return safe[0], unsafe[0]


def _between(safe: float, unsafe: float, share: float, *, width: float, whole: bool) -> float:
    """The point at a share of the distance in the logarithm, at least the resolution of arguments away from either
    end."""
    low, high = min(safe, unsafe), max(safe, unsafe)
    share = share if safe < unsafe else 1 - share
    step = low * math.expm1(share * math.log1p((high - low) / low))
    least = width if whole else width * safe / 2
    return min(max(low + (round(step) if whole else step), low + least), high - least)
