"""`chartered mu`: how Gaussian a ledger is."""

from __future__ import annotations

from typing import Any

import click

from ..model.questions import Question
from .epsilon import answer_options, answered
from .options import takes_a_ledger


@click.command(
    short_help="Whether a ledger is Gaussian DP, and with which mu.",
    epilog="Example: chartered mu laplace:scale=1,sensitivity=2",
)
@takes_a_ledger
@click.option("--tolerance", default="1e-9", show_default=True, metavar="W", help="How wide the bracket of mu may be.")
@click.option("--head", metavar="E", help="Only up to this epsilon, with the probability that this leaves open.")
@click.option("--tail", metavar="E", help="Only from this epsilon on.")
@click.option(
    "--regret",
    is_flag=True,
    help="Also how far the delta of that mu is above the profile that gave it, at the worst epsilon.",
)
@answer_options
def mu(
    steps: tuple[str, ...],
    ledger_file: str | None,
    neighbours: str | None,
    tolerance: str,
    head: str | None,
    tail: str | None,
    **options: Any,
) -> None:
    """Whether a ledger is mu-GDP for some mu, and a bracket of the least one, proved at every epsilon from 0 to
    infinity.

    It is the mu of the best profile that is known of the ledger. A mechanism that is not GDP says so, and why; it may
    still have a head."""
    answered(Question.mu(tolerance, head, tail), steps, ledger_file, neighbours, **options)
