"""docs/errata.md, docs/plugins.md, docs/verdicts.md and docs/trust.md say what the registry gives now; `python
docs/pages/write.py` writes them."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Proved
from msgspec.structs import replace

DOCS = Path(__file__).resolve().parents[2] / "docs"
AGAIN = "run python docs/pages/write.py {}, and read the difference before you keep it"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Imports a script of the folder."""
    monkeypatch.syspath_prepend(str(DOCS / "pages"))
    return import_module


def shown(name: str) -> str:
    """A page as it is kept."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def test_the_errata_are_those_of_the_registry(script: Callable[[str], Any]) -> None:
    """Every one is tried, and the page is letter by letter what comes of it; each is proved."""
    now = script("errata").page()
    assert shown("errata") == now, AGAIN.format("errata")
    assert now.count("- verdict: proved") == now.count("- printed: ") > 10


def test_the_directory_has_every_plugin_and_what_it_brings(script: Callable[[str], Any]) -> None:
    """Those that are shipped, and the example by its own entry point."""
    now = script("plugins").page()
    assert shown("plugins") == now, AGAIN.format("plugins")
    named = {
        row[0].strip("`") for row in script("marking").cells(now, ("plugin", "what it is about", "what it brings"))
    }
    assert named == {plugin.name for plugin in ch.registry().plugins if plugin.ours} - {"verification"}
    assert "`chartered-staircase`" in now


def test_the_verdicts_are_of_the_claims_of_the_registry(script: Callable[[str], Any]) -> None:
    """Names, places, kinds and statements of all claims, in order; with the verdicts on the page the whole page
    follows, shares and all."""
    verdicts, text = script("verdicts"), shown("verdicts")
    claims = list(ch.registry().claims().values())
    rows = {row[0]: row for row in script("marking").cells(text, verdicts.COLUMNS)}
    told = {claim.name: rows[name][3] for claim in claims if (name := verdicts.code(claim.name)) in rows}
    assert set(told) == {claim.name for claim in claims}, AGAIN.format("verdicts --new")
    assert set(told.values()) <= {"proved", "supported"}, "a claim that is refuted or undecided is a fault, and no page"
    assert text == verdicts.laid_out(claims, told), AGAIN.format("verdicts --new")


def test_a_page_of_verdicts_is_read_as_it_is_written(script: Callable[[str], Any]) -> None:
    """Bars and other signs in a statement do not divide its row; a claim in other words is new."""
    verdicts, marking = script("verdicts"), script("marking")
    claim = Claim(
        "a.b",
        Kind.INEQUALITY,
        "P[x | y] <= a*b_c",
        "Stranger 2021, Theorem 1",
        "x > 0",
        lambda effort: Proved("by hand"),
    )
    page = verdicts.laid_out([claim], {"a.b": "proved"})
    (row,) = marking.cells(page, verdicts.COLUMNS)
    assert (*row[:3], row[4]) == verdicts.told(claim)
    assert row[3] == "proved"
    assert verdicts.told(replace(claim, statement="P[x | y] < a*b_c")) != verdicts.told(claim)
    assert ["Stranger 2021", "1", "1", "", "", "", "100.0 %", "1 of 1"] in marking.cells(page, verdicts._SHARES)


@pytest.mark.full
def test_the_verdicts_are_what_comes_of_the_claims(script: Callable[[str], Any]) -> None:
    """Every claim is tried; `.ci/full` says where it keeps what came of each just before."""
    kept = os.environ.get("CHARTERED_RESULTS")
    found = script("verdicts").page(jobs=2, results=Path(kept) if kept else None)
    assert shown("verdicts") == found, AGAIN.format("verdicts")


def test_the_page_counts_the_claims_that_coq_accepted(script: Callable[[str], Any]) -> None:
    """As the file of results has them; a test in the full tier has Coq read them again."""
    told = script("trust")._claims()
    text = " ".join(shown("trust").split())
    counted = "Of {claims} claims that are inequalities, and proved by machine, Coq accepts every step of {accepted},"
    assert counted.format(**told) in text, AGAIN.format("trust")
    assert "({share})".format(**told) in text
    assert "numbers. {inequalities} of these".format(**told) in text
    assert "{unstated} have no file".format(**told) in text
    assert told["claims"] == told["accepted"] + told["unstated"] + told["open"]


def test_a_check_loads_and_runs_what_the_page_says(script: Callable[[str], Any]) -> None:
    """For two certificates: nothing but flint, pluggy and msgspec is loaded beside Python, no search, and the numbers
    are within a tenth."""
    trust = script("trust")
    compare(script, trust.watched([*trust.CASES][:2]))


@pytest.mark.full
def test_every_check_loads_and_runs_what_the_page_says(script: Callable[[str], Any]) -> None:
    """For all certificates; and the modules at work, by name."""
    trust, text = script("trust"), shown("trust")
    found = trust.watched()
    compare(script, found)
    assert set(told_of_checks(script)) == set(found)
    assert text.partition("## At work\n")[2] == trust.page_of(found).partition("## At work\n")[2], AGAIN.format("trust")
    lines = sorted(row[3] for row in told_of_checks(script).values())
    assert f"between {lines[0]} and {lines[-1]} lines" in " ".join(text.split())


def told_of_checks(script: Callable[[str], Any]) -> dict[str, list[int]]:
    """The numbers on the page about each check."""
    return {
        row[0]: [int(cell) for cell in row[1:]]
        for row in script("marking").cells(shown("trust"), script("trust").COLUMNS)
    }


def compare(script: Callable[[str], Any], found: dict[str, Any]) -> None:
    """What was watched with what the page says."""
    trust, told = script("trust"), told_of_checks(script)
    for name, one in found.items():
        assert one.outside <= trust.OUTSIDE, name
        folders = {folder for module in one.ours for folder in module.split(".")[1:-1]}
        assert not folders & {"search", "claims", "simulation"}, name
        now = [len(one.ours), len(one.modules), one.whole(), one.lines()]
        for said, is_now in zip(told[name], now, strict=True):
            assert abs(said - is_now) <= is_now / 10, (
                f"{name}: {told[name]} on the page, {now} now: {AGAIN.format('trust')}"
            )


def test_lines_of_code_are_counted_without_words(script: Callable[[str], Any], tmp_path: Path) -> None:
    """No docstring, no comment, no blank line; a statement over several lines counts each."""
    file = tmp_path / "module.py"
    file.write_text(
        '"""Words.\n\nMore."""\n\n# a comment\nx = [\n    1,\n]\n\n\ndef f():\n    """It."""\n    return "text"  # '
        "why\n"
    )
    assert script("trust").code_lines(str(file)) == {6, 7, 8, 11, 13}
