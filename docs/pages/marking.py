"""What the scripts of this folder share: text that means itself in Markdown, and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BAR = re.compile(r"(?<!\\)\|")
_SPECIAL = re.compile(r"([\\`*_<>|\[\]])")


def plain(text: str) -> str:
    """The text with every sign that Markdown would read escaped, on one line."""
    return plain_part(" ".join(text.split()))


def prose(text: str) -> str:
    """The text as plain, but for its code spans, which stay code."""
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") and len(part) > 1 else plain_part(part) for part in parts)


def plain_part(text: str) -> str:
    """A part of a line as plain, with the spaces at its ends."""
    return _SPECIAL.sub(r"\\\1", text)


def code(text: str) -> str:
    """The text as code."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{' '.join(text.split())}{fence}"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; a head that ends in a colon stands over numbers."""
    named = list(heads)
    lines = [
        [head.rstrip(":") for head in named],
        ["--:" if head.endswith(":") else "---" for head in named],
        *map(list, rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def cells(text: str, heads: Iterable[str]) -> list[list[str]]:
    """The rows of all tables in the text that have this head."""
    found: list[list[str]] = []
    wanted, inside = [head.rstrip(":") for head in heads], False
    for line in text.splitlines():
        row = [cell.strip() for cell in _BAR.split(line)[1:-1]]
        if inside and row and not set("".join(row)) <= set("-: "):
            found.append(row)
        inside = row == wanted or (inside and bool(row))
    return found
