"""A plugin: its entry-point name, where it comes from, and whether it ships with Chartered."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

from ..display import one_line

OWN = "chartered"
"""The distribution of the machinery and of the plugins that ship with it."""
_OWN_PACKAGE = "chartered_plugins"


@dataclass(frozen=True, slots=True, repr=False)
class Plugin:
    """An installed plugin: its entry-point name, where it comes from, and its module."""

    name: str
    module: ModuleType
    distribution: str = "unknown"
    version: str = "unknown"

    @property
    def ours(self) -> bool:
        """Whether it ships with Chartered: by its distribution and by the package of its module. Every other one is a
        stranger's."""
        return self.distribution == OWN and self.module.__name__.partition(".")[0] == _OWN_PACKAGE

    def __reduce__(self) -> tuple[Any, ...]:
        return _imported, (self.name, self.module.__name__, self.distribution, self.version)

    def __repr__(self) -> str:
        return one_line(f"<plugin {self}>")

    def __str__(self) -> str:
        return f"{self.name} ({self.distribution} {self.version})"


class Registered:
    """What a plugin registers under a name: whose it is, and how messages call it."""

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
        """Who states it, for messages."""
        own = f"{self.noun} {self.name}"
        return own if self.plugin is None else f"plugin {self.plugin.name}, {own}"

    def __repr__(self) -> str:
        return one_line(f"<{self.named}>")


def misnumbered(version: object) -> str | None:
    """What is wrong with the version of a statement, or None."""
    right = isinstance(version, int) and not isinstance(version, bool) and version >= 1
    return None if right else f"version is {version!r}, and no whole number from 1 on"


def _imported(name: str, module: str, distribution: str, version: str) -> Plugin:
    return Plugin(name, import_module(module), distribution, version)
