"""What an attacker gains from the outputs of a plan with parts: the most that is gained of a record in any of them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from .largest_over_sets import largest_of_each
from .risk import Risk


def largest(found: Mapping[str, Risk]) -> Risk:
    """Of each bound the largest over the sets of parts that a record may be in, with notes that name the set."""
    worst, named = largest_of_each({one: risk.readings for one, risk in found.items()})
    notes = [note for risk in found.values() for note in risk.notes]
    first = next(iter(found.values()))
    return replace(first, **{each.name: each for each in worst}, notes=tuple(dict.fromkeys([*notes, *named])))
