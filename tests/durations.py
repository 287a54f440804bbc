"""How long tests take, as it was measured: `python -m tests.durations` runs all but the full ones, one after the other,
and writes `durations.tsv` anew, the processor seconds of each slow test and its name; `python -m tests.durations PATH`
measures those of PATH alone and keeps the other rows.

What takes some seconds runs in CI but not by a plain `pytest`, and what takes longer in the full tier alone. A test
that is not in the file runs always."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("durations.tsv")
SLOW, SLOWER = 0.5, 0.6
"""From how many seconds on a test is left to CI, and from how many to the full tier."""
ALWAYS = (
    "tests/test_layers.py::",
    "tests/test_sizes.py::",
    "tests/docs/test_code_blocks.py::",
    "tests/docs/test_words.py::",
)
LONG = 6.0
"""Tests of how the code is built and of what its pages show, which CI runs unless they take so many seconds."""


def measured() -> dict[str, float]:
    """The processor seconds of each slow test, by its name."""
    rows = (line.split("\t", 1) for line in FILE.read_text("utf-8").splitlines())
    return {name: float(seconds) for seconds, name in rows}


def mark(items: list[pytest.Item]) -> None:
    """Marks each test that is known to be slow."""
    known = measured()
    for item in items:
        seconds = known.get(item.nodeid, 0.0)
        if seconds >= SLOW:
            left = seconds >= (LONG if item.nodeid.startswith(ALWAYS) else SLOWER)
            item.add_marker(pytest.mark.slower if left else pytest.mark.slow)


class Clock:
    """Measures each test, with the processes that it starts."""

    def __init__(self) -> None:
        self.found: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Around one test."""
        before = sum(os.times()[:4])
        yield
        self.found[item.nodeid] = sum(os.times()[:4]) - before


def main() -> int:
    """Measures and writes; the exit status is that of the tests."""
    clock, paths = Clock(), tuple(sys.argv[1:])
    status = pytest.main(["-p", "no:cacheprovider", "-m", "not full", *paths], plugins=[clock])
    others = {name: seconds for name, seconds in measured().items() if paths and not name.startswith(paths)}
    rows = sorted((name, seconds) for name, seconds in (others | clock.found).items() if seconds >= SLOW)
    FILE.write_text("".join(f"{seconds:.1f}\t{name}\n" for name, seconds in rows), "utf-8")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
