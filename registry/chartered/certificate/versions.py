"""The versions of the statements and the software behind an answer: stated by its certificate, compared by a check.

Certificates depend on the version of each statement (theorem, accountant, mechanism) and of the check itself, not on
that of the distribution: a release that changes no statement on a path accepts the certificates of the one before.
Whichever versions are stated, a certificate is accepted only if the installed statements derive its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from ..host.registry import Registry
from ..ledger.entries import Entry
from ..model.canonical_spelling import quoted
from ..model.plugin import OWN
from ..paths.derivation import Derivation, plugins_behind
from .digest import installed
from .outcome import Check

FORMAT = "chartered certificate 2"
UNNUMBERED = "chartered certificate 1"
"""The previous format, which has the versions of distributions, and none of statements."""
FORMATS = (FORMAT, UNNUMBERED)
CHECK = 1
"""The version of the check: how ledgers are read, derivations replayed and bounds evaluated. It counts up when a change
may make it refuse certificates that it accepted before."""
_CHECK = "check"
_MOST_TOLD = 3
"""The largest number of plugins that are left out which a refusal names."""


def versions_of(known: Registry, entries: tuple[Entry, ...], derivation: Derivation) -> dict[str, str]:
    """The version of every distribution behind the answer, by the distribution's name."""
    from importlib.metadata import version

    return {OWN: version(OWN)} | {p.distribution: p.version for p in plugins_behind(known, entries, derivation)}


def statements_of(known: Registry, entries: tuple[Entry, ...], derivation: Derivation) -> dict[str, int]:
    """The versions of the check and of every mechanism, theorem and accountant behind the answer, by kind and name
    ("theorem gaussian.gdp"), each once."""
    mechanisms = dict.fromkeys(name for entry in entries for name in entry.step.shape)
    theorems = [name for name in derivation.path if name != derivation.accountant]
    names = [
        *(f"mechanism {name}" for name in mechanisms),
        *(f"theorem {name}" for name in theorems),
        f"accountant {derivation.accountant}",
    ]
    return {_CHECK: CHECK} | {name: known.version_of(name) or 0 for name in names}


def outdated(known: Registry, document: Mapping[str, Any]) -> str | None:
    """Why the installed software cannot replay a well-formed certificate: a distribution or a statement is missing or
    has another version. None if all versions agree."""
    claimed = document["versions"]
    for name, wanted in claimed.items():
        single = next((plugin.version for plugin in known.plugins if plugin.distribution == name and name != OWN), None)
        found = single or installed(name)
        if found is None:
            return f"it was made with {name} {wanted}, which is not installed here"
        absent = [] if name == OWN else [one for one in known.left_out if one.distribution == name]
        if absent and single is None:
            return f"it was made with {name} {wanted}, of which plugins are left out here: {absent[0]}"
        alone = name.endswith(".py")  # a plugin that is a single file has no releases: its version is its content
        if ((document["format"] == UNNUMBERED and name != OWN) or alone) and found != wanted:
            return f"it was made with {name} {wanted}, here is {found}: make it anew, or install that version"
    for name, wanted in {} if document["format"] == UNNUMBERED else document["statements"].items():
        here = CHECK if name == _CHECK else known.version_of(name)
        if here != wanted:
            is_here = "is not installed here" if here is None else f"has version {here} here"
            made = ", ".join(f"{other} {version}" for other, version in claimed.items())
            failed = "".join(f"; {one.why}" for one in known.failed_at_start if one.distribution in claimed)
            failed += "".join(f"; left out is {one}" for one in known.left_out[:_MOST_TOLD]) if here is None else ""
            return f"it rests on version {wanted} of {quoted(name)}, which {is_here}; it was made with {made}{failed}"
    return None


def changed_since(statements: Mapping[str, int]) -> str | None:
    """A statement that has changed since format 1, whose certificates state no versions: every statement had version 1
    then. None if all still have."""
    changed = next((name for name, version in statements.items() if version != 1), None)
    return None if changed is None else f"{quoted(changed)} has changed since it was made"


def after_failure(document: Mapping[str, Any], found: Check) -> Check:
    """The refusal `found` with the release that made the certificate, if that is another one. A certificate without
    versions of statements becomes outdated then, as nobody can decide whether its own release derived it."""
    claimed = document.get("versions")
    wanted = claimed.get(OWN) if isinstance(claimed, Mapping) else None
    here = installed(OWN)
    if not isinstance(wanted, str) or wanted == here:
        return found
    made = f"it was made with {OWN} {quoted(wanted).strip(chr(39))}, here is {here}"
    if document.get("format") != UNNUMBERED:
        return replace(found, why=f"{found.why} ({made})")
    why = f"{made}, which does not derive it: make it anew, or install that version ({found.why})"
    return replace(found, why=why, outdated=True)
