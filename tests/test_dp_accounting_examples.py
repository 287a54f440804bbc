"""dp-accounting's own examples in our words: our numbers are certified, and the same as those that it gives or tighter;
where one is looser, the table says by how much, and why."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import chartered as ch
import pytest

TABLE: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "data" / "dp_accounting_examples.json").read_text()
)


def rows(kind: str) -> list[Any]:
    """The rows of a kind, each named by its place and its example."""
    return [
        pytest.param(
            row,
            id=f"{index} {row['example']}",
            marks=[pytest.mark.full] if row.get("ledger", "").startswith("poisson:rate=0.001/") else [],
        )
        for index, row in enumerate(TABLE[kind])
    ]


def asked(row: dict[str, Any]) -> ch.Answer:
    """Our tightest answer to the question of a row."""
    ledger = ch.Ledger(row["steps"], row["neighbours"])
    return ledger.epsilon(row["delta"]) if "delta" in row else ledger.delta(row["epsilon"])


@pytest.mark.parametrize("row", rows("answers"))
def test_an_example_costs_the_same_or_less(row: dict[str, Any]) -> None:
    """Certified, and not above theirs; what they give below the truth is below our lower end."""
    ours = asked(row)
    assert ch.check(ours.certificate()).accepted
    if row.get("below_the_truth"):
        assert row["value"] < ours.lower
        return
    assert ours.upper <= row["value"] * (1 + row.get("looser_by", 0))
    assert ours.lower is None or ours.lower <= row["value"]


@pytest.mark.parametrize("row", rows("calibrations"))
def test_an_example_needs_the_same_noise_or_less(row: dict[str, Any]) -> None:
    """Their noise is at least ours, and their eps of a step at most ours; ours has a certificate."""
    solved = ch.calibrate(row["ledger"], solve=row["solve"], epsilon=row["epsilon"], delta=row["delta"])
    assert solved.best is not None
    assert ch.check(solved.certificate()).accepted
    if row["solve"] == "epsilon":
        assert float(solved.best.value) >= row["value"]
    else:
        assert float(solved.best.value) <= row["value"] * (1 + row.get("looser_by", 0))


def lines_of_the_page() -> list[str]:
    """The table on the page: the first question of each example, their number, and our upper end in as many digits."""
    lines: dict[str, str] = {}
    for row in TABLE["answers"]:
        if row["example"] not in lines:
            given = f"delta = {row['delta']}" if "delta" in row else f"eps = {row['epsilon']}"
            runs = Counter(row["steps"])
            steps = "; ".join(step if count == 1 else f"{count} x {step}" for step, count in runs.items())
            steps = steps if len(steps) < 80 else f"{steps[:77]}..."
            relation = "" if row["neighbours"] == "add-or-remove" else f", {row['neighbours']}"
            numbers = f"{row['value']:.7g} | {asked(row).upper:.7g}"
            lines[row["example"]] = f"| {row['example']} | `{steps}`, {given}{relation} | {numbers} |"
    return list(lines.values())


def test_the_page_shows_each_example() -> None:
    """The page for those who come from dp-accounting has a line for each."""
    page = (Path(__file__).parents[1] / "docs" / "moving" / "dp-accounting.md").read_text()
    missing = [line for line in lines_of_the_page() if line not in page]
    assert not missing, "\n".join(missing)


def test_what_is_looser_says_why() -> None:
    """Seven rows of all, and only these, each with a reason."""
    every = [*TABLE["answers"], *TABLE["calibrations"]]
    looser = [row for row in every if "looser_by" in row]
    assert all(row["why"] for row in looser)
    assert (len(every), len(looser)) == (161, 7)
