"""The inverse questions as users ask them: `largest_times` and `calibrate`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .account import Accounting, names_of
from .entries import Entry, relation
from .errors import BadStep, CharteredError
from .exact import plain, whole
from .host import registry
from .neighbours import Neighbours
from .refusal import refusal, safest
from .solving import Solution, beginning, calibrate as solve_parameter, largest_times as solve_times
from .steps import MOST_TIMES, find_gap, parse_step
from .targets import Goal, read_goal


@dataclass(frozen=True, slots=True)
class Solved:
    """The answers to an inverse question, the best first; `why` says, where none meets the target, why not and what can be met."""

    quantity: str
    target: Goal
    step: str
    neighbours: Neighbours
    answers: tuple[Solution, ...]
    larger_is_safer: bool = False
    why: str | None = None

    @property
    def best(self) -> Solution | None:
        """The best solution that is certified, or None."""
        return next(iter(self.answers), None)

    @property
    def value(self) -> int | float | Fraction:
        """The best solution's value. Raises CharteredError if the target cannot be met."""
        if self.best is None:
            raise CharteredError(
                f"no {self.quantity} of {self.step} meets {self.target}: {self.why}", "allow a larger epsilon, delta or mu, or fewer times"
            )
        return self.best.value

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def to_json(self) -> dict[str, Any]:
        """The answers as INTERFACE prints them."""
        name = "times" if self.quantity == "times" else "value"
        shown: dict[str, Any] = {
            "quantity": self.quantity,
            "neighbours": self.neighbours.value,
            "step": self.step,
            "best": self.best.accountant if self.best else None,
            "answers": [solution.to_json(name) for solution in self.answers],
        }
        return shown | ({} if self.why is None else {"why": self.why})


def largest_times(
    step: str | Entry,
    *,
    epsilon: object = None,
    delta: object = None,
    mu: object = None,
    neighbours: Neighbours | str | None = None,
    accountant: str | Iterable[str] | None = None,
) -> Solved:
    """How often a step may run, adaptively composed, within (epsilon, delta) or within mu: certified, by every accountant.

    0 where not one run meets the target, infinity where every number does. Raises CharteredError.
    """
    known = registry()
    target = read_goal(epsilon, delta, mu)
    if isinstance(step, str):
        parsed, times = parse_step(known, step)
        if times is not None:
            raise BadStep(f"{step!r} already gives times", "leave times out: it is what is asked for")
        step = Entry(parsed)
    relative = relation(known, (step,), None if neighbours is None else Neighbours.read(neighbours))
    accounting = Accounting(known, (step,), relative, only=names_of(accountant))
    answers = tuple(solve_times(accounting, target))
    why = None if answers and answers[0].value else refusal(accounting, target, "one run")
    return Solved("times", target, str(step), relative, answers, why=why)


def calibrate(
    step: str,
    *,
    solve: str,
    epsilon: object = None,
    delta: object = None,
    mu: object = None,
    times: object = None,
    neighbours: Neighbours | str | None = None,
    accountant: str | Iterable[str] | None = None,
) -> Solved:
    """The value of the parameter `solve`, left open in `step`, that just meets (epsilon, delta) or mu: on the safe side, by every path.

    `times` may stand in the step instead. Raises CharteredError.
    """
    known = registry()
    target = read_goal(epsilon, delta, mu)
    gap = find_gap(known, step, solve)
    count = None if times is None else whole(times, "times", 1, MOST_TIMES)

    def entries_at(value: Fraction) -> tuple[Entry, ...]:
        parsed, written = parse_step(known, step, gap, value)
        if written is not None and count is not None:
            raise BadStep(f"{step!r} gives times, and so does the question", "write times once")
        return (Entry(parsed, written or count or 1),)

    any_value = gap.parameter.nearest(beginning(gap.parameter))
    relative = relation(known, entries_at(any_value), None if neighbours is None else Neighbours.read(neighbours))
    answers = tuple(solve_parameter(known, entries_at, gap.parameter, relative, target, names_of(accountant)))
    why = None
    if not answers:
        end = safest(gap.parameter)
        why = refusal(Accounting(known, entries_at(end), relative, only=names_of(accountant)), target, f"{solve} = {plain(end)}")
    return Solved(solve, target, step, relative, answers, gap.parameter.safer == "larger", why)
