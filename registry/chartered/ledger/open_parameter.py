"""What an inverse question leaves open in a step: a parameter, or how often it runs. No search; `check` trusts these
lines."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..display import one_line
from ..errors import BadStep, BadValue
from ..host.registry import Registry
from ..model.exact_numbers import plain, whole
from ..model.steps import MOST_TIMES
from .entries import Entry
from .gap import Gap, find_gap
from .parsing import parse_step

UNBOUNDED = 2**160
"""A ledger that meets a target this many times meets it as often as any ledger may run: that is shown as infinitely
often."""
NEAR = Fraction(1, 10**9)
"""By which part of it the next value of a parameter that is no whole number differs."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A step as text with one thing left open: the parameter in its gap, or, without one, how often it runs.

    `times` is how often the step runs, or how many runs count as one; None where the step itself may say so. `beside`
    are the other entries of its ledger, of which nothing is open.
    """

    registry: Registry
    step: str
    gap: Gap | None
    times: int | None = None
    beside: tuple[Entry, ...] = ()

    @classmethod
    def read(
        cls, known: Registry, step: str, name: str, times: object = None, beside: tuple[Entry, ...] = ()
    ) -> Unknown:
        """`name` is "times" or that of a parameter. Raises BadStep and its kin, and BadValue where no direction of it
        is safer."""
        count = None if times is None else whole(times, "times", 1, MOST_TIMES)
        gap = None if name == "times" else find_gap(known, step, name)
        if gap is not None and gap.parameter.safer is None:
            reason = "it is no number, or neither more nor less of it is always more private"
            raise BadValue(f"{name} cannot be solved for", reason)
        found = cls(known, step, gap, count, beside)
        if gap is None and parse_step(known, step)[1] is not None:
            raise BadStep(f"{step!r} already gives times", "leave times out: it is what is asked for")
        return found

    @property
    def name(self) -> str:
        """What is sought."""
        return "times" if self.gap is None else self.gap.parameter.name

    @property
    def monotone(self) -> bool:
        """Whether it is proved that nothing costs more in the safer direction: fewer runs never do, since they are part
        of more."""
        return self.gap is None or self.gap.monotone

    @property
    def larger_is_safer(self) -> bool:
        """Whether larger values are more private, if only as a rule."""
        return self.gap is not None and self.gap.parameter.safer == "larger"

    def entries_at(self, value: Fraction | int) -> tuple[Entry, ...]:
        """The ledger with a value filled in, its own step the last. Raises BadStep and its kin."""
        return (*self.beside, self._entry(value))

    def _entry(self, value: Fraction | int) -> Entry:
        if self.gap is None:
            step, _ = parse_step(self.registry, self.step)
            return Entry(step, whole(value, "times", 1, UNBOUNDED) * (self.times or 1))
        step, written = parse_step(self.registry, self.step, self.gap, Fraction(value))
        if written is not None and self.times is not None:
            raise BadStep(f"{self.step!r} gives times, and so does the question", "write times once")
        return Entry(step, written or self.times or 1)

    @property
    def whole(self) -> bool:
        """Whether its values are whole numbers."""
        return self.gap is None or self.gap.parameter.integer

    def beyond(self, value: Fraction | int) -> Fraction | None:
        """The next value that is less private: one away where it is whole, else by the part NEAR of it. None where none
        is admitted."""
        stride = 1 if self.whole else value * NEAR
        there = Fraction(value - stride if self.larger_is_safer else value + stride)
        admitted = value < UNBOUNDED if self.gap is None else there != value and self.gap.parameter.admits(there)
        return there if admitted else None

    def shown(self, value: Fraction | int) -> str:
        """A value as people write it, exact; of a count also how many runs count as one."""
        runs = f" (of {self.times} runs each)" if self.gap is None and self.times not in (None, 1) else ""
        return f"{self.name} = {'2^160' if self.gap is None and value == UNBOUNDED else plain(Fraction(value))}{runs}"


def check_step(step: object, asked: str) -> None:
    """Raises BadStep for what is no step as text, nor one made by `parse`."""
    if not isinstance(step, str | Entry):
        raise BadStep(f"{asked} of {one_line(repr(step))}", "give a step as text, such as gaussian:sigma=20")
