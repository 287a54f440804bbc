"""Ledger files with steps on parts of the data: questions about one ledger are answered, other commands say that
they do not."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest

REGIONS = """
most = 1
[[steps]]
step = "gaussian:sigma=9"
[[steps]]
step = "gaussian:sigma=2"
times = 3
part = "north"
[[steps]]
step = "laplace:scale=4"
times = 10
part = "south"
"""


@pytest.fixture
def regions(tmp_path: Path) -> Path:
    """A plan in which the north gets other steps than the south."""
    (tmp_path / "regions.toml").write_text(REGIONS)
    return tmp_path / "regions.toml"


def test_each_set_of_parts_has_a_row(run: Any, regions: Path) -> None:
    """The largest first, after the answer in words, the plan and what is assumed."""
    found = run("epsilon", "--ledger", regions, "--delta", "1e-5")
    assert found.status == 0
    assert found.out.startswith("eps = 3.743530938 at delta = 1e-5: exact, certified from both sides\nneighbours ")
    assert "gaussian:sigma=9,sensitivity=1 everywhere; gaussian:sigma=2,sensitivity=1,times=3 in north; " in found.out
    assert "each record is in at most 1 of north, south, by itself alone" in found.out
    assert [line.split()[0] for line in found.out.splitlines()[-2:]] == ["north", "south"]
    assert run("mu", "--ledger", regions, "--tolerance", "1e-3").out.startswith("mu is between 0.873")
    moved = run("delta", "--ledger", regions, "--epsilon", "3", "--neighbours", "replace-one")
    assert "leaves or enters north, south" in moved.out


def test_a_program_reads_the_same(run: Any, regions: Path) -> None:
    """The first answer has the upper end; each names its parts."""
    found = run("delta", "--ledger", regions, "--epsilon", "3", "--json").json
    assert found["answers"][0]["parts"] == ["north"]
    assert found["upper"] == found["answers"][0]["upper"]
    assert (found["most"], found["side"], found["best"]) == (1, "exact", "gdp")
    assert found["ledger"][1] == {"step": "gaussian:sigma=2,sensitivity=1", "times": 3, "part": "north"}


def test_the_certificate_is_accepted(run: Any, regions: Path, tmp_path: Path) -> None:
    """By the command that checks others; to write a proof of it is refused."""
    path = tmp_path / "regions.cert.json"
    assert run("epsilon", "--ledger", regions, "--delta", "1e-5", "--certificate", path).status == 0
    assert run("check", path).out.startswith("accepted: epsilon is at most 3.74353")
    run("export", path, "-o", tmp_path / "proof.json").refused(
        "a proof is written of one ledger, and this certificate has parts"
    )


@pytest.mark.parametrize("option", ["--all", "--heuristic", "--regret"])
def test_what_is_about_one_ledger_is_refused(run: Any, regions: Path, option: str) -> None:
    """An option that says nothing about parts is an error, and is not left out in silence."""
    asked = ["mu"] if option == "--regret" else ["epsilon", "--delta", "1e-5"]
    run(*asked, "--ledger", regions, option).refused(f"{option} is given, and the ledger has parts")


@pytest.mark.parametrize(
    "command",
    [
        ["steps", "gaussian:sigma=3", "--epsilon", "1", "--delta", "1e-5"],
        ["calibrate", "gaussian", "--solve", "sigma", "--epsilon", "1", "--delta", "1e-5"],
        ["calibrate", "--solve", "sigma", "--epsilon", "1", "--delta", "1e-5"],
        ["compare", "--delta", "1e-5"],
    ],
)
def test_other_commands_say_that_they_do_not_answer(run: Any, regions: Path, command: list[str]) -> None:
    """In one line, with what does."""
    found = run(*command, "--ledger", regions)
    assert found.status == 2
    assert "on parts of the data, which only epsilon, delta, mu, risk, budget and tradeoff compose" in found.err
    assert len(found.err.splitlines()) == 1


def test_no_answer_for_one_set_is_none(run: Any, regions: Path) -> None:
    """The error names the steps of that set."""
    found = run("epsilon", "--ledger", regions, "--delta", "1e-5", "--accountant", "pure")
    assert found.status != 0
    assert "no answer for epsilon at delta = 1e-5" in found.err


def test_the_risk_is_the_largest_of_any_part(run: Any, regions: Path) -> None:
    """Reading by reading, with the set of parts that decides it; the steps are those of the whole plan."""
    parted = ch.PartedLedger.read(regions)
    found, each = parted.risk(type_one="0.01"), [one.risk(type_one="0.01") for one in parted.ledgers.values()]
    for reading in found.readings:
        assert Fraction(reading.upper_exact) == max(Fraction(getattr(one, reading.name).upper_exact) for one in each)
    told = run("risk", "--ledger", regions, "--type-one", "0.01")
    assert told.status == 0
    assert all(note in told.out for note in found.notes)
    assert "of a record in " in found.notes[0]
    shown = json.loads(run("risk", "--ledger", regions, "--json").out)
    assert (shown["ledger"], shown["most"]) == (parted.plan.tables(), parted.plan.most)


def test_the_budget_is_the_largest_of_any_part(run: Any, regions: Path) -> None:
    """Measure by measure, and what a set lacks is not there."""
    parted = ch.PartedLedger.read(regions)
    asked = {"delta": "1e-5", "renyi": 2}
    found, each = parted.budget(**asked), [one.budget(**asked) for one in parted.ledgers.values()]
    assert found.measures
    for measure in found.measures:
        assert Fraction(measure.upper_exact) == max(Fraction(one[measure.name].upper_exact) for one in each)
    assert {name for name, _ in found.unavailable} == {name for one in each for name, _ in one.unavailable}
    assert {step["label"].partition(":")[0] for step in found.to_json()["ledger"]} >= {
        name for name, _ in parted.plan.parts
    }
    told = run("budget", "--ledger", regions, "--delta", "1e-5", "--renyi", "2")
    assert (told.status, found.headline in told.out) == (0, True)
    assert all(note in told.out for note in found.notes)
    shown = json.loads(run("budget", "--ledger", regions, "--json").out)
    assert (shown["ledger"], shown["most"]) == (parted.plan.tables(), parted.plan.most)


def test_the_trade_off_is_the_least_of_any_part(run: Any, regions: Path) -> None:
    """With the set of parts that decides it."""
    parted = ch.PartedLedger.read(regions)
    found = parted.tradeoff("0.05")
    assert found.lower == min(one.tradeoff("0.05").lower for one in parted.ledgers.values())
    told = run("tradeoff", "--ledger", regions, "--type-one", "0.05")
    assert told.status == 0
    assert found.notes[0] in told.out
    shown = json.loads(run("tradeoff", "--ledger", regions, "--type-one", "0.05", "--json").out)
    assert shown["ledger"] == parted.plan.tables()
