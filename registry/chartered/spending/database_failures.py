"""What a database says when it fails, as one line that says what is known of the last payment."""

from __future__ import annotations

import sqlite3

from ..errors import UNWRITABLE, BadLedger
from ..escaping import shown

_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
_FULL_THERE = "53100"
"""PostgreSQL's code of a full disk."""
_HELD, _HELD_THERE = sqlite3.SQLITE_BUSY, "55P03"
"""The codes of a lock that another transaction did not give up."""
_LOG = "`chartered book log` lists what was paid"


def failure(place: str, error: Exception, cause: BaseException | None, *, told: str = _LOG) -> BadLedger:
    """The error about a book at a place; `error` is SQLAlchemy's, `cause` that of the database's driver, and `told` is
    what to know of payments."""
    lines = [line.strip() for line in str(cause or "").splitlines() if line.strip()]
    why = shown(lines[0] if lines else type(cause or error).__name__, 300)
    if getattr(error, "connection_invalidated", False):
        said = f"the connection to the book at {place} was lost: {why}"
        return BadLedger(said, "`chartered book log` says whether the last step was paid")
    code, state = getattr(cause, "sqlite_errorcode", None), getattr(cause, "sqlstate", None)
    if (isinstance(code, int) and code & 0xFF in _FULL) or state == _FULL_THERE:  # the low byte is the kind of error
        return _unwritable(f"the disk of the book at {place} is full, or fails: {why}", f"make room; {told}")
    if (isinstance(code, int) and code & 0xFF == _HELD) or state == _HELD_THERE:
        said = f"another payment has held the book at {place} for too long, and nothing was paid: {why}"
        return BadLedger(said, "pay again; if it stays so, a process hangs in the middle of one: end it")
    if isinstance(code, int) and code & 0xFF == sqlite3.SQLITE_READONLY:
        hint = "to read it takes a folder that you may write to, too: copy it there"
        return _unwritable(f"the book at {place} cannot be written, and nothing was paid: {why}", hint)
    return BadLedger(f"the book at {place} cannot be used: {why}", told)


def _unwritable(said: str, hint: str) -> BadLedger:
    """The error of a book that could be written elsewhere or later."""
    error = BadLedger(said, hint)
    error.exit_status = UNWRITABLE
    return error
