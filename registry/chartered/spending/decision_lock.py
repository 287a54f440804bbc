"""The lock under which a filter decides, made anew in a forked process."""

from __future__ import annotations

import os
from threading import Lock
from weakref import WeakSet


class DecisionLock:
    """A lock for threads: `with lock.now:`. In a forked child it is another one, since a thread that held it in the
    parent does not exist there; what it guards must be whole at every moment."""

    __slots__ = ("__weakref__", "now")

    def __init__(self) -> None:
        self.now = Lock()
        _known.add(self)


def _in_a_forked_child() -> None:
    """A thread that forks inside a `with` still releases the lock that it took."""
    for lock in _known:
        lock.now = Lock()


_known: WeakSet[DecisionLock] = WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_forked_child)
