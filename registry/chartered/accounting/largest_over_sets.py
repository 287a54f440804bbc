"""What holds of a plan with parts: the largest of each bound over the sets of parts that a record may be in, and the
least errors of a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as replaced
from decimal import Decimal
from typing import Any, TypeVar

from msgspec.structs import replace

from ..ledger.sets_of_parts import Parted
from .budget import Budget, Measure
from .risk import Reading, Risk
from .tradeoff import TradeOff

R = TypeVar("R", Risk, Budget, TradeOff)
B = TypeVar("B", Measure, Reading)


def largest(plan: Parted, found: Mapping[str, R]) -> R:
    """The bounds of a plan from those of each set of parts, with notes that name the set of each."""
    whole: R = _LARGEST[type(next(iter(found.values())))](plan, found)
    return whole


def _budget(plan: Parted, found: Mapping[str, Budget]) -> Budget:
    """Of each measure the largest number; one that some set lacks is unavailable."""
    first = next(iter(found.values()))
    lacking = {name: f"of a record in {one}: {why}" for one, each in found.items() for name, why in each.unavailable}
    kept = [each.name for each in first.measures if each.name not in lacking]
    worst, named = _largest_of_each({one: [each[name] for name in kept] for one, each in found.items()})
    notes = tuple(dict.fromkeys([*_notes(found), *named]))
    return Budget(plan.labelled, first.neighbours, tuple(worst), tuple(lacking.items()), notes)


def _risk(plan: Parted, found: Mapping[str, Risk]) -> Risk:
    worst, named = _largest_of_each({one: risk.readings for one, risk in found.items()})
    notes = tuple(dict.fromkeys([*_notes(found), *named]))
    return replace(next(iter(found.values())), **{each.name: each for each in worst}, notes=notes)


def _tradeoff(plan: Parted, found: Mapping[str, TradeOff]) -> TradeOff:
    """The least lower bound on the type II error."""
    one, worst = min(found.items(), key=lambda each: each[1].lower)
    notes = (*worst.answer.notes, f"of a record in {one}, where such a test has the least")
    return replace(worst, answer=replaced(worst.answer, notes=notes))


_LARGEST: dict[type, Callable[..., Any]] = {Budget: _budget, Risk: _risk, TradeOff: _tradeoff}


def _notes(found: Mapping[str, Budget] | Mapping[str, Risk]) -> list[str]:
    return [note for each in found.values() for note in each.notes]


def _largest_of_each(found: Mapping[str, Sequence[B]]) -> tuple[list[B], list[str]]:
    """(each bound where it is the largest, by all of its digits; notes that name the set of each)."""
    named = [[(one, bound) for bound in bounds] for one, bounds in found.items()]
    worst = [max(alike, key=lambda each: Decimal(each[1].upper_exact)) for alike in zip(*named, strict=True)]
    names = {one: ", ".join(bound.name for of, bound in worst if of == one) for one in found}
    return [bound for _, bound in worst], [f"of a record in {one}: {held}" for one, held in names.items() if held]
