"""Strangers' plugins for tests: modules made on the spot, and distributions that exist only in a temporary folder."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import chartered as ch
from chartered.host.registry import Plugin

Install = Callable[..., None]
"""Installs a distribution with one plugin for the length of a test: install(name, code, version)."""

HALF = """
import chartered as ch

@ch.hook
def register_mechanisms():
    return [ch.Mechanism("half", "half of eps", (ch.Parameter("epsilon", "twice its guarantee"),))]

@ch.hook
def register_theorems():
    def bound(case):
        return ch.Pure(epsilon=case.number("epsilon") / 2)

    return [ch.Theorem("half.pure", ch.OnStep("half"), ch.Pure, bound, "It is eps/2-DP.", "definition")]
"""
"""The source of a plugin with one mechanism and one theorem."""


def module(name: str = "stranger", **members: Any) -> ModuleType:
    """A module with these members."""
    made = ModuleType(name)
    for key, value in members.items():
        setattr(made, key, value)
    return made


def returning(hook_name: str, value: Any, mark: bool = True) -> Any:
    """A hook implementation that returns `value`."""

    def function() -> Any:
        return value

    function.__name__ = hook_name
    return ch.hook(function) if mark else function


def plugin(hook_name: str, value: Any, name: str = "stranger") -> Plugin:
    """A plugin with one hook that returns `value`."""
    return Plugin(name, module(name, **{hook_name: returning(hook_name, value)}), f"{name}-dist", "1.0")


def distribution(
    folder: Path, name: str, points: dict[str, str], code: str | None = None, version: str = "1.0"
) -> None:
    """Writes the metadata of an installed distribution, and with `code` a module of its name."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = "\n".join(f"{point} = {target}" for point, target in points.items())
    (info / "entry_points.txt").write_text(f"[chartered]\n{lines}\n")
    if code is not None:
        (folder / f"{name.replace('-', '_')}.py").write_text(textwrap.dedent(code))
