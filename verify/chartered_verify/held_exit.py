"""What holds inside a `with` statement and never longer: also where an interrupt strikes on the way in or on the way
out.

CPython may raise what a signal handler raises (an interrupt, a limit of time) wherever a Python function begins: also
where `__exit__` does, before its first line. So no `__exit__` that is written in Python is certain to run. But a `with`
statement looks up the `__exit__` of what it enters, keeps it as long as it runs, and drops it at its end, whatever ends
it. Here what was looked up is what holds: a generator that waits inside its own `with`, and is closed by the
interpreter when it is dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any


class Held:
    """The `__exit__` of a context manager: `hold(manager)`, a generator with one `yield`, waits there as long as the
    statement runs.

    For `with` statements alone: ExitStack refuses it, since it looks up the exit of the class.
    """

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
