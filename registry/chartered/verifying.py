"""Verifying: picks claims by the beginning of their names and has the suite try them, here or in worker processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from chartered_verify.claim import Claim, Effort
from chartered_verify.suite import Outcome, run

from .errors import UnknownName
from .host import registry

Progress = Callable[[Outcome], None]


def verify(*prefixes: str, digits: int = 50, full: bool = False, jobs: int = 1, progress: Progress | None = None) -> list[Outcome]:
    """Tries every claim whose name starts with one of `prefixes` (all without any), in the order of registration.

    `digits` is the precision of numeric cross-checks, `full` includes slow claims, `jobs` is the number of processes, and `progress`
    hears of each outcome as it comes. Raises UnknownName for a prefix that matches no claim, or only claims of the full tier without
    `full`, and PluginError.
    """
    return verify_claims(chosen(prefixes, full=full), digits, full=full, jobs=jobs, progress=progress)


def verify_claims(
    claims: list[Claim], digits: int = 50, *, full: bool = False, jobs: int = 1, progress: Progress | None = None
) -> list[Outcome]:
    """Tries these registered claims; see `verify`."""
    effort = Effort(digits=digits, full=full)
    jobs = min(jobs, len(claims))
    if jobs <= 1:
        return run(claims, effort, progress=progress)
    with _workers(jobs) as executor:
        return run(claims, effort, executor, progress, loader=registered)


def chosen(prefixes: Iterable[str], *, full: bool) -> list[Claim]:
    """The claims that `prefixes` choose in this tier. Raises UnknownName and PluginError."""
    claims: dict[str, Claim] = registry().claims()
    wanted = tuple(prefixes)
    for prefix in wanted:
        _check_prefix(prefix, claims, full=full)
    return [claim for name, claim in claims.items() if (full or not claim.slow) and (not wanted or name.startswith(wanted))]


def registered() -> list[Claim]:
    """Every claim. Workers load them by this function: checks do not pickle, names do."""
    return list(registry().claims().values())


def _check_prefix(prefix: str, claims: dict[str, Claim], *, full: bool) -> None:
    matching = [claim for name, claim in claims.items() if name.startswith(prefix)]
    if not matching:
        import difflib

        beginnings = {name.rpartition(".")[0] for name in claims} | set(claims)
        close = difflib.get_close_matches(prefix, sorted(beginnings), n=3) or sorted({name.partition(".")[0] for name in claims})
        hint = f"names start with, for example, {', '.join(close)}" if close else "no plugin brings claims"
        raise UnknownName(f"no claim's name starts with {prefix!r}", hint)
    if not full and all(claim.slow for claim in matching):
        raise UnknownName(f"every claim whose name starts with {prefix!r} is in the full tier", "ask for the full tier")


@contextmanager
def _workers(jobs: int) -> Iterator[Executor]:
    """Fresh processes (a forked one would inherit the threads of a progress bar). An interruption ends them with what they are at."""
    before = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    executor.shutdown()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
