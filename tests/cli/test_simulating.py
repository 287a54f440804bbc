"""`chartered simulate checkin`: what is said, what is drawn, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

STEP = "checkin:m=50,n=80/gaussian:sigma=4,sensitivity=2"


def test_register_commands_brings_simulate(run: Any) -> None:
    """A plugin's command; what it says for people holds privacy, dummies and risk."""
    ran = run("simulate", "checkin", STEP, "--seed", "1")
    assert ran.status == 0
    for words in ("certified privacy: eps <= ", "dummies: ", "expected 9.9", "excess: "):
        assert words in ran.out
    assert ran.err == ""


def test_json_has_the_same_numbers(run: Any) -> None:
    """One object, with the eps that `chartered epsilon` says."""
    found = run("simulate", "checkin", STEP, "--delta", "1e-5", "--json").json
    assert found["epsilon"] == run("epsilon", STEP, "--delta", "1e-5", "--json").json["answers"][0]["upper"]
    assert found["updates"] == 50
    assert found["expected_dummies"] == pytest.approx(50 * 0.98**80)
    assert found["excess_risk"] == pytest.approx(found["risk"] - found["best_risk"])


def test_a_picture_is_drawn(run: Any, tmp_path: Path) -> None:
    """Whole, and with nothing beside it."""
    pytest.importorskip("matplotlib")
    ran = run("simulate", "checkin", STEP, "-o", tmp_path / "run.svg")
    assert (ran.status, [file.name for file in tmp_path.iterdir()]) == (0, ["run.svg"])
    assert (tmp_path / "run.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_data_from_a_file(run: Any, tmp_path: Path) -> None:
    """One client a line."""
    path = tmp_path / "data.csv"
    path.write_text("".join(f"{i / 10},{(i * 7) % 10 / 10},{i % 2}\n" for i in range(80)))
    assert run("simulate", "checkin", STEP, "--data", path, "--json").json["updates"] == 50


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("gaussian:sigma=2",), "is no random check-in"),
        (("checkin:m=5,n=5/pure:epsilon=1",), "perturbs no gradient"),
        (("checkin:m=5,n=5,p=0.5,protocol=sliding/gaussian:sigma=2",), "needs p = 1"),
        ((STEP, "--data", "no-such-file.csv"), "cannot read the data"),
        ((STEP, "--delta", "2"), "delta"),
        ((STEP, "--seed", "-1"), "seed"),
        ((STEP, "-o", "run.txt"), "suffix"),
        ((STEP, "-o", "no-such-folder/run.png"), "there is no folder no-such-folder"),
        (("checkin:m=100000000,n=5/gaussian:sigma=2",), "run fewer"),
    ],
)
def test_bad_input_is_refused(run: Any, arguments: tuple[str, ...], words: str) -> None:
    """In one line, with exit status 2; where only the answer beside the run is missing, with 1."""
    ran = run("simulate", "checkin", *arguments)
    assert ran.status == (1 if words == "needs p = 1" else 2)
    assert words in ran.err
    assert ran.out == ""
