"""Whether a formula is being recorded, and the refusal of what has no record: balls that are entered meanwhile compute
numbers that no reader of the record can follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NoReturn


class NotRecorded(Exception):
    """What was read has no record. No ArithmeticError, which formulas may catch."""


_REFUSE: ContextVar[Callable[[str], NoReturn] | None] = ContextVar("refuse", default=None)


@contextmanager
def watched(refuse: Callable[[str], NoReturn]) -> Iterator[None]:
    """While it runs, in this thread, entering balls is refused: `refuse(why)` raises NotRecorded, and remembers it."""
    outer = _REFUSE.set(refuse)
    try:
        yield
    finally:
        _REFUSE.reset(outer)


def refuse_balls() -> None:
    """Called where balls are entered. Raises NotRecorded if a formula is being recorded."""
    refuse = _REFUSE.get()
    if refuse is not None:
        refuse("a number on its way is computed in balls, and not by a formula alone")
