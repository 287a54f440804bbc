"""Verifies claims: selects them, runs them here or on an executor, and stores the outcomes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from os import PathLike
from pathlib import Path

from chartered_verify.catching import ours
from chartered_verify.runs.results import Results
from chartered_verify.runs.suite import Outcome, run
from chartered_verify.statements.claim import Claim, Effort, Kind

from ..atomic_files import status_of
from ..errors import BadValue, UnknownName, near
from ..host.registry import registry
from ..model.seconds import seconds_of
from ..special_files import is_stream, opened_stream
from .executors import processes
from .fingerprints import Registered, claim_digests, installed_digest

Progress = Callable[[Outcome], None]
_GRACE = 120.0
"""The seconds beyond a claim's limit after which its process is ended: it may have to start and to load the claims."""


def verify(
    *prefixes: str,
    digits: int = 50,
    full: bool = False,
    limit: float | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    results: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Tries claims: those whose names start with one of the prefixes, in the order of registration.

    Args:
        prefixes: The beginnings of names, such as "asoodeh2020.T3"; without any, all claims.
        digits: The decimal digits of numeric cross-checks, from 1 on.
        full: Whether slow claims are tried, too.
        limit: The seconds after which a claim is undecided; None: no limit.
        jobs: The number of processes.
        executor: Any executor of `concurrent.futures` (Dask's, MPI's), in place of processes; its workers need the same
            installation.
        results: A file of JSON lines: outcomes in it that are still valid are reused, and new ones are appended.
        progress: progress(outcome), called with each outcome.

    Returns:
        An outcome for each claim.

    Raises:
        UnknownName: A prefix matches no claim, or only claims of the full tier without `full`.
        BadValue: `digits`, `limit` or `jobs` is out of range, or the file is no file of results, or cannot be written.
        PluginError: A plugin fails that may not be left out.

    Examples:
        >>> [outcome.claim.name for outcome in ch.verify("zcdp.renyi")]
        ['zcdp.renyi.line']
    """
    if isinstance(digits, bool) or not isinstance(digits, int) or digits < 1:
        raise BadValue(f"digits is {digits!r}", "it must be a whole number from 1 on")
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise BadValue(f"jobs is {jobs!r}", "it must be a number of processes, from 1 on")
    limit = None if limit is None else seconds_of(limit, "the time limit")
    for prefix in prefixes:
        if not isinstance(prefix, str):
            raise UnknownName(f"a claim's name begins with {prefix!r}", 'give text, such as verify("asoodeh2020")')
    claims = chosen(prefixes, full=full)
    return verify_claims(
        claims, digits, full=full, limit=limit, jobs=jobs, executor=executor, results=results, progress=progress
    )


def verify_claims(
    claims: list[Claim],
    digits: int = 50,
    *,
    full: bool = False,
    limit: float | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    results: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Tries these registered claims; see `verify`."""
    effort = Effort(digits=digits, full=full, limit=limit)
    if results is None:
        return _tried(claims, effort, jobs, executor, progress)
    log = _opened(Path(results))
    digests = claim_digests(claims, effort)
    found = {claim.name: kept for claim in claims if (kept := log.outcome(claim, digests[claim.name])) is not None}
    tell = progress or (lambda outcome: None)
    for outcome in found.values():
        tell(outcome)

    def keep(outcome: Outcome) -> None:
        with _kept_in(log.path):
            log.keep(outcome, digests[outcome.claim.name])
        tell(outcome)

    try:
        rest = _tried([claim for claim in claims if claim.name not in found], effort, jobs, executor, keep)
    finally:
        log.close()
    found |= {outcome.claim.name: outcome for outcome in rest}
    return [found[claim.name] for claim in claims]


def chosen(
    prefixes: Iterable[str], *, full: bool, sources: Collection[str] = (), kinds: Collection[Kind] = ()
) -> list[Claim]:
    """The claims of this tier whose names start with one of `prefixes`, whose sources contain one of `sources`, and
    which are of these kinds. An empty argument does not restrict the claims.

    Raises UnknownName if a prefix, a source, or all of them together match no claim, and PluginError."""
    claims: dict[str, Claim] = registry().claims()
    wanted = tuple(prefixes)
    for prefix in wanted:
        _check_prefix(prefix, claims, full=full)
    for text in sources:
        _check_source(text, claims)
    found = [
        claim
        for name, claim in claims.items()
        if (full or not claim.slow)
        and (not wanted or name.startswith(wanted))
        and (not sources or any(text.lower() in claim.source.lower() for text in sources))
        and (not kinds or claim.kind in kinds)
    ]
    if not found and (sources or kinds):
        raise UnknownName(
            f"no claim of the {'full' if full else 'quick'} tier is of that name, source and kind", "ask for less"
        )
    return found


def _tried(
    claims: list[Claim], effort: Effort, jobs: int, executor: Executor | None, progress: Progress | None
) -> list[Outcome]:
    if executor is not None and claims:
        return run(claims, effort, executor, progress, loader=Registered(installed_digest()))
    jobs = min(jobs, len(claims))
    patience = None if effort.limit is None else effort.limit + _GRACE
    with processes(jobs, patience) if jobs > 1 else nullcontext() as own:
        return run(claims, effort, own, progress, loader=Registered())


def _opened(path: Path) -> Results:
    with _kept_in(path):
        try:
            return Results(path, {}, opened_stream(path)) if is_stream(path) else Results.open(path)
        except ours(ValueError) as error:
            raise BadValue(str(error), "give another file, or take that line out") from None


@contextmanager
def _kept_in(path: Path) -> Iterator[None]:
    """Raises BadValue if the operating system does not allow results to be written to that path."""
    try:
        yield
    except ours(OSError) as error:
        told = BadValue(f"results cannot be kept in {path}: {error.strerror}", "give a file that can be written")
        told.exit_status = status_of(error)
        raise told from None


def _check_prefix(prefix: str, claims: dict[str, Claim], *, full: bool) -> None:
    matching = [claim for name, claim in claims.items() if name.startswith(prefix)]
    if not matching:
        beginnings = {name.rpartition(".")[0] for name in claims} | set(claims)
        hint = _closest(prefix, beginnings, {name.partition(".")[0] for name in claims})
        raise registry().unknown(
            f"no claim's name starts with {prefix!r}",
            f"names start with, for example, {hint}" if hint else "no plugin brings claims",
        )
    if not full and all(claim.slow for claim in matching):
        raise UnknownName(f"every claim whose name starts with {prefix!r} is in the full tier", "ask for the full tier")


def _check_source(text: str, claims: dict[str, Claim]) -> None:
    sources = {claim.source for claim in claims.values()}
    if not any(text.lower() in source.lower() for source in sources):
        papers = {source.partition(",")[0] for source in sources}
        hint = _closest(text, papers, papers)
        raise UnknownName(
            f"no claim's source contains {text!r}",
            f"sources are, for example, {hint}" if hint else "no plugin brings claims",
        )


def _closest(word: str, names: Iterable[str], else_all: Iterable[str]) -> str:
    """Up to three names similar to the word; if there are none, all names in `else_all`."""
    return ", ".join(near(word, names) or sorted(else_all))
