"""`chartered risk`: what is printed, for people and for programs."""

from __future__ import annotations

from typing import Any

import chartered as ch
import pytest


def test_the_risk_is_told_to_people(run: Any) -> None:
    """Both ends of what is attained, what is assumed, and the default prior, type I error and baseline."""
    ran = run("risk", "gaussian:sigma=1")
    assert (ran.status, ran.err) == (0, "")
    assert "advantage       0      0.3829249225  0.3829249226" in ran.out
    assert "power           0.001                0.01829846841" in ran.out
    assert "reconstruction  1e-6                 0.00008721761015" in ran.out
    assert "The baseline is a blind guess given all other records" in ran.out
    assert "neighbours   add-or-remove: one record is added or removed" in ran.out
    assert "written out" not in ran.out


def test_the_risk_is_told_to_programs(run: Any) -> None:
    """One object with every field."""
    asked = ("--prior", "0.1", "--type-one", "0.01", "--baseline", "1e-3", "--accountant", "renyi")
    shown = run("risk", "dpsgd:n=600,batch=25,steps=9,noise=2", *asked, "--json").json
    fields = ["quantity", "at", "neighbours", "ledger", "sampling", "readings", "certified"]
    assert list(shown)[:7] == fields
    assert shown["at"] == {"prior": 0.1, "type_one": 0.01, "baseline": 0.001}
    assert shown["ledger"][0]["written_out"][0]["times"] == 9
    for reading in shown["readings"].values():
        assert reading["answer"]["accountant"] == "renyi"
        assert 0 < reading["upper"] < 1
        assert reading["lower"] is None


def test_a_ledger_file_and_a_relation_are_taken(run: Any, tmp_path: Any) -> None:
    """As by every command."""
    file = tmp_path / "run.toml"
    file.write_text('[[steps]]\nstep = "pure:epsilon=1"\nlabel = "a count"\n')
    ran = run("risk", "--ledger", file, "--neighbours", "replace-one")
    assert "neighbours   replace-one: one record is replaced" in ran.out


@pytest.mark.parametrize("option", ["--prior", "--type-one", "--baseline"])
@pytest.mark.parametrize("value", ["0", "1", "2", "x"])
def test_what_is_no_chance_is_one_line(run: Any, option: str, value: str) -> None:
    """Exit status 2."""
    run("risk", "gaussian:sigma=4", option, value).refused()


def test_a_ledger_whose_tests_nothing_bounds_says_so(run: Any) -> None:
    """Two profiles of single runs do not compose."""
    ran = run("risk", "laplace:scale=1,times=2", "--accountant", "profile")
    assert ran.status != 0
    assert ran.out == ""


def test_python_and_a_notebook_show_the_readings_as_a_table(run: Any) -> None:
    """The same rows as the command prints; `to_dict` is its JSON."""
    found = ch.Ledger("gaussian:sigma=2").risk()
    rows = [
        line for line in run("risk", "gaussian:sigma=2").out.splitlines() if line.startswith(("advantage", "power"))
    ]
    assert len(rows) == 2
    assert all(row.split()[:4] in [line.split()[:4] for line in str(found).splitlines()] for row in rows)
    assert "<th>at most</th>" in found._repr_html_()
    assert found.to_dict() == run("risk", "gaussian:sigma=2", "--json").json
