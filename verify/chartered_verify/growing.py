"""A sequence that is computed as far as it is asked for, and kept: whole before it is seen, by whichever thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Growing(Generic[T]):
    """value(0), value(1), ...: each computed once, in order. The values must be immutable.

    What is known is one tuple, which is replaced by a longer one when all of that is there. Of two threads that grow it
    at once one does so in vain. A sequence `of` which this one is computed grows before it, in one go."""

    __slots__ = ("_known", "_of", "_value")

    def __init__(self, value: Callable[[int], T], of: Growing[Any] | None = None) -> None:
        self._value, self._of = value, of
        self._known: tuple[T, ...] = ()

    def upto(self, n: int) -> tuple[T, ...]:
        """The values at 0, ..., n, and perhaps more."""
        known = self._known
        if n >= len(known):
            if self._of is not None:
                self._of.upto(n)
            known = (*known, *[self._value(k) for k in range(len(known), n + 1)])
            self._known = known
        return known
