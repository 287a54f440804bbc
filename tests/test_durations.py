"""Slow tests are left to the tier that has time for them, by a file of what was measured."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import durations

ROOT = Path(__file__).resolve().parents[1]


def marks(monkeypatch: pytest.MonkeyPatch, seconds: float | None, name: str = "tests/a.py::b") -> list[str]:
    """The marks of a test that took so long; None for one that is not known."""
    found: list[Any] = []
    item: Any = SimpleNamespace(nodeid=name, add_marker=found.append)
    monkeypatch.setattr(durations, "measured", lambda: {} if seconds is None else {item.nodeid: seconds})
    durations.mark([item])
    return [mark.name for mark in found]


@pytest.mark.parametrize(("seconds", "expected"), [(None, []), (0.4, []), (0.55, ["slow"]), (9.0, ["slower"])])
def test_a_test_is_marked_by_what_it_took(
    monkeypatch: pytest.MonkeyPatch, seconds: float | None, expected: list[str]
) -> None:
    """One that is not in the file runs always."""
    assert marks(monkeypatch, seconds) == expected


def test_how_the_code_is_built_is_asked_unless_it_takes_very_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layers and sizes, and what pages show, are in CI's tier."""
    name = "tests/test_layers.py::test_nothing_imports_upward"
    assert (marks(monkeypatch, 4.0, name), marks(monkeypatch, 9.0, name)) == (["slow"], ["slower"])


@pytest.mark.parametrize(("paths", "kept"), [([], []), (["tests/a.py"], ["tests/b.py::c"])])
def test_a_part_that_is_measured_alone_leaves_the_other_rows(
    paths: list[str], kept: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Those of tests under the paths are new, or gone where they take little time now."""
    monkeypatch.setattr(durations, "FILE", tmp_path / "durations.tsv")
    durations.FILE.write_text("9.0\ttests/a.py::b\n0.7\ttests/a.py::gone\n0.6\ttests/b.py::c\n", "utf-8")
    monkeypatch.setattr(sys, "argv", ["durations", *paths])

    def ran(asked: list[str], plugins: list[durations.Clock]) -> int:
        plugins[0].found |= {"tests/a.py::b": 2.0, "tests/a.py::gone": 0.1}
        return 0

    monkeypatch.setattr(pytest, "main", ran)
    assert durations.main() == 0
    assert durations.measured() == {"tests/a.py::b": 2.0} | dict.fromkeys(kept, 0.6)


def test_the_file_is_read() -> None:
    """Seconds and names, each of a slow test."""
    assert durations.measured()
    assert all(seconds >= durations.SLOW for seconds in durations.measured().values())


@pytest.mark.full
def test_no_name_in_the_file_is_stale() -> None:
    """Each is that of a test."""
    asked = [sys.executable, "-m", "pytest", "--collect-only", "-m", "full or not full", "-p", "no:cacheprovider"]
    every = os.environ | {"CHARTERED_DRAW": ""}
    ran = subprocess.run(asked, cwd=ROOT, env=every, capture_output=True, text=True, check=True)
    assert set(durations.measured()) <= set(ran.stdout.splitlines())
