"""The versions of the software on which an answer rests: named by its certificate, and compared by a check."""

from __future__ import annotations

from collections.abc import Mapping

from ..host.registry import Registry
from ..ledger.entries import Entry
from ..model.plugin import OWN
from ..paths.derivation import Derivation
from ..paths.strangers import plugins_behind


def versions_of(known: Registry, entries: tuple[Entry, ...], derivation: Derivation) -> dict[str, str]:
    """The version of every distribution that the answer rests on, by `distribution`."""
    from importlib.metadata import version

    return {OWN: version(OWN)} | {p.distribution: p.version for p in plugins_behind(known, entries, derivation)}


def stale(claimed: Mapping[str, str]) -> str | None:
    """Which distribution that a certificate names is missing here or of another version."""
    from importlib.metadata import PackageNotFoundError, version

    for name, wanted in claimed.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            return f"it was made with {name} {wanted}, which is not installed here"
        if found != wanted:
            return f"it was made with {name} {wanted}, here is {found}: make it anew, or install that version"
    return None
