"""A ledger file that is imported into a book twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

STEP = '[[steps]]\nstep = "gaussian:sigma=4"\ntimes = 2\nlabel = "May"\n'
MORE = '[[steps]]\nstep = "gaussian:sigma=8"\nlabel = "June"\n'


def test_a_file_is_paid_once_unless_it_is_asked_again(run: Any, tmp_path: Path) -> None:
    """The entries that are there are named; one that was taken back is not, nor a step with another label."""
    url, plan = str(tmp_path / "budget.db"), tmp_path / "plan.toml"
    assert run("book", "init", url, "--budget", "gdp=1").status == 0
    plan.write_text(STEP)
    assert run("book", "import", url, str(plan)).status == 0
    plan.write_text(STEP + MORE)  # as a file that grows does
    done = run("book", "import", url, str(plan))
    assert (done.status, "paid already, with the same count and label: entry 1" in done.err) == (2, True)
    assert len(json.loads(run("book", "log", url, "--json").out)["entries"]) == 2
    plan.write_text(MORE)
    assert run("book", "import", url, str(plan)).status == 0
    plan.write_text(STEP + MORE)
    done = run("book", "import", url, str(plan))
    assert "entries 1, 2" in done.err
    assert run("book", "import", url, str(plan), "--again").status == 0
    plan.write_text(STEP.replace("May", "July"))
    assert run("book", "import", url, str(plan)).status == 0
    assert run("book", "correct", url, "5", "--label", "it did not run").status == 0
    assert run("book", "import", url, str(plan)).status == 0


def test_a_step_of_another_scope_is_another_one(run: Any, tmp_path: Path) -> None:
    """The same file for each region."""
    url, plan = str(tmp_path / "budget.db"), tmp_path / "plan.toml"
    assert run("book", "init", url, "--budget", "gdp=1", "--scope", "north", "--scope", "south").status == 0
    plan.write_text(STEP)
    for scope in ("north", "south"):
        assert run("book", "import", url, str(plan), "--scope", scope).status == 0
    assert run("book", "import", url, str(plan), "--scope", "north").status == 2
