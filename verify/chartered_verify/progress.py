"""Progress of long computations: loops report to a watcher, if one is set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Watcher: TypeAlias = Callable[[str, int, int], None]
"""A function that receives the name of the counted things, the number done, and their total number."""
MANY = 256
"""The least number of things for which progress is reported; fewer take hardly any time."""
_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher | None) -> Iterator[None]:
    """A context in which computations of this thread report to the watcher."""
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def begun(what: str, done: int, total: int) -> None:
    """Reports to the watcher that stage number `done` + 1 of `total` of a long computation begins."""
    watcher = _WATCHER.get()
    if watcher is not None:
        watcher(what, done, total)


def counted(things: Sequence[T], what: str) -> Iterator[T]:
    """Iterates over the things; after each one is processed, reports to the watcher."""
    watcher = _WATCHER.get()
    for done, thing in enumerate(things, 1):
        yield thing
        if watcher is not None and len(things) >= MANY:
            watcher(what, done, len(things))
