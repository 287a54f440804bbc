"""How far the trial of claims is: a bar on a terminal; elsewhere a line on standard error now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import TypeAlias

from chartered_verify.runs import suite

from .exit_status import say

EVERY = 20.0
"""The seconds between two lines, where standard error is no terminal."""
Tell: TypeAlias = "Callable[[suite.Outcome], None]"


@contextmanager
def telling(count: int) -> Iterator[Tell]:
    """A function that is to be called with each outcome, of `count` in all."""
    with _bar(count) if sys.stderr.isatty() else _lines(count) as tell:
        yield tell


@contextmanager
def _bar(count: int) -> Iterator[Tell]:
    """A progress bar with the estimated time remaining."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ..console import SafeConsole

    name = TextColumn("{task.description}", markup=False)
    columns = (name, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, console=SafeConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("trying claims", total=count)

        def tell(outcome: suite.Outcome) -> None:
            bar.update(task, advance=1, description=outcome.claim.name)

        yield tell


@contextmanager
def _lines(count: int) -> Iterator[Tell]:
    """A line every EVERY seconds, also while no claim ends."""
    start, done, ended = monotonic(), list[str](), Event()

    def lines() -> None:
        while not ended.wait(EVERY):
            found = list(done)
            counts = ", ".join(f"{kind} {found.count(kind)}" for kind in dict.fromkeys(found))
            told = f": {counts}" if counts else ""
            say(f"{len(found)} of {count} claims tried after {monotonic() - start:.0f} s{told}")

    thread = Thread(target=lines, daemon=True)
    thread.start()
    try:
        yield lambda outcome: done.append(suite.verdict_name(outcome.verdict))
    finally:
        ended.set()
        thread.join(1)
