"""A module that is imported when something of it is first used: formulas, of which one question takes a few."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class LazyModule(ModuleType):
    """Stands for a module until a name of it is first used; the module itself then gives each of its names.

    `name` is absolute, or relative to `package`. A type checker reads the import that is meant beside it:

        if TYPE_CHECKING:
            from .formulas import clones
        else:
            clones = LazyModule(".formulas.clones", __package__)
    """

    def __init__(self, name: str, package: str | None = None) -> None:
        super().__init__(name)
        self._named = name, package
        self._whole: ModuleType | None = None

    def whole(self) -> ModuleType:
        """The module. Raises ImportError; what was not imported to its end is imported anew."""
        if self._whole is None:
            self._whole = import_module(*self._named)
        return self._whole

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole(), name)
