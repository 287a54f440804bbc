"""A ledger, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..display import Displayed, Layout, data_frame
from ..errors import BadValue, NeighboursMismatch
from ..host.registry import Registry, registry
from ..ledger.entries import Entry, Steps, described, read_entries
from ..ledger.ledger_file import checked_document, read_ledger_file, save_ledger_file
from ..ledger.many_entries import merged
from ..ledger.requirements import carried, relation
from ..ledger.stated import UNSTATED, Stated, read_stated
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from ..model.questions import Question
from ..model.seconds import seconds_of
from ..visible import shown
from .account import Account
from .accountant_names import names_of
from .accounting import Accounting
from .answers import Answer
from .either import either

if TYPE_CHECKING:
    from .path_sweep import Array
    from .risk import Risk
    from .sweep import Many
    from .table import Comparison
    from .tradeoff import TradeOff


_MOST_ROWS = 20
"""The largest number of entries that the text and the HTML of a ledger show."""


class Ledger(Displayed):
    """The steps that read the data, under a neighbouring relation.

    `steps`: entries (`ch.mechanism("gaussian", sigma=20) * 1000`), texts (`"gaussian:sigma=20,times=1000"`) or tables
    with step, times and label; or another ledger. `neighbours` (or `neighbors`): the relation; without it, that of the
    other ledger, or the one that the steps require, else add-or-remove. `entries`: equal steps are merged, with the sum
    of their runs. `stated`: the `[statement]` table of a ledger file, for a privacy statement. Raises CharteredError,
    also where another relation would reread a number of another ledger."""

    stated: Stated = UNSTATED

    def __init__(
        self,
        steps: Steps | Ledger,
        neighbours: Neighbours | str | None = None,
        *,
        neighbors: Neighbours | str | None = None,
    ) -> None:
        self._registry: Registry = registry()
        wanted = Neighbours.chosen(neighbours, neighbors)
        if isinstance(steps, Ledger):
            wanted = carried(self._registry, steps.entries, steps.neighbours, wanted, "the ledger")
            self.stated, steps = steps.stated, steps.entries
        self.entries: tuple[Entry, ...] = merged(read_entries(self._registry, steps))
        self.neighbours: Neighbours = relation(self._registry, self.entries, wanted)

    @classmethod
    def read(
        cls,
        path: str | Path,
        neighbours: Neighbours | str | None = None,
        *,
        neighbors: Neighbours | str | None = None,
    ) -> Ledger:
        """The ledger in a TOML or JSON file; `neighbours` overrides the file's relation, unless a number in the file
        holds for that one alone. Raises CharteredError."""
        return cls.from_dict(read_ledger_file(path), neighbours, neighbors=neighbors, where=f"the ledger {path}")

    @classmethod
    def from_dict(
        cls,
        document: dict[str, Any],
        neighbours: Neighbours | str | None = None,
        *,
        neighbors: Neighbours | str | None = None,
        where: str = "the ledger",
    ) -> Ledger:
        """The ledger in a dictionary with the fields of a ledger file, such as `to_dict` gives; otherwise as `read`.
        `where`: how errors name it. Raises CharteredError."""
        document = checked_document(document, where)
        entries, wanted = read_entries(registry(), document["steps"]), Neighbours.chosen(neighbours, neighbors)
        own = Neighbours.read(document["neighbours"]) if "neighbours" in document else None
        found = cls(entries, carried(registry(), entries, own, wanted, where))
        if "statement" in document:
            found.stated = read_stated(document["statement"], f"the statement in {where}")
        return found

    def epsilon(
        self,
        delta: Exact,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        digits: int | None = None,
        within: Exact | None = None,
        seconds: float | None = None,
    ) -> Answer:
        """The tightest answer for the least eps at `delta`. An exact answer has at least `digits` correct digits, or
        ends no farther apart than `within`. `seconds` limits the processor time: the answer is the tightest that is
        found by then. Raises CharteredError if there is none."""
        return self._accounting(accountant, heuristic, seconds).best(Question.epsilon(delta, digits, within))

    def delta(
        self,
        epsilon: Exact,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        digits: int | None = None,
        within: Exact | None = None,
        seconds: float | None = None,
    ) -> Answer:
        """The tightest answer for the least delta at `epsilon`, with the arguments of `epsilon`. Raises CharteredError
        if there is none."""
        return self._accounting(accountant, heuristic, seconds).best(Question.delta(epsilon, digits, within))

    def mu(
        self,
        tolerance: Exact = "1e-9",
        accountant: str | Iterable[str] | None = None,
        *,
        head: Exact | None = None,
        tail: Exact | None = None,
        seconds: float | None = None,
    ) -> Answer:
        """An enclosure of the least mu for which the ledger's best profile is mu-GDP; infinite, with the reason, if
        there is none. `tolerance`: the width of the enclosure, relative if mu is below 1. `head`, `tail`: an eps; mu
        has to hold only up to it, or only from it on. `seconds` limits the processor time. Raises CharteredError."""
        return self._accounting(accountant, False, seconds).best(Question.mu(tolerance, head, tail))

    def tradeoff(self, type_one: Exact, accountant: str | Iterable[str] | None = None) -> TradeOff:
        """A certified lower bound on the type II error of every test between neighbours whose type I error is at most
        `type_one`. Raises CharteredError."""
        from .tradeoff import tradeoff

        return tradeoff(self._accounting(accountant), type_one)

    def risk(
        self,
        *,
        prior: Exact = "1/2",
        type_one: Exact = "1e-3",
        baseline: Exact = "1e-6",
        accountant: str | Iterable[str] | None = None,
        seconds: float | None = None,
    ) -> Risk:
        """Certified upper bounds on the success of an attacker who sees every output and knows all records but one:
        membership inference and reconstruction.

        `prior`: the probability that the record is in the data. `type_one`: the false positive rate of a test.
        `baseline`: the success probability of a blind guess, given all other records. `seconds` limits the processor
        time. Raises CharteredError."""
        from .risk import risk

        return risk(self._accounting(accountant), prior, type_one, baseline, seconds)

    def account(
        self,
        question: Question,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        seconds: float | None = None,
    ) -> Account:
        """All answers to a question, the tightest first, and the accountants without one; with `seconds`, those that
        are found within this much processor time. Raises CharteredError."""
        if not isinstance(question, Question):
            raise BadValue(f"the question is {question!r}", "ask Question.epsilon(delta), say")
        return self._accounting(accountant, heuristic, seconds).ask(question)

    def compare(
        self,
        *,
        delta: Exact | None = None,
        epsilon: Exact | None = None,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        peers: bool | Iterable[str] = False,
        peer_seconds: float | None = None,
    ) -> Comparison:
        """All answers side by side: a table in a terminal, HTML in a notebook. Give delta or epsilon.

        `peers`: other packages that are evaluated as well, each in its own process: all installed ones, or those with
        these names, for at most `peer_seconds` (60) each. Raises CharteredError."""
        from .peer_rows import peer_rows
        from .table import Comparison

        account = self.account(either(delta, epsilon, "compare"), accountant, heuristic)
        return Comparison(account, peers=None if peers is False else peer_rows(account, peers, peer_seconds))

    def epsilons(
        self,
        delta: Many,
        times: Many | None = None,
        accountant: str | Iterable[str] | None = None,
        certified: bool = True,
        *,
        digits: int | None = None,
    ) -> Array:
        """The least eps for many values of `times` (each multiplies the whole ledger) or of `delta`: an array of upper
        bounds. Every number is certified and rounded up, as in `epsilon`, with at least `digits` correct digits where
        an answer is exact, at most those of a double; `certified=False` gives plain floats. Raises CharteredError."""
        from .sweep import epsilons

        only = names_of(accountant)
        return epsilons(self._registry, self.entries, self.neighbours, delta, times, only, certified, digits)[1]

    def epsilon_intervals(
        self,
        delta: Many,
        times: Many | None = None,
        accountant: str | Iterable[str] | None = None,
        *,
        digits: int | None = None,
    ) -> tuple[Array, Array]:
        """Enclosures of the least eps for many values: (lower ends, upper ends), with the arguments of `epsilons`. A
        lower end is 0 if nothing more is proved. Raises CharteredError."""
        from .sweep import epsilons

        only = names_of(accountant)
        return epsilons(self._registry, self.entries, self.neighbours, delta, times, only, True, digits)

    def _accounting(
        self, accountant: str | Iterable[str] | None, heuristic: bool = False, seconds: float | None = None
    ) -> Accounting:
        limit = None if seconds is None else seconds_of(seconds, "the time limit")
        return Accounting(self._registry, self.entries, self.neighbours, heuristic, names_of(accountant), limit)

    def __mul__(self, count: Exact) -> Ledger:
        """The ledger with `count` times as many runs of every entry."""
        return Ledger([entry * count for entry in self.entries], self.neighbours)

    __rmul__ = __mul__

    def __add__(self, other: Ledger | Steps) -> Ledger:
        """The ledger of both: another ledger, or one or several steps as entries or text. Raises NeighboursMismatch if
        the relations differ, and BadLedger, BadStep or BadValue for an invalid step."""
        if not isinstance(other, Ledger):
            return Ledger([*self.entries, *read_entries(self._registry, other)], self.neighbours)
        if self.neighbours is not other.neighbours:
            raise NeighboursMismatch(
                f"one ledger is {self.neighbours.value}, the other {other.neighbours.value}",
                "add ledgers of one neighbouring relation",
            )
        return Ledger([*self.entries, *other.entries], self.neighbours)

    def __radd__(self, other: Steps) -> Ledger:
        return Ledger([*read_entries(self._registry, other), *self.entries], self.neighbours)

    def __eq__(self, other: object) -> bool:
        """Whether both have the same entries, labels and order included, under the same relation."""
        if not isinstance(other, Ledger):
            return NotImplemented
        return (self.entries, self.neighbours) == (other.entries, other.neighbours)

    def __hash__(self) -> int:
        return hash((self.entries, self.neighbours))

    def to_dict(self) -> dict[str, Any]:
        """The ledger as a dictionary, which `from_dict` reads; written as JSON it is a ledger file."""
        found = {"neighbours": self.neighbours.value, "steps": [entry.to_json() for entry in self.entries]}
        return found | ({"statement": self.stated.to_dict()} if self.stated.pairs else {})

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a row for each entry: step, times and label. Raises CharteredError without
        pandas."""
        rows = ({"step": str(entry.step), "times": entry.times, "label": entry.label} for entry in self.entries)
        return data_frame(rows, ("step", "times", "label"))

    def save(self, path: str | Path) -> None:
        """Writes the ledger, with its relation and statement, as a file that `Ledger.read` reads: TOML, or JSON where
        the name ends in .json. The file appears whole or not at all. Raises BadLedger if it cannot be written."""
        save_ledger_file(self.to_dict(), path)

    def layout(self) -> Layout:
        """The relation, and each entry: step, times and label."""
        rows = [(shown(str(e.step)), str(e.times), e.shown_label) for e in self.entries[:_MOST_ROWS]]
        more = len(self.entries) - _MOST_ROWS
        relation_in_words = f"{self.neighbours.value}: {self.neighbours.change}"
        notes = [f"and {more} more entries"] if more > 0 else []
        return Layout([("neighbours", relation_in_words)], ("step", "times", "label"), rows, notes)

    def __repr__(self) -> str:
        return described(self.entries, self.neighbours)
