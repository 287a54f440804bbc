"""The file of a SQLite book that could not be made, where the disk was full, say: it is removed, as others are."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from chartered_verify.catching import ignoring

_BESIDE = ("-wal", "-shm", "-journal", "")
"""What SQLite writes beside the file, and last the file itself."""


@contextmanager
def removed_unless_made(path: str | None) -> Iterator[None]:
    """While a book is made at the path: if that ends by an error, the file is removed, unless it was there before, or
    another process has made a book there meanwhile. None is the path of a book on a server."""
    if path is None or os.path.exists(path):
        yield
        return
    try:
        yield
    except BaseException:
        with ignoring(sqlite3.Error, OSError):
            _remove_empty(os.path.realpath(path))
        raise


def _remove_empty(path: str) -> None:
    """Removes a database without tables, while nobody else can write to it: who waits for it finds that the file was
    moved. Raises OSError, and the errors of SQLite."""
    if not os.path.isfile(path):
        return
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as own:
        own.execute("PRAGMA locking_mode = EXCLUSIVE")  # without a file of shared memory, for which there is no room
        if os.path.getsize(path) == 0:
            own.execute("PRAGMA journal_mode = MEMORY")  # nor one of a journal
        own.execute("BEGIN EXCLUSIVE")
        if own.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            for end in _BESIDE:
                with ignoring(FileNotFoundError):
                    os.unlink(path + end)
