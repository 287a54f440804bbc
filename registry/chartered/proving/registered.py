"""Registered theorems and accountants for claims: their own code, run on values of any arithmetic, including
symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

import chartered as ch


class Said(Struct, frozen=True):
    """The part of a `Case` that theorems read, with values of an arithmetic as parameters instead of exact numbers.

    Args:
        settings: The parameters by name.
        span: 2 under replace-one, otherwise 1.
        inner: The guarantee of the wrapped step.

    Examples:
        >>> said = proving.Said({"sensitivity": 3}, span=2)
        >>> said.sensitivity, said.number("sensitivity"), said.get("sigma")
        (6, 3, None)
    """

    settings: Mapping[str, Any]
    span: int = 1
    inner: Any = None

    def __getitem__(self, key: str) -> Any:
        return self.settings[key]

    def get(self, key: str) -> Any:
        """The parameter `key`, or None if it was not given."""
        return self.settings.get(key)

    def number(self, key: str) -> Any:
        """The parameter `key`."""
        return self.settings[key]

    def guarantee(self, kind: type[Any]) -> Any:
        """The guarantee of the wrapped step, which must be of this kind, as in a `Case`.

        Examples:
            >>> proving.Said({}, inner=ch.Pure(epsilon=1)).guarantee(ch.Pure).epsilon
            1
        """
        assert isinstance(self.inner, kind)
        return self.inner

    @property
    def epsilon(self) -> Any:
        """The eps of the wrapped guarantee, as in a `Case`."""
        return self.inner.epsilon

    @property
    def sensitivity(self) -> Any:
        """The sensitivity, as in a `Case`: twice the stated one under replace-one."""
        return self.settings["sensitivity"] * self.span


def held(value: Any) -> Callable[[Any], Any]:
    """The value as guarantees store numbers that are not rational: as a function of the arithmetic.

    Args:
        value: A value of an arithmetic.

    Returns:
        number(xp): the value.

    Examples:
        >>> proving.held(2.5)(None)
        2.5
    """
    return lambda xp: value


def registered(name: str) -> ch.Theorem:
    """The theorem of a name, from any plugin, as the plugin registers it now.

    Args:
        name: The name.

    Returns:
        The theorem, with its plugin.

    Raises:
        KeyError: No plugin registers it.

    Examples:
        >>> proving.registered("gdp.profile").gives.__name__
        'Profile'
    """
    plugin = ch.registry().owner("theorem", name)
    found: ch.Theorem = _named(plugin.module.register_theorems(), name)
    return replace(found, plugin=plugin)  # as the host has it: a claim applies it with the same guards as an answer


def accountant(plugin: str, name: str) -> ch.Accountant:
    """The accountant that a plugin registers under a name.

    Args:
        plugin: The name of the plugin.
        name: The name of the accountant.

    Returns:
        The accountant.

    Examples:
        >>> proving.accountant("zcdp", "zcdp").kind.__name__
        'ZCDP'
    """
    found: ch.Accountant = _named(_module(plugin).register_accountants(), name)
    return found


def _module(plugin: str) -> Any:
    return next(known.module for known in ch.registry().plugins if known.name == plugin.replace("_", "-"))


def _named(things: list[Any], name: str) -> Any:
    return next(thing for thing in things if thing.name == name)
