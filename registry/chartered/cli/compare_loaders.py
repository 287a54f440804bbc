"""`chartered compare-loaders`: one training, with every way to make its batches."""

from __future__ import annotations

import click

from ..accounting import compare_loaders as loaders
from ..accounting.common_questions import either
from ..ledger.make_entry import parse
from .output import print_for_people, print_json, progress
from .shared_options import as_json, step_names


@click.command(
    "compare-loaders",
    short_help="One training with every data loader.",
    epilog="Example: chartered compare-loaders dpsgd:n=60000,batch=256,epochs=60,noise=1.1 --delta 1e-5",
)
@click.argument("training", metavar="TRAINING", shell_complete=step_names)
@click.option("--delta", metavar="D", help="The delta at which to bound epsilon; at least 0 and below 1.")
@click.option("--epsilon", metavar="E", help="Instead of --delta, the epsilon at which to bound delta; at least 0.")
@as_json
def compare_loaders(training: str, delta: str | None, epsilon: str | None, as_json: bool) -> None:
    """A row for each way to make the batches of a TRAINING, dpsgd with n, batch, epochs and noise: who neighbours are,
    both ends, who runs such a loader, and below the table what is assumed of it.

    The same training costs different amounts with different loaders, and the number of one is no bound for another."""
    from ..answer_table import AnswerTable
    from ..console import facts

    question = either(delta, epsilon, "compare-loaders")
    with progress():
        found = loaders.compare_loaders(parse(training), question)
    if as_json:
        print_json(found.to_dict())
        return
    shown = found.layout()
    print_for_people(facts(list(shown.facts), 10), "", AnswerTable(shown.titles, shown.rows), "", *shown.notes)
