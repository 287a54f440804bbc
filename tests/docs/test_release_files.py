"""The version, the changelog and the citation agree."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
SECTIONS = re.findall(r"^## \[([\d.]+)\] - (unreleased|\d{4}-\d\d-\d\d)$", CHANGELOG, re.MULTILINE)
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def test_the_changelog_is_open_for_the_version_at_work() -> None:
    """The section on top is that of the version, open while it is in development; all below have a day."""
    (top, day), *closed = SECTIONS
    assert top == VERSION.partition(".dev")[0]
    assert (day == "unreleased") == (".dev" in VERSION)
    assert closed
    assert all(day != "unreleased" for _, day in closed)


def test_every_section_of_the_changelog_has_a_version() -> None:
    """No heading of another form, and the latest first."""
    headings = re.findall(r"^## .*", CHANGELOG, re.MULTILINE)
    assert len(headings) == len(SECTIONS)
    numbers = [tuple(map(int, name.split("."))) for name, _ in SECTIONS]
    assert numbers == sorted(numbers, reverse=True)


def test_the_citation_names_the_latest_release() -> None:
    """The version in CITATION.cff is that of the first closed section, and so is its day."""
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    name, day = next(section for section in SECTIONS if section[1] != "unreleased")
    assert f"\nversion: {name}\n" in text
    assert f"\ndate-released: {day}\n" in text
