"""A price: a cost in the purses of a filter, with the theorems that prove it and the plugins of others behind them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from ..errors import BadValue
from ..host.registry import Registry, registry
from ..model.plugin import OWN, Plugin
from .purses import Costs

_PLUGIN, _ZERO = "plugin ", Fraction(0)


class Price(Struct, frozen=True):
    """What a step costs. `path`: the theorems that prove it; `strangers`: the third-party plugins of these and of the
    step's mechanisms; `failure`: where a search found the mu that is charged, the probability of the failure except
    for which it holds (0 if it holds without), else None."""

    cost: Costs
    path: tuple[str, ...] = ()
    strangers: tuple[Plugin, ...] = ()
    failure: Fraction | None = None

    def costs_no_more(self, other: Price) -> bool:
        """Whether it costs no more in any purse, and rests on no other plugins of others."""
        less = all(value <= other.cost.get(name, 0) for name, value in self.cost.items())
        return less and set(self.names) <= set(other.names)

    def or_more(self, other: Price) -> Price:
        """The larger cost of each purse: what covers both."""
        cost = {name: max(self.cost.get(name, _ZERO), value) for name, value in other.cost.items()}
        path = tuple(dict.fromkeys((*self.path, *other.path)))
        strangers = tuple(dict.fromkeys((*self.strangers, *other.strangers)))
        failures = [one.failure for one in (self, other) if one.failure is not None]
        return Price({**self.cost, **cost}, path, strangers, max(failures, default=None))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the third-party plugins."""
        return tuple(plugin.name for plugin in self.strangers)


def leanest(prices: Sequence[Price]) -> list[Price]:
    """Those that no other one makes needless: by one that costs no more in any purse, and rests on no other plugins of
    others."""
    found = list[Price]()
    for one in sorted(prices, key=lambda price: (len(price.cost), sum(price.cost.values()), len(price.names))):
        if not any(other.costs_no_more(one) for other in found):
            found.append(one)
    return found


def strangers_behind(known: Registry, path: Iterable[str], mechanisms: Iterable[str]) -> tuple[Plugin, ...]:
    """The third-party plugins of theorems and mechanisms, by name."""
    owners = [known.owner("theorem", name) for name in path]
    owners += [known.owner("mechanism", name) for name in mechanisms]
    others = {plugin.name: plugin for plugin in owners if not plugin.ours}
    return tuple(others[name] for name in sorted(others))


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
