"""A ledger, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import CharteredError
from ..host.registry import Registry, registry
from ..ledger.entries import Entry, described, read_entries, read_ledger_file, relation
from ..model.neighbours import Neighbours
from ..model.questions import Question
from .account import Account
from .accounting import Accounting, names_of
from .answers import Answer

if TYPE_CHECKING:
    from .risk import Risk
    from .table import Comparison
    from .tradeoff import TradeOff


class Ledger:
    """What touched the data, and under which neighbouring relation.

    `steps` are entries (`ch.mechanism("gaussian", sigma=20) * 1000`), texts (`"gaussian:sigma=20,times=1000"`) or
    tables with step, times and label. Without `neighbours` the relation is the one that the steps require, else
    add-or-remove. Raises CharteredError."""

    def __init__(
        self, steps: Iterable[Entry | str | dict[str, object]] | Entry | str, neighbours: Neighbours | str | None = None
    ) -> None:
        self._registry: Registry = registry()
        self.entries: tuple[Entry, ...] = read_entries(self._registry, steps)  # type: ignore[arg-type]
        wanted = None if neighbours is None else Neighbours.read(neighbours)
        self.neighbours: Neighbours = relation(self._registry, self.entries, wanted)

    @classmethod
    def read(cls, path: str | Path, neighbours: Neighbours | str | None = None) -> Ledger:
        """The ledger in a TOML or JSON file; `neighbours` overrides the file's. Raises CharteredError."""
        document = read_ledger_file(path)
        return cls(document["steps"], neighbours or document.get("neighbours"))

    def epsilon(
        self,
        delta: object,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        digits: int | None = None,
    ) -> Answer:
        """The tightest answer for the least eps at `delta`, to so many `digits` where it is exact. Raises
        CharteredError if no path leads to one."""
        return self._best(Question.epsilon(delta, digits), accountant, heuristic)

    def delta(
        self,
        epsilon: object,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        digits: int | None = None,
    ) -> Answer:
        """The tightest answer for the least delta at `epsilon`, to so many `digits` where it is exact. Raises
        CharteredError if no path leads to one."""
        return self._best(Question.delta(epsilon, digits), accountant, heuristic)

    def mu(
        self,
        tolerance: object = "1e-9",
        accountant: str | Iterable[str] | None = None,
        *,
        head: object = None,
        tail: object = None,
    ) -> Answer:
        """The bracket of the least mu for which the ledger's best profile is mu-GDP; infinite, with the reason, if it
        is not GDP.

        `tolerance` is how wide it may be, relative where mu is below 1. `head` or `tail`, an eps, asks only about what
        is up to it, or from it on. Raises CharteredError."""
        return self._best(Question.mu(tolerance, head, tail), accountant, False)

    def tradeoff(self, type_one: object, accountant: str | Iterable[str] | None = None) -> TradeOff:
        """The least type II error of a test between neighbours whose type I error is at most `type_one`, certified from
        below.

        Raises CharteredError.
        """
        from .tradeoff import tradeoff

        return tradeoff(self._accounting(accountant), type_one)

    def risk(
        self,
        *,
        prior: object = "1/2",
        type_one: object = "1e-3",
        baseline: object = "1e-6",
        accountant: str | Iterable[str] | None = None,
    ) -> Risk:
        """What an attacker can gain who sees every output and knows all records but one, certified from above:
        membership inference and reconstruction.

        `prior` is the probability that the record is in the data, `type_one` the false positive rate of a test,
        `baseline` the chance of a blind guess, given all other records. Raises CharteredError."""
        from .risk import risk

        return risk(self._accounting(accountant), prior, type_one, baseline)

    def account(
        self, question: Question, accountant: str | Iterable[str] | None = None, heuristic: bool = False
    ) -> Account:
        """Every answer to a question, the tightest first, and the accountants that have none. Raises UnknownName."""
        return self._accounting(accountant, heuristic).ask(question)

    def compare(
        self,
        *,
        delta: object = None,
        epsilon: object = None,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
    ) -> Comparison:
        """All answers side by side: a table in a terminal, HTML in a notebook. Give delta or epsilon. Raises
        CharteredError."""
        from .table import Comparison

        return Comparison(self.account(either(delta, epsilon, "compare"), accountant, heuristic))

    def epsilons(
        self, delta: object, times: object = None, accountant: str | Iterable[str] | None = None, certified: bool = True
    ) -> Any:
        """The least eps for many values of `times` (each multiplies the whole ledger) or of `delta`: an array of upper
        bounds.

        Every number is certified and rounded up, as `epsilon` would give it; `certified=False` gives plain floats for
        plots. Raises CharteredError."""
        from .sweep import epsilons

        return epsilons(self._registry, self.entries, self.neighbours, delta, times, names_of(accountant), certified)

    def _best(self, question: Question, accountant: str | Iterable[str] | None, heuristic: bool) -> Answer:
        return self._accounting(accountant, heuristic).best(question)

    def _accounting(self, accountant: str | Iterable[str] | None, heuristic: bool = False) -> Accounting:
        return Accounting(self._registry, self.entries, self.neighbours, heuristic, names_of(accountant))

    def __mul__(self, count: object) -> Ledger:
        """The whole ledger run `count` times."""
        return Ledger([entry * count for entry in self.entries], self.neighbours)

    __rmul__ = __mul__

    def __add__(self, other: Ledger) -> Ledger:
        """Both ledgers, one after the other. Raises NeighboursMismatch if their relations differ."""
        from ..errors import NeighboursMismatch

        if self.neighbours is not other.neighbours:
            raise NeighboursMismatch(
                f"one ledger is {self.neighbours.value}, the other {other.neighbours.value}",
                "add ledgers of one neighbouring relation",
            )
        return Ledger([*self.entries, *other.entries], self.neighbours)

    def __repr__(self) -> str:
        return described(self.entries, self.neighbours)


def either(delta: object, epsilon: object, asked: str) -> Question:
    """The question about the one of the two that is not given. Raises CharteredError."""
    if (delta is None) == (epsilon is None):
        raise CharteredError(f"{asked} needs either delta or epsilon", f"say {asked}(delta=1e-5)")
    return Question.epsilon(delta) if epsilon is None else Question.delta(epsilon)
