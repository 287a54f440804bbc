"""Results in a file: every outcome is kept as it comes, and a run that was broken off goes on from there."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from chartered_verify.runs.results import Results
from chartered_verify.runs.suite import Outcome
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided, Verdict

VERDICTS: dict[str, Verdict] = {
    "proved": Proved("by cutting", hunted=7),
    "supported": Supported("by sampling", points=40, digits=50),
    "refuted": Refuted("at a point", witness={"x": Fraction(1, 3), "y": [float("inf")]}),
    "undecided": Undecided("out of boxes", left="[0, 1]"),
}


def outcome(word: str, **more: Any) -> Outcome:
    """An outcome with this verdict."""
    claim = Claim(f"paper.{word}", Kind.TABLE, "s", "s", "d", lambda effort: VERDICTS[word])
    return Outcome(claim, VERDICTS[word], 0.25, **more)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with one line for each verdict."""
    kept = Results.open(tmp_path / "results.jsonl")
    for word in VERDICTS:
        kept.keep(outcome(word), digest=f"digest of {word}")
    return kept.path


@pytest.mark.parametrize("word", VERDICTS)
def test_an_outcome_comes_back_as_it_was_told(path: Path, word: str) -> None:
    """The public fields are the same, exact numbers as text."""
    found = Results.open(path).outcome(outcome(word).claim, f"digest of {word}")
    told = outcome(word).to_json()
    expected = {**told, "witness": {"x": "1/3", "y": ["inf"]}} if word == "refuted" else told
    assert found.to_json() == expected


def test_a_line_is_what_the_interface_says_and_the_digest(path: Path) -> None:
    """JSON of one line each, flushed when it is kept."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["verdict"] for line in lines] == list(VERDICTS)
    assert {"python", "sympy", "python-flint"} <= set(lines[0].pop("tools"))
    assert lines[0] == {**outcome("proved").to_json(), "digest": "digest of proved"}


def test_another_digest_is_another_question(path: Path) -> None:
    """An outcome for another text of the claim answers nothing."""
    assert Results.open(path).outcome(outcome("proved").claim, "digest of another statement") is None


def test_the_last_of_two_lines_counts(path: Path) -> None:
    """A claim that was tried again has its new outcome."""
    kept = Results.open(path)
    kept.keep(Outcome(outcome("proved").claim, Undecided("again"), 1.0), digest="digest of proved")
    found = Results.open(path).outcome(outcome("proved").claim, "digest of proved")
    assert found.verdict == Undecided("again")


def test_an_outcome_that_a_worker_lost_is_told_but_tried_again(path: Path) -> None:
    """It stands in the file without a digest."""
    kept = Results.open(path)
    kept.keep(outcome("undecided", lost=True), digest="digest of the lost")
    assert json.loads(path.read_text().splitlines()[-1])["digest"] is None
    assert Results.open(path).outcome(outcome("undecided").claim, "digest of the lost") is None


@pytest.mark.parametrize("cut", [1, 5, 12, 60])
def test_a_half_written_last_line_is_dropped(path: Path, cut: int) -> None:
    """What was whole stays, and the next line begins on a line of its own."""
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    path.write_bytes(whole[: len(whole) - len(last) + cut])
    kept = Results.open(path)
    assert kept.outcome(outcome("undecided").claim, "digest of undecided") is None
    kept.keep(outcome("undecided"), digest="digest of undecided")
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "text",
    [
        "no JSON\n",
        "[]\n",
        "{}\n",
        '{"name": "a.b"}\n',
        '{"name": "a.b", "digest": "x", "verdict": "sure", "how": "s", "seconds": 1}\n',
    ],
)
def test_a_file_of_something_else_is_refused(path: Path, text: str) -> None:
    """With the number of the line."""
    path.write_text(path.read_text() + text)
    with pytest.raises(ValueError, match=r"line 5 of .* is no result"):
        Results.open(path)


@pytest.mark.parametrize("text", ['{"format": 1}', "some words", "line\nwords"])
def test_a_file_of_somebody_else_is_not_cut(tmp_path: Path, text: str) -> None:
    """A last line without an end is dropped only if it is the beginning of one of ours."""
    path = tmp_path / "letter.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match="is no result"):
        Results.open(path)
    assert path.read_text() == text


@pytest.mark.parametrize("write", [lambda path: path.mkdir(), lambda path: None], ids=["a-folder", "no-folder"])
def test_a_file_that_cannot_be_written_is_an_error_of_the_system(tmp_path: Path, write: Callable[[Path], None]) -> None:
    """Before anything is tried."""
    folder = tmp_path / "missing"
    write(folder)
    with pytest.raises(OSError, match="directory"):
        Results.open(folder if folder.exists() else folder / "results.jsonl")
