"""The file of a SQLite book while it is open: the one that was opened first, by its only name.

A copy that is moved into its place is another file. Who has the first one open would go on paying in it, where nobody
else looks, and others in the copy: both from the same budget. A second name (a hard link) has a log and locks of its
own: two who use the two names would not wait for each other."""

from __future__ import annotations

import os

from chartered_verify.catching import ours

from ..errors import BadLedger
from ..escaping import shown


class OpenedFile:
    """A file by its path; it may be made only when it is used."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._first: tuple[int, int] | None = None

    def check(self) -> None:
        """Raises BadLedger if another file stands in the place of the first one, or if it has several names; a file
        that is not there is first when it is."""
        try:
            found = os.stat(self._path)
        except ours(OSError):
            if self._first is None:
                return
            raise self._moved() from None
        self._first = self._first or (found.st_dev, found.st_ino)
        if self._first != (found.st_dev, found.st_ino):
            raise self._moved()
        if found.st_nlink > 1:
            raise BadLedger(
                f"the file of the book at {shown(self._path)} has {found.st_nlink} names (hard links)",
                "who pays by another name does not wait for this one: make a copy, and remove the other names",
            )

    def _moved(self) -> BadLedger:
        return BadLedger(
            f"the file of the book at {shown(self._path)} was moved, or another was put in its place, and nothing was "
            "paid",
            "open the book again, and see what its log says",
        )
