"""docs/api.md has every public name."""

from __future__ import annotations

import re
from pathlib import Path

import chartered as ch
from chartered import proving

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text("utf-8")
SHOWN = re.findall(r"^::: chartered\.([\w.]+)$", TEXT, re.MULTILINE)


def test_the_page_has_every_name_of_the_face() -> None:
    """Once each, and no name that there is not; the version is a word of the page."""
    assert sorted(name for name in SHOWN if "." not in name) == [name for name in dir(ch) if name != "__version__"]
    assert "`chartered.__version__`" in TEXT


def test_the_page_has_every_name_of_proving() -> None:
    """Those that the face has too are named there; modules are named in words."""
    shown = {name.removeprefix("proving.") for name in SHOWN if name.startswith("proving.")}
    assert shown | {"Claim", "Enclosure", "algebra", "boxes"} == set(proving.__all__)
    assert "testing.conform" in SHOWN
