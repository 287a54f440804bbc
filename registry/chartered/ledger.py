"""A ledger, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .account import Account, Accounting, names_of
from .answers import Answer
from .entries import Entry, read_entries, read_ledger_file, relation
from .errors import CharteredError
from .host import Registry, registry
from .neighbours import Neighbours
from .questions import Question

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .comparison import Comparison
    from .distinguishing import TradeOff
    from .pages.statement import Statement


class Ledger:
    """What touched the data, and under which neighbouring relation.

    `steps` are entries (`ch.mechanism("gaussian", sigma=20) * 1000`), texts (`"gaussian:sigma=20,times=1000"`) or tables with step, times
    and label. Without `neighbours` the relation is the one that the steps require, else add-or-remove. Raises CharteredError.
    """

    def __init__(self, steps: Iterable[Entry | str | dict[str, object]] | Entry | str, neighbours: Neighbours | str | None = None) -> None:
        self._registry: Registry = registry()
        self.entries: tuple[Entry, ...] = read_entries(self._registry, steps)  # type: ignore[arg-type]
        wanted = None if neighbours is None else Neighbours.read(neighbours)
        self.neighbours: Neighbours = relation(self._registry, self.entries, wanted)

    @classmethod
    def read(cls, path: str | Path, neighbours: Neighbours | str | None = None) -> Ledger:
        """The ledger in a TOML or JSON file; `neighbours` overrides the file's. Raises CharteredError."""
        document = read_ledger_file(path)
        return cls(document["steps"], neighbours or document.get("neighbours"))

    def epsilon(self, delta: object, accountant: str | Iterable[str] | None = None, heuristic: bool = False) -> Answer:
        """The tightest answer for the least eps at `delta`. Raises CharteredError if no path leads to one."""
        return self._best(Question.epsilon(delta), accountant, heuristic)

    def delta(self, epsilon: object, accountant: str | Iterable[str] | None = None, heuristic: bool = False) -> Answer:
        """The tightest answer for the least delta at `epsilon`. Raises CharteredError if no path leads to one."""
        return self._best(Question.delta(epsilon), accountant, heuristic)

    def mu(
        self, tolerance: object = "1e-9", accountant: str | Iterable[str] | None = None, *, head: object = None, tail: object = None
    ) -> Answer:
        """The bracket of the least mu for which the ledger's best profile is mu-GDP; infinite, with the reason, if it is not GDP.

        `tolerance` is how wide it may be, relative where mu is below 1. `head` or `tail`, an eps, asks only about what is up to it, or from
        it on. Raises CharteredError.
        """
        return self._best(Question.mu(tolerance, head, tail), accountant, False)

    def tradeoff(self, type_one: object, accountant: str | Iterable[str] | None = None) -> TradeOff:
        """The least type II error of a test between neighbours whose type I error is at most `type_one`, certified from below.

        Raises CharteredError.
        """
        from .distinguishing import tradeoff

        return tradeoff(self, type_one, accountant)

    def account(self, question: Question, accountant: str | Iterable[str] | None = None, heuristic: bool = False) -> Account:
        """Every answer to a question, the tightest first, and the accountants that have none. Raises UnknownName."""
        return Accounting(self._registry, self.entries, self.neighbours, heuristic, names_of(accountant)).ask(question)

    def compare(
        self, *, delta: object = None, epsilon: object = None, accountant: str | Iterable[str] | None = None, heuristic: bool = False
    ) -> Comparison:
        """All answers side by side: a table in a terminal, HTML in a notebook. Give delta or epsilon. Raises CharteredError."""
        from .comparison import Comparison

        return Comparison(self.account(_either(delta, epsilon, "compare"), accountant, heuristic))

    def epsilons(self, delta: object, times: object = None, accountant: str | Iterable[str] | None = None, certified: bool = True) -> Any:
        """The least eps for many values of `times` (each multiplies the whole ledger) or of `delta`: an array of upper bounds.

        Every number is certified and rounded up, as `epsilon` would give it; `certified=False` gives plain floats for plots.
        Raises CharteredError.
        """
        from .sweep import epsilons

        return epsilons(self._registry, self.entries, self.neighbours, delta, times, names_of(accountant), certified)

    def plot(self, kind: str, *, delta: object = None, times: object = None, accountant: str | Iterable[str] | None = None) -> Figure:
        """A matplotlib figure: "profile", "tradeoff", "mu" or "epsilon" over times; see `chartered.plot`, which draws several ledgers.

        Raises CharteredError, also where matplotlib is not installed.
        """
        from .pictures import plot

        return plot(kind, self, delta=delta, times=times, accountant=accountant)

    def report(
        self,
        *,
        delta: object = None,
        epsilon: object = None,
        accountant: str | Iterable[str] | None = None,
        title: str = "",
        unit: str = "",
        date: str = "",
        pictures: bool = True,
    ) -> Statement:
        """The privacy statement: one page to read and hand on, with the certificate in it. Give delta or epsilon.

        `unit` says what one record is ("one person"). A `date` stands on the page only if given: the same call gives the same bytes.
        Raises CharteredError.
        """
        from .pages.statement import statement

        question = _either(delta, epsilon, "report")
        return statement(self, question, accountant, title=title, unit=unit, date=date, pictures=pictures)

    def _best(self, question: Question, accountant: str | Iterable[str] | None, heuristic: bool) -> Answer:
        account = self.account(question, accountant, heuristic)
        if account.best is None:
            reasons = "; ".join(f"{none.accountant}: {none.why}" for none in account.unavailable)
            raise CharteredError(f"no answer for {question} of {self!r}", reasons)
        return account.best

    def __mul__(self, count: object) -> Ledger:
        """The whole ledger run `count` times."""
        return Ledger([entry * count for entry in self.entries], self.neighbours)

    __rmul__ = __mul__

    def __add__(self, other: Ledger) -> Ledger:
        """Both ledgers, one after the other. Raises NeighboursMismatch if their relations differ."""
        from .errors import NeighboursMismatch

        if self.neighbours is not other.neighbours:
            raise NeighboursMismatch(
                f"one ledger is {self.neighbours.value}, the other {other.neighbours.value}", "add ledgers of one neighbouring relation"
            )
        return Ledger([*self.entries, *other.entries], self.neighbours)

    def __repr__(self) -> str:
        return f"Ledger([{', '.join(repr(str(entry)) for entry in self.entries)}], neighbours={self.neighbours.value!r})"


def _either(delta: object, epsilon: object, asked: str) -> Question:
    if (delta is None) == (epsilon is None):
        raise CharteredError(f"{asked} needs either delta or epsilon", f"say {asked}(delta=1e-5)")
    return Question.epsilon(delta) if epsilon is None else Question.delta(epsilon)
