"""A ledger to which a running program adds steps, and which answers as it goes."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadLedger, BadValue
from ..host.registry import registry
from ..ledger.entries import Entry, Steps, read_entries
from ..ledger.many_entries import merged
from ..ledger.requirements import carried
from ..model.exact_numbers import Exact, whole
from ..model.neighbours import Neighbours
from ..model.questions import EpsilonAt, Question
from ..model.steps import MOST_TIMES
from .answers import Answer
from .inverse_questions import largest_times
from .ledger import Ledger
from .solved import Solved


class OpenLedger:
    """What touched the data so far: `add` puts a step on it, and every question is about all steps until now.

    Adding is cheap, and so is a question that was asked since the last step was added. A number holds if the steps
    until now were planned, or chosen by what is public: if an output decides which steps follow, and with how much
    noise, no ledger covers that. To stop earlier than planned is covered. Without
    `neighbours` the relation is the one that the steps so far require, as in a ledger; a step that would change it is
    refused if a number so far holds for that one alone. Not to be shared by threads without a lock."""

    def __init__(self, steps: Steps = (), neighbours: Neighbours | str | None = None) -> None:
        self._neighbours = Neighbours.chosen(neighbours, None)
        self._entries: list[Entry] = []
        self._relation: Neighbours | None = None  # the one under which the steps so far were added
        self._ledger: Ledger | None = None
        self._answers: dict[tuple[Question, frozenset[str] | str | None], Answer] = {}
        self._texts: dict[str, tuple[Entry, ...]] = {}
        if steps != ():
            self.add(steps)

    def add(self, step: Steps, times: Exact = 1) -> None:
        """Puts a step, or several, on the ledger, `times` times. Raises CharteredError, and then nothing is added."""
        count = whole(times, "times", 1, MOST_TIMES)
        found, relation = (self._texts.get(step) if isinstance(step, str) else None), self._relation
        if found is None:
            found = read_entries(registry(), step)
            after = Ledger([*self._entries, *found], self._neighbours)  # a step that does not fit is refused here
            carried(registry(), self._entries, self._relation, after.neighbours, "the ledger so far")
            relation = after.neighbours
            if isinstance(step, str):
                self._texts[step] = found
        added = [entry * count for entry in found]
        last = self._entries[-1] if self._entries else None
        again = len(added) == 1 and last is not None and (last.step, last.label) == (added[0].step, added[0].label)
        entries = [] if again else list(merged([*self._entries, *added]))
        self._ledger, self._answers = (
            None,
            {},
        )  # before the step counts: an interrupt must not leave an answer without it
        if again and last is not None:
            self._entries[-1] = Entry(last.step, _total(last.times, added[0].times), last.label)
        else:
            self._entries = entries
        self._relation = relation

    @property
    def ledger(self) -> Ledger:
        """All steps so far, as a ledger. Raises BadLedger where there are none."""
        if self._ledger is None:
            if not self._entries:
                raise BadLedger("no step was added yet", "add one first")
            self._ledger = Ledger(self._entries, self._neighbours)
        return self._ledger

    def epsilon(self, delta: Exact, accountant: str | Iterable[str] | None = None) -> Answer:
        """The tightest answer for the least eps at `delta` of all steps so far. Raises CharteredError, also where there
        are none."""
        return self._answer(Question.epsilon(delta), accountant)

    def delta(self, epsilon: Exact, accountant: str | Iterable[str] | None = None) -> Answer:
        """The tightest answer for the least delta at `epsilon` of all steps so far. Raises CharteredError, also where
        there are none."""
        return self._answer(Question.delta(epsilon), accountant)

    def largest_times(
        self,
        step: str | Entry,
        *,
        epsilon: Exact | None = None,
        delta: Exact | None = None,
        mu: Exact | None = None,
        accountant: str | Iterable[str] | None = None,
    ) -> Solved:
        """How often a step may still run, beside all steps so far, within (epsilon, delta) or within mu. Raises
        CharteredError."""
        beside = self.ledger if self._entries else None
        return largest_times(
            step,
            epsilon=epsilon,
            delta=delta,
            mu=mu,
            accountant=accountant,
            beside=beside,
            neighbours=None if beside else self._neighbours,
        )

    def _answer(self, question: Question, accountant: str | Iterable[str] | None) -> Answer:
        names = accountant if accountant is None or isinstance(accountant, str) else frozenset(accountant)
        found = self._answers.get((question, names))
        if found is None:
            ledger = self.ledger
            ask = ledger.epsilon if isinstance(question, EpsilonAt) else ledger.delta
            found = self._answers[question, names] = ask(question.at, accountant=names)
        return found

    def __len__(self) -> int:
        """How many runs there were so far."""
        return sum(entry.times for entry in self._entries)

    def __repr__(self) -> str:
        return f"Open{self.ledger!r}" if self._entries else "OpenLedger()"


def _total(before: int, more: int) -> int:
    if before + more > MOST_TIMES:
        raise BadValue(f"times is {before + more}", "an entry has at most 1e12 runs")
    return before + more
