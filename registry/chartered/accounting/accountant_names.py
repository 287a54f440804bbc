"""Names of accountants and theorems as users write them: registered names, the words of other packages, and suggestions
for misspelled ones."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadValue, hint
from ..host.registry import Registry

PEERS = {"rdp": "renyi", "moments": "renyi", "pld": "loss-distribution", "prv": "loss-distribution"}
"""The names that other packages use for an accountant, and its name here: Renyi DP and the moments accountant; privacy
loss distributions and privacy random variables."""
FORMER = {"joined": "pld"}
"""Words in the names of theorems before version 0.2, and the words that replaced them."""


def known_name(registry: Registry, name: str) -> str:
    """The registered accountant or theorem with this name, or the accountant that other packages call so. Raises
    UnknownName with a suggestion."""
    if name in registry.accountants or name in registry.theorems:
        return name
    if PEERS.get(name) in registry.accountants:
        return PEERS[name]
    raise registry.unknown(f"unknown accountant or theorem {name!r}", _remedy(registry, name))


def names_of(accountant: str | Iterable[str] | None) -> frozenset[str]:
    """The accountants and theorems to which a user restricts a question, given as None, one name or several. Raises
    BadValue if a name is no text."""
    given: object = () if accountant is None else [accountant] if isinstance(accountant, str) else accountant
    names = frozenset(given if isinstance(given, Iterable) else [given])
    for name in names:
        if not isinstance(name, str):
            raise BadValue(f"accountant is {name!r}", "give the name of an accountant or a theorem, or a list of names")
    return names


def _remedy(registry: Registry, name: str) -> str:
    renamed = name
    for former, now in FORMER.items():
        renamed = renamed.replace(former, now)
    names = [*registry.accountants, *registry.theorems]
    known = ", ".join(sorted(registry.accountants))
    return hint(renamed, names, f"accountants are {known}; chartered plugins lists theorems")
