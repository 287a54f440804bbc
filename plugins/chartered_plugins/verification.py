"""The commands that check claims, registered by the same hook as those of third-party plugins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch

if TYPE_CHECKING:
    import click


@ch.hook
def register_commands() -> list[click.Command]:
    """`chartered verify` and `chartered errata`."""
    from chartered.cli.verify import errata, verify

    return [verify, errata]
