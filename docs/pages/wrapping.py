"""Markdown prose in lines that fit a screen: `python docs/pages/wrapping.py FILE...` wraps what is longer.

Tables, headings, code and HTML stay as they are; a code span is broken only where it is longer than a line.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

WIDTH = 120
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_KEPT = re.compile(r"\s*(?:$|\||#{1,6} |<|!!! |::: |\[[^\]]+\]: )")
_TOKEN = re.compile(r"(?:``.*?``|`[^`]*`|\S)+", re.DOTALL)
_MARKUP = re.compile(r"(?:[-+*>|#]+|\d+[.)])$")
"""A word that would begin a list, a quotation, a table or a heading if it stood first on a line."""


def wrapped(text: str) -> str:
    """The page with every paragraph and list item that has a line above WIDTH filled anew."""
    lines: list[str] = []
    for block in _blocks(text.splitlines()):
        prose = len(block) > 1 or not (_KEPT.match(block[0]) or _FENCE.match(block[0]))
        lines += _filled(block) if prose and not _FENCE.match(block[0]) and too_wide(block) else block
    return "\n".join(lines) + "\n"


def too_wide(lines: list[str]) -> list[str]:
    """Those of the lines that do not fit."""
    return [line for line in lines if len(line) > WIDTH]


def prose_lines(text: str) -> list[str]:
    """The lines of paragraphs and list items: neither table, heading, code nor HTML."""
    blocks = _blocks(text.splitlines())
    return list(chain.from_iterable(b for b in blocks if not (_KEPT.match(b[0]) or _FENCE.match(b[0]))))


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """Runs of lines that belong together: a fence with its code, a paragraph, a list item; any other line alone."""
    block: list[str] = []
    fenced = False
    for line in lines:
        mark = bool(_FENCE.match(line))
        if fenced:
            block.append(line)
        elif mark or _KEPT.match(line) or _ITEM.match(line) or not block:
            if block:
                yield block
            block = [line]
        else:
            block.append(line)
        fenced = fenced != mark
        if not fenced and (mark or _KEPT.match(line)):
            yield block
            block = []
    if block:
        yield block


def _filled(block: list[str]) -> list[str]:
    """The words of a paragraph or a list item in lines of at most WIDTH, where they can be divided."""
    item = _ITEM.match(block[0])
    start = item[0] if item else " " * (len(block[0]) - len(block[0].lstrip()))
    room = WIDTH - len(start)
    lines = [""]
    for word in _words(" ".join(block)[len(start) :], room):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return [start + lines[0], *(" " * len(start) + line for line in lines[1:])]


def _words(text: str, room: int) -> list[str]:
    """The words, code spans whole where they fit; what would be markup at the start of a line stays with its left."""
    words: list[str] = []
    for token in (" ".join(token.split()) for token in _TOKEN.findall(text)):
        for word in token.split() if len(token) > room else [token]:
            if words and _MARKUP.match(word):
                words[-1] += f" {word}"
            else:
                words.append(word)
    return words


if __name__ == "__main__":
    for page in map(Path, sys.argv[1:]):
        page.write_text(wrapped(page.read_text(encoding="utf-8")), encoding="utf-8")
