"""Decisions of a filter, of a book and of OpenDP, in one run: `python -m benchmarks.spending [-n ENTRIES] [--python
OPENDP]`.

Each is given ENTRIES runs of one Gaussian, one at a time: the next one is allowed or refused by what the others cost.
Printed is the CPU time of a decision (of a book also the time of a clock, which waits for the disk) among the first
thousand, after a tenth and at the end. OpenDP may have an interpreter of its own; its filter also runs the mechanism,
on a count, and so its odometer, which runs it and decides nothing, stands beside it. Its filter sums all that ran
again for each question: it is measured up to a tenth of ENTRIES."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

STEP, WATCHED = "gaussian:sigma=1000", 1000


@contextmanager
def of_filter() -> Iterator[Callable[[], Any]]:
    """In memory."""
    import chartered as ch

    spending = ch.Filter(gdp=1)
    yield lambda: spending.spend(STEP)


@contextmanager
def of_book() -> Iterator[Callable[[], Any]]:
    """In a file of SQLite, a transaction for each."""
    import chartered as ch

    with tempfile.TemporaryDirectory() as folder, ch.Book.create(f"sqlite:///{folder}/b.db", ch.Filter(gdp=1)) as book:
        yield lambda: book.spend(STEP)


def _odometer() -> tuple[Any, Any]:
    import opendp.prelude as dp

    dp.enable_features("contrib", "honest-but-curious")
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()
    odometer = dp.c.make_fully_adaptive_composition(*space, output_measure=dp.zero_concentrated_divergence())
    return odometer, space >> dp.t.then_count() >> dp.m.then_gaussian(scale=1000.0)


@contextmanager
def of_opendp_filter() -> Iterator[Callable[[], Any]]:
    """By rho, of which the budget is the same: mu = 1 is rho = 1/2."""
    import opendp.prelude as dp

    odometer, count = _odometer()
    queryable = dp.c.make_privacy_filter(odometer, d_in=1, d_out=0.5)([1] * 9)
    yield lambda: queryable(count)


@contextmanager
def of_opendp_odometer() -> Iterator[Callable[[], Any]]:
    """Which refuses nothing."""
    odometer, count = _odometer()
    queryable = odometer([1] * 9)
    yield lambda: queryable(count)


WHO = {
    "filter": (of_filter, 1.0),
    "book": (of_book, 1.0),
    "opendp filter": (of_opendp_filter, 0.1),
    "opendp odometer": (of_opendp_odometer, 1.0),
}
"""Each, and up to which part of the entries."""


def measured(who: str, entries: int) -> list[tuple[int, float, float]]:
    """(entries before, milliseconds of CPU time, of a clock), of a decision among a thousand."""
    made, part = WHO[who]
    places, rows = sorted({0, entries // 10, entries} - {n for n in (entries,) if part < 1}), []
    with made() as decide:
        for n in range(max(places) + WATCHED):
            if n in places:
                start = time.process_time(), time.perf_counter()
            decide()
            if n - WATCHED + 1 in places:
                rows.append((n - WATCHED + 1, time.process_time() - start[0], time.perf_counter() - start[1]))
    return [(n, 1e3 * cpu / WATCHED, 1e3 * clock / WATCHED) for n, cpu, clock in rows]


def main() -> None:
    """A process for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", "--entries", type=int, default=100_000, help="how many [%(default)s]")
    parser.add_argument("--python", default=sys.executable, metavar="OPENDP", help="an interpreter that has OpenDP")
    parser.add_argument("--who", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.who:
        print(json.dumps(measured(asked.who, asked.entries)))
        return
    print("| who | entries | ms of CPU time | ms of a clock |\n|---|---|---|---|")
    for who in WHO:
        python = asked.python if who.startswith("opendp") else sys.executable
        command = [python, "-m", "benchmarks.spending", "--who", who, "-n", str(asked.entries)]
        ran = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False)
        if ran.returncode:
            print(f"| {who} | | | {ran.stderr.strip().splitlines()[-1]} |")
            continue
        for n, cpu, clock in json.loads(ran.stdout):
            print(f"| {who} | {n:,} | {cpu:.2f} | {clock:.2f} |", flush=True)


if __name__ == "__main__":
    main()
