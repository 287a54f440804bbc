"""What a session has registered as one third-party plugin: layers, of which later ones replace the names of earlier
ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TypeAlias

from ..model.plugin import SESSION, Plugin
from .hookspecs import hook

Layer: TypeAlias = Mapping[str, Sequence[object]]
"""What one registration holds: the values by the hook that returns them."""


def session_plugin(layers: Sequence[Layer]) -> Plugin:
    """The plugin of these layers."""
    module = ModuleType(SESSION)
    for name in dict.fromkeys(name for layer in layers for name in layer):
        setattr(module, name, _hook(name, _merged(layers, name)))
    return Plugin(SESSION, module, SESSION)


def _merged(layers: Sequence[Layer], hook_name: str) -> list[object]:
    """All values of one hook; of those with the same name the last."""
    values = [value for layer in layers for value in layer.get(hook_name, ())]
    return list({_name(value): value for value in values}.values())


def _name(value: object) -> object:
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else id(value)


def _hook(name: str, values: list[object]) -> Callable[[], list[object]]:
    def returned() -> list[object]:
        return list(values)

    returned.__name__ = name
    return hook(returned)
