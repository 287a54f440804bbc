"""An account: all answers to one question about a ledger, the least first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from ..host.registry import registry
from ..ledger.entries import Entry
from ..model.neighbours import Neighbours
from ..model.questions import MuWithin, Question
from ..paths.rewriting import ledger_to_json
from .answers import Answer, NoAnswer


@dataclass(frozen=True, slots=True)
class Account:
    """All answers to one question, ascending by their upper ends, the accountants without one, and the faults of
    plugins."""

    question: Question
    entries: tuple[Entry, ...]
    neighbours: Neighbours
    answers: tuple[Answer, ...]
    unavailable: tuple[NoAnswer, ...]
    faults: tuple[str, ...] = ()

    @property
    def best(self) -> Answer | None:
        """The tightest sound answer."""
        return next(iter(self.answers), None)

    def to_json(self) -> dict[str, Any]:
        """The account as INTERFACE prints it."""
        shown: dict[str, Any] = {
            "quantity": self.question.quantity,
            "at": self.question.held_to_json(),
            "neighbours": self.neighbours.value,
            "ledger": ledger_to_json(registry(), self.entries, self.neighbours),
            "best": self.best.accountant if self.best else None,
            "answers": [answer.to_json() for answer in self.answers],
            "unavailable": [{"accountant": none.accountant, "why": none.why} for none in self.unavailable],
        }
        shown |= {"faults": list(self.faults)} if self.faults else {}
        return shown if self.best is None else shown | more_fields(self.question, self.best)


@singledispatch
def more_fields(question: Question, best: Answer) -> dict[str, Any]:
    """More fields of the account's JSON, about its best answer, for kinds of questions that have more to say."""
    return {}


@more_fields.register(MuWithin)
def _mu(question: MuWithin, best: Answer) -> dict[str, Any]:
    return best.bracket_to_json()
