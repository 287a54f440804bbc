"""Third-party plugins behind an answer ("strangers"), reported to whoever reads a number that rests on one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..ledger.entries import Entry
from ..model.plugin import Plugin
from .derivation import Derivation

if TYPE_CHECKING:
    from ..host.registry import Registry


def plugins_behind(known: Registry, entries: Iterable[Entry], derivation: Derivation) -> list[Plugin]:
    """The plugins of the accountant, the theorems and the mechanisms of a derivation and its ledger, each once."""
    theorems = [name for name in derivation.path if name != derivation.accountant or name in known.theorems]
    shapes = dict.fromkeys(entry.step.shape for entry in entries)
    mechanisms = [name for shape in shapes for name in shape]
    owners = [known.owner("theorem", name) for name in theorems]
    owners += [
        known.owner("accountant", derivation.accountant),
        *(known.owner("mechanism", name) for name in mechanisms),
    ]
    return list({id(plugin): plugin for plugin in owners}.values())


def strangers_of(known: Registry, entries: Iterable[Entry], derivation: Derivation) -> tuple[str, ...]:
    """The names of the third-party plugins among them, sorted."""
    return tuple(sorted({plugin.name for plugin in plugins_behind(known, entries, derivation) if not plugin.ours}))


def note(known: Registry, names: Iterable[str]) -> str:
    """A sentence that lists the third-party plugins with their distributions; empty if there are none."""
    told = [str(plugin) for name in sorted(set(names)) for plugin in known.plugins if plugin.name == name]
    if not told:
        return ""
    kind = "plugins that are" if len(told) > 1 else "a plugin that is"
    return f"rests on {kind} not part of Chartered: {', '.join(told)}"
