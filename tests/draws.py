"""Of many slow cases of one test the full tier tries a few, and other ones each time.

`.ci/full` sets CHARTERED_DRAW to a number, which it prints; the same number draws the same cases. Without it all are
tried: `CHARTERED_DRAW= bash .ci/full` takes a night."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

SEED = os.environ.get("CHARTERED_DRAW", "")
MOST, MOST_OF_A_FILE = 8, 12
"""How many slow cases of one test are drawn, and of those how many of one file: Coq takes a minute for some. A test of
long cases says how many: `@pytest.mark.full(cases=4)`."""


def drawn(cases: Sequence[T], most: int, name: str) -> list[T]:
    """At most so many of the cases, in their order; all where nothing is drawn. The name is that of who asks."""
    if not SEED or len(cases) <= most:
        return list(cases)
    chosen = random.Random(f"{SEED} {name}").sample(range(len(cases)), most)
    return [cases[n] for n in sorted(chosen)]


def left(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The slow cases that were not drawn; these marks are those of the full tier."""
    slow = [item for item in items if any(item.iter_markers("full")) or any(item.iter_markers("slower"))]
    of_tests = _of_each(slow, "[", _most)
    kept = set(_of_each(of_tests, "::", lambda item: MOST_OF_A_FILE))
    return [item for item in slow if item not in kept]


def _most(item: pytest.Item) -> int:
    """How many cases of the test of an item are drawn."""
    return min((mark.kwargs.get("cases", MOST) for mark in item.iter_markers("full")), default=MOST)


def _of_each(items: Sequence[pytest.Item], end: str, most: Callable[[pytest.Item], int]) -> list[pytest.Item]:
    """At most so many of those whose names are the same up to a sign."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition(end)[0]].append(item)
    return [item for name, many in cases.items() for item in drawn(many, most(many[0]), name)]
