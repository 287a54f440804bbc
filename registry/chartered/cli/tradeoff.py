"""`chartered tradeoff`: a lower bound on the errors of tests between neighbours."""

from __future__ import annotations

import click
from chartered_verify.outward_rounding import outward

from ..accounting.ledger import Ledger
from ..host.registry import registry
from ..ledger.sensitivities import sensitivities
from ..paths.derivation import strangers_note
from .output import print_for_people, print_json
from .parted_plan import plan_lines, plan_to_json
from .shared_options import StatedLedger, accountant_option, as_json, takes_a_ledger


@click.command(
    short_help="The least type II error of a test between neighbours.",
    epilog="Example: chartered tradeoff gaussian:sigma=4,times=10 --type-one 0.05",
)
@takes_a_ledger
@click.option(
    "--type-one", required=True, metavar="A", help="The type I error that the test may make; above 0 and below 1."
)
@accountant_option("Only by this accountant, or by a path with this theorem.")
@as_json
def tradeoff(
    stated: StatedLedger,
    type_one: str,
    accountants: tuple[str, ...],
    as_json: bool,
) -> None:
    """The least type II error of a test between neighbours whose type I error is at most A, certified from below.

    It follows from the ledger's privacy profile at the epsilon that makes the bound tightest."""
    ledger = stated.read_any()
    found = ledger.tradeoff(type_one, accountants)
    if as_json:
        print_json({**found.to_json(), **plan_to_json(ledger)})
        return

    answer, known = found.answer, registry()
    print_for_people(
        *([] if isinstance(ledger, Ledger) else [*plan_lines(ledger), ""]),
        f"type I error    at most {type_one}",
        f"type II error   at least {outward(repr(found.lower), up=False)}",
        f"by              delta = {outward(answer.upper_exact, up=True)} {found.place}",
        f"path            {' > '.join(answer.path)}",
        f"neighbours      {answer.neighbours.value}",
        *(f"sensitivity     {words}" for words in [sensitivities(known, answer.entries, answer.neighbours)] if words),
        *(f"sampling        {words}" for words in [answer.sampling] if words),
        *(f"note            {words}" for words in found.notes),
        *(f"strangers       it {words}" for words in [strangers_note(known, answer.strangers)] if words),
    )
