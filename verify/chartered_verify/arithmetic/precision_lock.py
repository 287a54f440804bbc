"""The lock of the working precision: python-flint has one precision for the whole process, so threads take turns."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import Any

import flint

from ..held_exit import Held

_lock: Any = threading.RLock()
_outside: int = flint.ctx.prec
"""The precision outside every arithmetic, as seen by the last thread that took the lock."""


def _turn(arithmetic: Any) -> Iterator[None]:
    """Holds the lock and the precision of the arithmetic. No function is called after both are taken, so that no signal
    handler can run in between."""
    global _outside
    outermost = not _lock._is_owned()
    with _lock:
        outer = flint.ctx.prec
        try:
            flint.ctx.prec = arithmetic.bits
            _outside = outer if outermost else _outside
            yield
        finally:
            flint.ctx.prec = outer


def _in_a_forked_child() -> None:
    """Releases the lock in a forked child if another thread held it, since that thread does not exist in the child."""
    global _lock
    if _lock.acquire(blocking=False):  # nobody held it, or the thread that forked
        _lock.release()
    else:
        _lock, flint.ctx.prec = threading.RLock(), _outside


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_forked_child)

turn = Held(_turn)
"""The `__exit__` of an arithmetic with a working precision of `bits`."""
