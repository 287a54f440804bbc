"""A lazily computed sequence whose values are kept, safe to share between threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class LazySequence(Generic[T]):
    """value(0), value(1), ...: each computed once, in order. The values must be immutable.

    The known values are one tuple, which is replaced by a longer one once that is complete. Of two threads that extend
    it at once one does so in vain. A sequence `of` which this one is computed is extended before it, in one go."""

    __slots__ = ("_known", "_of", "_value")

    def __init__(self, value: Callable[[int], T], of: LazySequence[Any] | None = None) -> None:
        self._value, self._of = value, of
        self._known: tuple[T, ...] = ()

    def up_to(self, n: int) -> tuple[T, ...]:
        """The values at 0, ..., n, and perhaps more."""
        known = self._known
        if n >= len(known):
            if self._of is not None:
                self._of.up_to(n)
            known = (*known, *[self._value(k) for k in range(len(known), n + 1)])
            self._known = known
        return known
