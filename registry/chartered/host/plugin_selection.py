"""Which plugins a run may load, by the environment: `CHARTERED_PLUGINS` names those that are loaded, `CHARTERED_BLOCK`
those that are not."""

from __future__ import annotations

import os
from collections.abc import Collection

from msgspec import Struct

from ..errors import PluginError
from .registering import BLOCK

ALLOW = "CHARTERED_PLUGINS"
OURS = "ours"
"""In CHARTERED_PLUGINS: all plugins that ship with Chartered."""
_ALL_BUT_OURS = "*"


class LeftOut(Struct, frozen=True):
    """An installed plugin, or a file, that is not loaded because the environment says so; nothing of it is imported."""

    name: str
    distribution: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} ({self.distribution}): {self.why}"

    def to_json(self) -> dict[str, str]:
        """As `chartered plugins --json` lists it."""
        return {"name": self.name, "distribution": self.distribution, "why": self.why}


class Selection(Struct, frozen=True):
    """The names in the two variables; `allowed` is None if CHARTERED_PLUGINS is not set, or empty."""

    allowed: frozenset[str] | None
    blocked: frozenset[str]

    @classmethod
    def of_environment(cls) -> Selection:
        """The selection of this run."""
        return cls(_names(ALLOW) or None, _names(BLOCK))

    def check(self, known: Collection[str]) -> None:
        """Raises PluginError for a name that no plugin has."""
        allowed = (self.allowed or frozenset()) - {OURS}
        for variable, names in ((BLOCK, self.blocked - {_ALL_BUT_OURS}), (ALLOW, allowed)):
            if unknown := sorted(names - set(known)):
                raise PluginError(
                    f"{variable} names {unknown[0]!r}, and no plugin has that name",
                    f"plugins are {', '.join(sorted(known))}",
                )

    def against(self, name: str, *, ours: bool) -> str | None:
        """Why a plugin is not loaded; None if it is."""
        if name in self.blocked:
            return f"{BLOCK} names it"
        if _ALL_BUT_OURS in self.blocked and not ours:
            return f"{BLOCK}={_ALL_BUT_OURS} leaves out all but Chartered's own"
        if self.allowed is None or (ours and OURS in self.allowed) or name in self.allowed - {OURS}:
            return None
        return f"{ALLOW} does not name it"


def _names(variable: str) -> frozenset[str]:
    return frozenset(name.strip() for name in os.environ.get(variable, "").split(",")) - {""}
