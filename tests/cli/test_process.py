"""What only a process of its own shows: what is imported, colours on a terminal, interruption, a reader that leaves,
and faults."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from terminal import on_a_terminal

STUDY = ("epsilon", "gaussian:sigma=20,times=1000", "--delta", "1e-5")
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3\d|9\d)(?:;\d+)*m")
SLEEPY = """
import time
from functools import partial
import chartered as ch
from chartered_verify.statements.claim import Claim, Kind


def sleep(effort):
    print("asleep", flush=True)
    time.sleep(60)


@ch.hook
def register_claims():
    return [Claim(f"stranger.{n}", Kind.IDENTITY, "s", "s", "d", sleep) for n in "ab"]
"""


@pytest.mark.parametrize("more", [["--json"], []])
def test_a_closed_form_question_loads_nothing_heavy(more: list[str]) -> None:
    """Neither NumPy, SciPy, SymPy, mpmath, matplotlib nor rich is imported for an answer in a pipe, nor what only
    claims and certificates take."""
    code = (
        "import sys\nfrom chartered.cli import chartered\n"
        f"try: chartered.main({[*STUDY, *more]!r})\n"
        "except SystemExit as left: assert left.code == 0\n"
        "heavy = {'numpy', 'scipy', 'sympy', 'mpmath', 'matplotlib', 'rich', '_hashlib'}\n"
        "ours = {'chartered.certificate.check', 'chartered_verify.statements.claim'}\n"
        "print(sorted(set(sys.modules) & (heavy | ours)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_question_loads_the_formulas_that_it_takes() -> None:
    """Of all subjects those of the theorems that lead from a Gaussian to an answer; and no proof of a mu."""
    code = (
        "import sys\nfrom chartered.cli import chartered\n"
        f"try: chartered.main({STUDY!r})\n"
        "except SystemExit as left: assert left.code == 0\n"
        "print(*sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    found = done.stdout.splitlines()[-1].split()
    formulas = {name.removeprefix("chartered_plugins.") for name in found if ".formulas." in name}
    stated = {"composition.formulas.repeat_and_select", "shuffling.formulas.closed_forms"}
    assert formulas == stated | {
        "basics.formulas.gaussian_profile",
        "basics.formulas.geometric_series",
        "basics.formulas.gaussian_moments",
        "basics.formulas.moment_excess",
        "basics.formulas.randomized_response",
        "basics.formulas.subgaussian_tail",
        "characteristic_function.formulas.composed_moments",
        "characteristic_function.formulas.contour",
        "characteristic_function.formulas.bound_along_line",
        "characteristic_function.formulas.bounded_cache",
        "characteristic_function.formulas.loss_properties",
        "characteristic_function.formulas.lattice",
        "characteristic_function.formulas.moments",
        "characteristic_function.formulas.rule_numbers",
        "characteristic_function.formulas.trigonometric_sums",
        "composition.formulas.finite_loss",
        "conversion.formulas.closed_forms",
        "conversion.formulas.linear_curve",
        "conversion.formulas.optimal",
        "conversion.formulas.two_sided",
        "loss_distribution.formulas.connect_the_dots",
        "loss_distribution.formulas.grid_loss",
        "mechanisms.formulas.laplace_moments",
    }
    assert not {"chartered.enclose.proved_mu", "chartered.accounting.regret", "difflib", "email.parser"} & set(found)


@pytest.mark.parametrize(("given", "threads"), [(None, "1"), ("4", "4")])
def test_numpy_starts_no_threads_for_a_command_unless_told_to(
    monkeypatch: pytest.MonkeyPatch, given: str | None, threads: str
) -> None:
    """What the user set stays; and what asks other packages is not loaded for a table that does not show them."""
    variable = "OPENBLAS_NUM_THREADS"
    monkeypatch.delenv(variable, raising=False)
    if given is not None:
        monkeypatch.setenv(variable, given)
    code = (
        f"import os, sys\nfrom chartered.cli import main\nsys.argv[1:] = {STUDY!r}\n"
        "try: main()\n"
        "except SystemExit as left: assert left.code == 0\n"
        f"print(os.environ[{variable!r}], 'chartered.peers' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == f"{threads} False"


def test_bad_input_has_status_two_and_no_traceback(process: Any) -> None:
    """As the shell sees it."""
    ran = process("epsilon", "gaussian:sigma=0", "--delta", "1e-5")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "chartered: gaussian: sigma is 0; it must be a number above 0\n"


def test_a_plugin_that_cannot_be_imported_is_named_and_can_be_blocked(process: Any, installs: Any) -> None:
    """The remedy in the message works, and changes no answer."""
    installs("import no_such_module_at_all\n")
    ran = process(*STUDY)
    assert (ran.status, ran.err.count("\n")) == (0, 1)
    assert "plugin 'stranger' (stranger) cannot be imported: ModuleNotFoundError" in ran.err
    blocked = process(*STUDY, CHARTERED_BLOCK="stranger")
    assert (blocked.status, blocked.err, blocked.out) == (0, "", ran.out)


def test_a_fault_is_not_passed_off_as_bad_input(process: Any, stranger: Path) -> None:
    """It shows its traceback, asks for a report, and has a status of its own."""
    ran = process("stumble")
    assert ran.status == 70
    assert "Traceback" in ran.err
    assert "RuntimeError: a plugin stumbled" in ran.err
    assert "Please report it" in ran.err


def test_output_that_the_console_cannot_write_is_no_fault(process: Any, tmp_path: Path) -> None:
    """A label in letters that the encoding lacks is replaced."""
    file = tmp_path / "run.json"
    file.write_text('{"steps": [{"step": "pure:epsilon=1", "label": "\\u03bb-run"}]}')
    ran = process("epsilon", "--ledger", file, "--delta", "0", PYTHONIOENCODING="latin-1")
    assert ran.status == 0
    assert "(?-run)" in ran.out
    assert "(?-run)" in on_a_terminal("epsilon", "--ledger", str(file), "--delta", "0", PYTHONIOENCODING="latin-1")


def test_a_reader_that_leaves_is_no_fault() -> None:
    """Nothing is said when the pipe is closed."""
    running = subprocess.Popen(
        [sys.executable, "-m", "chartered", *STUDY], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stderr is not None
    running.stdout.close()
    with running.stderr as errors:
        assert errors.read() == ""
    assert running.wait(60) == 141


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_is_quiet(installs: Any, jobs: int) -> None:
    """Status 130, no traceback, and no worker that goes on sleeping."""
    installs(SLEEPY)
    command = [sys.executable, "-m", "chartered", "verify", "stranger", "--jobs", str(jobs)]
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # what is started in the background ignores it
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard)
    assert running.stderr.readline() == "asleep\n"  # what plugins print goes to standard error
    start = time.monotonic()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=30)
    assert running.returncode == 130
    assert time.monotonic() - start < 20
    assert errors.strip() == ""


def test_colours_are_for_terminals_that_want_them(stranger: Path) -> None:
    """A terminal gets colours, and none with NO_COLOR."""
    assert COLOUR.search(on_a_terminal("verify", "pure", "--jobs", "1"))
    assert not COLOUR.search(on_a_terminal("verify", "pure", "--jobs", "1", NO_COLOR="1"))


def test_json_on_a_terminal_has_no_colours(stranger: Path) -> None:
    """Not even there."""
    assert "\x1b" not in on_a_terminal(*STUDY, "--json")


def test_a_narrow_terminal_loses_no_number() -> None:
    """Paths are folded, numbers never cut."""
    out = re.sub(r"\x1b\[[0-9;]*m", "", on_a_terminal(*STUDY, COLUMNS="60"))
    assert "7.511275901" in out
    assert "…" not in out
