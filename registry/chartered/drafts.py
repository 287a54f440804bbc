"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import BadValue


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """A file to write first: it becomes `path` when the block ends well, and is gone when it does not. Raises OSError."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".chartered-") as folder:  # removed with what is left in it
        draft = Path(folder, "draft")
        yield draft
        os.replace(draft, path)


@contextmanager
def whole_file(path: Path, what: str) -> Iterator[Path]:
    """The same, for a user: raises BadValue, which says that `what` cannot be written there."""
    try:
        with draft_of(path) as draft:
            yield draft
    except OSError as error:
        raise unwritable(path, what, error.strerror or str(error)) from None


def check_folder(path: Path, what: str) -> None:
    """Raises BadValue if no file can be made there: better before anything takes time."""
    if not path.parent.is_dir():
        raise unwritable(path, what, f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise unwritable(path, what, f"the folder {path.parent} is not writable")


def unwritable(path: Path, what: str, why: str) -> BadValue:
    """The error that tells it."""
    return BadValue(f"cannot write the {what} {path}: {why}", "name a file in a folder that can be written")
