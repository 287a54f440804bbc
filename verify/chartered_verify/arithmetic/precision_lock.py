"""Working precision: python-flint has one for the whole process, so threads take turns at it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import Any

import flint

from ..held_exit import Held

_lock: Any = threading.RLock()
_outside: int = flint.ctx.prec
"""The precision outside every arithmetic, as the last thread that took the lock saw it."""


def _turn(arithmetic: Any) -> Iterator[None]:
    """Holds the lock, and the precision of the arithmetic. No function is called once both are held, so
    that no signal handler runs."""
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
    """A thread that held the lock is not in the child: its turn is over."""
    global _lock
    if _lock.acquire(blocking=False):  # nobody held it, or the thread that forked
        _lock.release()
    else:
        _lock, flint.ctx.prec = threading.RLock(), _outside


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_forked_child)

turn = Held(_turn)
"""The `__exit__` of an arithmetic that has `bits` of working precision."""
