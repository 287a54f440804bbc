"""docs/accountants and docs/subjects say what the registry has; `python docs/pages/write.py` writes them."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import chartered as ch
import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
_OUTPUT = re.compile(r"(?<=^```console\n)(\$ .*\n)(?:(?!```).*\n)*", re.MULTILINE)


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What a script writes now, by path, without the outputs of commands, which the test of code blocks compares."""
    monkeypatch.syspath_prepend(str(DOCS / "pages"))

    def written(name: str) -> dict[str, str]:
        script = import_module(name)
        return dict(script.pages(session=lambda command: "")) if name == "accountants" else dict(script.pages())

    return written


@pytest.mark.parametrize("name", ["accountants", "subjects"])
def test_the_pages_are_those_of_the_registry(pages: Any, name: str) -> None:
    """The folder has these pages and no other, letter by letter but for what commands print."""
    shown = {f"{name}/{path.name}": _OUTPUT.sub(r"\1", path.read_text("utf-8")) for path in (DOCS / name).glob("*.md")}
    assert shown == pages(name), f"run python docs/pages/write.py {name}, and read the difference before you keep it"


def test_every_theorem_has_one_place(pages: Any) -> None:
    """Each theorem of ours is a heading of one subject, each mechanism and accountant is named in one."""
    text = "".join(pages("subjects").values())
    known = ch.registry()
    for name in known.theorems:
        assert text.count(f"\n### `{name}`\n") == 1, name
    for name in known.mechanisms:
        first = known.mechanism(name).signature.split(",")[0].replace("[", r"\[").replace("]", r"\]")
        assert text.count(f"\n| `{name}` | {first}") == 1, name
    for name in known.accountants:
        assert text.count(f"[`{name}`](../accountants/{name}.md)") == 1, name


def test_every_accountant_answers_its_example() -> None:
    """The question on each page is answered by the accountant that the page is about."""
    for path in (DOCS / "accountants").glob("*.md"):
        if path.name != "index.md":
            answer = path.read_text("utf-8").partition("```console\n")[2].partition("```")[0]
            assert f"\n{path.stem} " in answer, path


def test_limits_are_shown_where_there_are_some() -> None:
    """The accountant of privacy losses says how many runs are too many for it."""
    limits = (DOCS / "accountants" / "loss-distribution.md").read_text("utf-8").partition("## At its limits")[2]
    assert limits.count("no answer") == 2
    assert limits.count(" to 19.4344 (") == 1
