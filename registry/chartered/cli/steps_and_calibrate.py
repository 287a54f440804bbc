"""`chartered steps` and `chartered calibrate`: the number of runs, or the parameter, that meets a target."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from ..accounting.answer_comparison import folded
from ..accounting.headline import looser, of_solved
from ..accounting.inverse.inverse_answer import Solved
from ..accounting.inverse.inverse_questions import calibrate as solve_parameter, largest_times
from ..accounting.inverse.solutions import Solution
from ..accounting.ledger import Ledger
from ..accounting.request import by_reason
from ..errors import BadLedger, NeighboursMismatch
from ..host.registry import registry
from ..ledger.entries import Steps, listed
from ..ledger.ledger_file import read_ledger_file
from ..model.exact_numbers import plain
from ..model.neighbours import Neighbours
from ..paths.derivation import strangers_note
from .output import print_for_people, print_json
from .shared_options import accountant_option, as_json, neighbours_option, seconds_option, step_names, together

if TYPE_CHECKING:
    from ..answer_table import AnswerTable

_takes_a_target = together(
    click.option("--epsilon", metavar="E", help="The epsilon that must be met; at least 0."),
    click.option("--delta", metavar="D", help="The delta that must be met; at least 0 and below 1."),
    click.option("--mu", metavar="M", help="Instead of both, the mu of Gaussian DP that must be met; above 0."),
    click.option("--rho", metavar="R", help="Instead, the rho of zero-concentrated DP; above 0."),
    click.option(
        "--advantage", metavar="V", help="Instead, the advantage of membership inference; above 0 and below 1."
    ),
    click.option("--power", metavar="B", help="Instead, the true positive rate of attacks at --type-one; above that."),
    click.option("--type-one", metavar="A", help="The false positive rate at which --power is met; above 0."),
    click.option(
        "--ledger", "ledger_file", metavar="FILE", help="A TOML or JSON ledger with other steps on the same data."
    ),
    neighbours_option("what the steps need, else"),
    accountant_option("Only by this accountant, or by a path with this theorem."),
    seconds_option("The best answer that is found within this much processor time."),
    click.option("--certificate", "certificate_file", metavar="FILE", help="Write a certificate of the best answer."),
    click.option(
        "--all",
        "everything",
        is_flag=True,
        help="Also show answers that are no better than an exact one, and why accountants have no answer.",
    ),
    as_json,
)


@click.command(
    short_help="How often a step may run.", epilog="Example: chartered steps gaussian:sigma=20 --epsilon 8 --delta 1e-5"
)
@click.argument("step", metavar="STEP", shell_complete=step_names)
@_takes_a_target
def steps(
    step: str,
    accountants: tuple[str, ...],
    ledger_file: str | None,
    seconds: float | None,
    certificate_file: str | None,
    everything: bool,
    as_json: bool,
    **asked: str | None,
) -> None:
    """The largest number of runs of a STEP, adaptively composed, within epsilon and delta, or within mu; with --ledger,
    together with the steps of that ledger.

    Every number is certified to meet the target. If the path is exact, one run more is certified to miss it."""
    beside = _beside(ledger_file)
    solved = largest_times(step, accountant=accountants, beside=beside, seconds=seconds, **asked)
    _answered(solved, certificate_file, as_json=as_json, everything=bool(everything or accountants))


@click.command(
    short_help="Which parameter meets a target.",
    epilog="Example: chartered calibrate gaussian:times=1000 --solve sigma --epsilon 1 --delta 1e-5",
)
@click.argument("steps", nargs=-1, metavar="STEP...", shell_complete=step_names)
@click.option(
    "--solve",
    required=True,
    metavar="KEY",
    help="The parameter to find, left out of one step; or a name in the values of several, as s in scale=s/4.",
)
@_takes_a_target
def calibrate(
    steps: tuple[str, ...],
    solve: str,
    accountants: tuple[str, ...],
    ledger_file: str | None,
    seconds: float | None,
    certificate_file: str | None,
    everything: bool,
    as_json: bool,
    **asked: str | None,
) -> None:
    """The value of a parameter that just meets epsilon and delta, or mu, rounded to the safe side: noise from above, a
    sampling rate from below. One STEP leaves the parameter out; the other steps, and those of --ledger, are composed
    with it. Without a STEP, one step of the ledger leaves the parameter out.

    Several steps may have a value in common: with --solve s, laplace:scale=s/4 gaussian:sigma=s/3."""
    given: Steps = steps
    beside = _beside(ledger_file) if steps else None
    if not steps and ledger_file is not None:
        document = read_ledger_file(ledger_file)
        given = document["steps"]
        asked["neighbours"] = _own_relation(ledger_file, document.get("neighbours"), asked["neighbours"])
    elif not steps:
        raise BadLedger("no step is given", f"give one that leaves {solve} open, or --ledger FILE with such a step")
    solved = solve_parameter(given, solve=solve, accountant=accountants, beside=beside, seconds=seconds, **asked)
    _answered(solved, certificate_file, as_json=as_json, everything=bool(everything or accountants))


def _own_relation(ledger_file: str, stated: str | None, wanted: str | None) -> str | None:
    """The relation of a file with an open step: the one it states, or, where it states none, the one wanted. Raises
    NeighboursMismatch where they differ, as its numbers hold for its own."""
    if stated is not None and wanted is not None and not Neighbours.read(wanted).covers(Neighbours.read(stated)):
        raise NeighboursMismatch(
            f"the ledger {ledger_file} is {stated}, and {wanted} was asked for", "change the one or leave out the other"
        )
    return wanted or stated


def _beside(ledger_file: str | None) -> Ledger | None:
    return None if ledger_file is None else Ledger.read(ledger_file)


def _answered(solved: Solved, certificate_file: str | None, *, as_json: bool, everything: bool) -> None:
    """Prints the answers, or, unless `everything` is wanted, only exact ones where the best is exact; exits with status
    1 if the target cannot be met (for `steps`: if not even one run is allowed)."""
    if (
        certificate_file is not None
    ):  # before anything is printed: if it cannot be written, the error is all that is printed
        solved.certificate().save(certificate_file)
    if as_json:
        print_json(solved.to_json())
    else:
        _print(solved, certificate_file, not everything and solved.best is not None and bool(solved.best.fails_beyond))
    if not solved.met:
        click.get_current_context().exit(1)


def _print(solved: Solved, certificate_file: str | None, brief: bool) -> None:
    from ..console import cell, facts

    stands_for = "; ".join(part.shown for part in solved.written_out)
    heading = [
        ("neighbours", solved.relation),
        *([("sensitivity", solved.sensitivity)] if solved.sensitivity else []),
        *([("sampling", solved.sampling)] if solved.sampling else []),
        ("step", solved.asked_step),
        *(("put in", text) for text in listed(solved.put_in, lambda entry: entry.shown)),
        *([("written out", stands_for)] if stands_for else []),
        *(("beside", text) for text in listed(solved.unknown.beside, lambda entry: entry.shown)),
    ]
    told: list[AnswerTable | str] = [] if solved.best is None else [_table(solved, _rows(solved, brief), brief)]
    strangers = strangers_note(registry(), (name for answer in solved.answers for name in answer.strangers))
    told += ["", f"an answer that names strangers {strangers}"] if strangers else []
    parts = (cell(of_solved(solved), "bold"), facts(heading, 13), "", *told, *_notes(solved, brief))
    print_for_people(*parts, beside=certificate_file)


def _rows(solved: Solved, brief: bool) -> list[Solution]:
    """The rows of the table; the exact ones, where it is `brief`, and those that rest on third-party plugins."""
    return [answer for answer in solved.rows if not brief or answer.fails_beyond or answer.strangers]


def _notes(solved: Solved, brief: bool) -> list[str]:
    """Notes below the table: who has no better answer, or none, in a line each where it is `brief`; else answers
    limited by their accountant rather than by the target, and why others have none; and the promise of monotonicity."""
    reasons = _in_brief(solved) if brief else _in_full(solved)
    told = [*solved.notes, *([solved.reach] if solved.reach else [])]
    promises = told + reasons + [words for words in (solved.promise,) if words]
    return ["", *promises] if promises else []


def _in_brief(solved: Solved) -> list[str]:
    others = dict.fromkeys(answer.accountant for answer in solved.answers if not answer.fails_beyond)
    none = dict.fromkeys(none.accountant for none in solved.unavailable)
    return looser(others, "not exact, and no better") + (
        [f"no answer by {', '.join(none)}: --all says why"] if none else []
    )


def _in_full(solved: Solved) -> list[str]:
    capped = (
        (f"{a.accountant} ({a.path[-1]})", f"{solved.quantity} = {_shown(a)} is as far as it answers: {a.ends}")
        for a in solved.answers
        if a.ends
    )
    none = by_reason((none.accountant, f"no answer: {none.why}") for none in solved.unavailable)
    return solved.without_rows + by_reason(capped) + none


def _table(solved: Solved, shown: Sequence[Solution], brief: bool) -> AnswerTable:
    from ..answer_table import AnswerTable

    marked = ["strangers"] if any(answer.strangers for answer in solved.answers) else []
    rows = [
        (
            *(answer.accountant, answer.path[-1], _shown(answer)),
            *([", ".join(answer.strangers)] if marked else []),
            folded(" > ".join(answer.path)) if brief else " > ".join(answer.path),
        )
        for answer in shown
    ]
    return AnswerTable(("accountant", "theorem", solved.quantity, *marked, "path"), rows, "theorem")


def _shown(answer: Solution) -> str:
    """The value with every digit: exactly this number is certified."""
    return plain(answer.value) if isinstance(answer.value, Fraction) else str(answer.value)
