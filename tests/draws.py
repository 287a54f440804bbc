"""Of many slow cases of one test the full tier tries a few, and other ones each time.

`.ci/full` sets CHARTERED_DRAW to a number, which it prints; the same number draws the same cases. Without it all are
tried: `CHARTERED_DRAW= bash .ci/full` takes a night."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

SEED = os.environ.get("CHARTERED_DRAW", "")
MOST = 16
"""How many slow cases of one test are drawn."""


def drawn(cases: Sequence[T], most: int, name: str) -> list[T]:
    """At most so many of the cases, in their order; all where nothing is drawn. The name is that of who asks."""
    if not SEED or len(cases) <= most:
        return list(cases)
    chosen = random.Random(f"{SEED} {name}").sample(range(len(cases)), most)
    return [cases[n] for n in sorted(chosen)]


def left(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The slow cases that were not drawn; these marks are those of the full tier."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if any(item.iter_markers("full")) or any(item.iter_markers("slower")):
            cases[item.nodeid.partition("[")[0]].append(item)
    return [item for name, many in cases.items() for item in set(many) - set(drawn(many, MOST, name))]
