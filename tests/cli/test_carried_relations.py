"""A number that holds for one neighbouring relation is never reread under another: in files, ledgers of ledgers, beside
a calibration, and as a program adds steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, NeighboursMismatch, OpenLedger

BOUND = (
    "pure:epsilon=1", "approximate:epsilon=1,delta=1e-9", "zcdp:rho=1/8", "gdp:mu=1", "rdp:alpha=8,gamma=1",
    "exponential:epsilon=1", "laplace:epsilon=1", "discrete-laplace:epsilon=1", "power:sigma=1,A=1,B=2",
    "cloak:n=100,m=10", "repeat-and-select:mean=3/pure:epsilon=1", "(gaussian:sigma=2 + laplace:epsilon=1)"
)  # fmt: skip
FREE = (
    "gaussian:sigma=2",
    "laplace:scale=2",
    "discrete-gaussian:sigma=2",
    "tree-aggregation:sigma=4,steps=8",
    "poisson:rate=0.1/pure:epsilon=1",
    "poisson:rate=0.1/(gaussian:sigma=2 + laplace:epsilon=1)",
    "repeat-and-select:mean=3/gaussian:sigma=9",
)


def written(folder: Path, relation: str | None, *steps: str) -> Path:
    """A file of these steps."""
    file = folder / "run.toml"
    head = "" if relation is None else f'neighbours = "{relation}"\n'
    file.write_text(head + "".join(f'[[steps]]\nstep = "{step}"\n' for step in steps))
    return file


@pytest.mark.parametrize("step", BOUND)
@pytest.mark.parametrize(("stated", "wanted"), [("add-or-remove", "replace-one"), ("replace-one", "add-or-remove")])
def test_a_stated_relation_is_not_overridden_where_a_number_holds_for_it(
    tmp_path: Path, step: str, stated: str, wanted: str
) -> None:
    """With the file, the step and both relations named; in the file's own words and without any nothing changes."""
    file = written(tmp_path, stated, "gaussian:sigma=2", step)
    with pytest.raises(NeighboursMismatch, match=f"run.toml is {stated}, and so are the numbers of .*; {wanted} was"):
        Ledger.read(file, wanted)
    with pytest.raises(NeighboursMismatch, match=f"the ledger is {stated}"):
        Ledger(Ledger.read(file), wanted)
    assert Ledger.read(file, stated) == Ledger.read(file) == Ledger(Ledger.read(file))
    assert Ledger.read(written(tmp_path, None, step), wanted).neighbours.value == wanted


@pytest.mark.parametrize("step", BOUND)
def test_what_holds_for_an_added_record_holds_for_a_null_record(tmp_path: Path, step: str) -> None:
    """From add-or-remove to zero-out the same numbers are carried over, and not back."""
    assert Ledger.read(written(tmp_path, "add-or-remove", step), "zero-out").neighbours.value == "zero-out"
    for wanted in ("add-or-remove", "replace-one"):
        with pytest.raises(NeighboursMismatch, match="zero-out, and so are the numbers"):
            Ledger.read(written(tmp_path, "zero-out", step), wanted)


@pytest.mark.parametrize("step", FREE)
def test_steps_that_mean_the_same_everywhere_are_carried_over_by_a_theorem(tmp_path: Path, step: str) -> None:
    """A sensitivity is doubled, a Poisson sample is a group of two: as if written for the other relation."""
    carried = Ledger.read(written(tmp_path, "add-or-remove", step), "replace-one")
    assert carried == Ledger(step, "replace-one") == Ledger(Ledger(step), "replace-one")


def test_the_advice_costs_two_changes() -> None:
    """poisson:rate=1/... states a number for add-or-remove in a replace-one ledger: pure DP doubles."""
    with pytest.raises(NeighboursMismatch) as refused:
        Ledger(Ledger("pure:epsilon=1"), "replace-one")
    assert "or poisson:rate=1/pure:epsilon=1 for two changes in a row" in refused.value.hint
    assert Ledger("poisson:rate=1/pure:epsilon=1", "replace-one").epsilon(0).upper == 2


@pytest.mark.parametrize("command", ["epsilon", "delta", "mu", "risk", "compare", "report", "tradeoff", "plot"])
def test_every_command_refuses_to_reread_a_file(run: Any, tmp_path: Path, command: str) -> None:
    """With status 2 and one line."""
    file = written(tmp_path, "add-or-remove", "pure:epsilon=1")
    more = {
        "epsilon": ("--delta", "1e-5"),
        "delta": ("--epsilon", "1"),
        "compare": ("--delta", "1e-5"),
        "report": ("--delta", "1e-5", "-o", tmp_path / "page.html"),
        "tradeoff": ("--type-one", "0.1"),
    }
    kind = ("profile", "-o", tmp_path / "picture.svg") if command == "plot" else ()
    ran = run(command, *kind, "--ledger", file, *more.get(command, ()), "--neighbours", "replace-one")
    assert (ran.status, ran.out) == (2, "")
    assert "so are the numbers of pure:epsilon=1; replace-one was asked for" in ran.err
    assert ran.err.count("\n") == 1


def test_a_ledger_beside_keeps_its_relation(run: Any, tmp_path: Path) -> None:
    """In counts and calibrations, in the shell and in Python; a file that leaves a number open, too."""
    file = written(tmp_path, "add-or-remove", "pure:epsilon=1")
    target = ("--epsilon", "9", "--delta", "1e-5", "--neighbours", "replace-one")
    for asked in (("steps", "gaussian:sigma=9"), ("calibrate", "gaussian", "--solve", "sigma")):
        ran = run(*asked, "--ledger", file, *target)
        assert (ran.status, "numbers of pure:epsilon=1" in ran.err) == (2, True), ran
    for ask in (
        lambda **more: ch.largest_times("gaussian:sigma=9", epsilon=9, delta="1e-5", **more),
        lambda **more: ch.calibrate("gaussian", solve="sigma", epsilon=9, delta="1e-5", **more),
    ):
        with pytest.raises(NeighboursMismatch, match="the ledger beside is add-or-remove"):
            ask(beside=Ledger("pure:epsilon=1"), neighbours="replace-one")
        assert ask(beside=Ledger("gaussian:sigma=9"), neighbours="replace-one").neighbours.value == "replace-one"
    opened = written(tmp_path, "add-or-remove", "pure:epsilon=1", "gaussian:sensitivity=1")
    assert run("calibrate", "--solve", "sigma", "--ledger", opened, *target).status == 2
    assert run("calibrate", "--solve", "sigma", "--ledger", opened, *target[:4]).status == 0


def test_a_step_that_changes_the_relation_of_an_open_ledger_does_not_reread_it() -> None:
    """pure:epsilon=1 was added, and perhaps answered, under add-or-remove; a Gaussian means the same under both."""
    spent = OpenLedger("pure:epsilon=1")
    with pytest.raises(NeighboursMismatch, match="the ledger so far is add-or-remove"):
        spent.add("sample:size=1,of=9/gaussian:sigma=1")
    spent.add("poisson:rate=0.1/gaussian:sigma=1")
    assert (len(spent), spent.ledger.neighbours.value) == (2, "add-or-remove")
    free = OpenLedger("gaussian:sigma=1")
    free.add("sample:size=1,of=9/gaussian:sigma=1")
    assert free.ledger.neighbours.value == "replace-one"
