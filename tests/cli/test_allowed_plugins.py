"""Which plugins a run may load: an allow-list, and all but ours left out. Nothing of the rest is imported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

TOUCHED = """
import os
import chartered as ch
open(os.environ["TOUCHED"], "a").write(__name__ + "\\n")


@ch.hook
def register_mechanisms():
    return [ch.Mechanism("odd", "is odd", (ch.Parameter("epsilon", "its cost"),))]


@ch.hook
def register_theorems():
    bound = lambda case: ch.Pure(epsilon=lambda xp: xp.number(case.step.settings["epsilon"]))
    return [ch.Theorem("odd.pure", ch.OnStep("odd"), ch.Pure, bound, "It is pure.", "by definition")]
"""
STUDY = ("epsilon", "gaussian:sigma=20", "--delta", "1e-5", "--json")


@pytest.fixture
def stranger(installs: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A plugin of somebody else, and the file that it writes when it is imported."""
    installs(TOUCHED)
    monkeypatch.delenv("CHARTERED_BLOCK", raising=False)
    touched = tmp_path / "touched"
    monkeypatch.setenv("TOUCHED", str(touched))
    return touched


@pytest.mark.parametrize(
    ("environment", "loaded"),
    [
        ({}, True),
        ({"CHARTERED_PLUGINS": ""}, True),
        ({"CHARTERED_PLUGINS": "ours,stranger"}, True),
        ({"CHARTERED_PLUGINS": "ours, stranger,"}, True),
        ({"CHARTERED_PLUGINS": "ours"}, False),
        ({"CHARTERED_BLOCK": "*"}, False),
        ({"CHARTERED_BLOCK": "stranger"}, False),
        ({"CHARTERED_PLUGINS": "ours,stranger", "CHARTERED_BLOCK": "*"}, False),
        ({"CHARTERED_PLUGINS": "ours,stranger", "CHARTERED_BLOCK": "stranger"}, False),
    ],
)
def test_only_what_is_allowed_is_imported(
    process: Any, stranger: Path, environment: dict[str, str], loaded: bool
) -> None:
    """What is left out runs no line, and is listed with the reason; ours answer all the same."""
    assert process(*STUDY, **environment).status == 0
    assert stranger.exists() == loaded
    told = process("plugins", "--json", **environment).json
    assert ("stranger" in [one["name"] for one in told["plugins"]]) == loaded
    assert [one["name"] for one in told.get("left_out", [])] == ([] if loaded else ["stranger"])
    if not loaded:
        assert "CHARTERED_" in told["left_out"][0]["why"]
        assert "left out: stranger (stranger): CHARTERED_" in process("plugins", **environment).out
        asked = process("epsilon", "odd:epsilon=1", "--delta", "0", **environment)
        assert asked.status == 2
        assert "a plugin that is left out, stranger (stranger): CHARTERED_" in asked.err


@pytest.mark.parametrize("variable", ["CHARTERED_PLUGINS", "CHARTERED_BLOCK"])
def test_a_name_that_no_plugin_has_is_an_error(process: Any, variable: str) -> None:
    """With the variable and the names that there are: a list with a typing error protects nobody."""
    ran = process(*STUDY, **{variable: "ours,gaussin"} if variable.endswith("PLUGINS") else {variable: "gaussin"})
    assert ran.status == 2
    assert f"{variable} names 'gaussin', and no plugin has that name; plugins are " in ran.err


def test_some_of_ours_can_be_allowed_alone(process: Any) -> None:
    """By their names."""
    names = "gaussian,gdp,pure,zcdp,renyi"
    told = process("plugins", "--json", CHARTERED_PLUGINS=names).json
    assert {one["name"] for one in told["plugins"]} == set(names.split(","))
    assert "laplace" in [one["name"] for one in told["left_out"]]


def test_a_name_of_ours_admits_no_stranger(process: Any, installs: Any, tmp_path: Path) -> None:
    """Who calls a plugin as one of ours is called is no part of `ours`."""
    installs(TOUCHED, name="laplace")
    touched = tmp_path / "touched"
    for environment in ({"CHARTERED_PLUGINS": "ours"}, {"CHARTERED_BLOCK": "*"}):
        ran = process(*STUDY, TOUCHED=str(touched), **environment)
        assert (ran.status, ran.err) == (0, "")
        assert not touched.exists()


def test_a_file_needs_to_be_on_the_list(process: Any, tmp_path: Path) -> None:
    """Also one that is named for the run; the error about its mechanism says why there is none."""
    file, touched = tmp_path / "mine.py", tmp_path / "touched"
    file.write_text(TOUCHED)
    asked = ("-p", file, "epsilon", "odd:epsilon=1", "--delta", "0")
    ran = process(*asked, TOUCHED=str(touched), CHARTERED_PLUGINS="ours", CHARTERED_BLOCK="")
    assert ran.status == 2
    assert "left out, mine (mine.py): CHARTERED_PLUGINS does not name it" in ran.err
    assert not touched.exists()
    assert process(*asked, TOUCHED=str(touched), CHARTERED_PLUGINS="ours,mine", CHARTERED_BLOCK="").status == 0


def test_a_certificate_that_needs_what_is_left_out_says_so(process: Any, stranger: Path, tmp_path: Path) -> None:
    """It is outdated, not false, and the reason names the plugin and the variable."""
    file = tmp_path / "odd.json"
    assert process("epsilon", "odd:epsilon=1", "--delta", "0", "--certificate", file).status == 0
    assert process("check", file).status == 0
    ran = process("check", file, "--json", CHARTERED_PLUGINS="ours")
    assert ran.status == 3, ran
    assert "left out" in ran.json["why"]
    assert "stranger (stranger): CHARTERED_PLUGINS does not name it" in ran.json["why"]
    assert json.loads(file.read_text())["versions"].keys() == {"chartered", "stranger"}
