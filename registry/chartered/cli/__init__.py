"""The command line: `chartered COMMAND`. The modules that a command does not need are not imported for it."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False  # as type checkers know it: nothing is imported before main() handles an interrupt
if TYPE_CHECKING:
    from typing import NoReturn

    from .command_group import LazyGroup, chartered as chartered

__all__ = ["chartered", "main"]
SELDOM = 50_000, 20, 20
"""How many more objects there are before a process of ours searches its memory for cycles, `gc.set_threshold`: what is
imported has none, and a search after each 700 takes a fifth of a quick answer's time."""
_INTERRUPTED = 130
_ONE_THREAD = "OPENBLAS_NUM_THREADS"
"""The environment variable that limits OpenBLAS to one thread. NumPy's linear algebra starts a thread for each core
when it is imported, which takes longer than a command needs."""


def main() -> NoReturn:
    """Runs the command line with the arguments of the process and exits with its status. An interrupt exits with status
    130, even if it comes before the command is known."""
    os.environ.setdefault(_ONE_THREAD, "1")
    gc.set_threshold(*SELDOM)
    try:
        from .command_group import chartered

        chartered.main()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    finally:
        gc.freeze()  # the memory of a process that ends is not searched for cycles: a sixth of a quick answer's time
    raise AssertionError("the group leaves the process")


def __getattr__(name: str) -> LazyGroup:
    """The group of commands `chartered`, imported at first access. Raises AttributeError for any other name."""
    if name != "chartered":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .command_group import chartered

    return chartered
