"""An account: all answers to one question about a ledger, the smallest upper end first."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from ..display import Layout, Told, data_frame, one_line
from ..enclose.certified_bound import ledger_facts
from ..enclose.rounded import shown_ends
from ..errors import NoAnswer as NoAnswerError, OutOfTime, PluginFault
from ..host.registry import registry
from ..ledger.entries import Entry, described
from ..log import LONG, log
from ..model.neighbours import Neighbours
from ..model.questions import MuWithin, Question
from ..paths.rewriting import ledger_to_json
from ..paths.step_paths import sound
from .answers import Answer, NoAnswer
from .request import by_reason

_TITLES = ("accountant", "theorem", "lower", "upper", "side", "path")
_COLUMNS = (*_TITLES, "certified", "strangers", "why", "lower_exact", "upper_exact")


@dataclass(frozen=True, slots=True, repr=False)
class Account(Told):
    """All answers to one question about a ledger.

    Attributes:
        question: What was asked.
        entries: The ledger's entries.
        neighbours: The ledger's relation.
        answers: The answers, ascending by upper end.
        unavailable: The accountants without an answer, each with the reason `why`.
        faults: The faults of plugins, in words.
        wider: Exact answers that are less accurate than requested, with the reason.
        seconds: The processor time of all of it.
        timed: Whether it was limited, so that times are shown. (Without a limit, the same question is answered by the
            same bytes.)

    Examples:
        >>> account = ch.Ledger("laplace:scale=20").account(ch.Question.delta("1/100"))
        >>> account.best.theorem, len(account.answers) > 1
        ('laplace.profile', True)
        >>> "basic" in [none.accountant for none in account.unavailable]
        True
    """

    question: Question
    entries: tuple[Entry, ...]
    neighbours: Neighbours
    answers: tuple[Answer, ...]
    unavailable: tuple[NoAnswer, ...]
    faults: tuple[str, ...] = ()
    wider: tuple[NoAnswer, ...] = ()
    seconds: float | None = field(default=None, compare=False)
    timed: bool = False

    @property
    def best(self) -> Answer | None:
        """The tightest sound answer."""
        return next(iter(self.answers), None)

    @property
    def from_below(self) -> Answer | None:
        """The sound answer with the greatest lower end; None if none has one."""
        proved = [(a.below.lo, a) for a in self.answers if sound(a.side) and a.below is not None]
        return max(proved, key=itemgetter(0), default=(None, None))[1]

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the tightest answer must know."""
        return () if self.best is None else self.best.notes

    def no_answer(self, ended: bool) -> NoAnswerError:
        """The error if there is no answer. `ended`: whether the search did, within its seconds."""
        kind = PluginFault if self.faults else NoAnswerError if ended else OutOfTime
        return kind(f"no answer for {self.question} of {described(self.entries, self.neighbours)}", self.why_none, self)

    @property
    def why_none(self) -> str:
        """Why there is no answer: first what is wrong with plugins, then why accountants have none."""
        reasons = by_reason((none.accountant, none.why) for none in self.unavailable)
        return "; ".join([*(fault for fault in self.faults if not any(fault in why for why in reasons)), *reasons])

    def to_json(self) -> dict[str, Any]:
        """The account as JSON, with the fields that are documented for it."""
        shown: dict[str, Any] = {
            "quantity": self.question.quantity,
            "at": self.question.held_to_json(),
            "neighbours": self.neighbours.value,
            "ledger": ledger_to_json(registry(), self.entries, self.neighbours),
            "best": self.best.accountant if self.best else None,
            "answers": [answer.to_json() | self._time(answer.seconds) for answer in self.answers],
            "unavailable": [{"accountant": none.accountant, "why": none.why} for none in self.unavailable],
        }
        wider = [{"accountant": wide.accountant, "why": wide.why} for wide in self.wider]
        shown |= self._time(self.seconds)
        shown |= {"notes": list(self.notes)} if self.notes else {}
        shown |= ({"wider": wider} if wider else {}) | ({"faults": list(self.faults)} if self.faults else {})
        if self.best is not None and isinstance(self.question, MuWithin):
            shown |= self.best.bracket_to_json(self.from_below or self.best)
        return shown

    def _time(self, seconds: float | None) -> dict[str, float]:
        """The field of a time, rounded to microseconds, where times are shown."""
        return {"seconds": round(seconds, 6)} if self.timed and seconds is not None else {}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a row for each answer.

        The ends are doubles, and in `lower_exact` and `upper_exact` decimal text with every digit.

        Raises:
            CharteredError: pandas is not installed.
        """
        rows = [{**answer.to_json(), "upper": answer.upper, "lower": answer.lower} for answer in self.answers]
        return data_frame(({name: row.get(name) for name in _COLUMNS} for row in rows), _COLUMNS)

    def layout(self) -> Layout:
        """The ledger and the question, every answer, and why other accountants have none; ends are rounded outward."""
        facts = [*ledger_facts(self.entries, self.neighbours), ("question", self.question.words)]
        notes = [*self.notes, *(f"{wide.accountant}: {wide.why}" for wide in self.wider)]
        notes += [f"no answer by {none.accountant}: {none.why}" for none in self.unavailable]
        return Layout(facts, _TITLES, [_row(a) for a in self.answers], [*notes, *(f"fault: {f}" for f in self.faults)])

    def __repr__(self) -> str:
        best = "no answer" if self.best is None else f"{len(self.answers)} answers, the tightest {self.best!r}"
        return one_line(f"<account of {self.question}: {best}>")


def _row(answer: Answer) -> tuple[str, ...]:
    ends = *shown_ends(answer.lower_exact, answer.upper_exact), answer.shown_side
    return (answer.accountant, answer.theorem, *ends, " > ".join(answer.path))


def logged(account: Account) -> Account:
    """The account, after what the operator of a program should know of it."""
    for fault in account.faults:
        log("WARNING", "an accountant failed: %s", fault)
    if (account.seconds or 0) > LONG:
        told = account.question, f"{account.seconds:.1f}", len(account.entries)
        log("INFO", "%s took %s s of processor time, for a ledger of %s entries", *told)
    return account
