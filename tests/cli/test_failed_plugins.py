"""Commands beside a plugin that fails, and beside one that prints: both are told on standard error, and standard output
has the answer alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from strangers import HALF

WITH_COMMAND = (
    HALF
    + """
@ch.hook
def register_commands():
    import click

    return [click.Command("greet", callback=lambda: print("hello"))]
"""
)
WITHOUT_THEOREM = HALF[: HALF.rindex("@ch.hook")]
PRINTS = "import ctypes, os\nprint('words'); os.write(1, b'words\\n'); ctypes.CDLL(None).puts(b'words')\n"
NOISY = PRINTS + WITH_COMMAND.replace("():\n    ", "():\n    print('words')\n    ").replace(
    "(case):\n", "(case):\n        print('words'); __import__('os').write(1, b'words\\n')\n"
)
GAUSSIAN = ("epsilon", "gaussian:sigma=1", "--delta", "1e-5", "--json")
TOLD = "chartered: plugin stranger is left out: plugin 'stranger' (stranger) cannot be imported: ZeroDivisionError"


@pytest.fixture
def broken(installs: Callable[[str], Path]) -> Path:
    """An installed plugin that cannot be imported."""
    return installs("1 / 0")


@pytest.fixture
def noisy(installs: Callable[[str], Path]) -> Path:
    """An installed plugin that prints when it is imported, in its hooks and in its theorem, in every way there is."""
    return installs(NOISY)


def test_an_answer_beside_a_plugin_that_fails(process: Any, broken: Path) -> None:
    """The same answer as without it; one line on standard error and one entry of the JSON name it."""
    ran = process(*GAUSSIAN)
    assert ran.status == 0
    assert [line for line in ran.err.splitlines() if line] == [line for line in ran.err.splitlines() if TOLD in line]
    assert len(ran.err.splitlines()) == 1
    assert "CHARTERED_BLOCK=stranger" in ran.err
    found = ran.json
    (failed,) = found.pop("failed_plugins")
    assert (failed["name"], failed["distribution"], failed["version"]) == ("stranger", "stranger", "2.5")
    assert "ZeroDivisionError: division by zero" in failed["why"]
    blocked = process("-p", "no:stranger", *GAUSSIAN)
    assert (blocked.err, blocked.json) == ("", found)


def test_a_step_of_a_plugin_that_failed(process: Any, broken: Path) -> None:
    """Bad input, whose reason is the plugin."""
    ran = process("epsilon", "half:epsilon=1", "--delta", "0", "--json")
    assert ran.status == 2
    assert "unknown step 'half'; it may be of a plugin that failed, stranger (stranger 2.5): " in ran.err
    assert "ZeroDivisionError" in ran.json["error"]["hint"]


@pytest.mark.parametrize(
    "asked",
    [
        ("verify", "gdp.profile.pair"),
        ("explain", "gdp.profile"),
        ("explain", "half.pure"),
        ("verify", "half"),
        ("plugins", "--strangers"),
        ("--help",),
        ("check", "no.json"),
        ("greet",),
    ],
)
def test_every_command_works_beside_a_plugin_that_fails(process: Any, broken: Path, asked: tuple[str, ...]) -> None:
    """It does what it does, tells that the plugin failed, and never fails by itself."""
    ran = process(*asked)
    assert ran.status == (2 if asked[-1] in ("half.pure", "half", "no.json", "greet") else 0)
    assert "Traceback" not in ran.err
    assert TOLD in ran.err or asked[0] == "check"  # a file that is not there needs no plugin


@pytest.mark.parametrize("asked", [("epsilon", "--delta", "1e-5"), ("compare", "--delta", "1e-5"), ("risk",)])
@pytest.mark.parametrize(("source", "status"), [(HALF.replace("/ 2)", "/ 0)"), 70), (WITHOUT_THEOREM, 1)])
def test_no_answer_because_of_a_plugin(
    process: Any, installs: Callable[[str], Path], source: str, status: int, asked: tuple[str, ...]
) -> None:
    """Where its function failed, the exit status is that of a fault; a step without any theorem is none."""
    installs(source)
    assert process(asked[0], "half:epsilon=1", *asked[1:]).status == status


@pytest.mark.full
def test_a_run_of_every_claim_says_that_some_are_missing(process: Any, broken: Path) -> None:
    """By its exit status, too; not where the plugin is blocked. (No claim is decided in a millisecond, hardly.)"""
    every = ("verify", "--limit", "0.001", "--jobs", "1")
    assert process(*every).status == 1
    assert process("-p", "no:stranger", *every).status == 0


def test_the_list_has_the_plugin_that_failed(process: Any, broken: Path) -> None:
    """With its reason; it does not conform."""
    assert "failed: plugin stranger is left out: plugin 'stranger'" in process("plugins", "--strangers").out
    listed = process("plugins", "--strangers", "--json").json
    assert (listed["plugins"], [one["name"] for one in listed["failed_plugins"]]) == ([], ["stranger"])
    checked = process("plugins", "check", "stranger", "--json")
    assert checked.status == 1
    assert "ZeroDivisionError" in checked.json["plugins"][0]["why"]
    assert process("plugins", "check", "conversion").status == 2  # which these tests leave out


def test_what_a_plugin_prints_goes_to_standard_error(process: Any, noisy: Path) -> None:
    """By print, by the file descriptor and by the C library, when it is imported, in a hook and in a theorem."""
    ran = process("epsilon", "half:epsilon=1,times=3", "--delta", "0", "--json")
    assert ran.json["answers"][0]["upper"] == 1.5
    assert ran.err.count("words") >= 3 + 2 + 2
    people = process("epsilon", "half:epsilon=1,times=3", "--delta", "0")
    assert "words" not in people.out
    assert "half.pure" in people.out


@pytest.mark.parametrize(
    "asked", [("plugins", "--json"), ("verify", "gdp.profile.pair", "--json"), ("--help",), ("plugins",), GAUSSIAN]
)
def test_no_output_of_ours_has_what_a_plugin_prints(process: Any, noisy: Path, asked: tuple[str, ...]) -> None:
    """Also the help and the list, and commands that ship as plugins."""
    ran = process(*asked)
    assert ran.status == 0
    assert ran.out
    assert "words" not in ran.out


def test_a_command_of_a_plugin_prints_as_it_likes(process: Any, noisy: Path) -> None:
    """What it prints itself is its output; what its module prints is not."""
    assert process("greet").out == "hello\n"


def test_a_file_that_is_standard_output_is_still_that(process: Any, noisy: Path) -> None:
    """A certificate that is written there has it for itself."""
    ran = process("epsilon", "half:epsilon=1", "--delta", "0", "--certificate", "/dev/stdout")
    assert ran.json["format"] == "chartered certificate 2"
