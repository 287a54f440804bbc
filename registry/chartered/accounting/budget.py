"""The budget of a ledger in the words in which budgets are stated: pure eps, rho, mu, the Renyi divergence of an order,
eps at a delta and delta at an eps; the tightest of each."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from typing import Any

from chartered_verify.enclosure import Enclosure
from chartered_verify.outward_rounding import outward
from msgspec import Struct

from ..display import Layout, Told, data_frame, one_line
from ..enclose.certified_bound import ledger_facts, unbounded
from ..enclose.rounded import shown_ends
from ..errors import BadValue
from ..host.registry import registry
from ..ledger.entries import Entry
from ..ledger.required_relation import sampling_of
from ..model.exact_numbers import fraction_to_json, number_to_json, plain
from ..model.neighbours import Neighbours
from ..paths.rewriting import ledger_to_json
from .answers import Answer, Bounded

_COLUMNS = ("measure", "at", "lower", "upper", "accountant", "path", "lower_exact", "upper_exact")


class Measure(Bounded, Struct, frozen=True):
    """One number of a budget.

    Attributes:
        name: "pure" (eps at delta = 0), "rho", "mu", "renyi", "epsilon" or "delta".
        at: What it is stated at: a delta, an epsilon, an order or a failure probability, by name.
        bound: The enclosure behind `lower` and `upper`.
        attained: Whether no smaller number holds, so that there is a lower end.
        path: The theorems and the accountant in the order of use.
        accountant: The accountant that composed the guarantees.
        strangers: The third-party plugins behind it.
        answer: The answer with its certificate, for what is a question of its own; None for rho and Renyi divergences.

    Examples:
        >>> rho = ch.Ledger("gaussian:sigma=20,times=1000").budget()["rho"]
        >>> rho.lower, rho.upper, rho.accountant
        (1.25, 1.25, 'gdp')
    """

    name: str
    at: Mapping[str, Fraction]
    bound: Enclosure
    attained: bool
    path: tuple[str, ...]
    accountant: str
    strangers: tuple[str, ...] = ()
    answer: Answer | None = None

    @property
    def place(self) -> str:
        """What it is stated at, in words."""
        return ", ".join(f"{name} = {plain(value)}" for name, value in self.at.items())

    def to_json(self) -> dict[str, Any]:
        """The number as JSON."""
        return {
            "measure": self.name,
            "at": {name: fraction_to_json(value) for name, value in self.at.items()},
            "upper": number_to_json(self.upper),
            "lower": None if self.lower is None else number_to_json(self.lower),
            "upper_exact": self.upper_exact,
            "lower_exact": self.lower_exact,
            "accountant": self.accountant,
            "path": list(self.path),
            "strangers": list(self.strangers),
        }


class Budget(Told, Struct, frozen=True):
    """The budget of a ledger, the tightest number of each measure.

    Attributes:
        entries: The ledger's entries.
        neighbours: The relation.
        measures: The numbers, in a fixed order; `budget["rho"]` is one of them.
        unavailable: The measures without a number, each with the reason.
        notes: What a reader must know, such as which decimals were read for irrational numbers.

    Examples:
        >>> budget = ch.Ledger("gaussian:sigma=20,times=1000").budget(delta="1e-5", renyi=2)
        >>> [(one.name, one.upper) for one in budget.measures]
        [('rho', 1.25), ('mu', 1.5811388300841898), ('renyi', 2.5), ('epsilon', 7.511275900744783)]
    """

    entries: tuple[Entry, ...]
    neighbours: Neighbours
    measures: tuple[Measure, ...]
    unavailable: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Measure:
        """The measure of that name. Raises BadValue if the budget has none."""
        found = next((one for one in self.measures if one.name == name), None)
        if found is None:
            why = dict(self.unavailable).get(name, f"it has {', '.join(one.name for one in self.measures)}")
            raise BadValue(f"this budget has no {name}", why)
        return found

    def to_json(self) -> dict[str, Any]:
        """The budget as JSON."""
        known = registry()
        return {
            "quantity": "budget",
            "neighbours": self.neighbours.value,
            "ledger": ledger_to_json(known, self.entries, self.neighbours),
            "sampling": sampling_of(known, self.entries),
            "measures": [one.to_json() for one in self.measures],
            "unavailable": [{"measure": name, "why": why} for name, why in self.unavailable],
        } | ({"notes": list(self.notes)} if self.notes else {})

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a row for each measure. Raises CharteredError without pandas."""
        rows = ({**one.to_json(), "at": one.place} for one in self.measures)
        return data_frame(({name: row[name] for name in _COLUMNS} for row in rows), _COLUMNS)

    @property
    def headline(self) -> str:
        """All numbers in one line."""
        bounds = (
            unbounded(one.name) if one.upper == inf else f"{one.name} <= {outward(one.upper_exact, up=True)}"
            for one in self.measures
        )
        found = (
            f"{bound}{f' at {one.place}' if one.at else ''}" for bound, one in zip(bounds, self.measures, strict=True)
        )
        return "; ".join(found) or "no theorem bounds this ledger"

    def layout(self) -> Layout:
        """The ledger and its relation, and each measure with both ends."""
        rows = [
            (one.name, one.place, *shown_ends(one.lower_exact, one.upper_exact), one.accountant, " > ".join(one.path))
            for one in self.measures
        ]
        notes = [*self.notes, *(f"no {name}: {why}" for name, why in self.unavailable)]
        titles = ("measure", "at", "at least", "at most", "accountant", "path")
        return Layout(ledger_facts(self.entries, self.neighbours), titles, rows, notes)

    def __repr__(self) -> str:
        return one_line(f"<budget: {self.headline}>")
