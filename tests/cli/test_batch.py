"""`chartered epsilon --batch`: a question a line in, an answer a line out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import chartered as ch
import pytest

QUESTIONS = [
    {"steps": ["gaussian:sigma=20,times=1000"], "delta": "1e-5", "id": "first"},
    {"steps": [{"step": "laplace:scale=2", "times": 3}], "epsilon": 1},
    {"steps": ["gaussian:sigma=-1"], "delta": "1e-5", "id": 7},
    {"steps": ["poisson:rate=0.01/gaussian:sigma=1,times=10"], "delta": 1e-6, "neighbours": "zero-out"},
]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """A file of questions, with an empty line."""
    file = tmp_path / "questions.jsonl"
    file.write_text(
        "\n".join(map(json.dumps, QUESTIONS[:2])) + "\n\n" + "\n".join(map(json.dumps, QUESTIONS[2:])) + "\n"
    )
    return file


def lines(text: str) -> list[dict[str, Any]]:
    """What was printed."""
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("more", [(), ("--jobs", "2")])
def test_each_line_has_its_answer(run: Any, questions: Path, more: tuple[str, ...]) -> None:
    """In order, with its number and id; a bad line is that line's error alone."""
    done = run("epsilon", "--batch", str(questions), *more)
    first, second, bad, last = lines(done.out)
    assert done.status == 1
    assert [told["line"] for told in (first, second, bad, last)] == [1, 2, 4, 5]
    assert (first["id"], bad["id"]) == ("first", 7)
    assert first["answers"][0]["upper"] == ch.Ledger("gaussian:sigma=20,times=1000").epsilon("1e-5").upper
    assert second["quantity"] == "delta"
    assert "sigma is -1" in bad["error"]
    assert last["neighbours"] == "zero-out"


def test_a_run_goes_on_after_what_is_answered(run: Any, questions: Path, tmp_path: Path) -> None:
    """What a killed run left of a line is written anew; nothing is answered twice."""
    whole, file = tmp_path / "whole.jsonl", tmp_path / "answers.jsonl"
    run("epsilon", "--batch", str(questions), "--answers", str(whole))
    first = whole.read_text().splitlines(keepends=True)[0]
    file.write_text(first + '{"line": 2, "answ')
    run("epsilon", "--batch", str(questions), "--answers", str(file))
    assert [told["line"] for told in lines(file.read_text())] == [1, 2, 4, 5]
    assert file.read_text().startswith(first)
    before = file.read_text()
    assert run("epsilon", "--batch", str(questions), "--answers", str(file)).out == ""
    assert file.read_text() == before


def test_answers_to_other_questions_are_not_kept(run: Any, questions: Path, tmp_path: Path) -> None:
    """Whoever edits a question and asks again is told, and nothing is lost; likewise with fewer questions."""
    file = tmp_path / "answers.jsonl"
    assert run("epsilon", "--batch", str(questions), "--answers", str(file)).status == 1
    before, asked = file.read_text(), questions.read_text()
    for changed, says in (
        (asked.replace("sigma=20", "sigma=5"), "an answer to another question than line 1 asks"),
        (asked.replace('times=10"', 'times=11"'), "an answer to another question than line 5 asks"),
        (asked.splitlines()[0], "answers to more lines than there are"),
    ):
        questions.write_text(changed)
        done = run("epsilon", "--batch", str(questions), "--answers", str(file))
        assert (done.status, file.read_text()) == (2, before)
        assert says in done.err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "no JSON"),
        ("[]", "no JSON object"),
        ('{"steps": []}', "must ask for one thing"),
        ('{"steps": ["gaussian:sigma=1"], "delta": 0.1, "epsilon": 1}', "must ask for one thing"),
        ('{"steps": [], "delta": 0.1}', "the ledger is empty"),
        ('{"delta": 0.1}', "the ledger is empty"),
        ('{"steps": ["gaussian:sigma=1"], "delta": 2}', "delta is 2"),
        ('{"steps": ["gaussian:sigma=1"], "delta": 0.1, "more": 1}', "unknown field 'more'"),
        ('{"steps": ["gaussian:sigma=1"], "delta": 0.1, "delta": 0.2}', "written twice"),
        ('{"steps": ["gaussian:sigma=1"], "delta": 0.1, "id": []}', "the id of the line"),
        ('{"steps": ["gaussian:sigma=1"], "delta": 0.1, "accountant": 3}', "the accountant of the line"),
        ('{"steps": ["gaussian:sigma=1"], "delta": 0.1, "accountant": "nobody"}', "nobody"),
        ('{"steps": ["gaussian:sigma=1"], "delta": 0.1, "digits": "many"}', "digits"),
        ('{"steps": 3, "delta": 0.1}', "step 1 of the ledger is 3"),
        ('{"steps": ["' + "x" * 1_000_100 + '"], "delta": 0.1}', "characters"),
    ],
    ids=range(15),
)
def test_a_bad_line_is_its_own_error(run: Any, tmp_path: Path, line: str, says: str) -> None:
    """And the next line is answered."""
    file = tmp_path / "questions.jsonl"
    file.write_text(line + "\n" + json.dumps(QUESTIONS[0]) + "\n")
    bad, good = lines(run("epsilon", "--batch", str(file)).out)
    assert says in bad["error"]
    assert len(bad["error"]) < 3000
    assert (bad["line"], good["line"], good["id"]) == (1, 2, "first")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--batch", "none.jsonl"), "cannot be read"),
        (("--batch", "{}", "--answers", "/none/there"), "cannot be written"),
        (("--batch", "{}", "--delta", "1"), "--batch and --delta"),
        (("--batch", "{}", "gaussian:sigma=1"), "--batch and STEP"),
        (("gaussian:sigma=1", "--delta", "0.1", "--answers", "x"), "no --batch"),
        (("gaussian:sigma=1",), "--delta"),
        (("--batch", "{}", "--answers", "{}"), "no answer"),
    ],
)
def test_what_does_not_go_together_is_one_line(
    run: Any, questions: Path, arguments: tuple[str, ...], says: str
) -> None:
    """Bad input, and nothing is written."""
    before = questions.read_text()
    run("epsilon", *(text.format(questions) for text in arguments)).refused(says)
    assert questions.read_text() == before


def test_questions_come_through_a_pipe() -> None:
    """And each answer is there before the next question comes."""
    command = [sys.executable, "-m", "chartered", "epsilon", "--batch", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        for question in QUESTIONS[:2]:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["answers"]
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("line", [b"\xff\xfe{}", b"[" * 100_000, b"{" * 2_000_000], ids=("no text", "deep", "long"))
def test_bytes_of_any_kind_are_the_error_of_their_line(run: Any, tmp_path: Path, line: bytes) -> None:
    """In a file and through a pipe."""
    file = tmp_path / "questions.jsonl"
    file.write_bytes(line + b"\n" + json.dumps(QUESTIONS[0]).encode() + b"\n")
    bad, good = lines(run("epsilon", "--batch", str(file)).out)
    assert (bad["line"], "error" in bad, good["line"], good["id"]) == (1, True, 2, "first")
    command = [sys.executable, "-m", "chartered", "epsilon", "--batch", "-"]
    done = subprocess.run(command, input=file.read_bytes(), capture_output=True, check=False, timeout=60)
    assert [told["line"] for told in lines(done.stdout.decode())] == [1, 2]


def test_a_line_that_is_no_json_is_told_by_its_place(run: Any, tmp_path: Path) -> None:
    """In our own words, also where it is nested too deep."""
    file = tmp_path / "questions.jsonl"
    file.write_text("hello\n" + "[" * 50_000 + "\n")
    said = [json.loads(line)["error"] for line in run("epsilon", "--batch", str(file)).out.splitlines()]
    assert said == [
        "the line is no JSON: line 1, column 1: nothing in JSON goes on with 'hello' there",
        "the line is no JSON: it is nested too deep",
    ]
