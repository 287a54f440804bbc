"""`pytest --claims`: the claims of installed plugins as tests, each by its name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shlex import split
from typing import Any
from xml.etree import ElementTree

import chartered as ch
import pytest

from ..command import Ran

Pytest = Callable[..., "subprocess.CompletedProcess[str]"]

EACH = """
import json, sys, pytest
for options in json.loads(sys.argv[1]):
    status = pytest.main(["-p", "no:cacheprovider", "-p", "chartered.pytest_plugin", *options])
    print(int(status), end="\\0")
    print(end="\\0", file=sys.stderr)
"""
"""Several runs of pytest in one process: which starts and imports it once."""
QUICK = ["stranger.T1.holds", "stranger.T1.looks-right", "stranger.T2.open", "stranger.E1"]


@pytest.fixture
def folder(tmp_path: Path, installs: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one test; our own plugins are left out."""
    ours = [plugin.name for plugin in ch.registry().plugins if plugin.distribution == "chartered"]
    monkeypatch.setenv("CHARTERED_BLOCK", ",".join(["conversion", *ours]))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "test_own.py").write_text("def test_own():\n    assert True\n")
    (folder / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    return folder


def each_ran(folder: Path, lists: list[list[str]]) -> list[Ran]:
    """What pytest does with each list of options, one after the other in one process."""
    ran = subprocess.run(
        [sys.executable, "-c", EACH, json.dumps(lists)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=True,
    )
    said = (out.rpartition("\n") for out in ran.stdout.split("\0")[:-1])
    errors = ran.stderr.split("\0")[:-1]
    return [Ran(int(status), out, err) for (out, _, status), err in zip(said, errors, strict=True)]


@pytest.fixture
def run_pytest(folder: Path) -> Pytest:
    """Runs pytest as a process of its own in the folder.

    Unless `installed`, pytest loads our plugin alone, not what else is installed for it: that is quicker.
    """

    def command(*arguments: str, installed: bool = False) -> subprocess.CompletedProcess[str]:
        every = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        alone = {} if installed else {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        if not installed:
            every[5:5] = ["-p", "chartered.pytest_plugin"]
        return subprocess.run(every, cwd=folder, capture_output=True, text=True, timeout=120, env=os.environ | alone)

    return command


def collected(out: str) -> list[str]:
    """The ids of what would run."""
    return [line for line in out.split("\n\n")[0].splitlines() if line]


def test_claims_are_collected_after_the_tests_in_the_order_of_registration(folder: Path, stranger: Path) -> None:
    """Each by its own name; slow ones wait for the full tier; and none without the flag."""
    lists = [["--claims"], ["--claims", "--claims-tier=full"], []]
    quick, full, none = each_ran(folder, [[*options, "--collect-only", "-q"] for options in lists])
    assert collected(quick.out) == ["test_own.py::test_own", *QUICK]
    assert "5 tests collected" in quick.out
    assert "stranger.T2.slow" in collected(full.out)
    assert len(collected(full.out)) == 6
    assert collected(none.out) == ["test_own.py::test_own"]


CHOSEN: list[tuple[str, list[str]]] = [
    ("--claims=stranger.T1", QUICK[:2]),
    ("--claims=stranger.T1,stranger.E", [*QUICK[:2], QUICK[3]]),
    ("--claims=stranger.E --claims=stranger.T2", QUICK[2:]),
    ("--claims=stranger.T1 --claims -k stranger", QUICK),
    ("--claims -k 'T1.looks or T2'", QUICK[1:3]),
    ("--claims -k claims", QUICK),
    ("--claims --claims-kind=erratum --deselect=test_own.py::test_own", QUICK[3:]),
    ("--claims '--claims-source=STRANGER 2021' --claims-kind=identity -k stranger", QUICK[:3]),
]


@pytest.mark.parametrize("first", range(0, len(CHOSEN), 2))
def test_claims_are_chosen_by_name_source_and_kind(folder: Path, stranger: Path, first: int) -> None:
    """As pytest's own -k chooses, and by what a claim says of itself; two at a time."""
    chosen = CHOSEN[first : first + 2]
    found = each_ran(folder, [[*split(options), "--collect-only", "-q"] for options, _ in chosen])
    for ran, (options, names) in zip(found, chosen, strict=True):
        assert [name for name in collected(ran.out) if name != "test_own.py::test_own"] == names, options


def test_a_supported_claim_passes_and_says_that_it_was_sampled(
    run_pytest: Pytest, stranger: Path, tmp_path: Path
) -> None:
    """With its points and digits, in the report and as properties."""
    ran = run_pytest("--claims=stranger.T1", "-rA", "--junitxml", str(tmp_path / "told.xml"))
    assert ran.returncode == 0, ran.stdout
    assert "SUPPORTED stranger.T1.looks-right" in ran.stdout
    assert "PROVED stranger.T1.holds" in ran.stdout
    assert "supported: sampled; no proof: none was found (12 points, 50 digits)" in ran.stdout
    properties = {
        case.get("name"): {found.get("name"): found.get("value") for found in case.iter("property")}
        for case in ElementTree.parse(tmp_path / "told.xml").iter("testcase")
    }
    how = "sampled; no proof: none was found"
    assert properties["stranger.T1.looks-right"] == {"verdict": "supported", "how": how, "points": "12", "digits": "50"}
    assert properties["stranger.T1.holds"]["hunted"] == "7"


def test_an_undecided_claim_fails_with_what_is_left(run_pytest: Pytest, stranger: Path) -> None:
    """What was claimed, where, by whom, and what was found; no traceback."""
    ran = run_pytest("--claims=stranger.T2")
    assert ran.returncode == 1
    for line in (
        "claimed    statement of T2.open",
        "on         x > 0",
        "source     Stranger 2021",
        "undecided  cut; left: x < 1",
    ):
        assert line in ran.stdout
    assert "Traceback" not in ran.stdout
    assert "runtest" not in ran.stdout


def test_a_refuted_claim_fails_with_its_witness(run_pytest: Pytest, refuted: Path) -> None:
    """The witness is a line of the report."""
    ran = run_pytest("--claims", "-q")
    assert ran.returncode == 1
    assert "refuted    look" in ran.stdout
    assert "FAILED stranger.false - refuted    look" in ran.stdout
    assert "witness    x = inf" in ran.stdout
    assert "1 failed, 1 passed" in ran.stdout


def test_what_chooses_nothing_is_a_usage_error_that_names_what_exists(folder: Path, stranger: Path) -> None:
    """Exit status 4, one line, no silent success."""
    refused = [
        (["--claims=strenger"], "names start with, for example, stranger"),
        (["--claims", "test_own.py"], "is test_own.py a path? It stands before --claims"),
        (["--claims=stranger.T2.slow"], "ask for the full tier"),
        (["--claims", "--claims-source=nobody"], "sources are, for example, Stranger 2021"),
        (["--claims", "--claims-kind=table"], "no claim of the quick tier"),
        (["--claims", "--claims-digits=0"], "must be at least 1"),
    ]
    for ran, (options, hint) in zip(each_ran(folder, [one for one, _ in refused]), refused, strict=True):
        assert ran.status == pytest.ExitCode.USAGE_ERROR, options
        assert hint in ran.err
        assert "Traceback" not in ran.err


def test_the_claims_of_a_project_can_stand_in_its_settings(run_pytest: Pytest, stranger: Path, tmp_path: Path) -> None:
    """One line of settings proves a plugin's claims whenever its tests run."""
    (tmp_path / "project" / "pytest.ini").write_text("[pytest]\naddopts = --claims=stranger.T1\n")
    assert "3 passed" in run_pytest(installed=True).stdout


def test_parallel_workers_collect_the_same_claims(run_pytest: Pytest, stranger: Path) -> None:
    """Two workers of pytest-xdist share the claims and find what one finds."""
    pytest.importorskip("xdist")
    ran = run_pytest("-p", "xdist.plugin", "--claims", "-n", "2", "-rA")
    assert ran.returncode == 1
    assert "1 failed, 4 passed" in ran.stdout, ran.stdout
    assert "SUPPORTED stranger.T1.looks-right" in ran.stdout


def test_pytest_starts_without_loading_anything_of_chartered_but_the_options() -> None:
    """The plugin module costs next to nothing when the flag is absent."""
    code = "import json, sys\nimport chartered.pytest_plugin\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    found = {name for name in json.loads(done.stdout) if name.startswith("chartered")}
    assert found <= {"chartered", "chartered.pytest_plugin"}
    assert not set(json.loads(done.stdout)) & {"sympy", "scipy", "numpy", "flint", "click", "rich", "pluggy"}


def test_the_kinds_of_the_options_are_those_of_claims() -> None:
    """They are written twice, so that the module of the options imports nothing."""
    from chartered.pytest_plugin import KINDS
    from chartered_verify.statements.claim import Kind

    assert tuple(kind.value for kind in Kind) == KINDS
