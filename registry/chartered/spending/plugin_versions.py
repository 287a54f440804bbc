"""The installed versions of Chartered and of third-party plugins, as the entries of a book state them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from ..errors import BadValue
from ..host.registry import registry
from ..model.plugin import OWN

_PLUGIN = "plugin "


def versions(strangers: Collection[str] = ()) -> dict[str, str]:
    """The installed versions of Chartered and of the third-party plugins of these names, as an entry states them."""
    found = {OWN: _own()}
    if strangers:
        of_others = (plugin for plugin in registry().plugins if not plugin.ours)
        found |= {f"{_PLUGIN}{p.name}": f"{p.distribution} {p.version}" for p in of_others if p.name in strangers}
    return found


def here(stated: Mapping[str, str]) -> dict[str, str]:
    """The versions that are installed of what an entry states, without what is not installed."""
    names = [name.removeprefix(_PLUGIN) for name in stated if name.startswith(_PLUGIN)]
    return {name: text for name, text in versions(names).items() if name in stated}


def installed(names: Iterable[str]) -> list[str]:
    """The names of third-party plugins that are installed, sorted. Raises UnknownName or BadValue for another."""
    known, asked = registry(), [names] if isinstance(names, str) else list(names)
    owners = {plugin.name: plugin for plugin in known.plugins}
    for name in asked:
        if name not in owners:
            raise known.unknown(f"no plugin {name!r:.60} is installed", "`chartered plugins` lists those that are")
        if owners[name].ours:
            raise BadValue(f"plugin {name} is a part of Chartered", "a book takes its prices without being told")
    return sorted(set(asked))


def in_words(versions: Mapping[str, str]) -> str:
    """Versions for people: "chartered 0.2.0, plugin half (half-dist 1.0)"."""
    return ", ".join(
        f"{name} ({text})" if name.startswith(_PLUGIN) else f"{name} {text}" for name, text in versions.items()
    )


@lru_cache(maxsize=1)
def _own() -> str:
    from importlib.metadata import version

    return version(OWN)
