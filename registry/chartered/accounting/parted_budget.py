"""What a plan with parts costs in each measure, and which errors a test must make: what holds of a record in any of its
parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as replaced

from msgspec.structs import replace

from ..ledger.sets_of_parts import Parted
from .budget import Budget
from .largest_over_sets import largest_of_each
from .tradeoff import TradeOff


def largest(plan: Parted, found: Mapping[str, Budget]) -> Budget:
    """Of each measure the largest number over the sets of parts that a record may be in, if each set has one, with
    notes that name the set."""
    first = next(iter(found.values()))
    lacking = {name: f"of a record in {one}: {why}" for one, each in found.items() for name, why in each.unavailable}
    kept = [each.name for each in first.measures if each.name not in lacking]
    worst, named = largest_of_each({one: [each[name] for name in kept] for one, each in found.items()})
    notes = [note for each in found.values() for note in each.notes]
    notes = list(dict.fromkeys([*notes, *named]))
    return Budget(plan.labelled, first.neighbours, tuple(worst), tuple(lacking.items()), tuple(notes))


def least_errors(found: Mapping[str, TradeOff]) -> TradeOff:
    """The least lower bound on the type II error over the sets of parts, with a note that names the set."""
    one, worst = min(found.items(), key=lambda each: each[1].lower)
    notes = (*worst.answer.notes, f"of a record in {one}, where such a test has the least")
    return replace(worst, answer=replaced(worst.answer, notes=notes))
