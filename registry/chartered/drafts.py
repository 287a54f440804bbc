"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import BadValue, CharteredError


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """A file to write first: it becomes `path` when the block ends well, and is gone when it does not. Raises OSError."""
    if path.is_dir():  # also of the empty name, which is this folder's
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".chartered-") as folder:  # removed with what is left in it
        draft = Path(folder, "draft")
        yield draft
        os.replace(draft, path)


@contextmanager
def whole_file(path: Path, what: str, error_type: type[CharteredError] = BadValue) -> Iterator[Path]:
    """The same, for a user: raises BadValue, or another error, which says that `what` cannot be written there."""
    try:
        with draft_of(path) as draft:
            yield draft
    except OSError as error:
        raise _unwritable(path, what, error.strerror or str(error), error_type) from None


def check_folder(path: Path, what: str) -> None:
    """Raises BadValue if no file can be made there: better before anything takes time."""
    if not path.parent.is_dir():
        raise _unwritable(path, what, f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise _unwritable(path, what, f"the folder {path.parent} is not writable")


def _unwritable(path: Path, what: str, why: str, error_type: type[CharteredError] = BadValue) -> CharteredError:
    return error_type(f"cannot write the {what} {path}: {why}", "name a file in a folder that can be written")
