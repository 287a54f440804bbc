"""`chartered report`: the privacy statement of a ledger, as an HTML page to read and to pass on."""

from __future__ import annotations

from pathlib import Path

import click

from ..accounting.parted_ledger import PartedLedger
from ..errors import BadValue
from ..model.questions import Question
from ..output.deployments_registry import check_entry, check_stated
from ..output.html.page import check_page
from ..output.html.parts_of_data import which
from ..output.html.statement import Statement, stated_of, statement
from .output import print_for_people, print_json, progress
from .shared_options import StatedLedger, accountant_option, as_json, takes_a_ledger


@click.command(
    short_help="A page that states the privacy guarantee of a ledger.",
    epilog="Example: chartered report gaussian:sigma=20,times=1000 --delta 1e-5 -o statement.html",
)
@takes_a_ledger
@click.option("--delta", metavar="D", help="State the least epsilon at this delta.")
@click.option("--epsilon", metavar="E", help="State the least delta at this epsilon.")
@click.option("-o", "--output", "file", required=True, metavar="FILE", help="The page to write: its suffix is .html.")
@accountant_option("Only answers by this accountant or theorem.")
@click.option("--title", default="", metavar="TEXT", help="What the statement is about.")
@click.option("--unit", default="", metavar="TEXT", help="What one record is, such as 'one person'.")
@click.option(
    "--date", default="", metavar="TEXT", help="A date to show. Without one the same command writes the same bytes."
)
@click.option(
    "--pictures/--no-pictures",
    default=True,
    help="Draw the privacy profile and the trade-off curve, which may take a while.",
)
@click.option(
    "--registry",
    "entry",
    metavar="FILE",
    help="Also write an entry for the OpenDP deployments registry, as YAML, from the ledger's [statement] table.",
)
@click.option(
    "--paper", "in_a_paper", is_flag=True, help="Also print a sentence for a paper, in LaTeX too, and BibTeX."
)
@as_json
def report(
    stated: StatedLedger,
    delta: str | None,
    epsilon: str | None,
    file: str,
    accountants: tuple[str, ...],
    title: str,
    unit: str,
    date: str,
    pictures: bool,
    entry: str | None,
    in_a_paper: bool,
    as_json: bool,
) -> None:
    """A privacy statement: one HTML page that states what ran, what is certified, by which theorems, and what is not
    covered.

    The page loads no other resources, contains its certificate, and can be printed. Of a ledger with parts the number
    is the largest over all sets of parts, and the page says of which set it is."""
    path = Path(file)
    check_page(path)  # before anything takes time
    if entry is not None:
        check_entry(Path(entry))
    question = _question(delta, epsilon)
    ledger = stated.read_any()
    if isinstance(ledger, PartedLedger):
        _check_alone(entry, in_a_paper)
    if entry is not None:
        check_stated(stated_of(ledger))
    with progress():
        made = statement(ledger, question, accountants, title=title, unit=unit, date=date, pictures=pictures)
    if entry is not None:
        made.registry_entry()  # refused before anything is written
    made.save(path)
    if entry is not None:
        made.save_registry_entry(entry)
    if as_json:
        print_json(_as_json(made, file, entry, in_a_paper))
        return
    largest = "" if made.parts is None else f", {which(made.parts)}"
    lines = [
        f"{file}: {made.answer.question.quantity} is at most {made.answer.upper}{largest}, certificate {made.digest}"
    ]
    lines += [f"{entry}: an entry for the deployments registry"] if entry is not None else []
    if in_a_paper and made.paper is not None:
        told = (made.paper.sentence, made.paper.latex, made.paper.bibtex, "\n".join(made.paper.sources))
        lines += [line for text in told for line in ["", *text.split("\n")]]
    print_for_people(*lines, beside=file)


def _check_alone(entry: str | None, in_a_paper: bool) -> None:
    """Raises BadValue for what is of a ledger without parts."""
    given = "--registry" if entry is not None else "--paper" if in_a_paper else ""
    if given:
        raise BadValue(f"{given} is given, and the ledger has parts", "leave it out, or ask of one part alone")


def _as_json(made: Statement, file: str, entry: str | None, in_a_paper: bool) -> dict[str, object]:
    """The JSON object of the command: the files that were written, and the answer."""
    found: dict[str, object] = {"file": file, "sha256": made.sha256, "certificate": made.digest, **_answer(made)}
    found |= {} if entry is None else {"registry_entry": entry}
    return found | ({"paper": made.paper.to_dict()} if in_a_paper and made.paper is not None else {})


def _question(delta: str | None, epsilon: str | None) -> Question:
    if (delta is None) == (epsilon is None):
        given = "neither --delta nor --epsilon is" if delta is None else "both --delta and --epsilon are"
        raise BadValue(f"{given} given", "give one of them, such as --delta 1e-5")
    return Question.epsilon(delta) if delta is not None else Question.delta(str(epsilon))


def _answer(made: Statement) -> dict[str, object]:
    shown = made.answer.to_json()
    found = {key: shown[key] for key in ("lower", "upper", "accountant", "path")}
    found |= {} if made.parts is None else {"parts": list(made.parts.parts)}
    return {"quantity": made.answer.question.quantity, **found}
