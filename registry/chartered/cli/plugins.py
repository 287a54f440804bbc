"""`chartered plugins`: what is installed."""

from __future__ import annotations

from typing import Any

import click

from ..host.registry import Plugin, Registry, registry
from .options import as_json
from .output import print_for_people, print_json

_KINDS = {"mechanisms": "mechanism", "theorems": "theorem", "accountants": "accountant", "claims": "claim"}


@click.command(short_help="What is installed.", epilog="Example: chartered plugins --json")
@as_json
def plugins(as_json: bool) -> None:
    """What is installed: plugins with their versions, mechanisms, theorems, accountants and claims.

    CHARTERED_BLOCK=name,name in the environment leaves plugins out.
    """
    known = registry()
    known.claims()  # asks the plugins for their claims, so that their owners are known
    installed = [_shown(known, plugin) for plugin in known.plugins]
    if as_json:
        print_json({"plugins": installed})
    else:
        _print_table(installed)


def _shown(known: Registry, plugin: Plugin) -> dict[str, Any]:
    named = {plural: known.names_of(plugin, kind) for plural, kind in _KINDS.items()}
    return {"name": plugin.name, "distribution": plugin.distribution, "version": plugin.version, **named}


def _print_table(installed: list[dict[str, Any]]) -> None:
    from .plugin_table import PluginTable

    print_for_people(PluginTable(installed))
