"""`chartered budget`: what a ledger costs, in the words in which budgets are stated."""

from __future__ import annotations

from typing import Any

import click

from ..accounting.ledger import Ledger
from ..host.registry import registry
from ..paths.derivation import strangers_note
from .output import print_for_people, print_json
from .parted_plan import plan_lines, plan_to_json
from .shared_options import StatedLedger, accountant_option, as_json, seconds_option, takes_a_ledger


@click.command(
    short_help="What a ledger costs: rho, mu, eps, Renyi.",
    epilog="Example: chartered budget gaussian:sigma=20,times=1000 --delta 1e-5 --renyi 2",
)
@takes_a_ledger
@click.option("--delta", metavar="D", help="Also the least epsilon at this delta; at least 0 and below 1.")
@click.option("--epsilon", metavar="E", help="Also the least delta at this epsilon; at least 0.")
@click.option("--renyi", metavar="A", help="Also the Renyi divergence of this order; above 1.")
@click.option("--failure", metavar="F", help="The least mu except for a failure of this probability.")
@click.option("--mu", is_flag=True, help="Search the least mu, for a minute at times; else it is what theorems state.")
@accountant_option("Only by this accountant, or by a path with this theorem.")
@seconds_option("The numbers that are found within this much processor time.")
@as_json
def budget(
    stated: StatedLedger,
    accountants: tuple[str, ...],
    as_json: bool,
    **asked: Any,
) -> None:
    """The budget of a ledger in every measure in which budgets are stated, the tightest number of each: rho of
    zero-concentrated DP, mu of Gaussian DP, epsilon at delta = 0 (pure), and more on request.

    A number stands under "at least" where no smaller one holds."""
    ledger = stated.read_any()
    found = ledger.budget(accountant=accountants, **asked)
    if as_json:
        print_json({**found.to_json(), **plan_to_json(ledger)})
        return
    from ..answer_table import AnswerTable
    from ..console import cell, facts

    shown = found.layout()
    strangers = strangers_note(registry(), (name for one in found.measures for name in one.strangers))
    notes = [*shown.notes, *([f"it {strangers}"] if strangers else [])]
    table = [AnswerTable(shown.titles, shown.rows)] if shown.rows else []
    lines = [facts(shown.facts, 13)] if isinstance(ledger, Ledger) else plan_lines(ledger)
    print_for_people(cell(found.headline, "bold"), *lines, "", *table, *([""] if notes else []), *notes)
