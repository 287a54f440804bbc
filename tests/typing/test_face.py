"""The face as a type checker sees it: what is right passes `mypy --strict`, and each wrong argument is refused."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import typing
from pathlib import Path

import chartered as ch
import pytest

USES = Path(__file__).with_name("face.py")
ROOT = USES.parents[2]
FACE = (
    *(ch.Ledger.epsilon, ch.Ledger.delta, ch.Ledger.mu, ch.Ledger.tradeoff, ch.Ledger.compare, ch.Ledger.account),
    *(ch.Ledger.epsilons, ch.Ledger.__init__, ch.Ledger.read, ch.Ledger.__add__, ch.Ledger.__mul__),
    *(ch.largest_times, ch.calibrate, ch.check, ch.report, ch.plot, ch.parse, ch.mechanism, ch.verify),
    *(ch.Question.epsilon, ch.Question.delta, ch.Question.mu),
)


@pytest.mark.slower
def test_what_users_write_is_checked_as_the_file_says() -> None:
    """The lines that mypy refuses, and by which rule, are those that are marked."""
    pytest.importorskip("mypy")
    marked = {
        (number, found[1])
        for number, line in enumerate(USES.read_text("utf-8").splitlines(), 1)
        if (found := re.search(r"# error: ([\w-]+)$", line))
    }
    assert len(marked) > 20
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--disable-error-code=misc", str(USES)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    lines = re.findall(r"^.*face\.py:(\d+): error: .*\[([\w-]+)\]$", done.stdout, re.MULTILINE)
    assert {(int(number), code) for number, code in lines} == marked, done.stdout + done.stderr


@pytest.mark.parametrize("function", FACE, ids=lambda function: function.__qualname__)
def test_no_argument_of_the_face_may_be_anything(function: typing.Any) -> None:
    """Neither `Any` nor `object` where a number, a name or a step is wanted."""
    for name, parameter in inspect.signature(function).parameters.items():
        if name != "self" and name != "cls":
            written = str(parameter.annotation).replace("Mapping[str, object]", "")  # a table, as JSON has it
            assert not re.search(r"\b(Any|object)\b", written), f"{function.__qualname__}: {name}"
