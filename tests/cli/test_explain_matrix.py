"""`chartered explain --matrix`: what is answered of each mechanism under each sampling and relation."""

from __future__ import annotations

from typing import Any

import pytest
from chartered.testing import support_matrix


def test_the_shell_shows_it_in_eighty_columns(run: Any) -> None:
    """All of it, and the rows of a name; the words are those of the page but for their length."""
    shown = run("explain", "--matrix")
    assert shown.status == 0
    assert max(map(len, shown.out.splitlines())) <= 80
    assert shown.out.count(":.../STEP") == len({row.sampling for row in support_matrix.kept()}) - 1
    one = run("explain", "--matrix", "gaussian").out
    assert "  sample-with-replacement  -" in one
    few = run("explain", "--matrix", "parts").out
    assert "parts:.../STEP" in few
    assert "poisson" not in few


def test_programs_read_it_as_json(run: Any) -> None:
    """With the steps that were asked."""
    told = run("explain", "--matrix", "gaussian", "--json").json
    assert told["runs"] == [1, 10]
    row = next(row for row in told["matrix"] if row["sampling"] == "poisson")
    assert row["step"] == "poisson:rate=1/10/gaussian:sigma=5"
    assert row["answers"]["add-or-remove"] == ["exact", "exact"]


@pytest.mark.parametrize(
    ("words", "why"), [(["--matrix", "nobody"], "the matrix has no 'nobody'"), ([], "nothing is named")]
)
def test_what_is_not_there_is_said(run: Any, words: list[str], why: str) -> None:
    """In a line."""
    run("explain", *words).refused(why)
