"""Files that are written atomically: as a draft in the same folder, which replaces the file when it is complete.

A draft is locked while it is written, so a draft without a lock was left by a process that has ended; the next write in
that folder removes it. A path that is no regular file (a device, a pipe, a stream of this process) is written to, and
never replaced."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chartered_verify.catching import ignoring, ours

from .errors import UNWRITABLE, BadValue, CharteredError
from .special_files import is_stream, opened_stream

_DRAFT = re.compile(r"\.chartered-draft-[0-9]+-[0-9a-f]{16}", re.ASCII)
"""The name of a draft, with the process id and a random part. Only a file of such a name that belongs to this user and
has no lock is ever removed."""
_WRONG_PLACE = frozenset(
    {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.EINVAL, errno.ELOOP, errno.ENXIO}
)
"""What the system says of a path that names no place for a file: that is bad input."""


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """A draft to write to: when the block ends without an error, it becomes `path`, and a symbolic link remains one;
    otherwise it is removed. Raises OSError."""
    if path.is_dir():  # also of the empty name, which is this folder's
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if is_stream(path):
        with tempfile.TemporaryDirectory(prefix="chartered-") as folder:
            draft = Path(folder, "draft")
            yield draft
            with draft.open("rb") as written, opened_stream(path) as stream:
                shutil.copyfileobj(written, stream)
        return
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    _remove_stale(target.parent)
    with _locked_draft(target.parent) as draft:
        mode = stat.S_IMODE(target.stat().st_mode) & 0o777 if target.exists() else None
        if mode is not None:  # who may read the file is not changed by a new content, nor while that is written
            draft.chmod(mode | stat.S_IRUSR | stat.S_IWUSR)
        yield draft
        if mode is not None:
            draft.chmod(mode)
        os.replace(draft, target)


@contextmanager
def whole_file(path: Path, what: str, error_type: type[CharteredError] = BadValue) -> Iterator[Path]:
    """A draft as in `draft_of`, for a file of a user: raises BadValue, or another error class, whose message states
    that `what` cannot be written there."""
    try:
        with draft_of(path) as draft:
            yield draft
    except ours(OSError) as error:
        raise _unwritable(path, what, error, error_type) from None


def path_of(path: object, what: str, error_type: type[CharteredError] = BadValue) -> Path:
    """A path from a user. Raises BadValue, or another error class, for a value that is no path."""
    if isinstance(path, str | os.PathLike) and isinstance(os.fspath(path), str):
        return Path(path)
    raise error_type(f"the {what} is {path!r}", "name a file, as text or as a Path")


def check_folder(path: Path, what: str) -> None:
    """Raises BadValue if no file can be created at this path, and no existing one can be written to; it is called
    before long computations."""
    if is_stream(path):
        return
    folder = Path(os.path.realpath(path)).parent
    named = folder if path.is_symlink() else path.parent
    if not folder.is_dir():
        raise _unwritable(path, what, OSError(errno.ENOENT, f"there is no folder {named}"))
    if not os.access(folder, os.W_OK):
        raise _unwritable(path, what, OSError(errno.EACCES, f"the folder {named} is not writable"))


def status_of(error: OSError) -> int:
    """The exit status of the command line if a file cannot be written: that of bad input if the path names no place for
    a file, UNWRITABLE for what is no fault of the path, such as a full disk or a folder that is read-only."""
    return BadValue.exit_status if error.errno in _WRONG_PLACE else UNWRITABLE


@contextmanager
def _locked_draft(folder: Path) -> Iterator[Path]:
    """A new, empty draft in the folder, locked while the block runs; afterwards it is removed unless it was renamed."""
    while True:
        draft = folder / f".chartered-draft-{os.getpid()}-{os.urandom(8).hex()}"
        opened = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        if _lock(opened, unsupported=True) and _is_still(draft, opened):  # nobody took it for a stale one meanwhile
            break
        os.close(opened)
    try:
        yield draft
    finally:
        with ignoring(FileNotFoundError):
            draft.unlink()
        os.close(opened)


def _remove_stale(folder: Path) -> None:
    """Removes drafts of this user that no process has locked. Files that cannot be inspected are left alone."""
    with ignoring(OSError):
        for entry in list(os.scandir(folder)):
            if _DRAFT.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _remove_if_stale(Path(entry.path))


def _remove_if_stale(draft: Path) -> None:
    with ignoring(OSError):
        opened = os.open(draft, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            if (
                _lock(opened, unsupported=False)
                and os.fstat(opened).st_uid == os.geteuid()
                and _is_still(draft, opened)
            ):
                draft.unlink()
        finally:
            os.close(opened)


def _lock(opened: int, *, unsupported: bool) -> bool:
    """Whether this open file could be locked; `unsupported` is returned on file systems without locks."""
    try:
        import fcntl

        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ours(BlockingIOError):
        return False
    except ours(ImportError, OSError):
        return unsupported
    return True


def _is_still(path: Path, opened: int) -> bool:
    """Whether the path still leads to the opened file."""
    try:
        return os.path.samestat(os.lstat(path), os.fstat(opened))
    except ours(FileNotFoundError):
        return False


def _unwritable(path: Path, what: str, error: OSError, error_type: type[CharteredError] = BadValue) -> CharteredError:
    told = error_type(
        f"cannot write the {what} {path}: {error.strerror or error}", "name a file in a folder that can be written"
    )
    told.exit_status = status_of(error)
    return told
