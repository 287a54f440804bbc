"""What this process has registered without a plugin of its own: layers, of which later ones replace the names of
earlier ones. Together they are one third-party plugin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, TypeAlias

from ..model.plugin import Plugin
from .hookspecs import hook

SESSION = "session"
"""The name of the plugin, and of its distribution."""
Layer: TypeAlias = Mapping[str, Sequence[Any]]
"""What one registration holds: the values by the hook that returns them."""
LAYERS: list[Layer] = []
"""The layers, the oldest first."""


def session_plugins() -> list[Plugin]:
    """The plugin of this session, if anything is registered."""
    if not LAYERS:
        return []
    module = ModuleType(SESSION)
    for name in dict.fromkeys(name for layer in LAYERS for name in layer):
        setattr(module, name, _hook(name, _merged(name)))
    return [Plugin(SESSION, module, SESSION, "0")]


def _merged(hook_name: str) -> list[Any]:
    """All values of one hook; of those with the same name the last."""
    values = [value for layer in LAYERS for value in layer.get(hook_name, ())]
    return list({_name(value): value for value in values}.values())


def _name(value: object) -> object:
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else id(value)


def _hook(name: str, values: list[Any]) -> Callable[[], list[Any]]:
    def returned() -> list[Any]:
        return list(values)

    returned.__name__ = name
    return hook(returned)
