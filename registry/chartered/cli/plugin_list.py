"""The list of installed plugins, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from ..console import cell, inline

_NAMED = ("mechanisms", "theorems", "accountants")


class PluginList(Struct, frozen=True):
    """Each plugin with its names below it. The plugins that are absent come last, with the reasons."""

    installed: Sequence[Mapping[str, Any]]
    absent: Sequence[str] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for plugin in self.installed:
            claims = f", {len(plugin['claims'])} claims" if plugin["claims"] else ""
            yield inline(plugin["name"], "bold") + inline(f"  {_from(plugin)}{claims}")
            grid = Table.grid(padding=(0, 2))
            grid.add_column(no_wrap=True)
            grid.add_column(overflow="fold")
            for kind in _NAMED:
                if plugin[kind]:
                    grid.add_row(cell(f"    {kind}", "dim"), cell(", ".join(plugin[kind])))
            yield grid
        for one in self.absent:
            yield cell(one)


def _from(plugin: Mapping[str, Any]) -> str:
    return f"{plugin['distribution']} {plugin['version']}"
