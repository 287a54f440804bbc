"""The list of installed plugins, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from ..console import cell, inline

_NAMED = ("mechanisms", "theorems", "accountants")


def listed(installed: Iterable[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Each plugin, with its names below it."""
    for plugin in installed:
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
