"""The chain of a book: each entry is hashed together with the digest of the entry before it, so that an entry that is
altered, removed or moved changes all digests from there on."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from ..ledger.strict_json import write_json

BEGINNING = ""
"""The text before the first entry in place of a digest."""


def written(content: Mapping[str, Any]) -> str:
    """The text of an entry, which is the same for the same content."""
    return write_json(dict(sorted(content.items())))


def digest_of(before: str, number: int, text: str) -> str:
    """The digest of an entry: SHA-256 of the digest before it, its number and its text, in hexadecimal."""
    return sha256(f"{before}\n{number}\n{text}".encode()).hexdigest()
