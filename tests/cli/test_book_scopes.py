"""`chartered book` with scopes: parts of the data for which alone a step is paid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

REGIONS = ("north", "south", "far east")


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Where a new book may be."""
    pytest.importorskip("sqlalchemy")
    return str(tmp_path / "regions.db")


def test_the_command_says_what_is_left_where(run: Any, url: str) -> None:
    """And what is assumed of the data; a name that is written wrongly is an error, and costs nothing."""
    scopes = [word for name in REGIONS for word in ("--scope", name)]
    made = run("book", "init", url, "--budget", "gdp=1", *scopes, "--most", "2")
    assert made.status == 0
    assert "each is ever in at most 2 of the scopes north, south, far east" in made.out
    assert "left: 1 of mu^2 for all records, 1 of mu^2 in north" in made.out
    paid = run("book", "spend", url, "gaussian:sigma=2", "--scope", "north", "--json")
    assert paid.json["entry"]["scope"] == "north"
    assert paid.json["left"]["gdp in south"] == "0.75"
    wrong = run("book", "spend", url, "gaussian:sigma=2", "--scope", "nroth")
    assert (wrong.status, wrong.err.splitlines()) == (
        2,
        ["chartered: there is no scope 'nroth'; this budget has north, south, far east"],
    )
    refused = run("book", "ask", url, "gaussian:sigma=1", "--scope", "far east")
    assert refused.status == 1
    assert "it costs 1 of mu^2 in far east, and 0.75 is left" in refused.out
    assert "gaussian:sigma=2,sensitivity=1 x 1 in north" in run("book", "log", url).out
    planned = run("book", "init", f"{url}2", "--plan", "gaussian:sigma=2", "--scope", "a")
    assert "a plan is given scopes" in planned.err
    unset = run("book", "spend", url, "gaussian:sigma=9", "--scope", "")
    assert "--scope is an empty text" in unset.err
