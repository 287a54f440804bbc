"""The page and the picture of the architecture name modules that there are."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PACKAGES = ("chartered", "chartered_plugins", "chartered_verify")
_NAMED = re.compile(r"`((?:\w+/)+|(?:\w+/)*\w+\.py)`")
_DRAWN = re.compile(r">((?:[\w*]+/|(?:\w+/)*\w+\.py|\s|\([\w, ]+\))+)</text>")


def roots() -> list[Path]:
    """The folders of the three packages, as installed."""
    found = [find_spec(package) for package in PACKAGES]
    return [Path(spec.origin).parent for spec in found if spec is not None and spec.origin is not None]


def missing(names: set[str]) -> list[str]:
    """Files and folders that stand in none of the packages, nor in a subject of the plugins."""
    return sorted(name for name in names if not any(next(root.glob(f"**/{name}"), None) for root in roots()))


def test_the_page_names_modules_that_there_are() -> None:
    """Every file and folder that the page names stands in one of the three packages."""
    names = set(_NAMED.findall((DOCS / "architecture.md").read_text("utf-8")))
    assert len(names) > 40
    assert not missing(names)


def test_the_picture_names_modules_that_there_are() -> None:
    """Every file and folder in the picture stands in one of the three packages."""
    lines = _DRAWN.findall((DOCS / "figures" / "question_flow.svg").read_text("utf-8"))
    names = {word for line in lines for word in re.sub(r"\([^)]*\)", "", line).split()}
    assert len(names) > 20
    assert not missing(names - {"*/search/"})


def test_a_module_that_is_not_there_is_found_missing() -> None:
    """The comparison can fail: a name that stands nowhere is reported, one that does is not."""
    assert missing({"no_such_room/", "cli/command_group.py", "no_such_file.py"}) == ["no_such_file.py", "no_such_room/"]


def test_the_picture_is_what_its_script_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python docs/figures/question_flow.py` writes it."""
    monkeypatch.syspath_prepend(str(DOCS / "figures"))
    assert (DOCS / "figures" / "question_flow.svg").read_text("utf-8") == import_module("question_flow").drawn()
