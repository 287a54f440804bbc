"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """A file to write first: it becomes `path` when the block ends well, and is gone when it does not. Raises OSError."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".chartered-") as folder:  # removed with what is left in it
        draft = Path(folder, "draft")
        yield draft
        os.replace(draft, path)
