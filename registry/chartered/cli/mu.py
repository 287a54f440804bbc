"""`chartered mu`: the least mu for which a ledger is Gaussian differentially private."""

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
@click.option(
    "--tolerance", default="1e-9", show_default=True, metavar="W", help="The largest width of the interval of mu."
)
@click.option(
    "--head", metavar="E", help="Only up to this epsilon; also prints delta there, the probability not covered."
)
@click.option("--tail", metavar="E", help="Only from this epsilon on.")
@click.option(
    "--regret",
    is_flag=True,
    help="Also the regret: the largest difference, over epsilon, between the delta of that mu and the profile.",
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
    """Whether a ledger is mu-GDP for some mu, and an interval that contains the least one, proved for every epsilon
    from 0 to infinity.

    It is the mu of the tightest privacy profile that is known for the ledger. If a mechanism is not GDP for any mu, the
    reason is printed; it may still have a mu up to some epsilon (--head)."""
    answered(Question.mu(tolerance, head, tail), steps, ledger_file, neighbours, **options)
