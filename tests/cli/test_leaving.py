"""Those who leave: Ctrl-C at any moment, and readers that close the pipe; and those who press the tab key."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from typing import Any

import pytest

STRIKES = """
import sys

class Strike:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Strike())
from chartered.cli import main
sys.argv = ["chartered", *{arguments!r}]
main()
"""
STUDY = ["epsilon", "gaussian:sigma=20,times=1000", "--delta", "1e-5"]


@pytest.mark.parametrize(
    "module",
    [
        "click",
        "chartered.cli.command_group",
        "chartered.cli.epsilon",
        "chartered.accounting.answer_comparison",
        "flint",
    ],
)
def test_an_interrupt_while_something_is_imported_is_quiet(module: str) -> None:
    """Also before the first command is known: status 130, and nothing is said."""
    code = STRIKES.format(module=module, arguments=STUDY)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.strip()) == (130, "")


def test_an_interrupt_of_a_question_is_quiet() -> None:
    """While it searches; a shell sees 130 also where the signal itself ended the process."""
    running = subprocess.Popen(
        [sys.executable, "-m", "chartered", "mu", "poisson:rate=0.01/gaussian:sigma=1,times=100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(
            signal.signal, signal.SIGINT, signal.SIG_DFL
        ),  # what is started in the background ignores it
    )
    try:
        running.wait(2)
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode in (0, 130, -signal.SIGINT)
    assert errors == ""


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("", 141),
        ("--help", 141),
        ("--version", 141),
        ("epsilon --help", 141),
        ("plugins", 141),
        ("plugins --json", 141),
        ("explain gdp", 141),
        ("errata", 141),
        ("epsilon gaussian:sigma=0 --delta 1e-5 --json", 2),
        ("check no-such-file --json", 2),
    ],
)
@pytest.mark.parametrize("both", [False, True], ids=["output", "output and errors"])
def test_a_reader_that_leaves_is_no_fault_of_any_command(arguments: str, status: int, both: bool) -> None:
    """Nothing is said on standard error but what was wrong, and the status stays that of the input."""
    reading, writing = os.pipe()
    os.close(reading)  # before it starts: a reader that leaves a moment later may have read all of it
    try:
        done = subprocess.run(
            [sys.executable, "-m", "chartered", *arguments.split()],
            stdout=writing,
            stderr=writing if both else subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        os.close(writing)
    errors = "".join(
        line for line in (done.stderr or "").splitlines(keepends=True) if "claims tried after" not in line
    )  # where it takes long
    assert done.returncode == status
    assert errors.count("\n") == (1 if status == 2 and not both else 0), errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("line", "some", "none"),
    [
        ("chartered ep", ["epsilon"], ["delta"]),
        ("chartered epsilon ga", ["gaussian:"], ["gdp:"]),
        ("chartered epsilon poisson:rate=0.1/ga", ["poisson:rate=0.1/gaussian:"], ["gaussian:"]),
        ("chartered steps lap", ["laplace:"], ["gaussian:"]),
        ("chartered epsilon gdp:mu=1 --accountant re", ["renyi", "renyi.two-sided"], ["gdp"]),
        ("chartered epsilon --neighbours ", ["add-or-remove", "replace-one", "zero-out"], []),
        ("chartered epsilon --neighbors re", ["replace-one"], ["add-or-remove"]),
        ("chartered explain asoodeh2020.T", ["asoodeh2020.T3"], ["gdp"]),
        ("chartered plot profile gdp:mu=1 --accountant gd", ["gdp"], ["renyi"]),
    ],
)
def test_names_are_completed(
    run: Any, monkeypatch: pytest.MonkeyPatch, line: str, some: list[str], none: list[str]
) -> None:
    """Commands, mechanisms (also after a wrapper), accountants, theorems and relations, as bash asks for them at the
    end of a line."""
    asked = {"_CHARTERED_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    ran = run()
    assert (ran.status, ran.err) == (0, "")
    found = [row.partition(",")[2] for row in ran.out.splitlines()]
    assert set(some) <= set(found)
    assert not set(none) & set(found)


@pytest.mark.parametrize("option", ["--neighbours", "--neighbors"])
@pytest.mark.parametrize(
    "arguments",
    [
        "epsilon gaussian:sigma=20 --delta 1e-5",
        "steps gaussian:sigma=20 --mu 1",
        "calibrate gaussian --solve sigma --mu 1",
        "tradeoff gaussian:sigma=4 --type-one 0.05",
    ],
)
def test_both_spellings_of_the_option_are_taken(run: Any, arguments: str, option: str) -> None:
    """They mean the same."""
    assert run(*arguments.split(), option, "replace-one", "--json").json["neighbours"] == "replace-one"
