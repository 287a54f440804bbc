"""`chartered mu`: the least mu for which a ledger is Gaussian differentially private."""

from __future__ import annotations

from typing import Any

import click

from ..model.questions import Question
from .epsilon import answer_options, answered
from .shared_options import StatedLedger, takes_a_ledger


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
    "--failure",
    metavar="D",
    help="Except for a failure of this probability: delta <= D + (1 - D) delta of mu-GDP, at every epsilon.",
)
@click.option(
    "--regret",
    is_flag=True,
    help="Also the regret: the largest difference, over epsilon, between the delta of that mu and the profile.",
)
@answer_options
def mu(
    stated: StatedLedger,
    tolerance: str,
    head: str | None,
    tail: str | None,
    failure: str | None,
    **options: Any,
) -> None:
    """Whether a ledger is mu-GDP for some mu, and an interval that contains the least one, proved for every epsilon
    from 0 to infinity.

    It is the mu of the tightest privacy profile that is known for the ledger. If a mechanism is not GDP for any mu, the
    reason is printed; it may still have a mu up to some epsilon (--head), or except for a failure (--failure): with
    probability D anything may come out, and otherwise no more than by one Gaussian mechanism. Noisy SGD has a small mu
    except for a failure, and a large one without, which its far tail decides."""
    answered(Question.mu(tolerance, head, tail, failure), stated, **options)
