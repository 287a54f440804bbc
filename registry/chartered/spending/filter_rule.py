"""The rule of a filter: its budgets under one relation, and what it decides beside what is spent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from time import thread_time
from typing import Any, Self, TypeVar

from chartered_verify.catching import ignoring
from msgspec import structs

from ..accounting import ledger
from ..errors import BadLedger, NeighboursMismatch
from ..host.registry import Registry, registry
from ..ledger.entries import Entry, read_entries
from ..ledger.required_relation import relation
from ..model.exact_numbers import Exact, plain, whole
from ..model.neighbours import Neighbours
from ..model.questions import Question
from ..model.seconds import seconds_of
from ..model.steps import MOST_TIMES
from . import book_export, purses
from .decision_result import Decision
from .filter_budgets import Budgets
from .price import Price, Round, leanest
from .pricing import prices, written_plainly
from .scoped_budgets import check_movable, scoped
from .searched_mu import SECONDS, failure_hint, failure_of, may_have_mu, searched_prices, stated, unproved

T = TypeVar("T")
_OTHERS: Mapping[str, Mapping[str, Any]] = {
    "gdp": {"gdp": 1},
    "pure": {"pure": 1},
    "zcdp": {"zcdp": 1},
    "alpha=8,gamma=1 (renyi={8: 1})": {"renyi": {8: 1}},
    "alpha=2,gamma=1 (renyi={2: 1})": {"renyi": {2: 1}},
    "gdp=1,fail=1e-6": {"gdp": 1, "fail": "1e-6"},
    "pure=1,fail=1e-6": {"pure": 1, "fail": "1e-6"},
}
"""Budgets that may pay for what another one does not."""
_ON_SAMPLES = (
    "noise on samples has no cost that adds up in GDP or eps: fix the largest rate and the least noise beforehand, as "
    "in filter-runs:most=1000/poisson:rate=0.01/gaussian:sigma=1 (in Python count=('poisson:rate=0.01/gaussian:"
    "sigma=1', 1000))"
)
_FAILING = "or pay the mu that it has except for a failure, with failure=1e-8 beside the budgets gdp and fail"
_MOST_PRICED = 1000
"""The largest number of different steps whose prices are kept."""


@dataclass(frozen=True, slots=True)
class FilterRule:
    """Budgets under a relation. It has no state but the prices that it has found, each by the registry that gave it:
    one that was registered for a while pays no longer. `allowed`: the third-party plugins whose prices it takes; None:
    those of all."""

    budgets: Budgets
    neighbours: Neighbours
    allowed: frozenset[str] | None = None
    priced: dict[tuple[Entry, Neighbours, Fraction | str | None], tuple[Registry, list[Any]]] = field(
        default_factory=dict, compare=False, repr=False
    )
    cheaper: str = "a step with more noise, or fewer runs, costs less"
    """What to do about a step that costs too much."""

    @classmethod
    def of(
        cls,
        neighbours: Neighbours | None,
        budgets: Mapping[str, Any],
        allowed: frozenset[str] | None = None,
        scopes: Iterable[str] = (),
        most: Exact = 1,
    ) -> Self:
        """The rule with these budgets and scopes, as a filter takes them. Raises CharteredError."""
        made = Budgets.of(budgets)
        counted = () if made.step is None else (Entry(made.step),)
        held = relation(registry(), counted, neighbours)
        return cls(scoped(made, scopes, most, held), held, allowed)

    @property
    def unspent(self) -> dict[str, Fraction]:
        """What is spent before the first round."""
        return dict.fromkeys(self.budgets.amounts, Fraction(0))

    def round(
        self,
        step: str | Entry,
        times: Exact = 1,
        scope: str = "",
        failure: Exact | None = None,
        seconds: float | None = None,
    ) -> Round:
        """A round that a user asks for, in a scope or of all records, with its prices; with `failure` also that by its
        mu except for a failure, which is searched within `seconds`. Raises CharteredError."""
        entry = self._entry(step, times, scope)
        mass = failure_of(failure, (purse.name for purse in self.budgets.plain.purses))
        limit = None if seconds is None else seconds_of(seconds, "the time limit")
        start, within = thread_time(), SECONDS if limit is None and mass is None else limit
        found, why_none = tuple(self.prices(entry, scope, mass, limit)), self.why_none(entry)
        if mass is not None or self._searches(entry):
            over = within is not None and thread_time() - start >= within
            why_none += unproved(mass, within if over else None)
        return Round(entry, scope, found, why_none, mass)

    def _entry(self, step: str | Entry, times: Exact, scope: str) -> Entry:
        """The step and its runs, checked. Raises CharteredError."""
        entries = read_entries(registry(), step)
        if len(entries) != 1:
            raise BadLedger(f"a round is one step, and these are {len(entries)}", "ask for each by itself")
        relations = self.budgets.relations(self.neighbours, scope)
        if scope:
            check_movable(registry(), entries[0], self.neighbours, relations)
        else:
            self._check_relation(entries)
        return entries[0] * whole(times, "times", 1, MOST_TIMES)

    def _check_relation(self, entries: Sequence[Entry]) -> None:
        """Raises NeighboursMismatch for steps that are not defined under the relation; with one under which a budget
        takes them, and all that this one takes."""
        try:
            relation(registry(), entries, self.neighbours)
        except NeighboursMismatch as error:
            fixed, own = f"{error.hint}; the relation is fixed when a budget is made", self.neighbours
            for wider in (one for one in Neighbours if one is not own and one.covers(own)):
                with ignoring(NeighboursMismatch):
                    relation(registry(), entries, wider)
                    fixed += f": one made under {wider.value} (--neighbours {wider.value}) takes this step, and what "
                    fixed += f"{own.value} takes, and would not count what has run under this one"
            raise NeighboursMismatch(error.message, fixed) from None

    def decision(self, asked: Round, spent: purses.Costs) -> Decision:
        """Whether a round fits beside what is spent, paid by the purse of which it takes the smallest share."""
        taken = [price for price in asked.prices if self.takes(price)]
        left = self.budgets.left(spent)
        if taken:
            least = min(taken, key=lambda price: (*self.budgets.shares(price.cost, left), price.names))
            return structs.replace(self.budgets.decision(least, spent), hint=self._hint(asked, left, least))
        if asked.prices:
            price = min(asked.prices, key=lambda price: price.names)
            why = f"only a plugin that is not allowed has a theorem about it: {price.strangers[0]}"
            return Decision(False, {}, left, why, price.path, price.names)
        return Decision(False, {}, left, asked.why_none, hint=self._hint(asked, left))

    def _hint(self, asked: Round, left: purses.Costs, price: Price | None = None) -> str:
        """How a round may cost less, or have a price, by its mu except for a failure, if that was not requested."""
        named, relations = self.budgets.named, self.budgets.relations(self.neighbours, asked.scope)
        if asked.failure is not None or named(purses.GDP.name, asked.scope) not in left:
            return ""
        return failure_hint(left.get(named(purses.FAIL.name, asked.scope), Fraction(0)), price, asked.entry, relations)

    def why_none(self, entry: Entry) -> str:
        """Why a step has no price."""
        return self.budgets.why_none(entry.step.name)

    def remedy(self, entry: Entry) -> str:
        """What to do about a step that has no price: which budgets pay for it, and what samples need."""
        known, once = registry(), Entry(entry.step)
        others = ((words, Budgets.of(budget).plain) for words, budget in _OTHERS.items())
        paying = [words for words, budget in others if prices(known, self.neighbours, budget, once)]
        told = [f"a budget {' or '.join(paying[:2])} would pay for it"] if paying else []
        if any(known.mechanism(name).sampling for name in entry.step.shape):
            may = may_have_mu(entry, (self.neighbours,), Fraction("1e-8"))
            told.append(f"{_ON_SAMPLES}, {_FAILING}" if may else _ON_SAMPLES)
        return "; ".join(told) or f"a budget filter-runs:most=N/{entry.step} counts its runs"

    def check(self) -> tuple[str, ...]:
        """The third-party plugins that what it promises rests on; budgets promise nothing else. Raises BudgetExceeded
        if the promise is not kept."""
        return ()

    @property
    def in_words(self) -> str:
        """What results may decide."""
        assumed = self.budgets.assumed
        return f"results may choose the next step{'; ' * bool(assumed)}{assumed}"

    def takes(self, price: Price) -> bool:
        """Whether a price rests on no other plugins than those that are allowed."""
        return self.allowed is None or self.allowed.issuperset(price.names)

    def after(self, spent: purses.Costs, cost: purses.Costs) -> dict[str, Fraction]:
        """What is spent after a cost."""
        return purses.after(self.budgets.purses, spent, cost)

    def before(self, spent: purses.Costs, cost: purses.Costs) -> dict[str, Fraction]:
        """What is spent without one of the costs."""
        zero = Fraction(0)
        return {one.name: one.before(spent[one.name], cost.get(one.name, zero)) for one in self.budgets.purses}

    def checked(self, spent: Mapping[str, Fraction], whose: str) -> dict[str, Fraction]:
        """What is spent, as something from outside says. Raises BadLedger if that cannot be."""
        if spent.keys() != self.budgets.amounts.keys():
            raise BadLedger(f"{whose}: what is spent is not of its purses")
        out = (name for name, value in spent.items() if not 0 <= value <= self.budgets.amounts[name])
        over = next(out, None) or next((one.name for one in self.budgets.exceeded(spent, spent)), None)
        if over is not None:
            raise BadLedger(f"{whose}: {over} is {plain(spent[over])}, which is no part of its budget")
        return dict(spent)

    def prices(
        self, entry: Entry, scope: str = "", failure: Fraction | None = None, seconds: float | None = None
    ) -> list[Price]:
        """The ways to pay for a round, those by plugins that are not allowed among them. In a scope that a record may
        leave as well as change in, the larger of the costs of both."""
        relations = self.budgets.relations(self.neighbours, scope)
        each = [self._under(one, entry, failure, seconds) for one in relations]
        found = each[0]
        for others in each[1:]:
            found = leanest([one.or_more(other) for one, other in product(leanest(found), leanest(others))])
        named = self.budgets.named
        return [
            structs.replace(one, cost={named(name, scope): value for name, value in one.cost.items()}) for one in found
        ]

    def _under(
        self, neighbours: Neighbours, entry: Entry, failure: Fraction | None, seconds: float | None
    ) -> list[Price]:
        """The prices of a round under a relation: of one run, times their number, and of all except for a failure."""
        once, runs = Entry(entry.step), Entry(entry.step, entry.times)
        several = {purse.name: purse.several for purse in self.budgets.plain.purses}
        each = self._kept((once, neighbours, None), lambda: prices(registry(), neighbours, self.budgets.plain, once))
        if self._searches(entry) and not self._stated(once, neighbours, each):
            never, limit = Fraction(0), SECONDS if seconds is None else seconds
            each = each + self._kept((once, neighbours, never), lambda: searched_prices(neighbours, once, never, limit))
        found = [
            structs.replace(one, cost={name: several[name](value, entry.times) for name, value in one.cost.items()})
            for one in each
        ]
        if failure is not None:
            key, mass = (runs, neighbours, failure), failure
            found += self._kept(key, lambda: searched_prices(neighbours, runs, mass, seconds))
        return found

    def _searches(self, entry: Entry) -> bool:
        """Whether a mu is searched that no theorem states: `gdp` pays it; noise on samples has none, or a large one,
        and shuffled reports that of their clones."""
        if all(purse is not purses.GDP for purse in self.budgets.plain.purses):
            return False
        known, step = registry(), entry.step
        return step.inner is None or known.mechanism(step.name).local or written_plainly(known, self.neighbours, step)

    def _stated(self, once: Entry, neighbours: Neighbours, prices: list[Price]) -> bool:
        """Whether the mu of a run is stated, kept with its prices: it takes a question about delta."""
        (found,) = self._kept((once, neighbours, "stated"), lambda: [stated(prices, once, neighbours)])
        return found

    def _kept(self, key: tuple[Entry, Neighbours, Fraction | str | None], find: Callable[[], list[T]]) -> list[T]:
        """The prices of a key, or another list, kept; not kept is that there are none, as more seconds may find
        some."""
        known = registry()
        whose, found = self.priced.get(key, (None, []))
        if whose is not known:
            found = find()
            if found and (key in self.priced or len(self.priced) < _MOST_PRICED):
                self.priced[key] = known, found
        return found

    @property
    def ledgers(self) -> tuple[ledger.Ledger, ...]:
        """The budgets as a ledger, or one for each order."""
        assumed = self.budgets.assumed
        stated = ([structs.replace(first, label=assumed), *others] for first, *others in self.budgets.entries())
        return tuple(ledger.Ledger(entries, self.neighbours) for entries in stated)

    def held(self, question: Question, ledgers: Sequence[ledger.Ledger] | None = None) -> book_export.Held:
        """What holds of the budgets, or of `ledgers` that state them. Raises CharteredError."""
        return book_export.Held.of(ledgers or self.ledgers, question, self.allowed)

    def __str__(self) -> str:
        return f"{self.budgets}, {self.neighbours.value}"
