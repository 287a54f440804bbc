"""Many entries: equal ones as one, and of very many the first ones in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..model.steps import MOST_TIMES, Step
from .entries import Entry

MOST_SHOWN = 64
"""So many entries are shown to people; of the rest, how many there are."""


def merged(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Each step once under each label, with all its runs, at the place where it comes first; up to the largest count
    that an entry may have."""
    found: list[Entry] = []
    counts: list[int] = []
    places: dict[tuple[Step, str], int] = {}
    same: dict[tuple[int, str], int] = {}  # by the place in memory of a step: its hash takes longer
    for entry in entries:
        alike = id(entry.step), entry.label
        place = same.get(alike)
        if place is None:
            place = places.setdefault((entry.step, entry.label), len(found))
        if place == len(found) or counts[place] + entry.times > MOST_TIMES:
            place = places[entry.step, entry.label] = len(found)
            found.append(entry)
            counts.append(0)
        same[alike] = place
        counts[place] += entry.times
    return tuple(
        entry if entry.times == times else Entry(entry.step, times, entry.label)
        for entry, times in zip(found, counts, strict=True)
    )


def listed(entries: Sequence[Entry], shown: Callable[[Entry], str]) -> list[str]:
    """Each entry as it is shown; of very many the first ones, and how many more there are."""
    left = len(entries) - MOST_SHOWN
    return [shown(entry) for entry in entries[:MOST_SHOWN]] + ([f"and {left} more entries"] if left > 0 else [])
