"""Conformance kit: a directed search for counterexamples at the numbers in the code of a plugin's theorems, where its
answers may change. There they are compared with exact answers.

It searches, and proves nothing: a branch point that is no number in the code is found only by chance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import TypeVar

from chartered_verify.catching import ours
from chartered_verify.enclosure import Side
from chartered_verify.forms.integer_corners import Axis
from chartered_verify.spot_checks.branch_points import FormulaCode
from msgspec import Struct

from ..accounting.every_path import Accounting
from ..accounting.path_combinations import Composed
from ..accounting.request import Request
from ..enclose.evaluation import evaluate
from ..enclose.profile_answer import Enclosed
from ..errors import CharteredError, Unavailable
from ..host.registry import Plugin, Registry
from ..ledger.checked_steps import make_step
from ..ledger.entries import Entry, read_entries
from ..ledger.required_relation import relation
from ..model.exact_numbers import plain
from ..model.mechanisms import Mechanism
from ..model.neighbours import Neighbours
from ..model.questions import DeltaAt, Question
from ..paths.step_paths import sound
from ..search.propose import propose

T = TypeVar("T")

_WIDEST, _LEAST = Fraction(64), Fraction(1, 10**300)
_QUESTIONS, _STEPS = 64, 8


class Corners(Struct, frozen=True):
    """The numbers in the code of a plugin's theorems, and the names of these theorems. With `full` all numbers are
    tried, otherwise a random sample if there are many."""

    known: Registry
    theorems: frozenset[str]
    numbers: tuple[Fraction, ...]
    full: bool = False

    @classmethod
    def of(cls, known: Registry, own: Plugin, full: bool = False) -> Corners:
        """The numbers in the code of one plugin."""
        names = known.names_of(own, "theorem")
        return cls(
            known, frozenset(names), FormulaCode.of(*(known.theorem(name).bound for name in names)).numbers, full
        )

    def check(self, entry: Entry, neighbours: Neighbours) -> None:
        """Checks one step, and copies of it with one parameter set to a number in the code. Raises AssertionError."""
        self._check(entry, neighbours, _QUESTIONS)
        for other in self._drawn(list(self._settings(entry)), _STEPS):
            self._check(other, neighbours, _QUESTIONS // 8)

    def _check(self, entry: Entry, neighbours: Neighbours, count: int) -> None:
        """Checks that no answer by the plugin is below a lower bound of another path, and that no exact delta increases
        with eps."""
        below = [
            path
            for path in self._paths(entry, neighbours)
            if path.profile.side is Side.EXACT or path.profile.lower_bound is not None
        ]
        mine = self._paths(
            entry, neighbours, self.theorems
        )  # by name, also those that an exact one of its kind would hide
        if not mine or not below:
            return
        epsilons = sorted(self._drawn(self._marks(Axis(Fraction(0), _WIDEST)), count))
        deltas = self._drawn(list(self._marks(Axis(_LEAST, 1 - Fraction(1, 2**60)))), count // 4)
        before: dict[int, Enclosed] = {}
        for question in (*(Question.delta(x) for x in epsilons), *(Question.epsilon(x) for x in deltas)):
            shown = {id(path): _answered(path, question) for path in (*mine, *below)}
            where = f"{entry}, {neighbours.value}, {question}"
            for low, high in product(below, mine):
                _compare(low, shown[id(low)], high, shown[id(high)], where)
            for path in (path for path in mine if isinstance(question, DeltaAt) and path.profile.side is Side.EXACT):
                now, last = shown[id(path)], before.get(id(path))
                risen = now is not None and last is not None and now.bound.lo > last.bound.hi
                assert not risen, f"{where}: delta rises with eps, by {' -> '.join(path.derivation.path)}"
                before |= {} if now is None else {id(path): now}

    def _paths(self, entry: Entry, neighbours: Neighbours, only: frozenset[str] = frozenset()) -> list[Composed]:
        """The sound profiles that answer without a search at each question."""
        found = Accounting(Request(self.known, (entry,), neighbours, only=only)).profiles()
        return [path for path in found if sound(path.profile.side) and not path.profile.search.searches]

    def _marks(self, axis: Axis) -> list[Fraction]:
        return [x for x in axis.marks(self.numbers, closely=False) if axis.low <= x <= axis.high]

    def _drawn(self, values: list[T], count: int) -> list[T]:
        """All values, or a random sample of `count` of them."""
        few = self.full or len(values) <= count
        return list(values) if few else Random(0).sample(values, count)

    def _settings(self, entry: Entry) -> Iterator[Entry]:
        """Copies of the step with one of its own parameters set to a number in the code, if that value is valid."""
        mechanism: Mechanism = self.known.mechanism(entry.step.name)
        for parameter in mechanism.parameters:
            value = entry.step.settings.get(parameter.name)
            if not isinstance(value, Fraction):
                continue
            for x in self.numbers:
                try:
                    yield Entry(
                        make_step(
                            self.known,
                            entry.step.name,
                            entry.step.settings | {parameter.name: plain(x)},
                            entry.step.inner,
                        )
                    )
                except CharteredError:
                    continue


def check_corners(known: Registry, corners: Corners, text: str) -> None:
    """Checks a step at the numbers in the plugin's code, where the code may take another branch. Raises
    AssertionError."""
    entry = read_entries(known, [text])[0]
    corners.check(entry, relation(known, [entry], None))


def _answered(path: Composed, question: Question) -> Enclosed | None:
    try:
        return evaluate(path.profile, question, propose(path.profile, question))
    except ours(Unavailable, ArithmeticError, ValueError):
        return None


def _compare(low: Composed, at_least: Enclosed | None, high: Composed, at_most: Enclosed | None, where: str) -> None:
    if at_least is None or at_most is None:
        return
    below = at_least.below
    said = f"{where}: {' -> '.join(high.derivation.path)} says at most {at_most.bound.upper_exact}"
    assert below is None or below.lo <= at_most.bound.hi, (
        f"{said}, {' -> '.join(low.derivation.path)} at least {below.lower_exact}"
    )
