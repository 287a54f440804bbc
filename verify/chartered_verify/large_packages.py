"""Imports of large packages, each complete or not at all.

A signal (an interrupt or an alarm) in the middle of an import leaves a partial NumPy or SymPy behind, which later
imports do not repair. Here the import runs in a separate thread, in which no signal handlers run: a signal ends the
waiting, the import continues, and the next caller waits for its end.

`from chartered_verify.large_packages import numpy` is equivalent to `import numpy`, but complete, and the import waits
until something of the package is first used."""

from __future__ import annotations

import _imp
import sys
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable
from importlib import import_module
from threading import current_thread, main_thread
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from .catching import ignoring, let_others_log
from .lazy_module import LazyModule

T = TypeVar("T")
_PATIENCE = 0.2


def whole(name: str) -> ModuleType:
    """A module, imported completely even if a signal arrives. Raises ImportError."""
    known = sys.modules.get(name)
    if known is not None and not getattr(known.__spec__, "_initializing", False):
        return known
    return undisturbed(lambda: import_module(name))


class _Package(LazyModule):
    """A large package, until something of it is first used."""

    _import = staticmethod(whole)


if TYPE_CHECKING:
    import mpmath as mpmath
    import numpy as numpy
    import sympy as sympy
else:
    mpmath, numpy, sympy = (_Package(name) for name in ("mpmath", "numpy", "sympy"))


def undisturbed(work: Callable[[], T]) -> T:
    """The result of `work()`, or the exception that it raises. In the main thread a signal ends the waiting but not the
    work."""
    if current_thread() is not main_thread():  # nothing strikes there
        return work()
    given: list[T] = []
    raised: list[BaseException] = []
    running = allocate_lock()  # no Event: an interrupt may leave one locked, and then the thread never ends
    running.acquire()

    def run() -> None:
        try:
            given.append(work())
        except BaseException as error:  # raised again where it is waited for
            raised.append(error)
        finally:
            running.release()

    _let_others_import()
    start_new_thread(run, ())
    while not running.acquire(timeout=_PATIENCE):
        let_others_log()
    if raised:
        raise raised[0]
    return given[0]


def _let_others_import() -> None:
    """Releases the lock of all imports if this thread still holds it. An interrupt inside a callback of importlib is
    discarded by Python, and the callback may have taken the lock just before: the other thread would wait for ever."""
    with ignoring(RuntimeError):  # "not holding the import lock"
        while True:
            _imp.release_lock()
