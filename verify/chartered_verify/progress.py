"""Progress of long work: what counts through many things reports to whoever watches, if anybody does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Watcher: TypeAlias = Callable[[str, int, int], None]
"""Hears (what is counted, how many are done, how many there are)."""
MANY = 256
"""Of fewer things nothing is reported: they take no time."""
_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher | None) -> Iterator[None]:
    """What runs inside, in this thread, reports to the watcher."""
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def begun(what: str, done: int, total: int) -> None:
    """The watcher hears that a stage of long work begins, after so many others."""
    watcher = _WATCHER.get()
    if watcher is not None:
        watcher(what, done, total)


def counted(things: Sequence[T], what: str) -> Iterator[T]:
    """Each of the things; once it was used, the watcher hears of it."""
    watcher = _WATCHER.get()
    for done, thing in enumerate(things, 1):
        yield thing
        if watcher is not None and len(things) >= MANY:
            watcher(what, done, len(things))
