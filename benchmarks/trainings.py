"""Trainings by Chartered and by the packages that account for their batches, in one run: `python -m
benchmarks.trainings [--limit SECONDS] [NAME...]`.

Each cell is a process of its own, which asks the same of other noise first: imports and compilers are not counted, and
nothing is remembered from cell to cell. CPU time on one thread is what is measured, of three rounds the least where it
is below a second. A package that is not installed, or has no such function, says so. Printed is a table in Markdown:
both ends, how a peer's eps lies to ours, and its time over ours."""

from __future__ import annotations

import argparse
import os
import resource
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from platform import python_version

from .training_peers import PACKAGES, TRAININGS, Ends

QUICK, ROUNDS, LIMIT, EASIER = 1.0, 3, 600, 2
"""Seconds below which a cell is asked three times; the CPU seconds of a cell; and the factor of the noise before it."""
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS", "NUMBA_NUM_THREADS")


def main() -> None:
    """Asks everyone, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a part of the names of those asked [all]")
    parser.add_argument("--limit", type=int, default=LIMIT, metavar="SECONDS", help="CPU time of a cell [%(default)s]")
    asked = parser.parse_args()
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    print(f"{date.today()}; Python {python_version()}; " + ", ".join(map(_versioned, ("chartered", *PACKAGES))) + "\n")
    print("| training | who | eps | width | beside ours | time |\n|---|---|---|---|---|---|")
    for name, training in TRAININGS.items():
        if not asked.names or any(part in name for part in asked.names):
            ours, seconds = least(name, "", asked.limit)
            assert not isinstance(ours, str), ours
            print(f"| {name} | chartered | {_interval(ours)} | {_width(ours)} | | {seconds:.2g} s |", flush=True)
            for peer in training.peers:
                found, cpu = least(name, peer, asked.limit)
                beside = (
                    ("", "", found, "")
                    if isinstance(found, str)
                    else (_interval(found), _width(found), judged(found, ours), f"{cpu / seconds:.2g}")
                )
                print(f"| | {peer} | " + " | ".join(beside) + " |", flush=True)


def least(name: str, peer: str, limit: int) -> tuple[Ends | str, float]:
    """The ends, or why there are none, and the CPU time of the quickest round."""
    rounds = [_run(name, peer, limit)]
    while len(rounds) < ROUNDS and rounds[0][1] < QUICK and not isinstance(rounds[0][0], str):
        rounds.append(_run(name, peer, limit))
    return min(rounds, key=lambda found: found[1])


def judged(found: Ends, ours: Ends) -> str:
    """How the upper end of a peer lies to our interval, and whether its lower one contradicts it."""
    (low, high), (lower, upper) = found, ours
    if low is not None and low > upper:
        return "**its lower end is above**"
    if high > upper:
        return f"above by {high - upper:.2g}"
    if lower is None:
        return "**narrower: ours has no lower end**"
    return f"inside, narrower by {upper - high:.2g}" if high >= lower else f"**below by {lower - high:.2g}**"


def _run(name: str, peer: str, limit: int) -> tuple[Ends | str, float]:
    """One cell in a process of its own; one that takes more than the limit is ended by the system."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        try:
            return pool.submit(cell, name, peer, limit).result()
        except BrokenProcessPool:
            return f"over {limit} s", 0.0


def cell(name: str, peer: str, limit: int) -> tuple[Ends | str, float]:
    """Asks one of them (no name: Chartered) one question. Any error of a package is its answer."""
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    training = TRAININGS[name]
    ask = training.peers[peer] if peer else training.ours
    try:
        ask(training.sigma * EASIER, training.delta)
        before = _cpu()
        found = ask(training.sigma, training.delta)
        return found, _cpu() - before
    except Exception as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())[:60]}", 0.0


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _versioned(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} is not installed"


def _interval(ends: Ends) -> str:
    low, high = ends
    return f"{high:.8g}" if low is None else f"[{low:.8g}, {high:.8g}]"


def _width(ends: Ends) -> str:
    low, high = ends
    return "" if low is None else f"{high - low:.1e}"


if __name__ == "__main__":
    main()
