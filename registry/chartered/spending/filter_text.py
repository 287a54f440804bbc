"""Filters as steps in text: `filter:gdp=1,pure=1/2`, and `filter-runs:most=100/STEP` beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import BadValue
from ..ledger.make_entry import parse
from ..model.exact_numbers import Exact, plain
from ..model.neighbours import Neighbours
from .filter import Filter

_FORMS = ("filter", "filter-runs")


def filter_of(
    steps: Sequence[str], neighbours: Neighbours | str | None = None, scopes: Sequence[str] = (), most: Exact = 1
) -> Filter:
    """The filter whose budgets are these steps, with its scopes. Raises CharteredError."""
    budgets: dict[str, Any] = {}
    for text in steps:
        if text.count("alpha=") > 1:
            each = "write a --budget for each: --budget alpha=ORDER,gamma=GAMMA --budget alpha=ORDER,gamma=GAMMA"
            raise BadValue(f"the budget {text!r} has several orders", each)
        entry = parse(text if text.strip().startswith(_FORMS) else f"filter:{text}")
        settings, inner = dict(entry.step.settings), entry.step.inner
        if entry.times != 1:
            raise BadValue(f"the budget {text!r} is repeated", "state the whole budget")
        if entry.step.name == "filter-runs" and inner is not None:
            found: dict[str, Any] = {"count": (str(inner), settings["most"])}
        elif "alpha" in settings:
            found = {"renyi": {settings["alpha"]: settings["gamma"]}}
        else:
            found = settings
        if twice := budgets.keys() & found.keys():
            orders = budgets.get("renyi", {}).keys() & found.get("renyi", {}).keys()
            if twice != {"renyi"} or orders:
                what = f"order {plain(min(orders))}" if orders else min(twice)
                raise BadValue(f"the budget for {what} is stated twice", "state each once")
            found = {"renyi": budgets["renyi"] | found["renyi"]}
        budgets |= found
    return Filter(**budgets, scopes=scopes, most=most, neighbours=neighbours)
