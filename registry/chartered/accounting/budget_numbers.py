"""The numbers of a budget: answers to questions, and what composed guarantees state without one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from chartered_verify.catching import ignoring
from chartered_verify.enclosure import Enclosure, Side, enclose
from chartered_verify.numeric.stated_number import enclose_number
from msgspec import Struct, field

from ..errors import BadValue, NoAnswer, Unavailable
from ..ledger.irrational_numbers import read_beside
from ..model.exact_numbers import Exact, exact, plain
from ..model.guarantees import GDP, ZCDP, Guarantee, Renyi
from ..model.questions import Question
from ..model.stated_rho import Rho, divergence
from ..model.steps import JOINT
from ..paths.derivation import Derivation, strangers_of
from ..paths.replay import derive
from ..paths.step_paths import sound
from .budget import Budget, Measure
from .every_path import Accounting
from .question_time_limit import TimeLimit, made_in_time
from .request import out_of_time

Number: TypeAlias = Callable[..., Any]
"""(xp, guarantee) -> what it states, in balls or in fractions."""


class _Measuring(Struct):
    """The measures found so far, and why others are missing."""

    make: Callable[[frozenset[str], float | None], Accounting]
    limit: TimeLimit
    found: list[Measure] = field(default_factory=list)
    missing: list[tuple[str, str]] = field(default_factory=list)

    def ask(self, name: str, question: Question, at: Mapping[str, Fraction], *, finite: bool = False) -> None:
        """The best answer to a question, with `finite` only a finite one."""
        try:
            answer = self.make(frozenset(), self.limit.left).best(question)
        except NoAnswer as none:
            self.missing.append((name, none.hint or none.message))
            return
        if finite and answer.why is not None and not answer.enclosed.finite:
            self.missing.append((name, answer.why))
            return
        attained = answer.lower_exact is not None and (answer.exact or answer.enclosed.under is not None)
        bound = answer.enclosed.bound
        if attained and not answer.exact and answer.below is not None:
            bound = Enclosure(answer.below.lo, bound.hi)
        behind = answer.path, answer.accountant, answer.strangers, answer
        self.found.append(Measure(name, at, bound, attained, *behind))

    def state(self, name: str, kinds: tuple[type, ...], number: Number, at: Mapping[str, Fraction]) -> None:
        """The least number that a composed guarantee of these kinds states."""
        rows = made_in_time(lambda: list(self._stated(name, kinds, number, at)), self.limit.left)
        if rows:
            self.found.append(min(rows, key=lambda one: (one.upper, not one.attained)))
        else:
            why = out_of_time(self.limit.seconds) if rows is None else "no theorem states it of one of these steps"
            self.missing.append((name, why))

    def _stated(
        self, name: str, kinds: tuple[type, ...], number: Number, at: Mapping[str, Fraction]
    ) -> Iterator[Measure]:
        known = self.make(frozenset(), None).registry
        by = frozenset(one.name for one in known.accountants.values() if issubclass(one.kind, kinds))
        accounting = self.make(by, None)
        for guarantee, derivation in composed_guarantees(accounting):
            with ignoring(Unavailable, ArithmeticError):
                stated = partial(number, guarantee=guarantee)
                bound = (enclose if isinstance(guarantee, Renyi) else enclose_number)(stated).clip(0)
                if bound.upper < float("inf"):
                    path = tuple(part for part in derivation.path if part not in derivation.conversions)
                    strangers = strangers_of(known, accounting.request.entries, derivation)
                    attained = guarantee.side is Side.EXACT and _attained(accounting, guarantee)
                    yield Measure(name, at, bound, attained, path, derivation.accountant, strangers)


def _attained(accounting: Accounting, guarantee: Guarantee) -> bool:
    """Whether an exact guarantee of the steps is that of all of them: an exact Renyi curve is the larger of the two
    directions between neighbours, and of two different steps these may be different ones."""
    steps = {entry.step for entry in accounting.request.entries}
    return not isinstance(guarantee, Renyi) or (len(steps) == 1 and not any(JOINT in step.shape for step in steps))


def composed_guarantees(accounting: Accounting) -> Iterator[tuple[Guarantee, Derivation]]:
    """The composed guarantees of a ledger, each once."""
    asked, seen = accounting.request, set[tuple[object, ...]]()
    for d in (composed.derivation for composed in accounting.profiles()):
        key = (d.rewrites, d.per_step, d.accountant, d.grouped_by, d.groups)
        if key in seen:
            continue
        seen.add(key)
        with ignoring(Unavailable, ArithmeticError):
            behind = derive(asked.registry, asked.entries, asked.neighbours, d).behind
            if behind is not None and sound(behind.side):
                yield behind, d


def budget(
    accounting: Callable[..., Accounting],
    accountant: str | Iterable[str] | None,
    delta: Exact | None,
    epsilon: Exact | None,
    renyi: Exact | None,
    failure: Exact | None,
    mu: bool,
    seconds: float | None,
) -> Budget:
    """The budget of a ledger; `accounting` gives its accounting, by accountants of these names, within a number of
    seconds. Raises BadValue for a number out of range."""

    def make(only: frozenset[str], left: float | None) -> Accounting:
        return accounting(accountant or only or None, seconds=left)

    at_delta = None if delta is None else Question.epsilon(delta)
    at_epsilon = None if epsilon is None else Question.delta(epsilon)
    but_for = None if failure is None else Question.mu(failure=failure)
    order = None if renyi is None else exact(renyi, "renyi", up=True)
    if order is not None and order <= 1:
        raise BadValue(f"renyi is {plain(order)}", "an order is above 1")
    found, ledger = _Measuring(make, TimeLimit(seconds)), make(frozenset(), None)
    found.state("rho", (ZCDP, GDP), rho_of, {})
    if order is not None:
        found.state(
            "renyi", (ZCDP, GDP, Renyi), lambda xp, guarantee: divergence(xp, guarantee, order), {"order": order}
        )
    found.ask("pure", Question.epsilon(0), {}, finite=True)
    if at_delta is not None:
        found.ask("epsilon", at_delta, at_delta.held)
    if at_epsilon is not None:
        found.ask("delta", at_epsilon, at_epsilon.held)
    if but_for is not None:
        found.ask("mu", but_for, {"failure": but_for.over.failure}, finite=True)
    elif mu:
        found.ask("mu", Question.mu(), {}, finite=True)
    else:
        found.state("mu", (GDP,), _mu, {})
    held = {name: value for one in found.found for name, value in one.at.items()}
    measures = tuple(sorted(found.found, key=lambda one: _ORDER.index(one.name)))
    asked = ledger.request
    notes = read_beside(asked.entries, held)
    return Budget(asked.entries, asked.neighbours, measures, tuple(found.missing), notes)


_ORDER = ("pure", "rho", "mu", "renyi", "epsilon", "delta")


def _mu(xp: Any, guarantee: Guarantee) -> Any:
    if not isinstance(guarantee, GDP) or guarantee.failure != 0:
        raise Unavailable("it states no mu")
    return xp.sqrt(xp.number(guarantee.mu_squared))


def rho_of(xp: Any, guarantee: Guarantee) -> Any:
    """The rho that a guarantee states. Raises Unavailable."""
    rho = Rho.of(guarantee)
    if rho is None:
        raise Unavailable("it states no rho")
    return xp.number(rho.value)
