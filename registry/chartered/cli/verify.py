"""`chartered verify` and `chartered errata`: claims are tried now."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click
from chartered_verify.alarm import available
from chartered_verify.runs import suite
from chartered_verify.statements import claim as statements, verdict
from chartered_verify.statements.claim import Kind

from ..errors import BadValue
from ..host.registry import registry
from ..output.html import page, verification_report as reports
from ..verification import executors, run
from .output import print_for_people, print_json, print_json_line
from .shared_options import as_json, together

_SECONDS, _SECONDS_FULL = 900.0, 7200.0
"""The time limit of a claim unless one is given, in seconds: in the quick tier and in the full tier."""
_takes_effort = together(
    click.option(
        "--digits",
        type=click.IntRange(1, 100_000),
        default=50,
        show_default=True,
        help="Decimal digits of numeric cross-checks.",
    ),
    click.option("--jobs", type=click.IntRange(1), metavar="N", help="Worker processes. Default: one for each core."),
    click.option(
        "--tier",
        type=click.Choice(["quick", "full"]),
        default="quick",
        show_default=True,
        help="full also tries the slow claims.",
    ),
    click.option(
        "--limit",
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help="A claim that takes longer is undecided. Default: 900, in the full tier 7200; inf: none.",
    ),
    click.option(
        "--executor",
        type=click.Choice(["processes", "dask"]),
        default="processes",
        show_default=True,
        help="dask: the workers of a cluster.",
    ),
    click.option(
        "--address", metavar="HOST", help="The Dask scheduler's address. Default: a cluster of --jobs processes here."
    ),
    click.option(
        "--results", metavar="FILE", help="Append each outcome to FILE, and reuse those in it that are still valid."
    ),
    as_json,
)


@click.command(short_help="Tries claims.", epilog="Example: chartered verify asoodeh2020.T3 --digits 80")
@click.argument("claims", nargs=-1, metavar="[CLAIM...]")
@click.option(
    "--source", "sources", multiple=True, metavar="TEXT", help="Only claims whose source contains TEXT. Repeatable."
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice([kind.value for kind in Kind]),
    help="Only claims of this kind. Repeatable.",
)
@click.option(
    "--report", "report_file", metavar="FILE", help="Also write a page of what was found: its suffix is .html."
)
@click.option(
    "--jsonl", is_flag=True, help="Print each claim as it is tried, one JSON object on a line; then a summary."
)
@_takes_effort
def verify(
    claims: tuple[str, ...],
    sources: tuple[str, ...],
    kinds: tuple[str, ...],
    report_file: str | None,
    tier: str,
    as_json: bool,
    jsonl: bool,
    **how: Any,
) -> None:
    """Tries every claim, or the claims whose names start with one of CLAIM, and prints the verdicts. Where standard
    error is no terminal, a line on it says every 20 seconds how far that is.

    proved: true on the stated domain. supported: no counterexample at the stated number of points. Exit status 1 if a
    claim is refuted, or if no claim is named and an installed plugin fails, whose claims are missing."""
    full = tier == "full"
    if jsonl and as_json:
        raise BadValue("--json and --jsonl ask for two forms", "leave one out")
    if report_file is not None:
        page.check_page(Path(report_file))  # before anything takes time
    outcomes = _tried(
        run.chosen(claims, full=full, sources=sources, kinds=[Kind(word) for word in kinds]),
        full=full,
        also=(lambda outcome: print_json_line(outcome.to_json())) if jsonl else None,
        **how,
    )
    counts = suite.summary(outcomes)
    if report_file is not None:
        _report(outcomes, f"{tier} tier, {how['digits']} digits", Path(report_file))
    if as_json:
        print_json({"claims": [outcome.to_json() for outcome in outcomes], **counts})
    elif jsonl:
        print_json({"summary": counts})
    else:
        from .verify_tables import verdicts

        print_for_people(*verdicts(outcomes, counts), beside=report_file or how["results"])
    _leave(outcomes, missing=not (claims or sources or kinds) and bool(registry().failed))


@click.command(short_help="Where papers print something wrong.", epilog="Example: chartered errata --json")
@_takes_effort
def errata(tier: str, as_json: bool, **how: Any) -> None:
    """Errors in printed formulas and tables, each with a witness that shows it, tried now.

    Exit status 1 if one of these errata is refuted."""
    full = tier == "full"
    outcomes = _tried([claim for claim in run.chosen((), full=full) if claim.kind is Kind.ERRATUM], full=full, **how)
    found = [_erratum(outcome) for outcome in outcomes]
    if as_json:
        print_json({"errata": found})
    else:
        from .verify_tables import corrections

        print_for_people(*corrections(found), beside=how["results"])
    _leave(outcomes)


def _report(outcomes: Sequence[suite.Outcome], effort: str, path: Path) -> None:
    page.save(reports.verification_report(registry(), outcomes, effort), path)


def _erratum(outcome: suite.Outcome) -> dict[str, Any]:
    """One erratum as a dictionary. `claim` is the argument for `chartered verify`. Without a witness the evidence in
    words takes its place."""
    shown = outcome.to_json()
    claim = outcome.claim
    witness = getattr(outcome.verdict, "witness", None)
    return {
        "name": claim.name,
        "source": claim.source,
        "printed": claim.printed,
        "witness": dict(witness) if witness else {"found": shown["how"]},
        "corrected": claim.corrected,
        "claim": claim.name,
        "statement": claim.statement,
        "verdict": shown["verdict"],
        "how": shown["how"],
    }


def _tried(
    claims: list[statements.Claim],
    digits: int,
    limit: float | None,
    jobs: int | None,
    executor: str,
    address: str | None,
    results: str | None,
    *,
    full: bool,
    also: Callable[[suite.Outcome], None] | None = None,
) -> list[suite.Outcome]:
    """The outcomes of these claims; `also` is called with each as it is known."""
    from .verify_progress import telling

    if address is not None and executor != "dask":
        raise BadValue(f"--address {address} is that of a Dask scheduler", "add --executor dask")
    if limit is not None and executor == "dask":
        raise BadValue(
            f"--limit {limit:g} cannot be kept by the workers of a Dask cluster, which try claims in threads",
            "leave one out",
        )
    jobs = jobs or _cores()
    if executor != "dask":
        limit = _limit(limit, full=full)
    with (
        executors.dask(address, jobs) if executor == "dask" else nullcontext() as cluster,
        telling(len(claims)) as tell,
    ):

        def progress(outcome: suite.Outcome) -> None:
            tell(outcome)
            if also is not None:
                also(outcome)

        return run.verify_claims(
            claims, digits, full=full, limit=limit, jobs=jobs, executor=cluster, results=results, progress=progress
        )


def _limit(given: float | None, *, full: bool) -> float | None:
    """The time limit of a claim in seconds; None if there is to be none, or if the system has no alarm."""
    if given is None:
        given = _SECONDS_FULL if full else _SECONDS
        return given if available() else None
    return None if given == float("inf") else given


def _leave(outcomes: Sequence[suite.Outcome], *, missing: bool = False) -> None:
    if missing or any(isinstance(outcome.verdict, verdict.Refuted) for outcome in outcomes):
        click.get_current_context().exit(1)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
