"""Plugins that fail: an installed third-party plugin is left out as a whole, and reported; answers that do not need it
are given."""

from __future__ import annotations

import os
import warnings
from collections.abc import Collection, Iterable

from msgspec import Struct

from ..errors import PluginError, PluginWarning, UnknownName
from ..log import log
from ..model.plugin import SESSION, Plugin
from .plugin_selection import LeftOut
from .registering import BLOCK


class FailedPlugin(Struct, frozen=True):
    """A plugin that is left out, or of which a part is, because it cannot be imported or registers what it must not.
    `part` says which of the two."""

    name: str
    distribution: str
    version: str
    error: PluginError
    part: str = "plugin"
    can_be_blocked: bool = True

    @property
    def why(self) -> str:
        """The reason, with the plugin, the hook and the value."""
        return self.error.message

    def __str__(self) -> str:
        told = BLOCK in self.error.hint or not self.can_be_blocked
        block = "" if told else f", or leave it out with {BLOCK}={self.name}"
        return f"{self.part} {self.name} is left out: {self.error}{block}"

    def to_json(self) -> dict[str, str]:
        """As `chartered plugins --json` lists it."""
        return {
            "name": self.name,
            "distribution": self.distribution,
            "version": self.version,
            "why": self.why,
            "hint": self.error.hint,
        }


def may_be_left_out(plugin: Plugin) -> bool:
    """Whether answers are given without this plugin if it fails. Chartered's own must work, and so must a file that
    was named for this run, and what a session registered."""
    return not plugin.ours and not plugin.distribution.endswith(".py") and plugin.distribution != SESSION


def left_out_for(error: PluginError, plugins: Iterable[Plugin], part: str = "plugin") -> list[FailedPlugin]:
    """The plugins that are left out because of this error: the culprits that it names, except Chartered's own, unless
    they need what CHARTERED_BLOCK leaves out. Raises
    the error itself if one of them is a file that was named for this run, or if none may be left out."""
    needs_what_is_blocked = isinstance(error.__cause__, UnknownName) and bool(os.environ.get(BLOCK))
    guilty = [
        plugin for plugin in plugins if plugin.name in error.culprits and (not plugin.ours or needs_what_is_blocked)
    ]
    if not guilty or not all(plugin.ours or may_be_left_out(plugin) for plugin in guilty):
        raise error
    return [FailedPlugin(plugin.name, plugin.distribution, plugin.version, error, part) for plugin in guilty]


def warn_of(failed: Iterable[FailedPlugin]) -> None:
    """A warning for each plugin that is left out."""
    for one in failed:
        warnings.warn(str(one), PluginWarning, stacklevel=3)
        log("WARNING", "%s", one)


def suspected(failed: Collection[FailedPlugin], left_out: Collection[LeftOut], hint: str) -> str:
    """The hint of an error about an unknown name, after the plugins that failed or were left out: one of them may
    register it."""
    if left_out:
        hint = f"it may be of a plugin that is left out, {'; '.join(map(str, left_out))}; otherwise: {hint}"
    if not failed:
        return hint
    reasons = "; ".join(f"{one.name} ({one.distribution} {one.version}): {one.why}" for one in failed)
    whose = "a plugin that failed" if len(failed) == 1 else "one of the plugins that failed"
    return f"it may be of {whose}, {reasons}; otherwise: {hint}"
