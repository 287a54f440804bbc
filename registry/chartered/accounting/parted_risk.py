"""What an attacker gains from the outputs of a plan with parts: the most that is gained of a record in any of them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from msgspec.structs import replace

from .risk import Reading, Risk


def largest(found: Mapping[str, Risk]) -> Risk:
    """Of each bound the largest over the sets of parts that a record may be in, with notes that name the set."""
    each = {one: risk.readings for one, risk in found.items()}
    worst = [max(alike, key=_end) for alike in zip(*_named(each), strict=True)]
    sets = {one: ", ".join(reading.name for of, reading in worst if of == one) for one in found}
    notes = [note for risk in found.values() for note in risk.notes]
    notes += [f"of a record in {one}: {names}" for one, names in sets.items() if names]
    first = next(iter(found.values()))
    return replace(first, **{reading.name: reading for _, reading in worst}, notes=tuple(dict.fromkeys(notes)))


def _named(each: Mapping[str, tuple[Reading, ...]]) -> list[list[tuple[str, Reading]]]:
    """The readings of each set, each beside the name of the set."""
    return [[(one, reading) for reading in readings] for one, readings in each.items()]


def _end(named: tuple[str, Reading]) -> Decimal:
    """The upper end with every digit: the largest double may not be the one of the largest end."""
    return Decimal(named[1].upper_exact)
