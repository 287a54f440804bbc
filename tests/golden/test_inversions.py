"""Inversions stay as close as they were: the frozen ledgers have ends that meet the frozen ones, and are no wider."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.draws import drawn

from .inversions import FILE, answered, cases, ends

ROWS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
QUICK = ROWS[::60]


def assert_as_close(row: dict[str, Any]) -> None:
    """An answer where there was one; both intervals hold the same number; the new one is at most twice as wide."""
    now = answered({name: row[name] for name in ("steps", "neighbours", "delta")})
    if "why" in row:
        return
    assert "why" not in now, (row, now)
    (lower, upper), (low, high) = ends(row), ends(now)
    if upper == lower:
        assert low <= upper <= high
        return
    assert low <= upper
    assert lower <= high
    assert high - low <= 2 * (upper - lower) + max(1, upper) / 10**13, (row, now)


@pytest.mark.parametrize("row", QUICK, ids=lambda row: row["steps"][0])
def test_some_ledgers_are_as_close_as_they_were(row: dict[str, Any]) -> None:
    """A handful of them."""
    assert_as_close(row)


@pytest.mark.full
def test_all_ledgers_are_as_close_as_they_were() -> None:
    """Of every law, with several runs and deltas, under each relation; the full tier draws from them."""
    for row in drawn(ROWS, 150, "inversions"):
        assert_as_close(row)


def test_the_file_holds_the_ledgers_that_are_drawn() -> None:
    """In their order."""
    assert [{name: row[name] for name in ("steps", "neighbours", "delta")} for row in ROWS] == cases()
