"""Paths that may lead to no regular file: devices, named pipes, and open files of this process, such as /dev/stdout or
/dev/fd/3. What comes from outside is read here, within limits."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from typing import TYPE_CHECKING, BinaryIO

from chartered_verify.catching import ours

from .standard_output import own_descriptor, own_output

if TYPE_CHECKING:
    from pathlib import Path

_OPEN_FILE = re.compile(r"(?:/proc/([0-9]+)(?:/task/[0-9]+)?|/dev)/fd/([0-9]+)", re.ASCII)
_MOST_LINKS = 40


def is_stream(path: Path) -> bool:
    """Whether the path exists and is neither a regular file nor a folder; such a path is written to and never
    replaced."""
    if _open_file(path) is not None:
        return True
    try:
        mode = path.stat().st_mode
    except ours(OSError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def is_standard_output(path: Path | str) -> bool:
    """Whether the path is the standard output of this process."""
    return _open_file(path) == (os.getpid(), 1)


def opened_stream(path: Path) -> BinaryIO:
    """The stream, opened for appending; a named pipe waits for its reader. Nothing is created or truncated. Raises
    OSError."""
    opened = _open_file(path)
    if opened is not None and opened[0] == os.getpid():
        for text in (own_output(), sys.stderr):  # what was printed before comes before
            text.flush()
        return os.fdopen(os.dup(own_descriptor(opened[1])), "wb")
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb")


def opened_to_read(path: Path | str) -> BinaryIO:
    """What the path leads to, opened for reading: a file, a device, or an open file of this process, such as what
    `<(...)` of a shell names. Raises OSError, also for a named pipe, which would wait for whoever writes to it."""
    if _open_file(path) is None and stat.S_ISFIFO(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, "it is a named pipe, which may wait for ever; /dev/stdin can be read from it")
    return open(path, "rb")


def read_at_most(path: Path | str, most: int) -> bytes:
    """The content of what is `opened_to_read`. Of more than `most` bytes, a device without end among them, one more is
    returned. Raises OSError."""
    with opened_to_read(path) as file:
        return file.read(most + 1)


def _open_file(path: Path | str) -> tuple[int, int] | None:
    """The process id and the file descriptor that the path names, through links; None for any other path."""
    place = os.path.abspath(path)
    for _ in range(_MOST_LINKS):
        folder, name = os.path.split(place)
        place = os.path.join(os.path.realpath(folder), name)
        found = _OPEN_FILE.fullmatch(place)
        if found is not None:
            return int(found[1] or os.getpid()), int(found[2])
        if not os.path.islink(place):
            return None
        place = os.path.join(os.path.dirname(place), os.readlink(place))
    return None
