"""Steps that name a file: it is read when the step is, and what was read takes its place. Where a step comes from
elsewhere (a certificate, a book, a line of a batch, a request of a service) no file is read, whatever it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from ..errors import BadStep
from ..model.mechanisms import Mechanism

FILE = "file"
"""The parameter that names a file, of a mechanism that reads one."""
_ALLOWED = ContextVar("files_may_be_read", default=True)


@contextmanager
def no_files() -> Iterator[None]:
    """A context in which a step that names a file is refused: for steps that the caller did not write.

    It holds for the thread, or the task of `asyncio`, that enters it.

    Returns:
        The context manager.

    Raises:
        BadStep: Inside, when such a step is read.

    Examples:
        >>> with ch.no_files():
        ...     ch.parse("table:file=salaries.csv")
        Traceback (most recent call last):
            ...
        chartered.errors.BadStep: table names a file, and none is read here; write out what the file holds
    """
    token = _ALLOWED.set(False)
    try:
        yield
    finally:
        _ALLOWED.reset(token)


def with_file(mechanism: Mechanism, given: Mapping[str, object]) -> Mapping[str, object]:
    """The settings, with those that a file holds in place of its name. Raises BadStep, and what reading raises."""
    if mechanism.reads is None or FILE not in given:
        return given
    if not _ALLOWED.get():
        raise BadStep(f"{mechanism.name} names a file, and none is read here", "write out what the file holds")
    others = {key: value for key, value in given.items() if key != FILE}
    path = str(given[FILE]).strip()
    found = mechanism.reads(path[1:-1] if path.startswith("(") and path.endswith(")") else path)
    twice = next((key for key in found if key in others), None)
    if twice is not None:
        raise BadStep(f"{mechanism.name}: {twice} is given, and read from a file", "give one of them")
    return {**others, **found}
