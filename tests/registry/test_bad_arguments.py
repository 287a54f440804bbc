"""Arguments of the wrong kind in Python are refused in our words, with what would be right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.errors import BadLedger, BadValue


@pytest.mark.parametrize(
    ("asked", "kind", "says"),
    [
        (
            lambda any_: round(ch.Ledger("gaussian:sigma=1").epsilon("1e-5"), any_),
            BadValue,
            "it must be a whole number",
        ),
        (
            lambda any_: ch.verify("zcdp.renyi", limit=any_),
            BadValue,
            "the time limit is 'x' seconds; it must be above 0",
        ),
        (lambda any_: ch.verify("zcdp.renyi", jobs=any_), BadValue, "jobs is 'x'; it must be a number of processes"),
        (lambda any_: ch.verify("zcdp.renyi", jobs=0), BadValue, "jobs is 0; it must be a number of processes"),
        (lambda any_: ch.Book(None), BadLedger, "the place of the book is None; name a file"),  # type: ignore[arg-type]
    ],
)
def test_an_argument_of_the_wrong_kind_is_told(asked: Callable[[Any], Any], kind: type[Exception], says: str) -> None:
    """And what it must be."""
    with pytest.raises(kind, match=says):
        asked("x")


def test_a_book_may_be_named_by_a_path(tmp_path: Path) -> None:
    """As any other file."""
    with pytest.raises(BadLedger, match="there is no book at"):
        ch.Book(tmp_path / "none.book")  # type: ignore[arg-type]


def test_a_name_that_the_library_lacks_comes_with_similar_ones() -> None:
    """As Python does for names of its own modules."""
    with pytest.raises(AttributeError, match="no attribute 'Onstep'; is it OnStep"):
        ch.Onstep  # type: ignore[attr-defined]  # noqa: B018
