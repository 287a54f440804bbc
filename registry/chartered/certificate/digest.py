"""The digest of a certificate's content, and the versions of the distributions that computed it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from chartered_verify.catching import ours

DISTRIBUTIONS = ("chartered", "python-flint")
"""The distributions that a certificate depends on."""


def digest(content: Mapping[str, Any]) -> str:
    """SHA-256 (hexadecimal) of the content as canonical JSON: keys sorted, no white space, UTF-8, without the key
    "digest" itself.

    Raises ValueError for NaN and infinities (write them as strings), TypeError for keys that are not strings or for
    values of types that JSON lacks."""
    import hashlib  # here: it loads OpenSSL, and most questions take no digest

    plain = {key: value for key, value in content.items() if key != "digest"}
    _check_keys(plain, "")
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()  # half a pair of surrogates is text, too


def sealed(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content with its digest."""
    return {**content, "digest": digest(content)}


def intact(document: Mapping[str, Any]) -> bool:
    """Whether the document's digest is that of its content. A document that cannot be digested is not intact."""
    try:
        return document.get("digest") == digest(document)
    except ours(TypeError, ValueError, RecursionError):
        return False


def versions(*more: str) -> dict[str, str]:
    """The installed version of each distribution that a certificate depends on, and of those in `more`; "unknown" for
    one that is not installed."""
    return {name: installed(name) or "unknown" for name in (*DISTRIBUTIONS, *more)}


def installed(distribution: str) -> str | None:
    """The version of a distribution that is installed here, or None."""
    from importlib.metadata import PackageNotFoundError, version  # it loads parsers of mail

    try:
        return version(distribution)
    except ours(PackageNotFoundError, ValueError):  # ValueError for an empty name
        return None


def _check_keys(value: Any, where: str) -> None:
    """Raises TypeError for keys that are not strings: JSON would turn 1 and "1" into the same key, so two contents
    could share a digest."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise TypeError(f"a certificate's keys are strings, not {key!r} (in {where or 'the document'})")
            _check_keys(inner, f"{where}.{key}")
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            _check_keys(inner, f"{where}[{index}]")
