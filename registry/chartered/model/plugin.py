"""A plugin: its entry-point name, its distribution, and whether it ships with Chartered."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar, Self

from msgspec import Struct

from ..display import one_line

OWN = "chartered"
"""The distribution that contains Chartered and its own plugins."""
OWN_PACKAGE = "chartered_plugins"
"""The package of the modules of Chartered's own plugins."""
SESSION = "session"
"""The name of the plugin, and of its distribution, of what a session registers."""


class Plugin(Struct, frozen=True):
    """An installed plugin.

    Attributes:
        name: The name of its entry point.
        module: Its module.
        distribution: The distribution that it comes from.
        version: The version of that distribution.

    Examples:
        >>> plugin = ch.registry().owner("theorem", "gaussian.gdp")
        >>> plugin.name, plugin.ours
        ('gaussian', True)
    """

    name: str
    module: ModuleType
    distribution: str = "unknown"
    version: str = "unknown"

    @property
    def ours(self) -> bool:
        """Whether it ships with Chartered, by its distribution and the package of its module."""
        return self.distribution == OWN and self.module.__name__.partition(".")[0] == OWN_PACKAGE

    def __reduce__(self) -> tuple[Any, ...]:
        return _imported, (self.name, self.module.__name__, self.distribution, self.version)

    def __repr__(self) -> str:
        return one_line(f"<plugin {self}>")

    def __str__(self) -> str:
        return f"{self.name} ({self.distribution} {self.version})"


class Registered:
    """Something that a plugin registers under a name, a theorem or an accountant: its owner, and its name in
    messages."""

    __slots__ = ()
    name: str
    plugin: Plugin | None
    noun: ClassVar[str]

    @property
    def ours(self) -> bool:
        """Whether it ships with Chartered."""
        return self.plugin is not None and self.plugin.ours

    @property
    def named(self) -> str:
        """Plugin, noun and name, for messages."""
        own = f"{self.noun} {self.name}"
        return own if self.plugin is None else f"plugin {self.plugin.name}, {own}"

    def __copy__(self) -> Self:
        return self

    def __repr__(self) -> str:
        return one_line(f"<{self.named}>")


def misnumbered(version: object) -> str | None:
    """The error in a `version` (it must be an integer from 1 on), or None."""
    right = isinstance(version, int) and not isinstance(version, bool) and version >= 1
    return None if right else f"version is {version!r}, and no whole number from 1 on"


def _imported(name: str, module: str, distribution: str, version: str) -> Plugin:
    return Plugin(name, import_module(module), distribution, version)
