"""`chartered risk`: bounds on the success of attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..accounting.ledger import Ledger
from ..accounting.risk import Risk
from ..host.registry import registry
from ..ledger.required_relation import relation_in_words
from ..ledger.sensitivities import sensitivities
from ..paths.derivation import strangers_note
from ..paths.rewriting import written_out
from .output import print_for_people, print_json
from .parted_plan import WHOLE, plan_lines, plan_to_json
from .shared_options import StatedLedger, accountant_option, as_json, seconds_option, takes_a_ledger

if TYPE_CHECKING:
    from rich.table import Table

    from ..answer_table import AnswerTable


@click.command(
    short_help="What an attacker can gain from the outputs.",
    epilog="Example: chartered risk dpsgd:n=60000,batch=256,epochs=60,noise=1.1 --prior 1/2 --type-one 1e-3 "
    "--baseline 1e-6",
)
@takes_a_ledger
@click.option(
    "--prior",
    default="1/2",
    show_default=True,
    metavar="P",
    help="The attacker's prior probability that the record is in the data; above 0 and below 1.",
)
@click.option(
    "--type-one",
    default="1e-3",
    show_default=True,
    metavar="A",
    help="The false positive rate of the attacker's test; above 0 and below 1.",
)
@click.option(
    "--baseline",
    default="1e-6",
    show_default=True,
    metavar="K",
    help="The probability of guessing the record, or the attribute, without any output; above 0 and below 1.",
)
@accountant_option("Only by this accountant, or by a path with this theorem.")
@seconds_option("The bounds that are found within this much processor time.")
@as_json
def risk(
    stated: StatedLedger,
    prior: str,
    type_one: str,
    baseline: str,
    accountants: tuple[str, ...],
    seconds: float | None,
    as_json: bool,
) -> None:
    """Certified upper bounds for an attacker who sees every output and knows all records but one: membership inference
    and reconstruction.

    Each bound follows from the ledger's privacy profile at the epsilon that makes it tightest."""
    ledger = stated.read_any()
    asked = {"prior": prior, "type_one": type_one, "baseline": baseline}
    found = ledger.risk(**asked, accountant=accountants, seconds=seconds)
    if as_json:
        print_json({**found.to_json(), **plan_to_json(ledger)})
        return
    lines = [_heading(found)] if isinstance(ledger, Ledger) else plan_lines(ledger)
    print_for_people(*lines, "", _table(found), "", *_notes(found))


def _heading(found: Risk) -> Table:
    from ..console import facts

    answer = found.advantage.answer
    parts = written_out(registry(), answer.entries, answer.neighbours)
    stands_for = "; ".join(part.shown for some in parts for part in some)
    used = sensitivities(registry(), answer.entries, answer.neighbours)
    pairs = [
        ("ledger", "; ".join(entry.shown for entry in answer.entries)),
        *([("written out", stands_for)] if stands_for else []),
        ("neighbours", relation_in_words(registry(), answer.entries, answer.neighbours)),
        *([("sensitivity", used)] if used else []),
        ("sampling", answer.sampling or WHOLE),
        ("attacker", "sees every output, and knows every other record"),
    ]
    return facts(pairs, 13)


def _table(found: Risk) -> AnswerTable:
    """On a narrow terminal what an attack is stands beneath its row."""
    from ..answer_table import AnswerTable

    shown = found.layout()
    return AnswerTable(shown.titles, shown.rows)


def _notes(found: Risk) -> list[str]:
    """Notes below the table: what is assumed, which points of the profile were used, and which third-party plugins."""
    points: dict[str, list[str]] = {}
    for reading in found.readings:
        points.setdefault(" > ".join(reading.answer.path), []).append(f"{float(reading.answer.question.at):.4g}")
    by = (f"{path} at epsilon = {', '.join(dict.fromkeys(at))}" for path, at in points.items())
    strangers = strangers_note(registry(), (name for reading in found.readings for name in reading.answer.strangers))
    return [
        *found.notes,
        "blind: what is attained without any output. The baseline is a blind guess given all other records: where "
        "records tell of each other, it is larger.",
        f"by the delta of {'; '.join(by)}",
        *([f"it {strangers}"] if strangers else []),
    ]
