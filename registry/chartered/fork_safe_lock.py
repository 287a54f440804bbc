"""The lock under which threads change what is spent, made anew in a forked process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from threading import Lock
from weakref import WeakSet

from chartered_verify.held_exit import Held


def _holding(lock: ForkSafeLock) -> Iterator[None]:
    with lock.now:
        yield


class ForkSafeLock:
    """A lock for threads: `with lock:`. In a forked child it is another one, since a thread that held it in the parent
    does not exist there; what it guards must be whole at every moment."""

    __slots__ = ("__weakref__", "now")

    def __init__(self) -> None:
        self.now = Lock()
        _known.add(self)

    def __enter__(self) -> None: ...

    __exit__ = Held(_holding)

    def __reduce__(self) -> tuple[type[ForkSafeLock], tuple[()]]:
        """A copy of what is guarded has a lock of its own."""
        return ForkSafeLock, ()


def _in_a_forked_child() -> None:
    """A thread that forks inside a `with` still releases the lock that it took."""
    for lock in _known:
        lock.now = Lock()


_known: WeakSet[ForkSafeLock] = WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_forked_child)
