"""What ships, run by a claim: a theorem's or an accountant's own code on values of any arithmetic, symbols included."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import chartered as ch


@dataclass(frozen=True, slots=True)
class Said:
    """A case of a step, as far as theorems read it, whose settings are values of an arithmetic instead of exact
    numbers.

    `span` is 2 where a record is replaced. `inner` is the guarantee of what a wrapper wraps.
    """

    settings: Mapping[str, Any]
    span: int = 1
    inner: Any = None

    def __getitem__(self, key: str) -> Any:
        return self.settings[key]

    def get(self, key: str) -> Any:
        """The setting, or None where it was not given."""
        return self.settings.get(key)

    def number(self, key: str) -> Any:
        """The setting."""
        return self.settings[key]

    @property
    def epsilon(self) -> Any:
        """As a case has it: that of the wrapped guarantee."""
        return self.inner.epsilon

    @property
    def sensitivity(self) -> Any:
        """As a case has it: twice the stated one when a record is replaced."""
        return self.settings["sensitivity"] * self.span


def held(value: Any) -> Callable[[Any], Any]:
    """The value as a guarantee holds a number that is not rational: a function of the arithmetic."""
    return lambda xp: value


def registered(name: str) -> ch.Theorem:
    """The theorem of that name, whoever registers it, as its plugin states it now."""
    found: ch.Theorem = _named(ch.registry().owner("theorem", name).module.register_theorems(), name)
    return _owned(found)


def accountant(plugin: str, name: str) -> ch.Accountant:
    """The accountant that the plugin registers under that name."""
    found: ch.Accountant = _named(_module(plugin).register_accountants(), name)
    return found


def _owned(theorem: ch.Theorem) -> ch.Theorem:
    """As the host has it: what a claim applies is guarded no more than what answers."""
    return replace(theorem, plugin=ch.registry().owner("theorem", theorem.name))


def _module(plugin: str) -> Any:
    return next(known.module for known in ch.registry().plugins if known.name == plugin.replace("_", "-"))


def _named(things: list[Any], name: str) -> Any:
    return next(thing for thing in things if thing.name == name)
