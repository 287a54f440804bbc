"""Standard output for Chartered's own words alone: what a plugin prints meanwhile, in whatever way, goes to standard
error. Output that cannot be written has an error of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TextIO

from chartered_verify.catching import ours

_OUT, _ERR = 1, 2
_own: list[TextIO] = []
"""The stream of Chartered's own words while standard output is set apart; empty otherwise."""


class OutputLost(Exception):
    """Standard output cannot be written: its reader has closed the pipe, say, or the disk is full. It is not an
    OSError, because click turns one of those into an exit status of its own. `error` is what the system said."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class _Told(TextIOWrapper):
    """A stream whose every failure to write is an OutputLost, whoever writes to it."""

    def write(self, text: str, /) -> int:
        """As in TextIOWrapper. Raises OutputLost."""
        with _told():
            return super().write(text)

    def flush(self) -> None:
        """As in TextIOWrapper. Raises OutputLost."""
        with _told():
            super().flush()

    def close(self) -> None:
        """As in TextIOWrapper. Raises OutputLost."""
        with _told():
            super().close()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except ours(OSError) as error:
        raise OutputLost(error) from None


@contextmanager
def losses_told() -> Iterator[None]:
    """Within, a failure to write to standard output is an OutputLost, unless this is the stream of a test or a
    notebook."""
    before = sys.stdout
    if type(before) is not TextIOWrapper:
        yield
        return
    before.flush()
    sys.stdout = own = _Told(
        before.buffer, before.encoding, "replace", None, before.line_buffering, before.write_through
    )  # replace: a label may hold letters that the console's encoding lacks
    try:
        yield
    finally:
        sys.stdout = before
        with suppress(OutputLost):  # it was told before
            own.detach()


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
    own = _Told(open(saved, "wb"), stream.encoding, stream.errors)  # noqa: SIM115  # closed below
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
