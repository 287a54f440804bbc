"""Output that cannot be written: a full disk, a closed stream, a folder that is read-only. It is never a verdict."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import chartered as ch
import pytest
from chartered_check import command as second

UNWRITABLE = 74
COMMANDS = {
    "an accepted certificate": "check good.json",
    "an accepted certificate, as JSON": "check good.json --json",
    "a refused certificate": "check bad.json",
    "a refused certificate, as JSON": "check bad.json --json",
    "an answer": "epsilon gaussian:sigma=2 --delta 1e-5",
    "an answer, as JSON": "epsilon gaussian:sigma=2 --delta 1e-5 --json",
    "a target that nothing meets": "steps gaussian:sigma=1 --epsilon 0.1 --delta 1e-9",
    "verdicts": "verify pure.profile --jobs 1",
    "the help": "--help",
    "the help of a command": "epsilon --help",
    "the version": "--version",
    "plugins": "plugins",
    "a theorem": "explain gdp --json",
    "a proof": "export good.json -o proof.json",
}
FULL, CLOSED = ">/dev/full", ">&-"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate that is accepted, and one that is refused."""
    folder = tmp_path_factory.mktemp("unwritable")
    document = dict(ch.Ledger("gaussian:sigma=20").epsilon("1e-5", accountant="gdp").certificate().document)
    (folder / "good.json").write_text(json.dumps(document))
    (folder / "bad.json").write_text(json.dumps(document | {"at": {"delta": "1e-9"}}))
    return folder


def shell(command: str, folder: Path, **environment: str) -> tuple[int, str]:
    """The status of a command in a shell, and what it says on standard error."""
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m {command}"],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("end", [FULL, CLOSED])
@pytest.mark.parametrize("name", COMMANDS)
def test_output_that_cannot_be_written_is_no_verdict(folder: Path, name: str, end: str) -> None:
    """One line says so, and the status is its own: neither 1, which is a verdict, nor that of a fault."""
    status, said = shell(f"chartered {COMMANDS[name]} {end}", folder)
    assert (status, said.count("\n")) == (UNWRITABLE, 1), said
    assert "the output cannot be written" in said


@pytest.mark.parametrize(
    ("command", "status", "lines"),
    [
        (f"chartered check good.json {FULL}", UNWRITABLE, 1),
        (f"chartered check bad.json --json {CLOSED}", UNWRITABLE, 1),
        (f"chartered check good.json {FULL} 2>/dev/full", UNWRITABLE, 0),
        (f"chartered check good.json {CLOSED} 2>&-", UNWRITABLE, 0),
        ("chartered check bad.json 2>/dev/full", 1, 0),
        ("chartered check good.json 2>&-", 0, 0),
        ("chartered epsilon gaussian:sigma=0 --delta 1e-5 2>/dev/full", 2, 0),
        ("chartered epsilon gaussian:sigma=0 --delta 1e-5 2>&-", 2, 0),
        (f"chartered epsilon gaussian:sigma=0 --delta 1e-5 --json {FULL}", 2, 1),
        ("chartered export good.json -o /sys/proof.json", UNWRITABLE, 1),
        ("chartered export good.json -o missing/proof.json", 2, 1),
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_each_stream_may_fail(folder: Path, command: str, status: int, lines: int, unbuffered: str) -> None:
    """A standard error that cannot be written changes no status, and a path that names no place is bad input."""
    more = {"PYTHONUNBUFFERED": "1"} if unbuffered else {}
    found, said = shell(command, folder, **more)
    assert (found, said.count("\n")) == (status, lines), said


@pytest.mark.parametrize(
    ("end", "status", "lines"),
    [(FULL, UNWRITABLE, 1), (CLOSED, UNWRITABLE, 1), (f"{FULL} 2>/dev/full", UNWRITABLE, 0), ("2>&-", 0, 0)],
)
def test_the_second_checker_tells_it_too(folder: Path, end: str, status: int, lines: int) -> None:
    """Its command says that its verdict could not be written."""
    from chartered.proof.export import proof_from

    proof_from(folder / "good.json").save(folder / "good.proof.json")
    checker = str(Path(str(second.__file__)).parent.parent)
    found, said = shell(f"chartered_check good.proof.json {end}", folder, PYTHONPATH=checker)
    assert (found, said.count("\n")) == (status, lines), said
