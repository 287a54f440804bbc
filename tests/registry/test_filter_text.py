"""Budgets in text, as `chartered book init --budget` reads them."""

from __future__ import annotations

import chartered as ch
import pytest
from chartered.spending.filter_text import filter_of


@pytest.mark.parametrize("text", ["gdp=sqrt(2)", "pure=log(3)", "zcdp=log(2)", "alpha=2,gamma=log(2)"])
def test_an_irrational_budget_is_read_from_below(text: str) -> None:
    """From text as in Python: what costs as much, read from above, may not run."""
    name, _, amount = text.rpartition("=")
    budget = {"renyi": {2: amount}} if name.startswith("alpha") else {name: amount}
    assert filter_of([text]).left == ch.Filter(**budget).left
    assert not ch.Filter(pure="log(3)").may("pure:epsilon=log(3)")
    assert not filter_of(["pure=log(3)"]).may("pure:epsilon=log(3)")
