"""Markdown prose fits a screen, and the tool that wraps it changes no word."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {".": "*.md", "docs": "**/*.md", "examples": "**/*.md", "benchmarks": "**/*.md"}
PAGES = sorted(str(page.relative_to(ROOT)) for folder, each in FOLDERS.items() for page in (ROOT / folder).glob(each))
SHOWN = [
    f"# A heading {'of many words ' * 10}",
    "",
    f"{'word ' * 20}and the difference of 1 - `a span that stays on one line`, and so on.",
    "",
    f"- an item {'of many words ' * 7}with a dash - so that no item begins there",
    "- another",
    "",
    f"| a table | {'x' * 150} |",
    "",
    "```console",
    "y" * 150,
    "```",
]


@pytest.fixture
def wrapping(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script of that name."""
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "pages"))
    return import_module("wrapping")


@pytest.mark.parametrize("page", PAGES)
def test_prose_fits(wrapping: Any, page: str) -> None:
    """No line of a paragraph or a list is longer than 120 signs; `python docs/pages/wrapping.py FILE` mends it."""
    assert not wrapping.too_wide(wrapping.prose_lines((ROOT / page).read_text(encoding="utf-8")))


def test_wrapping_keeps_every_word(wrapping: Any) -> None:
    """Words stay in their order; tables, headings and code stay as they are; no sign becomes the start of a list."""
    page = "\n".join(SHOWN)
    found = wrapping.wrapped(page)
    assert found.split() == page.split()
    assert not wrapping.too_wide(wrapping.prose_lines(found))
    for kept in (SHOWN[0], *SHOWN[5:]):
        assert kept in found.splitlines()
    assert "`a span that stays on one line`" in found
    assert not any(line.lstrip().startswith("- so") for line in found.splitlines())
    assert found == wrapping.wrapped(found)


def test_a_long_line_is_found(wrapping: Any) -> None:
    """A paragraph with a line of 121 signs is not let through."""
    assert wrapping.too_wide(wrapping.prose_lines("Short.\n" + "word " * 24 + "x\n"))
    assert not wrapping.too_wide(wrapping.prose_lines("Short.\n" + "word " * 23 + "words\n"))
