"""docs/support.md, and the rows behind `chartered explain --matrix`, are what the registry answers when it is asked."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.testing import support_matrix

DOCS = Path(__file__).resolve().parents[2] / "docs"
AGAIN = "run python docs/pages/write.py support, and read the difference before you keep it"


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], str]:
    """The page with some rows."""
    monkeypatch.syspath_prepend(str(DOCS / "pages"))
    return import_module("support").laid_out  # type: ignore[no-any-return]


def test_the_page_has_the_rows_that_are_kept(laid_out: Callable[[Any], str]) -> None:
    """Letter by letter."""
    assert (DOCS / "support.md").read_text(encoding="utf-8") == laid_out(support_matrix.kept()), AGAIN


def test_every_mechanism_and_every_wrapper_is_there() -> None:
    """Of ours; a new one is asked before it ships."""
    known = ch.registry()
    ours = [m for name, m in known.mechanisms.items() if known.owner("mechanism", name).ours]
    rows = support_matrix.kept()
    assert {row.mechanism for row in rows} == {m.name for m in ours if not m.wraps}, AGAIN
    assert {row.sampling for row in rows} == {m.name for m in ours if m.wraps} | {support_matrix.ALONE}, AGAIN
    assert {word for row in rows for answers in row.answers.values() for word in answers} <= set(
        support_matrix.MEANINGS
    )


@pytest.mark.parametrize(
    ("sampling", "mechanism"),
    [("none", "gaussian"), ("none", "rdp"), ("group", "logistic"), ("sample", "pure"), ("parts", "gaussian")],
)
def test_some_rows_are_asked_again(sampling: str, mechanism: str) -> None:
    """Those that take no time."""
    row = next(one for one in support_matrix.kept() if (one.sampling, one.mechanism) == (sampling, mechanism))
    assert support_matrix.answers_to(ch.registry(), row.step) == row.answers, AGAIN


@pytest.mark.full
def test_all_rows_are_asked_again() -> None:
    """Some minutes."""
    assert support_matrix.kept() == list(support_matrix.asked(ch.registry())), AGAIN
