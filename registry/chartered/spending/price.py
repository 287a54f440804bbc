"""A price: a cost in the purses of a filter, with the theorems that prove it and the plugins of others behind them; and
a round, with its prices."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from ..ledger.entries import Entry
from ..model.plugin import Plugin
from .purses import Costs

_ZERO = Fraction(0)


class Price(Struct, frozen=True):
    """What a step costs. `path`: the theorems that prove it; `strangers`: the third-party plugins of these and of the
    step's mechanisms; `failure`: where a search found the mu that is charged, the probability of the failure except
    for which it holds (0 if it holds without), else None; `far`: whether only deltas below 1e-20 attain that mu."""

    cost: Costs
    path: tuple[str, ...] = ()
    strangers: tuple[Plugin, ...] = ()
    failure: Fraction | None = None
    far: bool = False

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
        return Price({**self.cost, **cost}, path, strangers, max(failures, default=None), self.far or other.far)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the third-party plugins."""
        return tuple(plugin.name for plugin in self.strangers)


class Round(Struct, frozen=True):
    """A round that a user asks for, in a scope (an empty text: of all records), with its prices, those by plugins that
    are not allowed among them. They are found before a decision, so that no decision waits for a search."""

    entry: Entry
    scope: str
    prices: tuple[Price, ...]
    why_none: str
    """Why it has no price, if it has none."""
    failure: Fraction | None = None
    """The probability of a failure except for which its mu was searched, if one was requested."""


def leanest(prices: Sequence[Price]) -> list[Price]:
    """Those that no other one makes needless: by one that costs no more in any purse, and rests on no other plugins of
    others."""
    found = list[Price]()
    for one in sorted(prices, key=lambda price: (len(price.cost), sum(price.cost.values()), len(price.names))):
        if not any(other.costs_no_more(one) for other in found):
            found.append(one)
    return found
