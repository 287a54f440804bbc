"""Size limits of certificates: a larger document is refused before any of it is interpreted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..ledger.strict_json import MOST_DIGITS, BeyondLimits
from ..special_files import opened_to_read

MOST_BYTES = 1 << 24
_MOST_OF_A_PAGE = 1 << 26
"""Bytes of a page, which contains a certificate twice, and pictures."""
MOST_LEVELS = 16
"""The largest nesting depth of lists and objects."""
MOST_PARTS = 1_000_000
"""The largest number of values, lists and objects in total."""
MOST_ENTRIES = 100_000
"""The largest number of steps in a ledger."""
MOST_NAMES = 64
"""The largest number of theorems on the path from one step to its guarantee, or from the composed guarantee to a
profile."""
MOST_CHARACTERS = 100_000
"""The largest number of characters in one text."""
_MOST_BITS = MOST_DIGITS * 3322 // 1000


def read_limited(path: Path) -> str:
    """The text of a file. Raises OSError, UnicodeDecodeError, and BeyondLimits if it has more than MOST_BYTES (a page:
    four times as many)."""
    with opened_to_read(path) as file:
        content = file.read(MOST_BYTES + 1)
        most = _MOST_OF_A_PAGE if content[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") else MOST_BYTES
        if len(content) > MOST_BYTES:
            content += file.read(most - MOST_BYTES)
    if len(content) > most:
        raise BeyondLimits(f"the file has more than {most} bytes")
    return content.decode("utf-8")


def limit_document(document: Mapping[str, Any]) -> None:
    """Raises BeyondLimits, with place and limit, if a document is too large or nested too deep."""
    count, level = (
        0,
        [("the certificate", document)],
    )  # level by level, because a recursion would go as deep as the document is nested
    for _ in range(MOST_LEVELS):
        level = [part for place, value in level for part in _parts(place, value)]
        count += len(level)
        if count > MOST_PARTS:
            raise BeyondLimits(f"the certificate has more than {MOST_PARTS} values")
    if level:
        raise BeyondLimits(f"the certificate is nested more than {MOST_LEVELS} levels deep")
    _limit_lists(document)


def _parts(place: str, value: Any) -> list[tuple[str, Any]]:
    """The parts of a JSON value, each with the name of its place. Raises BeyondLimits for a text or an integer that is
    too long."""
    if isinstance(value, Mapping):
        return [(str(key)[:40], part) for key, part in value.items()]
    if isinstance(value, list | tuple):
        return [(place, part) for part in value]
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        raise BeyondLimits(f"{place} has {len(value)} characters; at most {MOST_CHARACTERS} are read")
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise BeyondLimits(f"{place} is a whole number of more than {MOST_DIGITS} digits")
    return []


def _limit_lists(document: Mapping[str, Any]) -> None:
    derivation = document.get("derivation")
    written = derivation if isinstance(derivation, Mapping) else {}
    entries = [
        ("ledger", document.get("ledger")),
        *((key, written.get(key)) for key in ("rewrites", "climbs", "witnesses", "groups")),
    ]
    for name, found in entries:
        if isinstance(found, list) and len(found) > MOST_ENTRIES:
            raise BeyondLimits(f"{name} has {len(found)} entries; at most {MOST_ENTRIES} are read")
    paths = [
        *((key, written.get(key)) for key in ("tail", "grouped_by")),
        *((key, path) for key in ("rewrites", "climbs") for path in _list(written.get(key))),
    ]
    for name, path in paths:
        if isinstance(path, list) and len(path) > MOST_NAMES:
            raise BeyondLimits(f"a path in {name} has {len(path)} theorems; at most {MOST_NAMES} are read")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
