"""Standard output for Chartered's own words alone: what a plugin prints meanwhile, in whatever way, goes to standard
error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from chartered_verify.outside import ours

_OUT, _ERR = 1, 2
_own: list[TextIO] = []
"""The stream of Chartered's own words while standard output is set apart; empty otherwise."""


def own_output() -> TextIO:
    """The stream that leads to standard output, also while that is set apart."""
    return _own[-1] if _own else sys.stdout


def own_descriptor(number: int) -> int:
    """The file descriptor that leads where this one does while standard output is not set apart."""
    return _own[-1].fileno() if _own and number == _OUT else number


@contextmanager
def set_apart(others_ran: Callable[[], bool] = lambda: True) -> Iterator[None]:
    """Within, `own_output` alone leads to standard output. `print`, and where this is the output of the process also
    writes to its file descriptor and those of C libraries, lead to standard error; what a C library still holds at the
    end is written if `others_ran`."""
    if _own:
        yield
        return
    before = sys.stdout
    both = _descriptor(before) == _OUT and _descriptor(sys.stderr) == _ERR
    with _moved(before, others_ran) if both else _as_it_is(before) as own:
        _own.append(own)
        sys.stdout = sys.stderr
        try:
            yield
        finally:
            sys.stdout = before
            _own.clear()


@contextmanager
def _as_it_is(stream: TextIO) -> Iterator[TextIO]:
    """A stream of a test or a notebook, which no file descriptor leads to, or one beside which there is no standard
    error."""
    yield stream


@contextmanager
def _moved(stream: TextIO, others_ran: Callable[[], bool]) -> Iterator[TextIO]:
    """A stream to where `stream` leads, while its file descriptor leads to standard error."""
    stream.flush()
    saved = os.dup(_OUT)
    own = open(saved, "w", encoding=stream.encoding, errors=stream.errors)  # noqa: SIM115  # closed below
    try:
        os.dup2(_ERR, _OUT)
        yield own
    finally:
        if others_ran():
            _write_what_c_holds()
        os.dup2(saved, _OUT)
        own.close()


def _write_what_c_holds() -> None:
    """Empties the buffers of the C library, which would otherwise be written to standard output at the end."""
    import ctypes  # here: only where a plugin of somebody else ran

    if os.name == "posix":
        ctypes.CDLL(None).fflush(None)


def _descriptor(stream: TextIO | None) -> int | None:
    try:
        return None if stream is None else stream.fileno()
    except ours(AttributeError, OSError, ValueError):
        return None
