"""`chartered compare`: the answers of all accountants, and optionally of other packages, in one table."""

from __future__ import annotations

import click

from ..accounting import answer_comparison, peer_rows
from ..accounting.common_questions import either
from ..peers import packages
from .output import print_for_people, print_json, progress
from .shared_options import StatedLedger, accountant_option, as_json, takes_a_ledger

_COMPOSED = (
    "all {} steps run, one after another, and this is the cost of them together; designs are compared by asking of "
    "each alone, or by `chartered plot profile STEP STEP -o FILE`, which draws a curve for each"
)
"""What those must know who give a step for each design."""


def _peer_names(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    return [peer.name for peer in packages.PEERS if peer.name.startswith(typed)]


@click.command(
    short_help="All accountants side by side, and other packages.",
    epilog="Example: chartered compare dpsgd:n=60000,batch=256,epochs=60,noise=1.1 --delta 1e-5 --peers",
)
@takes_a_ledger
@click.option("--delta", metavar="D", help="The delta at which to bound epsilon; at least 0 and below 1.")
@click.option("--epsilon", metavar="E", help="Instead of --delta, the epsilon at which to bound delta; at least 0.")
@click.option(
    "--peers", "all_peers", is_flag=True, help="Also compare with every other package that is supported and installed."
)
@click.option(
    "--peer",
    "some_peers",
    multiple=True,
    metavar="NAME",
    shell_complete=_peer_names,
    help="Compare with this package only. Repeat it for more.",
)
@click.option("--peer-seconds", type=float, metavar="S", help="Seconds that each package may take. Default: 60.")
@accountant_option("Only answers by this accountant, or by a path with this theorem. Repeat it for more of them.")
@as_json
def compare(
    stated: StatedLedger,
    delta: str | None,
    epsilon: str | None,
    all_peers: bool,
    some_peers: tuple[str, ...],
    peer_seconds: float | None,
    accountants: tuple[str, ...],
    as_json: bool,
) -> None:
    """The answer of every accountant, the tightest first. Several STEPs all run: they are one design.

    With --peers also what other installed packages answer for the same ledger: their value, whether it lies below, in
    or above the certified interval, and why it differs.

    Each package runs in its own process, through its public interface. The row of a package that is not installed, does
    not know the steps, fails or takes too long says so."""
    question = either(delta, epsilon, "compare")
    with progress():
        ledger = stated.read()
        account = ledger.account(question, accountants)
        wanted = some_peers or all_peers
        found = answer_comparison.Comparison(
            account, peers=peer_rows.peer_rows(account, wanted, peer_seconds) if wanted else None
        )
    if as_json:
        print_json(found.to_dict())
    else:
        together = len(ledger.entries) if stated.steps else 1  # a ledger file is one plan
        print_for_people(found, *([_COMPOSED.format(together)] if together > 1 else []))
    if not account.answers:
        click.get_current_context().exit(account.no_answer(True).exit_status)
