"""The command line: `chartered COMMAND`. What a command does not use is not imported for it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from .command_group import LazyGroup, chartered as chartered

__all__ = ["chartered", "main"]
_INTERRUPTED = 130
_ONE_THREAD = "OPENBLAS_NUM_THREADS"
"""The linear algebra of NumPy starts a thread for each core at import, which takes longer than a command needs it."""


def main() -> NoReturn:
    """Runs the command line with the arguments of the process, and leaves it with the exit status: also where an
    interrupt strikes before the first command is known."""
    os.environ.setdefault(_ONE_THREAD, "1")
    try:
        from .command_group import chartered

        chartered.main()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    raise AssertionError("the group leaves the process")


def __getattr__(name: str) -> LazyGroup:
    """The group of commands, imported when it is asked for."""
    if name != "chartered":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .command_group import chartered

    return chartered
