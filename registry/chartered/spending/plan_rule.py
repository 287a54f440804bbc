"""The rule of a fixed plan: its steps and their numbers of runs are fixed before the first result, and each run is paid
from those of its step.

That is a filter that counts the runs of each step: the pairs of n runs compose, so the induction over rounds of
`filter.runs` holds for several steps (`filter.runs.several-steps`), and Renyi divergences of every order stay within
those of the whole plan. So results may decide in which order the steps run, and where the plan ends, and the answer
about the whole plan holds. What they may not do is choose other steps: the eps of what was run so far is no promise
(`filter.running-epsilon`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, Self

from ..accounting import ledger
from ..enclose.certified_bound import unbounded
from ..errors import AlteredBook, BadValue, BudgetExceeded
from ..host.registry import registry
from ..ledger.entries import Entry, read_entries
from ..ledger.named_files import no_files
from ..ledger.required_relation import relation
from ..model.exact_numbers import Exact, exact, plain
from ..model.neighbours import Neighbours
from ..model.questions import Question
from .decision_result import Decision
from .filter_budgets import Budgets
from .filter_rule import FilterRule
from .price import Price
from .purses import Purse

MOST_STEPS = 500
"""The largest number of different steps of a plan: each is a purse."""
_REMEDY = (
    "a plan is fixed before its first result; a new book would not count what has run under this one, and the costs of "
    "both add up"
)
_NOUN = "the runs in the plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRule(FilterRule):
    """The steps of a plan under a relation, and the eps at a delta that it promises."""

    entries: tuple[Entry, ...]
    epsilon: Fraction
    delta: Fraction
    cheaper: str = _REMEDY

    @classmethod
    def of_plan(
        cls,
        entries: Sequence[Entry],
        neighbours: Neighbours,
        target: tuple[Exact, Exact],
        allowed: frozenset[str] | None,
    ) -> Self:
        """The rule of these steps. Raises BadValue."""
        runs: dict[str, Fraction] = {}
        for entry in entries:
            runs[str(entry.step)] = runs.get(str(entry.step), Fraction(0)) + entry.times
        if len(runs) > MOST_STEPS:
            raise BadValue(
                f"the plan has {len(runs)} different steps", f"at most {MOST_STEPS}: give like steps one noise"
            )
        epsilon, delta = (
            exact(target[0], "the plan's epsilon", up=False),
            exact(target[1], "the plan's delta", up=False),
        )
        if epsilon < 0 or not 0 <= delta < 1:
            raise BadValue(
                f"the plan's epsilon is {plain(epsilon)}, its delta {plain(delta)}",
                "epsilon must be a number of at least 0, and delta be in [0, 1)",
            )
        budgets = Budgets({}, runs, tuple(Purse(name, _NOUN) for name in runs))
        return cls(budgets, neighbours, allowed, entries=tuple(entries), epsilon=epsilon, delta=delta)

    @classmethod
    def read(cls, document: Mapping[str, Any], allowed: frozenset[str] | None) -> Self:
        """The rule in the first entry of a book. Raises BadLedger, or CharteredError if a step is not known here."""
        plan = document.get("plan")
        fields = plan if isinstance(plan, Mapping) else {}
        steps, target = fields.get("steps"), (fields.get("epsilon"), fields.get("delta"))
        if not isinstance(steps, list) or not all(isinstance(one, str) for one in target):
            raise AlteredBook("the plan of the book cannot be read", "it was altered; restore a copy")
        with no_files():
            entries = read_entries(registry(), steps)
        neighbours = relation(registry(), entries, Neighbours.read(document.get("neighbours")))
        return cls.of_plan(entries, neighbours, (str(target[0]), str(target[1])), allowed)

    def to_json(self) -> dict[str, Any]:
        """The plan and the relation, as the first entry of a book states them."""
        target = {name: plain(value) for name, value in self.promise.items()}
        plan = {"steps": [entry.to_json() for entry in self.entries], **target}
        return {"plan": plan, "neighbours": self.neighbours.value}

    def prices(
        self, entry: Entry, scope: str = "", failure: Fraction | None = None, seconds: float | None = None
    ) -> list[Price]:
        """A run of a step of the plan costs one of its runs; a plan has no scopes."""
        name = str(entry.step)
        return [Price({name: Fraction(entry.times)})] if name in self.budgets.amounts else []

    def why_none(self, entry: Entry) -> str:
        """Why a step has no price."""
        return "the plan has no such step"

    def remedy(self, entry: Entry) -> str:
        """What to do about such a step."""
        return _REMEDY

    @property
    def ledgers(self) -> tuple[ledger.Ledger, ...]:
        """The plan as a ledger."""
        return (ledger.Ledger(list(self.entries), self.neighbours),)

    @property
    def promise(self) -> dict[str, Fraction]:
        """The eps and the delta that it promises."""
        return {"epsilon": self.epsilon, "delta": self.delta}

    @property
    def in_words(self) -> str:
        """What results may decide."""
        return f"a fixed plan, eps <= {plain(self.epsilon)} at delta = {plain(self.delta)}"

    def __str__(self) -> str:
        return f"{self.in_words}, {self.neighbours.value}"

    def check(self) -> tuple[str, ...]:
        """The third-party plugins that the promise rests on. Raises BudgetExceeded if it is not proved that the whole
        plan keeps it."""
        answer = self.held(Question.epsilon(self.delta)).answer
        upper = answer.upper
        if upper == inf or Fraction(upper) > self.epsilon:
            bound = unbounded("eps") if upper == inf else f"eps <= {answer:.10g}"
            why = f"{bound} at delta = {plain(self.delta)}, and {plain(self.epsilon)} is promised"
            raise BudgetExceeded(
                f"the plan costs too much: {why}", "more noise, or fewer runs, cost less", Decision(False, {}, {}, why)
            )
        return answer.strangers
