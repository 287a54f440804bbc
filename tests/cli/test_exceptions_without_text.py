"""A plugin's exception whose own text fails is told by its class: it takes neither an answer nor a report with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chartered as ch
import pytest

BAD = """
import chartered as ch
import click
from chartered_verify.statements.claim import Claim, Kind

class Bad(Exception):
    def __str__(self):
        raise RuntimeError("no text")
    __repr__ = __str__

def fail(*_):
    raise Bad()
"""
ASKED = ("epsilon", "pure:epsilon=1", "--delta", "0")
CASES = {
    "on import": ("fail()", ASKED, 2, "plugin 'bad' (bad.py) cannot be imported: Bad; mend"),
    "in a hook": (
        "@ch.hook\ndef register_theorems():\n    fail()",
        ASKED,
        2,
        "hook register_theorems: it raised Bad (bad.py, line",
    ),
    "in a claim": (
        "@ch.hook\ndef register_claims():\n"
        "    return [Claim('bad.claim', Kind.IDENTITY, 'it holds', 'A 2021', 'x > 0', fail)]",
        ("verify", "bad.claim", "--jobs", "1"),
        0,
        "raised Bad",
    ),
    "in a command": (
        "@ch.hook\ndef register_commands():\n    return [click.command('bad')(fail)]",
        ("bad",),
        70,
        "<exception str() failed>",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_its_class_is_told(process: Any, tmp_path: Path, case: str) -> None:
    """In a line, or in the report of a fault."""
    code, command, status, said = CASES[case]
    (tmp_path / "bad.py").write_text(BAD + code)
    ran = process("-p", tmp_path / "bad.py", *command)
    assert said in ran.out + ran.err, ran
    assert ran.status == status, ran


def test_a_reason_may_be_without_text() -> None:
    """Whatever an Unavailable was given."""

    class Mute:
        def __str__(self) -> str:
            raise RuntimeError("no text")

    assert str(ch.Unavailable(Mute())) == ""
    assert str(ch.Unavailable("a\n reason")) == "a reason"
