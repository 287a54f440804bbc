"""Expressions in steps, files and options of the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chartered as ch

ROOT_10 = "3.16227766016837933199889354443271853371955513932521682685"
CALIBRATION = ("calibrate", "gaussian:sensitivity=sqrt(10)", "--solve", "sigma")
COUNT = ("steps", "gaussian:sigma=sqrt(1000)")


def test_files_and_the_command_take_expressions(tmp_path: Path, run: Any) -> None:
    """The table ends with what was read, JSON has it as `notes`, and a file that is written again has the decimal."""
    file = tmp_path / "ledger.toml"
    file.write_text('[[steps]]\nstep = "gaussian:sigma=20,sensitivity=sqrt(10)"\ntimes = "2^3"\n', encoding="utf-8")
    found = run("epsilon", "--ledger", str(file), "--delta", "10^-5", "--json").json
    assert found["at"] == {"delta": 1e-5}
    assert found["ledger"] == [{"step": f"gaussian:sigma=20,sensitivity={ROOT_10}751", "times": 8}]
    assert found["notes"][0] == f"sensitivity = sqrt(10) is read as {ROOT_10}751, just above it"
    for arguments in (("epsilon", "--delta", "10^-5"), ("risk",), ("tradeoff", "--type-one", "1/(10+10)")):
        ran = run(arguments[0], "--ledger", str(file), *arguments[1:])
        assert ran.status == 0
        assert found["notes"][0] in ran.out
    ch.Ledger.read(file).save(tmp_path / "again.toml")
    assert ch.Ledger.read(tmp_path / "again.toml") == ch.Ledger.read(file)
    assert ROOT_10 in (tmp_path / "again.toml").read_text(encoding="utf-8")


def test_calibration_and_counts_say_what_was_read(run: Any) -> None:
    """Of the target as well."""
    for command in (
        ("calibrate", "gaussian:sensitivity=sqrt(10)", "--solve", "sigma"),
        ("steps", "gaussian:sigma=sqrt(1000)"),
    ):
        told = run(*command, "--epsilon", "log(3)", "--delta", "10^-5")
        notes = run(*command, "--epsilon", "log(3)", "--delta", "10^-5", "--json").json["notes"]
        assert len(notes) == 3
        assert all(note in told.out for note in notes)
    ran = run("epsilon", "gaussian:sigma=sqrt(-1)", "--delta", "1e-5")
    assert ran.status == 2
    assert ran.err.startswith(
        "chartered: gaussian: sigma is 'sqrt(-1)', which has the square root of a negative number"
    )
