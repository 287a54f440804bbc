"""What the run has loaded of the plugins, for those who load nothing themselves."""

from __future__ import annotations

import sys

from ..host.registry import Registry


def loaded_registry() -> Registry | None:
    """The registry of the installed plugins if this run has built it; None otherwise."""
    host = sys.modules.get("chartered.host.registry")
    return host.registry() if host is not None and host.registry.cache_info().currsize else None


def third_party_plugins_ran() -> bool:
    """Whether code of a plugin that is not Chartered's own may have run: one is registered, or has failed."""
    known = loaded_registry()
    return known is not None and (bool(known.failed) or not all(plugin.ours for plugin in known.plugins))
