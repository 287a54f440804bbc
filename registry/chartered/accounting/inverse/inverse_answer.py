"""The answers to an inverse question: which count, or which value of a parameter, each path certifies."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from chartered_verify.catching import ours

from ...certificate.check import Certificate, certificate_of_met
from ...display import Layout, Told, data_frame, one_line
from ...enclose.eps_delta_mu_targets import Goal
from ...enclose.rounded import exactly, in_format, rounded
from ...errors import CharteredError, Unavailable
from ...ledger.common_value import CommonValue
from ...ledger.entries import Entry, listed
from ...ledger.irrational_numbers import read_beside
from ...ledger.required_relation import relation_in_words, sampling_of
from ...ledger.sensitivities import sensitivities
from ...ledger.unknown_parameter import Unknown
from ...model.neighbours import Neighbours
from ...model.step_groups import parts_of
from ...model.steps import setting_text
from ...paths.rewriting import written_out
from ..answers import NoAnswer
from ..equal_rounds import whole_run
from ..request import without_rows
from .solutions import Solution, Solutions
from .tried_values import shown_again

_TITLES = ("accountant", "theorem", "value", "path")
_COLUMNS = ("accountant", "value", "path", "fails_beyond", "strangers", "value_exact")


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Told):
    """The answers to an inverse question, best first.

    As a number (`int`, `float`, `round`, `f"{solved:.3f}"`) it is the best value, rounded to the safe side.

    Attributes:
        unknown: The step and what it leaves open.
        target: The (epsilon, delta) or the mu that is to be met.
        step: The step as text.
        neighbours: The relation.
        known: The answers that were searched so far; `answers` has all.
        why: If no value meets the target, the reason, and what can be met.
        lasts: How far the best number of steps of a training reaches in other words, such as whole epochs.
        told: What a reader must know of the search, such as that the time was over.
        others: What other paths give, none better, if that was not requested yet; None if `known` has all.

    Examples:
        >>> solved = ch.largest_times("gaussian:sigma=20", epsilon=8, delta="1e-5")
        >>> int(solved), solved.best.fails_beyond, solved.monotone
        (1110, True, True)
        >>> ch.check(solved.certificate()).value
        1110
    """

    unknown: Unknown
    target: Goal
    step: str
    neighbours: Neighbours
    known: Solutions
    why: str | None = None
    lasts: tuple[tuple[str, int], ...] = ()
    told: tuple[str, ...] = ()
    others: Callable[[], Solutions] | None = field(default=None, compare=False)

    @property
    def answers(self) -> tuple[Solution, ...]:
        """The value of each path, best first."""
        return self.known.found + (() if self.others is None else self.others().found)

    @property
    def unavailable(self) -> tuple[NoAnswer, ...]:
        """The accountants without a value, with the reasons."""
        return self.known.unavailable if self.others is None else self.others().unavailable

    @property
    def quantity(self) -> str:
        """The unknown: "times" or the name of the parameter."""
        return self.unknown.name

    @property
    def larger_is_safer(self) -> bool:
        """Whether larger values are more private as a rule; `monotone` says whether this is proved to hold always."""
        return self.unknown.larger_is_safer

    @property
    def monotone(self) -> bool:
        """Whether all values on the safer side provably meet the target, too, and not only the shown one."""
        return self.target.monotone(self.unknown)

    @property
    def promise(self) -> str | None:
        """The guarantee in words, if only the shown value is guaranteed; otherwise None."""
        if self.monotone or self.best is None:
            return None
        side = "larger" if self.larger_is_safer else "smaller"
        return (
            f"each {self.quantity} that is shown certainly meets the target; that a {side} one does, too, is not proved"
        )

    @property
    def reach(self) -> str | None:
        """In words, how far the best number of steps of a training reaches, or how to ask for it; else None."""
        if self.unknown.gap is None and (made := whole_run(self.unknown.registry, self.unknown.step)) is not None:
            return f"each time is a whole {made.name}: leave its length out, and the answer counts its {made.rounds}"
        if not self.lasts or self.best is None:
            return None
        whole = " or ".join(f"{value} whole {name}" for name, value in self.lasts)
        return f"each time is one step of the training: {self.best.shown_value} steps, {whole}"

    @property
    def best(self) -> Solution | None:
        """The best solution, or None."""
        return next(iter(self.known.found), None)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know: of the search, and which decimals were read for irrational numbers."""
        return (*self.told, *read_beside((*self.unknown.beside, *self._entries), self.target.held))

    @property
    def rows(self) -> list[Solution]:
        """What a table shows: the best answer by each accountant and theorem."""
        best: dict[tuple[object, ...], Solution] = {}
        for answer in self.answers:
            best.setdefault((answer.accountant, answer.path[-1], bool(answer.strangers)), answer)
        return list(best.values())

    @property
    def without_rows(self) -> list[str]:
        """In words, how many answers a table leaves out."""
        return without_rows(len(self.answers) - len(self.rows), "better")

    @property
    def asked_step(self) -> str:
        """The step as it was asked about, with its number of runs and its sensitivity where it does not say them."""
        counted = self.unknown.gap is not None and self.unknown.times is not None
        said = f"{self.step}, {self.unknown.times} times" if counted else self.step
        shown = self.unknown.gap is None or self.put_in or "sensitivity" in f"{self.step} {self.quantity}"
        parts = () if shown else (part for one in self._entries[-self.unknown.own :] for part in parts_of(one.step))
        assumed = {part.settings["sensitivity"] for part in parts if "sensitivity" in part.settings}
        return f"{said} (of sensitivity {setting_text(assumed.pop())})" if len(assumed) == 1 else said

    @property
    def written_out(self) -> tuple[Entry, ...]:
        """The steps for which the step is an abbreviation, once or at the best value; empty if it is none."""
        own = self._entries[-self.unknown.own :]
        return tuple(part for parts in written_out(self.unknown.registry, own, self.neighbours) for part in parts)

    @property
    def put_in(self) -> tuple[Entry, ...]:
        """The steps with the best value put in, where several have it in common; otherwise, and without one, empty."""
        return self._entries[-self.unknown.own :] if isinstance(self.unknown, CommonValue) else ()

    @property
    def sensitivity(self) -> str:
        """The sensitivity used at the best value, in words; empty if the step shows it."""
        return sensitivities(self.unknown.registry, self._entries, self.neighbours)

    @property
    def relation(self) -> str:
        """The relation, and how neighbours differ, in words."""
        entries = self._entries or self.unknown.beside
        return relation_in_words(self.unknown.registry, entries, self.neighbours)

    @property
    def sampling(self) -> str:
        """How the steps sample their records, in words; empty if no value is found, on which it may depend."""
        found = self._entries and sampling_of(self.unknown.registry, self._entries)
        return found or ("none: every step sees the whole data set" if self._entries else "")

    @property
    def _entries(self) -> tuple[Entry, ...]:
        """The ledger of one run, or at the best value; empty if there is none."""
        value = 1 if self.unknown.gap is None else None if self.best is None else self.best.finite
        return () if value is None else self.unknown.entries_at(value)

    @property
    def met(self) -> bool:
        """Whether some value meets the target (for a count: at least one run)."""
        return self.best is not None and not (self.unknown.gap is None and self.best.value == 0)

    @property
    def value(self) -> int | float | Fraction:
        """The best value: a count, or an exact number. Raises CharteredError if the target cannot be met."""
        if self.best is None:
            raise CharteredError(
                f"no {self.quantity} of {self.step} {self.target.meets} {self.target}: {self.why}",
                "allow more, or fewer times",
            )
        return self.best.value

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __format__(self, spec: str) -> str:
        """The best value, rounded to the safe side: `f"{solved:.3f}"`. Raises CharteredError where other values than
        the best are not proved to meet the target, or none does."""
        return in_format(self._exactly, spec, up=self._rounds_up(spec)) if spec else str(self)

    def __round__(self, digits: int | None = None) -> int | float:
        """The best value, rounded to the safe side to `digits` decimals. Raises as `format` does."""
        return rounded(self._exactly, digits, up=self._rounds_up(f"round({digits})"))

    @property
    def _exactly(self) -> str:
        return exactly(self.value)

    def _rounds_up(self, asked: str) -> bool:
        if self.monotone or self.value == math.inf:
            return self.larger_is_safer
        raise CharteredError(f"{asked}: {self.quantity} is not rounded, since {self.promise}", "take .value")

    def certificate(self) -> Certificate:
        """A certificate that the best certified value meets the target, and the next one, if that is proved, misses it.

        Raises:
            CharteredError: There is no such answer, or not even one run meets the target.
        """
        best = next((answer for answer in self.known.found if answer.certified), None)
        if best is None or (best.value == 0 and self.unknown.gap is None):
            raise CharteredError(
                f"no {self.quantity} of {self.step} meets {self.target}, so there is nothing to certify", self.why or ""
            )
        try:
            return certificate_of_met(shown_again(self.unknown, self.target, self.neighbours, best))
        except ours(Unavailable, ArithmeticError) as error:
            raise CharteredError(f"the answer cannot be shown again: {error}", "ask for another accountant") from None

    def to_json(self) -> dict[str, Any]:
        """The answers as JSON, with the fields that are documented for them."""
        name = "times" if self.unknown.gap is None else "value"
        shown: dict[str, Any] = {
            "quantity": self.quantity,
            "neighbours": self.neighbours.value,
            "step": self.step,
            **({} if self.unknown.gap is None or self.unknown.times is None else {"times": self.unknown.times}),
            **({"beside": [entry.to_json() for entry in self.unknown.beside]} if self.unknown.beside else {}),
            "best": self.best.accountant if self.best else None,
            "answers": [solution.to_json(name) for solution in self.answers],
            "unavailable": [{"accountant": none.accountant, "why": none.why} for none in self.unavailable],
        }
        shown |= {"ledger": [entry.to_json() for entry in self.put_in]} if self.put_in else {}
        parts = [{"step": str(part.step), "times": part.times} for part in self.written_out]
        shown |= {"written_out": parts} if parts else {}
        shown |= {"sensitivity": self.sensitivity} if self.sensitivity else {}
        shown |= {"lasts": dict(self.lasts)} if self.lasts else {}
        shown |= {} if self.monotone else {"monotone": False, "promise": self.promise}
        shown |= {"notes": list(self.notes)} if self.notes else {}
        return shown | ({} if self.why is None else {"why": self.why})

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a row for each path's value. Raises CharteredError without pandas."""
        rows = (
            {"fails_beyond": None, **one.to_json("value"), "value_exact": exactly(one.value)} for one in self.answers
        )
        return data_frame(({name: row.get(name) for name in _COLUMNS} for row in rows), _COLUMNS)

    def layout(self) -> Layout:
        """The unknown and the target, the value of each path, and why other accountants have none."""
        facts = [("sought", self.quantity), ("step", self.asked_step), ("target", str(self.target))]
        facts += [("beside", text) for text in listed(self.unknown.beside, lambda entry: entry.shown)]
        facts += [("neighbours", self.relation)]
        facts += [("sensitivity", words) for words in [self.sensitivity] if words]
        facts += [("sampling", self.sampling)] if self.sampling else []
        facts += [("promise", self.promise)] if self.promise else []
        facts += [("lasts", self.reach)] if self.reach else []
        facts += [("why", self.why)] if self.why else []
        rows = [(one.accountant, one.path[-1], one.shown_value, " > ".join(one.path)) for one in self.rows]
        notes = [*self.notes, *self.without_rows]
        notes += [f"no answer by {none.accountant}: {none.why}" for none in self.unavailable]
        return Layout(facts, _TITLES, rows, notes)

    def __repr__(self) -> str:
        if self.best is None:
            return one_line(f"<no {self.quantity} of {self.step} {self.target.meets} {self.target}: {self.why}>")
        path = " -> ".join(self.best.path)
        return one_line(f"<{self.quantity} = {self.best.shown_value} meets {self.target}: {self.step}, by {path}>")
