"""A module that is imported when something of it is first used: formulas, of which one question takes a few."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


class LazyModule(ModuleType):
    """Stands for a module, by its absolute name, until a name of it is first used; the module itself then gives, and
    takes, each of its names."""

    _whole: ModuleType | None = None
    _import: Callable[[str], ModuleType] = staticmethod(import_module)

    def whole(self) -> ModuleType:
        """The module. Raises ImportError; what was not imported to its end is imported anew."""
        if self._whole is None:
            object.__setattr__(self, "_whole", self._import(self.__name__))
        assert self._whole is not None
        return self._whole

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """The names of the module, for whoever puts one back that he replaced for a while."""
        return self.whole().__dict__

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole(), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.whole(), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.whole(), name)


def import_later(package: str, *names: str) -> None:
    """Lets modules of a package, all or those of these names, wait for their first use.

    To be called in the package's `__init__`: `from .formulas import clones` then imports nothing yet. Whoever takes a
    name out of a module, as in `from .formulas.clones import delta`, imports it at once, and Python puts the module
    itself into its package."""
    held = sys.modules[package]
    files = (file for folder in held.__path__ for file in os.listdir(folder) if file.endswith(".py"))
    for name in names or (file.removesuffix(".py") for file in files if file != "__init__.py"):
        setattr(held, name, LazyModule(f"{package}.{name}"))
