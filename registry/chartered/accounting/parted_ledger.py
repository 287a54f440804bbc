"""A ledger with steps on named parts of the data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from ..display import Displayed, Layout, one_line
from ..errors import BadLedger, BadValue
from ..escaping import shown
from ..host.registry import registry
from ..ledger.entries import Entry, Steps, read_entries
from ..ledger.ledger_file import MOST, PART
from ..ledger.required_relation import carried, relation_in_words
from ..ledger.sets_of_parts import Parted, labels
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from ..model.questions import Question
from .common_questions import Ask, CommonQuestions, R, T
from .largest_over_sets import largest
from .ledger import Ledger
from .ledger_dictionaries import KeptInFile
from .parted_answer import PartedAnswer
from .question_time_limit import TimeLimit


class PartedLedger(CommonQuestions[PartedAnswer], KeptInFile, Displayed):
    """Steps on named parts of the data, and steps on all records: a fixed plan, in which parts have other mechanisms.

    It is several ordinary ledgers, one for each set of parts that a record may be in, and costs the largest of what
    these cost; a limit of seconds is for all of them together. In which parts a record is follows from that record
    alone; every part is answered, if empty, too.

    Args:
        parts: The steps of each part by its name, one or many, as for `Ledger`.
        everywhere: The steps on all records.
        most: In how many parts a record may be at most; 1: the parts are disjoint.
        neighbours: The relation, as for `Ledger`. A record that is replaced may leave one part and enter another, so
            that under replace-one the steps of a part must be noise of which the sensitivity is stated.
        neighbors: The same argument in another spelling.

    Attributes:
        plan: The steps, checked.
        neighbours: The relation.

    Raises:
        CharteredError: As for `Ledger`; also for a name that is none, and if there are more than 100 ledgers.

    Examples:
        >>> north, south = "gaussian:sigma=2,times=3", "laplace:scale=4,times=10"
        >>> regions = ch.PartedLedger({"north": north, "south": south}, everywhere="gaussian:sigma=9")
        >>> answer = regions.epsilon("1e-5")
        >>> answer.parts, ch.check(answer.certificate()).accepted
        (('north',), True)

    References:
        McSherry 2009, Theorem 4, for disjoint parts and pure eps; `chartered verify parts.named`.
    """

    _parts: ClassVar[bool] = True

    def __init__(
        self,
        parts: Mapping[str, Steps],
        everywhere: Steps = (),
        *,
        most: Exact = 1,
        neighbours: Neighbours | str | None = None,
        neighbors: Neighbours | str | None = None,
    ) -> None:
        wanted = Neighbours.chosen(neighbours, neighbors)
        self._hold(Parted.read(registry(), everywhere, parts, most, wanted))

    @property
    def ledgers(self) -> dict[str, Ledger]:
        """The ordinary ledgers that it is, by the parts that the record is in.

        Of parts with equal steps only the first ones are named.

        Examples:
            >>> regions = ch.PartedLedger({"north": "laplace:scale=2", "south": "laplace:scale=4"})
            >>> [name for name in regions.ledgers], regions.ledgers["south"].risk().accuracy.upper < 0.57
            (['north', 'south'], True)
        """
        named = zip(labels(self._sets), self._sets, strict=True)
        return {name: Ledger(one.entries, self.neighbours) for name, one in named}

    def _best(
        self, question: Question, accountant: str | Iterable[str] | None, heuristic: bool, seconds: float | None
    ) -> PartedAnswer:
        if heuristic:  # a number of one set that is no bound says nothing of the largest
            raise BadValue("heuristic is given, and the ledger has parts", "leave it out, or ask of one of .ledgers")
        found = self._of_each(lambda accounting, left: accounting(accountant, seconds=left).best(question), seconds)
        return PartedAnswer(question, self.plan, self._sets, tuple(found.values()))

    def _each(self, ask: Ask[R], seconds: float | None) -> R:
        return largest(self.plan, self._of_each(ask, seconds))

    def _of_each(self, ask: Ask[T], seconds: float | None) -> dict[str, T]:
        """What `ask` gives for each set of parts, all within a limit of time."""
        limit = TimeLimit(seconds)
        return {name: ask(ledger._accounting, limit.left) for name, ledger in self.ledgers.items()}

    def _hold(self, plan: Parted) -> None:
        self.plan, self.neighbours = plan, plan.neighbours
        self._sets = plan.sets()

    @classmethod
    def _of_document(cls, document: dict[str, Any], wanted: Neighbours | None, where: str) -> Self:
        if "statement" in document:
            raise BadLedger(f"{where} has parts and a statement", "a privacy statement is of a ledger without parts")
        own = Neighbours.read(document["neighbours"]) if "neighbours" in document else None
        steps = [{key: value for key, value in step.items() if key != PART} for step in document["steps"]]
        if steps == document["steps"]:
            raise BadLedger(f"{where} has no step on a part of the data", 'write part = "north" in a [[steps]] table')
        wanted = carried(registry(), read_entries(registry(), steps), own, wanted, where)
        found = cls.__new__(cls)
        found._hold(Parted.of_tables(registry(), document["steps"], document.get(MOST, 1), wanted))
        return found

    def _as_document(self) -> dict[str, Any]:
        return {"neighbours": self.neighbours.value, MOST: self.plan.most, "steps": self.plan.tables()}

    def __eq__(self, other: object) -> bool:
        """Whether both have the same steps, labels and order included, in the same parts, under the same relation."""
        return self.plan == other.plan if isinstance(other, PartedLedger) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.plan)

    def layout(self) -> Layout:
        """The relation, what is assumed of the data, and each entry: part, step, times and label."""
        rows = [_row("", entry) for entry in self.plan.common]
        rows += [_row(name, entry) for name, own in self.plan.parts for entry in own]
        facts = [("neighbours", relation_in_words(registry(), self.plan.entries, self.neighbours))]
        return Layout([*facts, ("parts", self.plan.assumed)], ("part", "step", "times", "label"), rows)

    def __repr__(self) -> str:
        parts = {name: [str(entry) for entry in own] for name, own in self.plan.parts}
        common = [str(entry) for entry in self.plan.common]
        told = f"everywhere={common}, most={self.plan.most}, neighbours={self.neighbours.value!r}"
        return one_line(f"PartedLedger({parts}, {told})")


def _row(name: str, entry: Entry) -> tuple[str, ...]:
    return name or "everywhere", shown(str(entry.step)), str(entry.times), entry.shown_label
