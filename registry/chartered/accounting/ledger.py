"""A ledger: the steps that read the data, under a neighbouring relation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Self

from ..display import Displayed, Layout, data_frame
from ..errors import NeighboursMismatch
from ..escaping import shown
from ..host.registry import Registry, registry
from ..ledger.entries import Entry, Steps, described, merged, read_entries
from ..ledger.required_relation import carried, relation, relation_in_words
from ..ledger.statement_table import UNSTATED, Stated, read_stated
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from . import answer_comparison, dp_verdict, peer_rows
from .common_questions import either
from .ledger_dictionaries import KeptInFile
from .ledger_questions import LedgerQuestions

_MOST_ROWS = 20
"""The largest number of entries that the text and the HTML of a ledger show."""


class Ledger(LedgerQuestions, KeptInFile, Displayed):
    """The steps that read the data, under a neighbouring relation.

    Equal steps are merged into one entry with the sum of their runs. Ledgers add (`+`) and multiply (`* 10`).

    Args:
        steps: Entries (`ch.mechanism("gaussian", sigma=20) * 1000`), texts (`"gaussian:sigma=20,times=1000"`) or tables
            with `step`, `times` and `label`, one or many, adaptively composed; or another ledger.
        neighbours: The relation: "add-or-remove", "replace-one" or "zero-out". Without it, that of the other ledger, or
            the one that the steps require, else add-or-remove.
        neighbors: The same argument in another spelling.

    Attributes:
        entries: The steps with their numbers of runs.
        stated: The `[statement]` table of a ledger file, for a privacy statement.

    Raises:
        BadLedger: No step is given, or an item is none.
        BadStep: A step cannot be parsed.
        BadValue: A parameter or a number of runs is out of range.
        UnknownName: No plugin registers a mechanism of that name.
        NeighboursMismatch: The relation is unknown, or a step is not defined under it, or it would reread a number of
            another ledger.

    Examples:
        >>> ledger = ch.Ledger(["gaussian:sigma=20,times=10", "laplace:scale=4"], neighbours="replace-one")
        >>> [str(entry) for entry in (ledger * 100 + "laplace:scale=4").entries]
        ['gaussian:sigma=20,sensitivity=1,times=1000', 'laplace:scale=4,sensitivity=1,times=101']
    """

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
    def _of_document(cls, document: dict[str, Any], wanted: Neighbours | None, where: str) -> Self:
        entries = read_entries(registry(), document["steps"])
        own = Neighbours.read(document["neighbours"]) if "neighbours" in document else None
        found = cls(entries, carried(registry(), entries, own, wanted, where))
        if "statement" in document:
            found.stated = read_stated(document["statement"], f"the statement in {where}")
        return found

    def compare(
        self,
        *,
        delta: Exact | None = None,
        epsilon: Exact | None = None,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        peers: bool | Iterable[str] = False,
        peer_seconds: float | None = None,
    ) -> answer_comparison.Comparison:
        """All answers side by side: a table in a terminal, HTML in a notebook.

        Args:
            delta: A probability in [0, 1): the answers are about eps there.
            epsilon: A number of nats, at least 0, in place of delta: the answers are about delta there.
            accountant: As for `epsilon`.
            heuristic: As for `epsilon`.
            peers: Other packages that are evaluated as well, each in its own process: all installed ones (True), or
                those of these names.
            peer_seconds: Seconds that each of these may take; 60 if None.

        Returns:
            The table.

        Raises:
            CharteredError: Not exactly one of delta and epsilon is given, or an argument is out of range.

        Examples:
            >>> ch.Ledger("gaussian:sigma=20,times=1000").compare(delta="1e-5").headline
            'eps = 7.511275901 at delta = 1e-5: exact, certified from both sides'
        """
        account = self.account(either(delta, epsilon, "compare"), accountant, heuristic)
        return answer_comparison.Comparison(
            account, peers=None if peers is False else peer_rows.peer_rows(account, peers, peer_seconds)
        )

    def verdict(
        self,
        epsilon: Exact,
        delta: Exact,
        accountant: str | Iterable[str] | None = None,
        *,
        seconds: float | None = None,
    ) -> dp_verdict.Verdict:
        """Whether the ledger is (eps, delta)-DP, decided by certified ends alone.

        Args:
            epsilon: A number of nats, at least 0.
            delta: A probability in [0, 1).
            accountant: As for `epsilon`.
            seconds: As for `epsilon`, for eps at that delta; where it does not decide, as much again for delta.

        Returns:
            The verdict: `holds` is True, False (it is refuted) or None (open); `answer` is what decides it.

        Raises:
            BadValue: A number is out of range.
            CharteredError: As for `epsilon`, except that no answer is no error.

        Examples:
            >>> ledger = ch.Ledger("gaussian:sigma=20,times=1000")
            >>> ledger.verdict(8, "1e-5").holds, ledger.verdict("7.5", "1e-5").holds
            (True, False)
            >>> ledger.verdict(8, "1e-5")
            <(8, 1e-5)-DP holds: eps at delta = 1e-5 is at most 7.511275901, certified>
        """
        target = dp_verdict.Target.read(epsilon, delta)
        asked = partial(self.account, accountant=accountant, seconds=seconds)
        return dp_verdict.verdict(target, asked(target.questions[0][0]), asked)

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

    def _as_document(self) -> dict[str, Any]:
        found = {"neighbours": self.neighbours.value, "steps": [entry.to_json() for entry in self.entries]}
        return found | ({"statement": self.stated.to_dict()} if self.stated.pairs else {})

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a row for each entry: step, times and label.

        Raises:
            CharteredError: pandas is not installed.

        Examples:
            >>> ch.Ledger("gaussian:sigma=20,times=1000").to_pandas().shape
            (1, 3)
        """
        rows = ({"step": str(entry.step), "times": entry.times, "label": entry.label} for entry in self.entries)
        return data_frame(rows, ("step", "times", "label"))

    def layout(self) -> Layout:
        """The relation, and each entry: step, times and label."""
        rows = [(shown(str(e.step)), str(e.times), e.shown_label) for e in self.entries[:_MOST_ROWS]]
        more = len(self.entries) - _MOST_ROWS
        facts = [("neighbours", relation_in_words(registry(), self.entries, self.neighbours))]
        notes = [f"and {more} more entries"] if more > 0 else []
        return Layout(facts, ("step", "times", "label"), rows, notes)

    def __repr__(self) -> str:
        return described(self.entries, self.neighbours)
