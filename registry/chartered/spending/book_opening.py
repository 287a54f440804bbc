"""The first entry of a book: a filter's budgets, or a fixed plan. Which of the two it is never changes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..accounting.ledger import Ledger
from ..errors import AlteredBook, BadLedger, BadValue
from ..model.exact_numbers import Exact, exact, plain
from ..model.field_names import budget_of_eps
from .filter import Filter
from .filter_rule import FilterRule
from .filter_state import costs_to_json, read_rule
from .plan_rule import PlanRule
from .plugin_versions import versions


def opening(
    budget: Filter | Ledger, epsilon: Exact | None, delta: Exact | None, allowed: frozenset[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """(what the first entry states of a budget or a plan, with its versions; what is spent of it). Raises
    CharteredError."""
    if isinstance(budget, Ledger):
        if others := sorted(budget.stated.to_dict().keys() - {"privacy_unit"}):
            raise BadLedger(
                f"the plan states {', '.join(others)}, which a book does not keep",
                "leave these out of the plan; a person with at most 4 records, say, is group:size=4/ before each step",
            )
        if epsilon is None or delta is None:
            raise BadValue("the plan promises nothing", "give an epsilon and a delta that it must keep")
        rule = PlanRule.of_plan(budget.entries, budget.neighbours, (epsilon, delta), allowed)
        return {**rule.to_json(), "versions": versions(rule.check())}, costs_to_json(rule.unspent)
    if epsilon is not None or delta is not None:
        target = {"epsilon": epsilon, "delta": delta, "fail": None if delta is None else exact(delta, "delta") / 10}
        read = {name: exact(value, name) for name, value in target.items() if value is not None}
        said = {name: plain(value) for name, value in read.items() if value > 0}
        raise BadValue("an epsilon or a delta is given beside budgets", f"a plan takes these; {budget_of_eps(**said)}")
    state = budget.state()
    if any(Fraction(value) for value in state["spent"].values()):
        raise BadLedger("something is spent of the filter", "make the book with a new one")
    stated = {name: value for name, value in state.items() if name not in ("schema", "spent")}
    return {**stated, "versions": versions()}, state["spent"]


def rule_of(content: Mapping[str, Any], allowed: frozenset[str]) -> FilterRule:
    """The rule that the first entry states. Raises CharteredError."""
    if ("plan" in content) == ("filter" in content):
        raise AlteredBook("the book has neither a budget nor a plan, or both", "it was altered; restore a copy")
    return PlanRule.read(content, allowed) if "plan" in content else read_rule(content, allowed)
