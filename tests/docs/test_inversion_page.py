"""docs/inversion.md: its tables are those of the measured table, and its claims are there with these verdicts."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.output.html.mathml import mathml

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "inversion.md").read_text(encoding="utf-8")
HEADS = ("claims", "step", "verdict")


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script that writes the tables."""
    monkeypatch.syspath_prepend(str(DOCS / "pages"))
    return import_module("inversion")


def test_the_tables_are_those_that_were_measured(script: Any) -> None:
    """Letter by letter; what is above them stays."""
    assert script.page() == PAGE, "run python docs/pages/write.py inversion, and read the difference"
    assert PAGE.count(script.HEADING) == 1


def test_every_distance_has_the_truth_inside_ours(script: Any) -> None:
    """Chartered's own upper ends are at or above the truth, its lower ends below; its width is what stands there."""
    lines = script.MEASURED.read_text(encoding="utf-8").splitlines()[2:]
    rows = [dict(zip(script.COLUMNS, line.split("\t"), strict=True)) for line in lines]
    ours = [row for row in rows if row["accountant"] == script.OURS and row["off"]]
    assert len(ours) > 15
    assert all(float(row["off"]) >= 0 for row in ours)
    assert all(float(row["off"]) <= float(row["width"]) for row in ours if row["width"])


def test_ratios_are_told_with_no_more_digits_than_were_measured(script: Any) -> None:
    """An answer, one that is late, one that fails, and a question that a package cannot be asked."""
    ours, blank = {"cpu": "0.02"}, {"cpu": "", "note": ""}
    assert script.ratio(blank | {"cpu": "0.5177"}, ours) == "26"
    assert script.ratio(blank | {"note": "over 40 s"}, ours) == "> 2000"
    assert script.ratio(blank | {"note": "fails: MemoryError: "}, ours) == "fails"
    assert script.ratio(blank | {"note": "over 40 s at the first question"}, ours) == "not asked"
    assert script.ratio(blank | {"note": "has no such function"}, ours) == "none"


def test_the_formulas_are_read() -> None:
    """Each becomes MathML; one that cannot be read would be shown as it is written."""
    formulas = re.findall(r"```math\n(.*?)```", PAGE, re.DOTALL)
    assert len(formulas) > 5
    assert all(mathml(latex.strip()) for latex in formulas)


def test_the_claims_are_those_of_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name is a claim, and the page of verdicts says the same of it."""
    monkeypatch.syspath_prepend(str(DOCS / "pages"))
    marking, verdicts = import_module("marking"), import_module("verdicts")
    shown = marking.cells((DOCS / "verdicts.md").read_text(encoding="utf-8"), verdicts.COLUMNS)
    told = {row[0].strip("`"): row[3] for row in shown}
    known, named = ch.registry().claims(), set()
    for names, _, verdict in marking.cells(PAGE, HEADS):
        first = ""
        for name in re.findall(r"`([^`]+)`", names):
            first = first or name
            whole = first.rpartition(".")[0] + name if name.startswith(".") else name
            assert whole in known
            assert verdict.startswith(told[whole]), whole
            named.add(whole)
    assert len(named) > 12
