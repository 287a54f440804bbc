"""What is read from outside is bounded in size, depth and time: devices without end, pipes that nobody writes to, and
files made to be slow."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

STEP = "[[steps]]\nstep = 'pure:epsilon=1'\n"
AT = ("epsilon", "--delta", "0")
LEDGER, BATCH = (*AT, "--ledger"), ("epsilon", "--batch")


@pytest.mark.parametrize(
    ("reader", "limit"),
    [(LEDGER, "has more than 8388608 bytes"), (BATCH, "line 1 has more than 268435456 characters")],
)
def test_a_device_without_end_is_refused(run: Any, reader: tuple[str, ...], limit: str) -> None:
    """With the limit, in one line."""
    ran = run(*reader, "/dev/zero")
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert limit in ran.err


@pytest.mark.parametrize("reader", [LEDGER, BATCH, ("check",)])
def test_nobody_is_waited_for_at_a_named_pipe(run: Any, tmp_path: Path, reader: tuple[str, ...]) -> None:
    """It may never have a writer; the way that remains is named."""
    os.mkfifo(tmp_path / "pipe")
    ran = run(*reader, tmp_path / "pipe")
    assert ran.status == 2
    assert "it is a named pipe, which may wait for ever; /dev/stdin can be read from it" in ran.err


def test_answers_are_not_written_to_a_named_pipe(run: Any, tmp_path: Path) -> None:
    """A run goes on after those that are there."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "questions.jsonl").write_text('{"steps": ["pure:epsilon=1"], "delta": 0}\n')
    ran = run(*BATCH, tmp_path / "questions.jsonl", "--answers", tmp_path / "pipe")
    assert ran.status == 2
    assert "what was answered before cannot be read there; name a file" in ran.err


@pytest.mark.parametrize("words", ["cat run.toml | $COMMAND /dev/stdin", "$COMMAND <(cat run.toml)"])
def test_standard_input_and_what_a_shell_substitutes_are_read(tmp_path: Path, words: str) -> None:
    """A pipe that this process was given has its writer."""
    (tmp_path / "run.toml").write_text(STEP)
    environment = os.environ | {"COMMAND": f"{sys.executable} -m chartered {' '.join(LEDGER)}"}
    ran = subprocess.run(
        ["bash", "-c", words], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout[:7]) == (0, "eps = 1"), ran.stderr


LONG = "a" * 100_000
QUOTED = {
    "a step": (*AT, LONG),
    "parentheses": (*AT, "(" * 100_000),
    "rows": (*AT, f"table:p={'1/3:' * 2000}1,q=1"),
    "a command": (LONG,),
    "an option": (*AT, f"--{LONG}"),
    "an accountant": (*AT, "pure:epsilon=1", "--accountant", LONG),
    "a file": (*LEDGER, LONG),
}


@pytest.mark.parametrize("case", QUOTED)
def test_an_error_quotes_what_fits_a_screen(run: Any, case: str) -> None:
    """Of a longer word the middle is left out, so that the sentence about it is seen."""
    ran = run(*QUOTED[case])
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 1200, ran.err
    assert "characters left out]" in ran.err


MANY = ".".join("a" * 50_001)
PARTS = "has more than 16 parts between dots"
TOML = {
    "many parts": (f"{MANY} = 1", f"a key on line 1 {PARTS}"),
    "in a header": (f"\n[{MANY}]", f"a key on line 2 {PARTS}"),
    "quoted": (MANY.replace("a", "'.'") + " = 1", f"a key on line 1 {PARTS}"),
    "after four quotes": (f'x = """\na""""\n{MANY} = 1', f"a key on line 3 {PARTS}"),
    "in an inline table": (f"x = {{y = '''.'''', {MANY} = 1}}", f"a key on line 1 {PARTS}"),
    "many digits": (f"x = 0.5\ny = -{'9' * 100_000}", "a whole number has 100000 digits; at most 4000 are read"),
    "nested": ("x = " + "[" * 100_000, "it is nested too deep"),
}


@pytest.mark.parametrize("case", TOML)
def test_toml_that_no_ledger_needs_is_refused_at_once(run: Any, tmp_path: Path, case: str) -> None:
    """Python's own reader would take time and memory that grow as the square of the parts of a key."""
    (tmp_path / "run.toml").write_text(TOML[case][0])
    ran = run(*LEDGER, tmp_path / "run.toml")
    assert ran.status == 2
    assert TOML[case][1] in ran.err


READ = {
    "a mark": f"\ufeff{STEP}",
    "a mark in JSON": '\ufeff{"steps": [{"step": "pure:epsilon=1"}]}',
    "a comment": f"{STEP}# {MANY}",
    "a quote in a comment": f"{STEP}# it's\nlabel = '{MANY}'",
    "a text": f'{STEP}label = "{"9" * 5000} \\" {MANY}"',
    "a text of lines": f'{STEP}label = """a\\""" {MANY}\n{MANY} ""b"""""',
    "a text of lines as they are": f"{STEP}label = '''\\' {MANY}\n''{MANY}'''''",
}


@pytest.mark.parametrize("case", READ)
def test_texts_may_have_dots_and_a_file_its_mark(run: Any, tmp_path: Path, case: str) -> None:
    """In texts and comments nothing is counted; a mark of the byte order (BOM) is passed over."""
    file = tmp_path / ("run.json" if "JSON" in case else "run.toml")
    file.write_text(READ[case], encoding="utf-8")
    ran = run(*LEDGER, file)
    assert (ran.status, ran.out[:7]) == (0, "eps = 1"), ran.err
