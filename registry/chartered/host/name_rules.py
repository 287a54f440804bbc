"""Rules for the names that plugins register: plain ASCII, so that no name can look like another."""

from __future__ import annotations

import re

_WORDS = re.compile(r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*")
_STEP = re.compile(r"[a-z][a-z0-9-]*")
_LONGEST = 100
_ALIKE = str.maketrans("01", "ol")
RESERVED = frozenset({"times"})
"""Keys in the text of a step that no parameter may have."""


def misnamed(kind: str, name: object) -> str | None:
    """Why a name of this kind (plugin, mechanism, theorem, parameter, ...) is not admissible, or None.

    Letters outside ASCII, zero-width characters and control characters can make one name look like another."""
    if not isinstance(name, str):
        return f"the name of a {kind} is {name!r}, and no text"
    if len(name) > _LONGEST:
        return f"the name of a {kind} has {len(name)} characters, more than {_LONGEST}"
    if kind == "parameter" and name in RESERVED:
        return f"a parameter is named {name!r}, which counts runs in every step"
    if not (_STEP if kind == "mechanism" else _WORDS).fullmatch(name):
        return f"the {kind} name {name!a} has characters that a name may not have"
    return None


def wanted(kind: str) -> str:
    """The admissible names of this kind, in words."""
    if kind == "mechanism":
        return "use a-z, 0-9 and hyphens, and begin with a letter: my-mechanism"
    return "use A-Z, a-z and 0-9, with single dots, hyphens or underscores between"


def outline(name: str) -> str:
    """A normal form for visual comparison: two names with the same outline (capital I and small l, O and 0, case) look
    alike."""
    return name.replace("I", "l").casefold().translate(_ALIKE)
