"""A ledger to which a running program adds steps, and which answers as it goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from ..errors import BadLedger
from ..fork_safe_lock import ForkSafeLock
from ..host.registry import registry
from ..ledger.entries import Entry, Steps, read_entries
from ..ledger.statement_table import UNSTATED, Stated
from ..model.exact_numbers import Exact, whole
from ..model.neighbours import Neighbours
from ..model.questions import Question
from ..model.steps import MOST_TIMES
from .answers import Answer
from .common_questions import Ask, CommonQuestions, R
from .inverse.inverse_answer import Solved
from .inverse.inverse_questions import largest_times
from .ledger import Ledger
from .ledger_dictionaries import KeptInFile
from .steps_so_far import StepsSoFar

_NOTHING = "pure:epsilon=0"
"""A step that tells nothing: a ledger without a step costs what this one costs."""


class OpenLedger(CommonQuestions[Answer], KeptInFile):
    """What touched the data so far: a running program adds steps, and every question is about all of them.

    Adding is cheap, and so is a question that was asked since the last step was added. A number holds if the steps
    until now were planned, or chosen by what is public: if an output decides which steps follow, and with how much
    noise, `Filter` covers that, and no ledger. To stop earlier than planned is covered. Before the first step every
    answer is 0. Two are equal if their ledgers are. Threads may share it: a step counts from when
    `add` returns, and in no question before.

    Args:
        steps: The first steps, as for `Ledger`; also a ledger.
        neighbours: The relation. Without it, the one that the steps so far require, or that of a ledger that is added
            first; a step that would change it is refused if a number so far holds for that one alone.
        neighbors: The same argument in another spelling.

    Raises:
        CharteredError: A step or the relation is invalid, as for `Ledger`.

    Examples:
        >>> spent = ch.OpenLedger()
        >>> spent.add("gaussian:sigma=20", times=1000)
        >>> len(spent), spent.epsilon("1e-5").upper, spent.delta(8).upper
        (1000, 7.511275900744783, 2.496884116227402e-06)
        >>> spent.largest_times("gaussian:sigma=20", epsilon=8, delta="1e-5").value
        110
        >>> spent.save("spent.json")
        >>> ch.OpenLedger.read("spent.json") == spent == ch.OpenLedger.from_dict(spent.to_dict())
        True
    """

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(
        self,
        steps: Steps | Ledger = (),
        neighbours: Neighbours | str | None = None,
        *,
        neighbors: Neighbours | str | None = None,
    ) -> None:
        self._so_far = StepsSoFar(Neighbours.chosen(neighbours, neighbors))
        self._stated: Stated = UNSTATED
        self._ledger: Ledger | None = None
        self._answers: dict[tuple[Question, frozenset[str] | str | None, bool], Answer] = {}
        self._texts: dict[str, tuple[Entry, ...]] = {}
        self._changing = ForkSafeLock()
        if isinstance(steps, Ledger):
            self._stated = steps.stated
        if steps not in ((), []):
            self.add(steps)

    @classmethod
    def _of_document(cls, document: dict[str, Any], wanted: Neighbours | None, where: str) -> Self:
        if document["steps"] or "statement" in document:
            return cls(Ledger.from_dict(document, wanted, where=where))
        return cls(neighbours=wanted or document.get("neighbours"))

    def add(self, step: Steps | Ledger, times: Exact = 1) -> None:
        """Puts a step, or several, or a ledger, on this one.

        Args:
            step: The step or steps, as for `Ledger`.
            times: The number of runs of each, a whole number from 1 to 10^12.

        Raises:
            CharteredError: A step is invalid or does not fit the relation; then nothing is added.
        """
        count = whole(times, "times", 1, MOST_TIMES)
        stated = step.neighbours if isinstance(step, Ledger) else None
        added = [entry * count for entry in self._entries(step)]
        with self._changing:
            self._extend(added, stated)

    def _extend(self, added: Sequence[Entry], stated: Neighbours | None) -> None:
        """Puts entries on the ledger, while no other thread changes it."""
        before = self._so_far
        after = before.fitting(added, stated)  # a step that does not fit is refused here
        if after is not before:
            after.entries.extend(added)  # nobody sees them yet
        elif len(after.entries) >= after.most:
            before = after = after.merged()  # as many runs as before: it may stand without the new steps
            self._so_far = after
        # before the step counts: an interrupt must not leave an answer without it
        self._ledger, self._answers = None, {}
        if after is before:
            after.entries.extend(added)  # at once: no interrupt comes between two of them
        else:
            self._so_far = after

    def _entries(self, step: Steps | Ledger) -> tuple[Entry, ...]:
        if isinstance(step, Ledger):
            return step.entries
        if not isinstance(step, str):
            return read_entries(registry(), step)
        found = self._texts.get(step)
        if found is None:
            found = self._texts[step] = read_entries(registry(), step)
        return found

    @property
    def ledger(self) -> Ledger:
        """All steps so far, as a ledger.

        Raises:
            BadLedger: There are none.

        Examples:
            >>> ch.OpenLedger("gaussian:sigma=20").ledger
            Ledger(['gaussian:sigma=20,sensitivity=1'], neighbours='add-or-remove')
        """
        if not self._so_far.entries:
            raise BadLedger("no step was added yet", "add one first")
        return self._all

    def largest_times(
        self,
        step: str | Entry,
        *,
        epsilon: Exact | None = None,
        delta: Exact | None = None,
        mu: Exact | None = None,
        accountant: str | Iterable[str] | None = None,
        seconds: float | None = None,
    ) -> Solved:
        """How often a step may still run, beside all steps so far, within (epsilon, delta) or within mu.

        Args:
            step: The step, as for `ch.largest_times`.
            epsilon: As for `ch.largest_times`.
            delta: As for `ch.largest_times`.
            mu: As for `ch.largest_times`.
            accountant: As for `Ledger.epsilon`.
            seconds: As for `ch.largest_times`.

        Returns:
            The solution: `.value` is the number.

        Raises:
            CharteredError: As for `ch.largest_times`.
        """
        beside = self.ledger if self._so_far.entries else None
        return largest_times(
            step,
            epsilon=epsilon,
            delta=delta,
            mu=mu,
            accountant=accountant,
            seconds=seconds,
            beside=beside,
            neighbours=None if beside else self._so_far.chosen,
        )

    def _best(
        self, question: Question, accountant: str | Iterable[str] | None, heuristic: bool, seconds: float | None
    ) -> Answer:
        names = accountant if accountant is None or isinstance(accountant, str) else frozenset(accountant)
        with self._changing:  # a step that is added meanwhile leaves both behind
            steps, answers = self._whole(), self._answers
        found = answers.get((question, names, heuristic))
        if found is None:
            found = steps.answer(question, names, heuristic, seconds=seconds)
            if seconds is None:  # what a limited search found may be wider
                answers[question, names, heuristic] = found
        return found

    def _each(self, ask: Ask[R], seconds: float | None) -> R:
        return self._all._each(ask, seconds)

    @property
    def _all(self) -> Ledger:
        with self._changing:
            return self._whole()

    def _whole(self) -> Ledger:
        """All steps so far, or one that tells nothing, while no other thread changes them."""
        if self._ledger is None:
            found = Ledger(self._so_far.entries or _NOTHING, self._so_far.chosen)
            found.stated = self._stated
            self._ledger = found
        return self._ledger

    def _as_document(self) -> dict[str, Any]:
        if self._so_far.entries:
            return self.ledger.to_dict()
        chosen = self._so_far.chosen
        return ({"neighbours": chosen.value} if chosen else {}) | {"steps": []}

    def __eq__(self, other: object) -> bool:
        """Whether both have the same entries, labels and order included, under the same relation."""
        return self._kept == other._kept if isinstance(other, OpenLedger) else NotImplemented

    @property
    def _kept(self) -> Ledger | Neighbours | None:
        return self.ledger if self._so_far.entries else self._so_far.chosen

    def __len__(self) -> int:
        """How many runs there were so far."""
        return sum(entry.times for entry in self._so_far.entries)

    def __repr__(self) -> str:
        return f"Open{self.ledger!r}" if self._so_far.entries else "OpenLedger()"
