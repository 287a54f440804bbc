"""`chartered verify` and `chartered errata`: claims, tried now."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .options import as_json
from .printing import print_for_people, print_json

if TYPE_CHECKING:
    from chartered_verify.claim import Claim
    from chartered_verify.suite import Outcome

F = TypeVar("F", bound=Callable[..., Any])

_EFFORT_OPTIONS = (
    click.option(
        "--digits", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Decimal digits of numeric cross-checks."
    ),
    click.option("--jobs", type=click.IntRange(1), metavar="N", help="Worker processes. Default: one for each core."),
    click.option(
        "--tier", type=click.Choice(["quick", "full"]), default="quick", show_default=True, help="full also tries the slow claims."
    ),
    as_json,
)


def _takes_effort(command: F) -> F:
    for option in reversed(_EFFORT_OPTIONS):
        command = option(command)
    return command


@click.command(short_help="Tries claims.", epilog="Example: chartered verify asoodeh2020.T3 --digits 80")
@click.argument("claims", nargs=-1, metavar="[CLAIM...]")
@_takes_effort
def verify(claims: tuple[str, ...], digits: int, jobs: int | None, tier: str, as_json: bool) -> None:
    """Tries every claim, or those whose names start with one of CLAIM, and says what was found.

    proved: true on the stated domain. supported: no counterexample at that many points. Exit status 1 if a claim is refuted.
    """
    from chartered_verify.suite import summary

    from ..verifying import chosen

    full = tier == "full"
    outcomes = _tried(chosen(claims, full=full), digits, jobs, full=full)
    counts = summary(outcomes)
    if as_json:
        print_json({"claims": [outcome.to_json() for outcome in outcomes], **counts})
    else:
        from .trying_tables import verdicts

        print_for_people(*verdicts(outcomes, counts))
    _leave(outcomes)


@click.command(short_help="Where papers print something wrong.", epilog="Example: chartered errata --json")
@_takes_effort
def errata(digits: int, jobs: int | None, tier: str, as_json: bool) -> None:
    """Where a printed formula or table is wrong, with the witness that shows it, tried now.

    Exit status 1 if one of these errata does not stand.
    """
    from chartered_verify.claim import Kind

    from ..verifying import chosen

    full = tier == "full"
    outcomes = _tried([claim for claim in chosen((), full=full) if claim.kind is Kind.ERRATUM], digits, jobs, full=full)
    found = [_erratum(outcome) for outcome in outcomes]
    if as_json:
        print_json({"errata": found})
    else:
        from .trying_tables import corrections

        print_for_people(*corrections(found))
    _leave(outcomes)


def _erratum(outcome: Outcome) -> dict[str, Any]:
    """One erratum for programs. `claim` is what `chartered verify` takes; without a witness the evidence is what was found, in words."""
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


def _tried(claims: list[Claim], digits: int, jobs: int | None, *, full: bool) -> list[Outcome]:
    from ..verifying import verify_claims

    with _progress(len(claims)) as progress:
        return verify_claims(claims, digits, full=full, jobs=jobs or _cores(), progress=progress)


def _leave(outcomes: Sequence[Outcome]) -> None:
    from chartered_verify.verdict import Refuted

    if any(isinstance(outcome.verdict, Refuted) for outcome in outcomes):
        click.get_current_context().exit(1)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _progress(count: int) -> Iterator[Callable[[Outcome], None] | None]:
    """A bar on standard error if somebody watches it there."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("trying claims", total=count)

        def tell(outcome: Outcome) -> None:
            bar.update(task, advance=1, description=outcome.claim.name)

        yield tell
