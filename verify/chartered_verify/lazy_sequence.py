"""A lazily computed sequence that caches its values and is safe to share between threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class LazySequence(Generic[T]):
    """value(0), value(1), ...: each computed once, in order. The values must be immutable.

    The known values are one tuple, which is replaced by a longer tuple as soon as that is complete. If two threads
    extend it at the same time, the work of one of them is lost. `of`: a sequence from which this one is computed; it is
    extended first, in one call."""

    __slots__ = ("_known", "_of", "_value")

    def __init__(self, value: Callable[[int], T], of: LazySequence[Any] | None = None) -> None:
        self._value, self._of = value, of
        self._known: tuple[T, ...] = ()

    def up_to(self, n: int) -> tuple[T, ...]:
        """The values at 0, ..., n, and possibly further ones."""
        known = self._known
        if n >= len(known):
            if self._of is not None:
                self._of.up_to(n)
            known = (*known, *[self._value(k) for k in range(len(known), n + 1)])
            self._known = known
        return known
