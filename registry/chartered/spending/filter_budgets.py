"""The budgets of a filter, and what a cost leaves of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self

from msgspec import Struct, field

from ..errors import BadStep, BadValue
from ..host.registry import registry
from ..ledger.entries import Entry, read_entries
from ..model.exact_numbers import Exact, exact, plain, whole
from ..model.neighbours import Neighbours
from ..model.steps import MOST_TIMES, Step
from . import purses
from .decision_result import Decision
from .price import Price
from .purses import Costs, Purse

_NAMES, _MOST_ORDERS = ("gdp", "pure", "fail", "count", "zcdp", "renyi"), 64
_WRITE = "write Filter(gdp=MU), or pure=EPS, fail=DELTA, count=(STEP, RUNS), zcdp=RHO, renyi={ORDER: GAMMA}"


class Budgets(Struct, frozen=True):
    """The amounts by the names of their purses. `given`: as they were written; `step`: the one whose runs are counted;
    `orders`: those whose Renyi divergences are limited."""

    given: Mapping[str, object]
    amounts: Mapping[str, Fraction]
    purses: tuple[Purse, ...]
    step: Step | None = None
    orders: tuple[Fraction, ...] = field(default=())

    @classmethod
    def of(cls, asked: Mapping[str, Any]) -> Self:
        """The budgets that are given by the names that a filter takes them by; None: that one is not given. Raises
        BadValue or BadStep."""
        given = {name: value for name in _NAMES if (value := asked.get(name)) is not None}
        _check_together(list(given))
        simple = {
            purse: purses.budget_of(purse.name, given[purse.name], 1 if purse is purses.FAIL else None)
            for purse in (purses.GDP, purses.PURE, purses.FAIL, purses.ZCDP)
            if purse.name in given
        }
        written: dict[str, object] = {purse.name: value for purse, value in simple.items()}
        if purses.GDP in simple:
            simple[purses.GDP] **= 2
        step: Step | None = None
        if "count" in given:
            step, runs = _counted(given["count"])
            simple[purses.COUNT], written["count"] = Fraction(runs), (str(step), Fraction(runs))
        orders = _orders(given.get("renyi"))
        if orders:
            written["renyi"] = orders
        simple |= {purses.renyi_at(order): gamma for order, gamma in orders.items()}
        amounts = {purse.name: amount for purse, amount in simple.items()}
        return cls(written, amounts, tuple(simple), step, tuple(orders))

    @property
    def plain(self) -> Budgets:
        """The budgets in whose purses a step is priced."""
        return self

    @property
    def assumed(self) -> str:
        """What is assumed of the data, in words."""
        return ""

    def relations(self, neighbours: Neighbours, scope: str) -> tuple[Neighbours, ...]:
        """The relations under which the records that a step reads may change. Raises BadValue."""
        if scope != "":
            raise BadValue(f"the scope is {scope!r:.60}, and this budget has none", "a budget is made with its scopes")
        return (neighbours,)

    def named(self, name: str, scope: str) -> str:
        """The purse that pays for a step in a scope; an empty text: of all records."""
        return name

    def totals(self, spent: Costs) -> Costs:
        """What is spent of what each purse holds, for the record for which that is the most."""
        return spent

    def left(self, spent: Costs) -> dict[str, Fraction]:
        """The remaining budgets; that of a failure is the probability that further rounds may have."""
        totals = self.totals(spent)
        return {one.name: one.without(self.amounts[one.name], totals[one.name]) for one in self.purses}

    def exceeded(self, spent: Costs, cost: Costs) -> list[Purse]:
        """The purses of which too much is spent, of those that were paid from last."""
        paid = [one for one in self.purses if one.name in cost]
        over = [one for one in paid if spent[one.name] > self.amounts[one.name]]
        if over:
            return over
        totals = self.totals(spent)
        return [one for one in paid if totals[one.name] > self.amounts[one.name]]

    def decision(self, price: Price, spent: Costs) -> Decision:
        """Whether a cost fits beside what is spent."""
        cost = price.cost
        after = purses.after(self.purses, spent, cost)
        over = self.exceeded(after, cost)
        left = self.left(spent if over else after)
        why = "; ".join(_too_much(cost[one.name], left[one.name], one.noun) for one in over)
        return Decision(not why, cost, left, why, price.path, price.names, price.failure or None)

    @staticmethod
    def shares(cost: Costs, left: Costs) -> tuple[Fraction, Fraction]:
        """The largest share of what a purse has left that a cost takes, above 1 if the cost does not fit; and the sum
        of all shares."""
        found = [value / left[name] if left[name] > 0 else Fraction(2) for name, value in cost.items()]
        return max(found, default=Fraction(0)), sum(found, Fraction(0))

    def why_none(self, name: str) -> str:
        """Why a step has no price."""
        held = " and ".join(purse.name for purse in self.purses)
        return f"no theorem leads from {name} to a cost that this filter's {held} can pay"

    def entries(self) -> Iterator[tuple[Entry, ...]]:
        """The budgets as steps of a ledger: together, or one for each order."""
        for order in self.orders:
            gamma = self.amounts[purses.renyi_at(order).name]
            yield (Entry(Step("filter", (("alpha", order), ("gamma", gamma)))),)
        if self.orders:
            return
        found = [Entry(Step("filter-runs", (("most", self.amounts["count"]),), self.step))] if self.step else []
        pairs = tuple((name, value) for name, value in self.given.items() if isinstance(value, Fraction))
        yield (Entry(Step("filter", pairs)), *found) if pairs else tuple(found)

    def __str__(self) -> str:
        return ", ".join(f"{name}={_shown(value)}" for name, value in self.given.items())


def _check_together(names: Sequence[str]) -> None:
    """Raises BadValue if there is no budget, or some do not go together."""
    if not names:
        raise BadValue("the filter has no budget", _WRITE)
    alone = next((name for name in ("zcdp", "renyi") if name in names and len(names) > 1), None)
    if alone is not None:
        raise BadValue(f"the filter's {alone} goes with no other budget", "give each a filter of its own")


def _too_much(cost: Fraction, left: Fraction, noun: str) -> str:
    shown, had = plain_or_near(cost), plain_or_near(left)
    less = f", less by about {_near(cost - left, 2)}" if had.removeprefix("about ") in shown else ""
    return f"it costs {shown} of {noun}, and {had} is left{less}"


def plain_or_near(number: Fraction) -> str:
    """A number exactly if it is short, otherwise near enough to compare."""
    text = plain(number)
    return text if len(text) <= 20 and "/" not in text else f"about {_near(number, 6)}"


def _near(number: Fraction, digits: int) -> str:
    """A number of any size in few digits."""
    if abs(number.numerator.bit_length() - number.denominator.bit_length()) < 1000:
        return f"{float(number):.{digits}g}"
    return f"{Decimal(number.numerator) / Decimal(number.denominator):.{digits}g}"


def _shown(value: object) -> str:
    if isinstance(value, Fraction):
        return plain_or_near(value)
    if isinstance(value, tuple):
        return f"({value[0]}, {plain_or_near(value[1])})"
    assert isinstance(value, Mapping)
    return "{" + ", ".join(f"{plain_or_near(a)}: {plain_or_near(b)}" for a, b in value.items()) + "}"


def _counted(count: object) -> tuple[Step, int]:
    if not (isinstance(count, tuple | list) and len(count) == 2):
        raise BadValue(f"the filter's count is {count!r}", "write count=('gaussian:sigma=2', 100): a step and a number")
    entries = read_entries(registry(), count[0])
    if len(entries) != 1 or entries[0].times != 1:
        raise BadStep("the filter's count is about several runs or steps", "write one step, and the number beside it")
    return entries[0].step, whole(count[1], "the filter's count", 1, MOST_TIMES)


def _orders(renyi: Mapping[Exact, Exact] | None) -> dict[Fraction, Fraction]:
    if renyi is None:
        return {}
    if not isinstance(renyi, Mapping) or not 1 <= len(renyi) <= _MOST_ORDERS:
        raise BadValue(f"the filter's renyi is {renyi!r}", f"write renyi={{8: 1}}: 1 to {_MOST_ORDERS} orders")
    found = {exact(order, "an order of the filter"): purses.budget_of("renyi", gamma) for order, gamma in renyi.items()}
    if len(found) < len(renyi):
        raise BadValue(f"the filter's renyi is {renyi!r}, with an order twice", "state each order once")
    low = next((order for order in found if order <= 1), None)
    if low is not None:
        raise BadValue(f"an order of the filter is {plain(low)}", "it must be above 1")
    return dict(sorted(found.items()))
