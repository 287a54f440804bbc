"""The table of installed plugins, for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table

from ..console import cell, inline

_NAMED = ("mechanisms", "theorems", "accountants")


class PluginTable(Struct, frozen=True):
    """One row for each plugin if all names fit the width (always, if the output is not a terminal); otherwise the names
    of each plugin stand below it. The plugins that are absent come last, with the reasons."""

    installed: Sequence[Mapping[str, Any]]
    absent: Sequence[str] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = self._table()
        if console.measure(table, options=options.update(width=100_000)).maximum <= options.max_width:
            yield table
        else:
            yield from self._lists()
        for one in self.absent:
            yield cell(one)

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False)
        for heading in ("plugin", "from"):
            table.add_column(heading, no_wrap=True)
        for heading in _NAMED:
            table.add_column(heading, overflow="fold")
        table.add_column("claims", justify="right", no_wrap=True)
        for plugin in self.installed:
            names = [", ".join(plugin[kind]) for kind in _NAMED]
            table.add_row(*map(cell, (plugin["name"], _from(plugin), *names, str(len(plugin["claims"]) or ""))))
        return table

    def _lists(self) -> Iterable[RenderableType]:
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


def _from(plugin: Mapping[str, Any]) -> str:
    return f"{plugin['distribution']} {plugin['version']}"
