"""The inverse questions as users ask them: `largest_times` and `calibrate`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ..certificate.check import Certificate, certificate_of_met
from ..certificate.met_target import Met
from ..display import Displayed, Layout, data_frame, one_line
from ..enclose.targets import Goal, read_goal
from ..errors import BadStep, BadValue, CharteredError, Unavailable
from ..host.registry import registry
from ..ledger.entries import Entry, Steps
from ..ledger.many_entries import listed
from ..ledger.open_entry import find_open
from ..ledger.open_parameter import Unknown, check_step
from ..ledger.requirements import relation
from ..ledger.sensitivities import sensitivities
from ..model.exact_numbers import Exact, plain
from ..model.neighbours import Neighbours
from ..paths.derivation import with_witnesses
from ..paths.rewriting import written_out
from ..paths.strangers import strangers_of
from .accounting import Accounting, names_of
from .answers import NoAnswer
from .calibrate import beginning, calibrate as solve_parameter
from .largest_times import largest_times as solve_times, proposed
from .ledger import Ledger
from .solutions import Solution
from .unmet_target import refusal, safest

_TITLES = ("accountant", "theorem", "value", "path")
_COLUMNS = ("accountant", "value", "path", "fails_beyond", "strangers")


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Displayed):
    """The answers to an inverse question, the best first; `why` says, where none meets the target, why not and what can
    be met."""

    unknown: Unknown
    target: Goal
    step: str
    neighbours: Neighbours
    answers: tuple[Solution, ...]
    why: str | None = None
    unavailable: tuple[NoAnswer, ...] = ()

    @property
    def quantity(self) -> str:
        """What was sought: "times" or the name of the parameter."""
        return self.unknown.name

    @property
    def larger_is_safer(self) -> bool:
        """Whether larger values are more private, if only as a rule: `monotone` says whether they always are."""
        return self.unknown.larger_is_safer

    @property
    def monotone(self) -> bool:
        """Whether all values on the safer side meet the target, too; if not, each answer is promised alone."""
        return self.unknown.monotone

    @property
    def promise(self) -> str | None:
        """In words, what is promised where a value is promised alone."""
        if self.monotone or not self.answers:
            return None
        side = "larger" if self.larger_is_safer else "smaller"
        return (
            f"each {self.quantity} that is shown certainly meets the target; that a {side} one does, too, is not proved"
        )

    @property
    def best(self) -> Solution | None:
        """The best solution that is certified, or None."""
        return next(iter(self.answers), None)

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
        left = len(self.answers) - len(self.rows)
        paths = "another path" if left == 1 else f"{left} other paths"
        return [f"{paths} by these accountants and theorems, none better: --json and .answers have all"] if left else []

    @property
    def asked_step(self) -> str:
        """The step as it was asked about, and how often it runs where it does not say so itself."""
        counted = self.unknown.gap is not None and self.unknown.times is not None
        return f"{self.step}, {self.unknown.times} times" if counted else self.step

    @property
    def written_out(self) -> tuple[Entry, ...]:
        """What the step stands for, once or at the best value, where it is a shorter way to write other steps."""
        *_, parts = [(), *written_out(self.unknown.registry, self._entries, self.neighbours)]
        return parts

    @property
    def sensitivity(self) -> str:
        """In words, the sensitivity that is used at the best value; empty where the step shows it."""
        return sensitivities(self.unknown.registry, self._entries, self.neighbours)

    @property
    def _entries(self) -> tuple[Entry, ...]:
        """The ledger of one run, or at the best value; empty where there is none."""
        value = 1 if self.unknown.gap is None else None if self.best is None else self.best.finite
        return () if value is None else self.unknown.entries_at(value)

    @property
    def met(self) -> bool:
        """Whether the target can be met: by some value, or by one run at least."""
        return self.best is not None and not (self.unknown.gap is None and self.best.value == 0)

    @property
    def value(self) -> int | float | Fraction:
        """The best solution's value. Raises CharteredError if the target cannot be met."""
        if self.best is None:
            raise CharteredError(
                f"no {self.quantity} of {self.step} meets {self.target}: {self.why}",
                "allow a larger epsilon, delta or mu, or fewer times",
            )
        return self.best.value

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def certificate(self) -> Certificate:
        """A certificate of the best certified answer: that it meets the target and, where that is proved, that the next
        value does not.

        Raises CharteredError if there is none, or if not one run meets the target.
        """
        try:
            return certificate_of_met(_met(self))
        except (Unavailable, ArithmeticError) as error:
            raise CharteredError(f"the answer cannot be shown again: {error}", "ask for another accountant") from None

    def to_json(self) -> dict[str, Any]:
        """The answers as INTERFACE prints them."""
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
        parts = [{"step": str(part.step), "times": part.times} for part in self.written_out]
        shown |= {"written_out": parts} if parts else {}
        shown |= {"sensitivity": self.sensitivity} if self.sensitivity else {}
        shown |= {} if self.monotone else {"monotone": False, "promise": self.promise}
        return shown | ({} if self.why is None else {"why": self.why})

    def to_dict(self) -> dict[str, Any]:
        """The answers as `chartered calibrate --json` and `chartered steps --json` print them."""
        return self.to_json()

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a row for each path's value. Raises CharteredError without pandas."""
        rows = ({"fails_beyond": None, **solution.to_json("value")} for solution in self.answers)
        return data_frame(({name: row.get(name) for name in _COLUMNS} for row in rows), _COLUMNS)

    def layout(self) -> Layout:
        """What was sought and for which target, each path's value, and why accountants have none."""
        facts = [("sought", self.quantity), ("step", self.asked_step), ("target", str(self.target))]
        facts += [("beside", text) for text in listed(self.unknown.beside, lambda entry: entry.shown)]
        facts += [("neighbours", f"{self.neighbours.value}: {self.neighbours.change}")]
        facts += [("sensitivity", words) for words in [self.sensitivity] if words]
        facts += [("promise", self.promise)] if self.promise else []
        facts += [("why", self.why)] if self.why else []
        rows = [(one.accountant, one.path[-1], one.shown_value, " > ".join(one.path)) for one in self.rows]
        notes = self.without_rows + [f"no answer by {none.accountant}: {none.why}" for none in self.unavailable]
        return Layout(facts, _TITLES, rows, notes)

    def __repr__(self) -> str:
        if self.best is None:
            return one_line(f"<no {self.quantity} of {self.step} meets {self.target}: {self.why}>")
        path = " -> ".join(self.best.path)
        return one_line(f"<{self.quantity} = {self.best.shown_value} meets {self.target}: {self.step}, by {path}>")


def _met(solved: Solved) -> Met:
    """The best certified answer, with what a search finds to show it. Raises CharteredError if there is none."""
    best = next((answer for answer in solved.answers if answer.certified), None)
    if best is None or (best.value == 0 and solved.unknown.gap is None):
        raise CharteredError(
            f"no {solved.quantity} of {solved.step} meets {solved.target}, so there is nothing to certify",
            solved.why or "",
        )
    found = Met(solved.unknown, solved.target, solved.neighbours, best.derivation, best.finite, {}, None)
    witness = proposed(found.target, found.profile_at(best.finite))
    after = found.next_one if best.fails_beyond else None
    beyond = proposed(found.target, found.profile_at(after)) if after is not None else None
    derivation = best.derivation
    for value in (best.finite, after):
        if value is not None:
            known, entries = found.unknown.registry, found.unknown.entries_at(value)
            derivation = with_witnesses(known, entries, found.neighbours, derivation)
    return replace(found, derivation=derivation, witness=witness, beyond=beyond)


def largest_times(
    step: str | Entry,
    *,
    epsilon: Exact | None = None,
    delta: Exact | None = None,
    mu: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    accountant: str | Iterable[str] | None = None,
    neighbors: Neighbours | str | None = None,
    beside: Ledger | None = None,
) -> Solved:
    """How often a step may run, adaptively composed, within (epsilon, delta) or within mu: certified, by every
    accountant. `beside` is what else touches the data: all of it together stays within the target.

    0 where not one run meets the target, infinity where 2^160 runs meet it: more than any ledger may have. Raises
    CharteredError."""
    known = registry()
    target = read_goal(epsilon, delta, mu)
    check_step(step, "largest_times")
    text, runs = (step, None) if isinstance(step, str) else (str(step.step), step.times)
    others, wanted = _beside(beside, Neighbours.chosen(neighbours, neighbors))
    unknown = Unknown.read(known, text, "times", runs, others)
    entries, only = unknown.entries_at(1), names_of(accountant)
    relative = relation(known, entries, wanted)
    solved = solve_times(unknown, relative, target, only)
    answers = _marked(unknown, solved.found)
    _check_agreement(unknown, relative, target, answers)
    accounting = Accounting(known, entries, relative, only=only)
    why = None if answers and answers[0].value else refusal(accounting, target, _case("one run", others))
    return Solved(unknown, target, str(entries[-1]), relative, answers, why, solved.unavailable)


def calibrate(
    step: Steps,
    *,
    solve: str,
    epsilon: Exact | None = None,
    delta: Exact | None = None,
    mu: Exact | None = None,
    times: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    accountant: str | Iterable[str] | None = None,
    neighbors: Neighbours | str | None = None,
    beside: Ledger | None = None,
) -> Solved:
    """The value of the parameter `solve`, left open in `step`, that just meets (epsilon, delta) or mu: on the safe
    side, by every path.

    `times` may stand in the step instead. Of several steps, as a ledger has them, one leaves the parameter open. The
    others, and the ledger `beside`, are what else touches the data: all of it together meets the target. Raises
    CharteredError."""
    known = registry()
    target = read_goal(epsilon, delta, mu)
    found = find_open(known, step, solve)
    others, wanted = _beside(beside, Neighbours.chosen(neighbours, neighbors))
    others = (*others, *found.beside)
    if times is not None and found.times is not None:
        raise BadStep(f"{found.step!r} gives times, and so does the question", "write times once")
    unknown = Unknown.read(known, found.step, solve, found.times if times is None else times, others)
    if unknown.gap is None:
        raise BadStep("times is no parameter", "ask how often with chartered steps, or largest_times")
    parameter = unknown.gap.parameter
    relative = relation(known, unknown.entries_at(parameter.nearest(beginning(parameter))), wanted)
    solved = solve_parameter(unknown, parameter, relative, target, names_of(accountant))
    answers = _marked(unknown, solved.found)
    _check_agreement(unknown, relative, target, answers)
    why = None
    if not solved.found:
        end = safest(parameter)
        why = refusal(
            Accounting(known, unknown.entries_at(end), relative, only=names_of(accountant)),
            target,
            _case(f"{solve} = {plain(end)}", others),
        )
    return Solved(unknown, target, found.step, relative, answers, why, solved.unavailable)


def _beside(ledger: object, wanted: Neighbours | None) -> tuple[tuple[Entry, ...], Neighbours | None]:
    """The entries of a ledger, and its relation where no other is wanted. Raises BadValue for anything else."""
    if ledger is None:
        return (), wanted
    if not isinstance(ledger, Ledger):
        raise BadValue(f"beside is {one_line(repr(ledger))}", "give a ledger, such as Ledger.read('spent.toml')")
    return ledger.entries, wanted or ledger.neighbours


def _case(own: str, others: tuple[Entry, ...]) -> str:
    return f"{own} beside the ledger" if others else own


def _marked(unknown: Unknown, answers: Iterable[Solution]) -> tuple[Solution, ...]:
    """The solutions with the plugins behind them that are not ours; of equal ones, ours first."""
    known = unknown.registry
    marked = [
        replace(a, strangers=strangers_of(known, unknown.entries_at(a.finite or Fraction(1)), a.derivation))
        for a in answers
    ]
    better = -1 if unknown.gap is None or not unknown.larger_is_safer else 1
    return tuple(sorted(marked, key=lambda a: (better * a.finite, bool(a.strangers))))


def _check_agreement(unknown: Unknown, neighbours: Neighbours, target: Goal, answers: tuple[Solution, ...]) -> None:
    """Raises Contradiction where the best value rests on a stranger's plugin and another theorem proves that the target
    is missed there."""
    best = next(iter(answers), None)
    if best is not None and best.strangers and best.value:
        accounting = Accounting(unknown.registry, unknown.entries_at(best.finite), neighbours)
        for question, _ in target.questions:
            accounting.ask(question)
