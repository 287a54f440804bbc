"""Names of accountants and theorems as users write them: ours, the words that peers use, and what was meant."""

from __future__ import annotations

from ..errors import UnknownName
from ..host.registry import Registry

PEERS = {"rdp": "renyi", "moments": "renyi", "pld": "loss-distribution", "prv": "loss-distribution"}
"""What peers call an accountant, and what it is called here: Renyi DP and the moments accountant; privacy loss
distributions and privacy random variables."""
FORMER = {"joined": "pld"}
"""Words in names of theorems before 0.2, and the words now."""


def known_name(registry: Registry, name: str) -> str:
    """The accountant or theorem of this name, or the accountant that peers call so; a name that is registered stands
    for itself. Raises UnknownName, which names what may have been meant."""
    if name in registry.accountants or name in registry.theorems:
        return name
    if PEERS.get(name) in registry.accountants:
        return PEERS[name]
    raise UnknownName(f"unknown accountant or theorem {name!r}", _remedy(registry, name))


def _remedy(registry: Registry, name: str) -> str:
    from difflib import get_close_matches

    renamed = name
    for former, now in FORMER.items():
        renamed = renamed.replace(former, now)
    names = [*registry.accountants, *registry.theorems]
    meant = [renamed] if renamed in names else get_close_matches(renamed, names, n=1)
    guess = f"did you mean {meant[0]}? " if meant else ""
    known = ", ".join(sorted(registry.accountants))
    return f"{guess}accountants are {known}; chartered plugins lists theorems"
