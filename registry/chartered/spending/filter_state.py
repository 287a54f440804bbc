"""The state of a filter as JSON: its budgets, its relation and what was spent, as exact numbers in text."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..errors import BadLedger, CharteredError
from ..ledger.named_files import no_files
from ..model.exact_numbers import exact, plain
from ..model.neighbours import Neighbours
from .filter_rule import FilterRule
from .purses import Costs
from .scoped_budgets import ScopedBudgets

_FIELDS, _SCOPED = ("schema", "filter", "neighbours", "spent"), ("scopes", "most")
_SIMPLE = ("gdp", "pure", "fail", "zcdp")
_MOST = 1000


def state_of(rule: FilterRule, spent: Costs) -> dict[str, Any]:
    """The state of a filter."""
    return {"schema": 1, **rule_to_json(rule), "spent": costs_to_json(spent)}


def rule_to_json(rule: FilterRule) -> dict[str, Any]:
    """The budgets, their scopes if there are any, and the relation."""
    budgets = rule.budgets
    given = {name: _written(value) for name, value in budgets.given.items()}
    scopes = {"scopes": list(budgets.scopes), "most": budgets.most} if isinstance(budgets, ScopedBudgets) else {}
    return {"filter": given, **scopes, "neighbours": rule.neighbours.value}


def costs_to_json(costs: Costs) -> dict[str, str]:
    """Costs as text."""
    return {name: plain(value) for name, value in costs.items()}


def _written(value: Any) -> Any:
    if isinstance(value, Fraction):
        return plain(value)
    if isinstance(value, tuple):
        return [value[0], plain(value[1])]
    return {plain(order): plain(gamma) for order, gamma in value.items()}


def read_state(state: object) -> tuple[FilterRule, dict[str, Fraction]]:
    """(the rule of a filter, what was spent). Raises BadLedger."""
    document = _mapping(state, "it", (*_FIELDS, *_SCOPED))
    schema = document.get("schema")
    if type(schema) is not int or schema != 1 or set(document) - set(_SCOPED) != set(_FIELDS):
        raise _bad(f"it must have schema 1, and {', '.join(_FIELDS[1:])}")
    rule = read_rule(document)
    return rule, rule.checked(read_costs(document["spent"]), "the state of a filter")


def read_rule(document: Mapping[str, Any], allowed: frozenset[str] | None = None) -> FilterRule:
    """The budgets, their scopes and the relation; `allowed` as for `FilterRule`. Raises BadLedger."""
    given = _mapping(document.get("filter"), "filter", (*_SIMPLE, "count", "renyi"))
    for name in set(given) & set(_SIMPLE):
        given[name] = _number(given[name], name)
    if "count" in given:
        given["count"] = _pair(given["count"])
    if "renyi" in given:
        orders = _mapping(given["renyi"], "renyi")
        given["renyi"] = {_number(order, "renyi"): _number(gamma, "renyi") for order, gamma in orders.items()}
    scopes, most = _scopes(document)
    try:
        with no_files():
            return FilterRule.of(Neighbours.read(document.get("neighbours")), given, allowed, scopes, most)
    except CharteredError as error:
        raise _bad(error.message) from None


def _scopes(document: Mapping[str, Any]) -> tuple[list[str], int]:
    if not any(name in document for name in _SCOPED):
        return [], 1
    names, most = (document.get(name) for name in _SCOPED)
    if not isinstance(names, list) or not 0 < len(names) <= _MOST or type(most) is not int:
        raise _bad("scopes must be a list of names, and most beside it a number")
    return names, most


def read_costs(document: object) -> dict[str, Fraction]:
    """Costs by the names of purses. Raises BadLedger."""
    return {name: _number(value, "spent") for name, value in _mapping(document, "spent").items()}


def _mapping(value: object, name: str, known: tuple[str, ...] | None = None) -> dict[str, Any]:
    if not isinstance(value, Mapping) or len(value) > _MOST:
        raise _bad(f"{name} must be a table of at most {_MOST} fields")
    if not all(isinstance(key, str) and (known is None or key in known) for key in value):
        raise _bad(f"{name} has a field that is not known")
    return dict(value)


def _pair(value: object) -> tuple[str, Fraction]:
    if not (isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[0], str)):
        raise _bad("count must be a step and a number")
    return value[0], _number(value[1], "count")


def _number(value: object, name: str) -> Fraction:
    if not isinstance(value, str):
        raise _bad(f"{name} must be a number in text")
    try:
        return exact(value, name)
    except CharteredError as error:
        raise _bad(error.message) from None


def _bad(why: str) -> BadLedger:
    return BadLedger(f"this is no state of a filter: {why}", "read what `state` gave")
