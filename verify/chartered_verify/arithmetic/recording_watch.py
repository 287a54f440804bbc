"""Detection of ball arithmetic while a formula is being recorded: it is refused, because its results cannot be
reconstructed from the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NoReturn


class NotRecorded(Exception):
    """Raised for a formula that cannot be recorded. It is no ArithmeticError, since formulas may catch those."""


_REFUSE: ContextVar[Callable[[str], NoReturn] | None] = ContextVar("refuse", default=None)


@contextmanager
def watched(refuse: Callable[[str], NoReturn]) -> Iterator[None]:
    """Context in which, in this thread, entering balls is refused: `refuse(why)` raises NotRecorded, and remembers
    it."""
    outer = _REFUSE.set(refuse)
    try:
        yield
    finally:
        _REFUSE.reset(outer)


def refuse_balls() -> None:
    """Called when balls are entered. Raises NotRecorded if a formula is being recorded."""
    refuse = _REFUSE.get()
    if refuse is not None:
        refuse("a number on its way is computed in balls, and not by a formula alone")
