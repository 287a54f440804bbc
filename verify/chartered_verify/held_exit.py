"""State that holds inside a `with` statement and never longer, even if a signal arrives on entry or on exit.

CPython may raise the exception of a signal handler (an interrupt, a time limit) wherever a Python function begins, also
at the start of `__exit__`, before its first line. So no `__exit__` written in Python is certain to run. But a `with`
statement looks up the `__exit__` of its context manager, keeps a reference to it while it runs, and drops the reference
at its end, however it ends. Here the object that is looked up holds the state: it refers to a generator that waits
inside its own `with` or `try`, and the interpreter closes that generator when the reference is dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any


class Held:
    """The `__exit__` of a context manager. `hold(manager)` is a generator with one `yield`, at which it waits while the
    `with` statement runs.

    It works in `with` statements only: ExitStack looks up `__exit__` on the class, and is refused."""

    __slots__ = ("_hold",)

    def __init__(self, hold: Callable[[Any], Iterator[None]]) -> None:
        self._hold = hold

    def __get__(self, manager: Any, owner: type | None = None) -> Callable[..., None]:
        if manager is None:
            raise AttributeError("it is entered by a with statement only")
        holding = self._hold(manager)
        try:
            next(holding)
            leave = partial(_left)
            leave.holding = holding  # type: ignore[attr-defined]
            return leave
        except BaseException:
            holding.close()  # type: ignore[attr-defined]
            raise


def _left(*exc: object) -> None:
    """Does nothing: the generator is closed when this callable is dropped, which no frame of a traceback keeps."""
