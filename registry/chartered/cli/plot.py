"""`chartered plot`: pictures of privacy profiles, trade-off curves and epsilon over the number of runs."""

from __future__ import annotations

from pathlib import Path

import click

from ..accounting.ledger import Ledger
from ..atomic_files import check_folder, whole_file
from ..errors import BadValue
from ..host.registry import registry
from ..model.exact_numbers import whole
from ..model.steps import MOST_TIMES
from ..output.plots.picture import KINDS, ledger_over, picture, spread
from ..output.plots.plot import drawer
from ..paths.derivation import strangers_note
from .output import print_for_people, print_json
from .shared_options import StatedLedger, accountant_option, as_json, takes_a_ledger

FORMATS = ("png", "svg", "pdf")


@click.command(
    short_help="A plot of privacy profiles, trade-off curves, mu or epsilon.",
    epilog="Example: chartered plot epsilon gaussian:sigma=20 --delta 1e-5 --times 1:1000 -o rounds.svg",
)
@click.argument("kind", type=click.Choice(list(KINDS)), metavar="KIND")
@takes_a_ledger
@click.option(
    "-o", "--output", "file", required=True, metavar="FILE", help="The file to write: its suffix is .png, .svg or .pdf."
)
@click.option(
    "--delta",
    metavar="D",
    help="For KIND epsilon, the delta at which to bound epsilon; for others the smallest delta drawn [default: 1e-10].",
)
@click.option(
    "--times",
    metavar="FROM:TO",
    help="For KIND epsilon, the numbers of runs. Default: from 1 to the step's times, or to 1000.",
)
@accountant_option("A curve by this accountant or theorem. Repeat it for more.")
@as_json
def plot(
    kind: str,
    stated: StatedLedger,
    file: str,
    delta: str | None,
    times: str | None,
    accountants: tuple[str, ...],
    as_json: bool,
) -> None:
    """Draws a picture of this KIND with a curve for each STEP, or for a ledger; every point is certified.

    profile: delta as a function of epsilon. tradeoff: lower bound on the type II error of tests between neighbours, as
    a function of the type I error. mu: the mu of the Gaussian profile that meets delta, as a function of epsilon.
    epsilon: epsilon as a function of the number of runs. A single step gets a curve for each accountant that
    answers."""
    path = Path(file)
    form = _form(path)
    draw = drawer()  # before anything takes time
    shown = picture(
        kind,
        _ledgers(kind, stated),
        delta=delta,
        times=times and _counts(times),
        accountant=accountants,
    )
    with whole_file(path, "picture") as draft:
        draw.write(draw.figure_of(shown), draft, form)
    if as_json:
        print_json({"file": file, **shown.to_json()})
    else:
        strangers = strangers_note(registry(), (name for trace in shown.traces for name in trace.asked.strangers))
        curves = f"{file}: {len(shown.traces)} curve{'s' if len(shown.traces) > 1 else ''}"
        print_for_people(curves + (f"; it {strangers}" if strangers else ""), beside=file)


def _form(path: Path) -> str:
    """The format that the suffix names. Raises BadValue, also if no file can be created in the folder."""
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMATS:
        raise BadValue(
            f"cannot draw to {path}: its suffix is {path.suffix!r}", "name a file that ends in .png, .svg or .pdf"
        )
    check_folder(path, "picture")
    return form


def _ledgers(kind: str, stated: StatedLedger) -> list[Ledger]:
    """One ledger for each step, or the one ledger in the file."""
    if stated.file is not None or not stated.steps:
        return [stated.read()]
    return [ledger_over(kind, step, stated.neighbours) for step in stated.steps]


def _counts(text: str) -> list[int]:
    """FROM:TO as numbers of runs, spread over that range. Raises BadValue."""
    first, colon, last = text.partition(":")
    if not colon:
        raise BadValue(f"times is {text!r}", "write FROM:TO, such as 1:1000")
    low, high = (whole(end, "times", 1, MOST_TIMES) for end in (first, last))
    if low >= high:
        raise BadValue(f"times is {text}", "write the smaller number first: 1:1000")
    return spread(low, high)
