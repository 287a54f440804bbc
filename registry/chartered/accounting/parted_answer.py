"""The answer for a ledger with parts: the largest of the answers of the ordinary ledgers that it is."""

from __future__ import annotations

from math import inf
from typing import Any

from chartered_verify.outward_rounding import SHOWN_DIGITS
from msgspec import Struct

from ..certificate.certificate import Certificate, certificate
from ..certificate.largest_of_parts import largest, largest_first
from ..certificate.parted_check import content_of
from ..display import Layout, Told, one_line
from ..enclose.certified_bound import unbounded
from ..enclose.rounded import UpperEnd, shown_ends
from ..escaping import shown
from ..ledger.sets_of_parts import Parted, PartSet, labels
from ..model.questions import Question
from .all_answers import Account
from .answer_comparison import Comparison
from .answers import Answer
from .headline import of_account

_TITLES = ("a record in", "lower", "upper", "side", "accountant", "path")


class PartedAnswer(Told, UpperEnd, Struct, frozen=True):
    """The largest answer over all sets of parts that a record may be in.

    As a number (`float`, `round`, `f"{answer:.3f}"`) it is its upper end, rounded up.

    Attributes:
        question: What was asked.
        plan: The steps on all records and on each part.
        sets: The sets of parts that may decide.
        of_sets: The tightest answer for each of them.

    Examples:
        >>> regions = ch.PartedLedger({"north": "laplace:scale=2", "south": "laplace:scale=4"})
        >>> answer = regions.epsilon(0)
        >>> answer
        <0.5 <= epsilon <= 0.5 at delta = 0, the largest of 2 sets of parts: that of north>
        >>> answer.parts, answer.exact
        (('north',), True)
    """

    question: Question
    plan: Parted
    sets: tuple[PartSet, ...]
    of_sets: tuple[Answer, ...]

    @property
    def ends(self) -> dict[str, Any]:
        """`upper`, `lower`, `upper_exact`, `lower_exact` and `side` as JSON."""
        return largest([answer.to_json() for answer in self.of_sets], self.question.of_profile)

    @property
    def upper(self) -> float:
        """The largest upper end, rounded up; infinity if no finite value is proved."""
        return float(self.ends["upper"])

    @property
    def lower(self) -> float | None:
        """The largest lower end, rounded down, or None."""
        low = self.ends["lower"]
        return None if low is None else float(low)

    @property
    def upper_exact(self) -> str:
        """The largest upper end as a decimal string."""
        return str(self.ends["upper_exact"])

    @property
    def lower_exact(self) -> str | None:
        """The largest lower end as a decimal string, or None."""
        low: str | None = self.ends["lower_exact"]
        return low

    @property
    def exact(self) -> bool:
        """Whether nothing is lost on the path of the set that decides, so that its ends enclose the true value."""
        return self._worst.exact

    @property
    def failure(self) -> float | None:
        """For a mu on [0, E] (a head): delta_mu(E) of the largest mu. None if the question has no head."""
        return max((found for answer in self.of_sets if (found := answer.failure) is not None), default=None)

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the set with the largest upper end, with those that a replaced record leaves or enters."""
        one = self.sets[self._order[0]]
        return (*one.stays, *one.moves)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know, such as that a decimal was read for an irrational number."""
        return tuple(dict.fromkeys(note for answer in self.of_sets for note in answer.notes))

    @property
    def _order(self) -> list[int]:
        return largest_first([answer.to_json() for answer in self.of_sets])

    @property
    def _worst(self) -> Answer:
        return self.of_sets[self._order[0]]

    @property
    def _account(self) -> Account:
        """The answers, the largest first: in words the first upper end counts, with the largest lower one."""
        answers = tuple(self.of_sets[index] for index in self._order)
        return Account(self.question, self.plan.entries, self.plan.neighbours, answers, ())

    @property
    def headline(self) -> str:
        """The answer in words."""
        return of_account(self._account)

    def certificate(self) -> Certificate:
        """A certificate of this answer: one of each set of parts, from which `ch.check` derives the largest again.

        Raises:
            CharteredError: An answer cannot be replayed.

        Examples:
            >>> regions = ch.PartedLedger({"north": "laplace:scale=2", "south": "laplace:scale=4"})
            >>> len(regions.epsilon(0).certificate().document["sets"])
            2
        """
        each = [dict(answer.certificate().document) for answer in self.of_sets]
        return certificate(content_of(self.plan, each, self.question.of_profile))

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON, with the fields that are documented for it."""
        order = self._order
        answers = [
            {"parts": list(self.sets[n].stays), "moves": list(self.sets[n].moves), **self.of_sets[n].to_json()}
            for n in order
        ]
        shown: dict[str, Any] = {
            "quantity": self.question.quantity,
            "at": self.question.held_to_json(),
            "neighbours": self.plan.neighbours.value,
            "ledger": self.plan.tables(),
            "most": self.plan.most,
            "best": self._worst.accountant,
            **self.ends,
            "answers": answers,
        }
        return shown | ({"notes": list(self.notes)} if self.notes else {})

    def layout(self) -> Layout:
        """The question, the steps, what is assumed, and the answer for each set of parts, the largest first."""
        known = dict(Comparison(self._account).heading())
        own = [f"{entry.shown} in {name}" for name, some in self.plan.parts for entry in some]
        known["ledger"] = shown("; ".join([*(f"{entry.shown} everywhere" for entry in self.plan.common), *own]))
        named = labels(self.sets)
        rows = [self._row(index, named[index]) for index in self._order]
        return Layout([*known.items(), ("parts", self.plan.assumed)], _TITLES, rows, self.notes)

    def _row(self, index: int, name: str) -> tuple[str, ...]:
        answer, digits = self.of_sets[index], max(SHOWN_DIGITS, self.question.correct_digits or 0)
        ends = *shown_ends(answer.lower_exact, answer.upper_exact, digits), answer.shown_side
        return (name, *ends, answer.accountant, " > ".join(answer.path))

    def __repr__(self) -> str:
        low = "" if self.lower is None else f"{self.lower} <= "
        quantity = self.question.quantity
        bound = unbounded(quantity) if self.upper == inf else f"{low}{quantity} <= {self.upper}"
        found = f"{bound}{self.question.place}"
        sets = f"the largest of {len(self.sets)} sets of parts: that of {labels(self.sets)[self._order[0]]}"
        return one_line(f"<{found}, {sets}>")
