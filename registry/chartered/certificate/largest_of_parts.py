"""The largest of several answers: both ends, each by the answer in which it is largest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any


def largest_first(answers: Sequence[Mapping[str, Any]]) -> list[int]:
    """The indices of answers as JSON, by descending upper end; of equal ones the exact first."""
    keys = [(Decimal(answer["upper_exact"]), answer["side"] == "exact") for answer in answers]
    return sorted(range(len(answers)), key=keys.__getitem__, reverse=True)


def largest(answers: Sequence[Mapping[str, Any]], of_profile: bool) -> dict[str, Any]:
    """The ends of the largest value, from the ends of each, as JSON.

    Every value is at most its upper end, so none exceeds the largest of these; one is at least its lower end, so the
    largest value is at least the largest of these. `of_profile`: the lower end of an answer that is not exact is about
    the profile on its path, and proves nothing of the ledger."""
    top = answers[largest_first(answers)[0]]
    below = [a for a in answers if a["lower_exact"] is not None and (a["side"] == "exact" or not of_profile)]
    low = max(below, key=lambda answer: Decimal(answer["lower_exact"]), default={})
    ends = {"upper": top["upper"], "lower": low.get("lower")}
    ends |= {"upper_exact": top["upper_exact"], "lower_exact": low.get("lower_exact")}
    return ends | {"side": top["side"]}
