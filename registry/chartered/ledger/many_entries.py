"""Long lists of entries: equal ones merged, and only the first ones shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..model.steps import MOST_TIMES, Step
from .entries import Entry

MOST_SHOWN = 64
"""The largest number of entries that are shown to people; the others are counted."""


def merged(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with equal steps and labels merged, with the sum of their runs, at the place of the first; split if
    the sum exceeds the largest count of an entry."""
    found: list[Entry] = []
    counts: list[int] = []
    indices: dict[tuple[Step, str], int] = {}
    same: dict[tuple[int, str], int] = {}  # by the identity of a step, which is faster than its hash
    for entry in entries:
        alike = id(entry.step), entry.label
        index = same.get(alike)
        if index is None:
            index = indices.setdefault((entry.step, entry.label), len(found))
        if index == len(found) or counts[index] + entry.times > MOST_TIMES:
            index = indices[entry.step, entry.label] = len(found)
            found.append(entry)
            counts.append(0)
        same[alike] = index
        counts[index] += entry.times
    return tuple(
        entry if entry.times == times else Entry(entry.step, times, entry.label)
        for entry, times in zip(found, counts, strict=True)
    )


def listed(entries: Sequence[Entry], shown: Callable[[Entry], str]) -> list[str]:
    """Each entry as `shown` gives it; of a long list the first ones and the number of the others."""
    left = len(entries) - MOST_SHOWN
    return [shown(entry) for entry in entries[:MOST_SHOWN]] + ([f"and {left} more entries"] if left > 0 else [])
