"""Any plugin of ours can be left out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import chartered as ch
import pytest

OURS = [plugin.name for plugin in ch.registry().plugins if plugin.ours]
STEPS = {"gaussian": "laplace:scale=2", "gdp": "laplace:scale=2"}


def run(block: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, without a plugin."""
    return subprocess.run(
        [sys.executable, "-m", "chartered", *arguments],
        env={**os.environ, "CHARTERED_BLOCK": block},
        capture_output=True,
        text=True,
    )


IN_A_FINALISER = re.compile(r"Exception ignored in: .*\n(?:[^ ]*>\n)?Traceback .*\n(?:  .*\n)+\S.*\n")
"""What Python itself reports of a limit that strikes in a finaliser."""


@pytest.mark.full
@pytest.mark.parametrize("name", OURS)
def test_every_command_works_without_any_one_plugin_of_ours(name: str, tmp_path: Path) -> None:
    """Questions, plugins, claims and errata; no traceback, and what is left out is named."""
    step, file = STEPS.get(name, "gaussian:sigma=2"), str(tmp_path / "c.json")
    for arguments in (
        ("epsilon", step, "--delta", "1e-5", "--certificate", file),
        ("check", file),
        ("plugins", "--json"),
        ("errata", "--json", "--jobs", "1", "--limit", "0.05"),  # begins each; that all are proved is tested elsewhere
        ("explain", "pure" if name != "pure" else "gdp"),
    ):
        done = run(name, *arguments)
        said = IN_A_FINALISER.sub("", done.stderr)
        assert "Traceback" not in said, (arguments, said[-800:])
        if (name, arguments[0]) != ("verification", "errata"):  # a command of that plugin
            assert done.returncode in (0, 1), (arguments, done.stderr)


def test_a_command_of_a_plugin_that_is_left_out_is_unknown_and_the_plugin_is_named() -> None:
    """`errata` is a command of the plugin `verification`."""
    done = run("verification", "errata")
    assert (done.returncode, done.stdout) == (2, "")
    assert "verification (chartered): CHARTERED_BLOCK names it" in done.stderr, done.stderr


def test_claims_that_need_a_blocked_plugin_are_left_out_by_name() -> None:
    """Without Laplace noise, plugins whose claims use it say so; their theorems stay."""
    done = run("laplace", "plugins", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert "Traceback" not in done.stderr
    assert {each["name"] for each in told["plugins"]} == set(OURS) - {"laplace"}
    assert any("CHARTERED_BLOCK" in each["hint"] for each in told["failed_plugins"])
