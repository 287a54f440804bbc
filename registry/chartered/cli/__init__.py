"""The command line: `chartered COMMAND`. What a command does not use is not imported for it."""

from __future__ import annotations

from typing import NoReturn

from .command_group import chartered

__all__ = ["chartered", "main"]


def main() -> NoReturn:
    """Runs the command line with the arguments of the process, and leaves it with the exit status."""
    chartered.main()
    raise AssertionError("the group leaves the process")
