"""Calls of functions that a plugin wrote. An exception of such a function becomes a Fault, whose message names the
plugin, the theorem or accountant, and the function. An exception from outside, an interrupt or a time limit, passes
through unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from chartered_verify.catching import ours
from chartered_verify.raised import place_of, words_of

from ..errors import Fault, Unavailable
from ..escaping import shown

OUT_OF_RANGE = "the search leaves the range of floats"
"""What Python says of it, such as a math domain error, speaks of code and stays in the traceback."""
_LONGEST = 100


def called(named: str, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a plugin's function; `named` and `what` name its owner and itself in messages. Raises Unavailable
    if the function does, and Fault if it raises anything else."""
    try:
        return function(*arguments)
    except Unavailable:
        raise
    except ours(BaseException) as error:
        raise Fault(f"{named}: {what} {_raised(error)}") from error


@contextmanager
def answering(named: str = "") -> Iterator[None]:
    """Context around the evaluation of a profile or the search of a witness: only Unavailable (a Fault is one) and
    ArithmeticError leave it. A Fault whose message names no plugin gets the prefix `named`."""
    try:
        yield
    except Fault as fault:
        raise (
            Fault(f"{named}: {fault}") if named and not str(fault).startswith("plugin ") else fault
        ) from fault.__cause__
    except Unavailable:
        raise
    except ours(BaseException) as error:
        notes = getattr(error, "__notes__", ())
        if notes:
            raise Fault(f"{notes[0]} {_raised(error)}") from error
        if isinstance(error, ArithmeticError):
            raise
        if isinstance(error, ValueError):  # a search in floats may leave the domain of a function of `math`
            own = type(error) is ValueError
            raise Unavailable(OUT_OF_RANGE if own else words_of(error)) from error
        raise Fault(f"the answer {_raised(error)}") from error


def displayed(value: object) -> str:
    """A plugin's value as a message shows it: one line of bounded length, whatever its `repr` does."""
    try:
        text = repr(value)
    except ours(BaseException):
        text = f"a {type(value).__name__} without text"
    return shown(" ".join(text.split()), _LONGEST)


def _raised(error: BaseException) -> str:
    words = shown(words_of(error), _LONGEST)
    return f"raised {type(error).__name__}{f': {words}' if words else ''}{place_of(error)}"
