"""The unknown of an inverse question: a parameter of a step, or its number of runs. Contains no search; `check` trusts
this module."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from ..display import one_line
from ..errors import BadStep, BadValue
from ..host.registry import Registry
from ..model.exact_numbers import plain, whole
from ..model.steps import MOST_TIMES
from .checked_steps import parse_step, spelled
from .entries import Entry
from .unknown_in_text import Gap, find_gap

UNBOUNDED = 2**160
"""A number of runs that no ledger reaches: a step that meets a target this many times is shown with times =
infinity."""
NEAR = Fraction(1, 10**9)
"""The relative distance from a value of a parameter that is not an integer to the next less private value."""


class Unknown(Struct, frozen=True):
    """A step as text with one unknown: the parameter in its gap or, if `gap` is None, its number of runs.

    `times`: the number of runs of the step, or the number of runs that count as one; None if the text may state it.
    `beside`: the other entries of the ledger, without unknowns."""

    registry: Registry
    step: str
    gap: Gap | None
    times: int | None = None
    beside: tuple[Entry, ...] = ()

    @classmethod
    def read(
        cls, known: Registry, step: str, name: str, times: object = None, beside: tuple[Entry, ...] = ()
    ) -> Unknown:
        """The unknown `name`, "times" or a parameter. Raises BadStep, UnknownName or BadValue, also if no direction of
        the parameter is safer."""
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
        """The name of the unknown."""
        return "times" if self.gap is None else self.gap.parameter.name

    @property
    def own(self) -> int:
        """The number of entries that depend on the unknown."""
        return 1

    @property
    def spelled(self) -> str:
        """The step in canonical spelling."""
        return spelled(self.registry, self.step)

    @property
    def monotone(self) -> bool:
        """Whether a change in the safer direction provably never costs more; always true of the number of runs, since
        fewer runs are part of more."""
        return self.gap is None or self.gap.monotone

    @property
    def monotone_rho(self) -> bool:
        """Whether a change in the safer direction provably never has a larger rho: of a parameter of the step itself,
        inside no wrapper."""
        gap = self.gap
        return gap is not None and gap.parameter.monotone_rho != "" and gap.layer == 0 and gap.inside is None

    @property
    def larger_is_safer(self) -> bool:
        """Whether larger values are more private as a rule."""
        return self.gap is not None and self.gap.parameter.safer == "larger"

    def entries_at(self, value: Fraction | int) -> tuple[Entry, ...]:
        """The ledger with `value` for the unknown; its own step is the last entry. Raises BadStep, UnknownName or
        BadValue."""
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
        """Whether the values are integers."""
        return self.gap is None or self.gap.parameter.integer

    def beyond(self, value: Fraction | int) -> Fraction | None:
        """The next less private value: at distance 1 for integers, otherwise at the relative distance NEAR. None if it
        is not admissible."""
        stride = 1 if self.whole else value * NEAR
        there = Fraction(value - stride if self.larger_is_safer else value + stride)
        admitted = value < UNBOUNDED if self.gap is None else there != value and self.gap.parameter.admits(there)
        return there if admitted else None

    def is_last(self, value: Fraction | int) -> bool:
        """Whether no value of the parameter is less private than this one; never of a number of runs."""
        if self.gap is None:
            return False
        end = self.gap.parameter.low if self.larger_is_safer else self.gap.parameter.high
        return value == end or (self.whole and self.beyond(value) is None)

    def shown(self, value: Fraction | int) -> str:
        """The value as exact text; for a count also the number of runs that count as one."""
        runs = f" (of {self.times} runs each)" if self.gap is None and self.times not in (None, 1) else ""
        return f"{self.name} = {'2^160' if self.gap is None and value == UNBOUNDED else plain(Fraction(value))}{runs}"


def check_step(step: object, asked: str) -> None:
    """Raises BadStep for anything but a step as text or an Entry."""
    if not isinstance(step, str | Entry):
        raise BadStep(f"{asked} of {one_line(repr(step))}", "give a step as text, such as gaussian:sigma=20")
