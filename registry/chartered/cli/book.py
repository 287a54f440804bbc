"""`chartered book`: a budget that lasts, in a database."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from ..accounting.answers import Answer
from ..errors import BadValue, BudgetExceeded
from ..escaping import shown
from ..host.registry import registry
from ..model.exact_numbers import plain
from ..paths.derivation import strangers_note
from ..spending.book_entry import BookEntry
from ..spending.book_export import check_apart
from ..spending.budget_book import Book
from ..spending.filter_state import costs_to_json
from ..spending.filter_text import filter_of
from .book_csv import write_csv
from .book_files import export, import_
from .book_options import amounts, given, notes_options, scope_option, tell
from .output import print_for_people, print_json
from .shared_options import StatedLedger, as_json as json_option, neighbours_option, seconds_option, together


@click.group(
    short_help="A budget that lasts: refuse before it runs, and keep who spent what.",
    epilog="Example: chartered book spend budget.db gaussian:sigma=2 --label ages --author Ada",
)
def book() -> None:
    """A budget, or a fixed plan, in a database (a SQLite file, or postgresql://USER@HOST/NAME): each step is paid
    before it runs, or refused. `chartered book COMMAND --help` says more."""


_round = together(
    click.argument("url"),
    click.argument("step"),
    click.option("--times", default="1", metavar="N", show_default=True, help="How often the step runs."),
    scope_option,
    click.option(
        "--failure",
        metavar="D",
        help="Also price all runs by their mu except for a failure of this probability, which is charged, too.",
    ),
    seconds_option("Processor time for the search for that mu."),
)


@book.command(
    epilog="Example: chartered book init budget.db --budget gdp=1,pure=1/2,fail=1e-6 --unit 'a household'",
    short_help="Makes a book with a budget, or with a fixed plan.",
)
@click.argument("url")
@click.option(
    "--budget",
    "budgets",
    multiple=True,
    metavar="TEXT",
    help="A budget: gdp=MU, pure=EPS and fail=DELTA, or zcdp=RHO, or alpha=ORDER,gamma=GAMMA; once more for "
    "filter-runs:most=N/STEP, which counts runs of a fixed step.",
)
@click.option("--plan", "plan", multiple=True, metavar="STEP", help="A step of a fixed plan, in place of a budget.")
@click.option("--ledger", "ledger_file", metavar="FILE", help="The plan as a TOML or JSON ledger, in place of --plan.")
@click.option("--epsilon", metavar="E", help="What a plan promises: its eps at --delta is at most this.")
@click.option("--delta", metavar="D", help="The delta of that promise.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    metavar="NAME",
    help="A part of the data, such as a region, for which alone a step may be paid; once for each.",
)
@click.option("--most", default="1", metavar="M", show_default=True, help="In how many scopes a record may ever be.")
@neighbours_option("what the budget or the plan needs, else")
@click.option(
    "--plugin", "plugins", multiple=True, metavar="NAME", help="Also take prices of this plugin, no part of Chartered."
)
@notes_options("unit", "label", "author", "date", "key")
@json_option
def init(
    url: str,
    budgets: tuple[str, ...],
    plan: tuple[str, ...],
    ledger_file: str | None,
    epsilon: str | None,
    delta: str | None,
    scopes: tuple[str, ...],
    most: str,
    neighbours: str | None,
    plugins: tuple[str, ...],
    as_json: bool,
    **notes: str,
) -> None:
    """Makes a book whose budget, or plan, and relation never change.

    With a budget, results may choose each next step. With a plan (--plan or --ledger) the steps and their numbers are
    fixed before the first result, which costs less: results may decide in which order they run and where the plan ends,
    and nothing else."""
    planned = bool(plan) or ledger_file is not None
    if planned == bool(budgets):
        both = "both a budget and a plan are" if planned else "neither --budget nor --plan is"
        raise BadValue(f"{both} given", "a book has one of them, for good: --budget gdp=1, or --plan STEP")
    if planned and (scopes or most != "1"):
        raise BadValue("a plan is given scopes", "a budget has them: --budget gdp=1; a plan's steps are of all records")
    fixed = StatedLedger(plan, ledger_file, neighbours)
    budget = fixed.read() if planned else filter_of(budgets, neighbours, scopes, most)
    made = Book.create(url, budget, epsilon=epsilon, delta=delta, plugins=plugins, **given(notes))
    with made:
        tell(made, {"digest": made.digest}, [f"made {made.place if '://' in url else shown(url)}"], as_json)


@book.command(short_help="Whether a step may run; spends nothing. Exits with 0 or 1.")
@_round
@json_option
def ask(url: str, step: str, times: str, scope: str, failure: str | None, seconds: float | None, as_json: bool) -> None:
    """Whether a STEP may run, and what it would cost and leave; nothing is spent. Exits with status 0 if it may run,
    and 1 if not."""
    with Book(url) as opened:
        decision = opened.ask(step, times, scope=scope, failure=failure, seconds=seconds)
        said = {"allowed": decision.allowed, "cost": costs_to_json(decision.cost), "why": decision.why or None}
        said |= {"path": list(decision.path), "strangers": list(decision.strangers), "hint": decision.hint or None}
        told = f"may run: it costs {amounts(decision.cost)}" if decision.allowed else f"may not run: {decision.why}"
        rests = strangers_note(registry(), decision.strangers) if decision.allowed else ""
        told += f"; the cost {rests}" if rests else ""
        tell(opened, said, [told, decision.hint], as_json, left=decision.left, would=decision.allowed)
    if not decision.allowed:
        raise SystemExit(BudgetExceeded.exit_status)


@book.command(short_help="Pays for a step before it runs. Exits with 0 or 1.")
@_round
@notes_options("label", "author", "purpose", "date", "key")
@json_option
def spend(
    url: str, step: str, times: str, scope: str, failure: str | None, seconds: float | None, as_json: bool, **notes: str
) -> None:
    """Pays for a STEP, which may then run: the question and the entry are one transaction. Exits with status 1 if it
    may not run; then nothing is spent."""
    with Book(url, key=notes.pop("key") or None) as opened:
        entry = opened.spend(step, times, scope=scope, failure=failure, seconds=seconds, **given(notes))
        paid = f"paid {amounts(entry.cost or {})} as entry {entry.number}"
        tell(opened, {"entry": entry.to_json(), "hint": entry.hint or None}, [paid, entry.hint], as_json)


@book.command(short_help="What is left, and what holds at the end.")
@click.argument("url")
@click.option("--delta", metavar="D", help="Also the eps at this delta that holds, whatever is run within the budget.")
@json_option
def remaining(url: str, delta: str | None, as_json: bool) -> None:
    """What each purse has left; with --delta, what all steps cost together, whatever they are."""
    with Book(url) as opened:
        answer = None if delta is None else opened.answer(delta=delta)
        of = "within the budget" if opened.kind == "filter" else "of the plan"
        told = "" if answer is None else f"eps <= {answer:.10g} at delta = {delta}, whatever is run {of}"
        if answer is not None and not answer.enclosed.finite:
            told = f"no eps holds at delta = {delta}: {answer.why}{_failing(answer)}"
        tell(opened, {"answer": None if answer is None else answer.to_json()}, [told], as_json)


def _failing(answer: Answer) -> str:
    """That the budget of failures takes all of the requested delta, if it does."""
    fail = answer.entries[0].step.settings.get("fail")
    if not isinstance(fail, Fraction) or fail < answer.question.at:
        return ""
    return f"; the budget's fail, {plain(fail)}, takes all of it: ask for a larger delta"


@book.command(short_help="The entries.")
@click.argument("url")
@click.option("--csv", "csv_file", metavar="FILE", help="Write all fields of all entries as a CSV table; -: print it.")
@json_option
def log(url: str, csv_file: str | None, as_json: bool) -> None:
    """All entries, the oldest first."""
    if csv_file is not None and as_json:
        raise BadValue("both --csv and --json are given", "name one of them")
    with Book(url) as opened:
        entries, kind, says = list(opened.log()), opened.kind, opened.says
        check_apart(opened.file, csv_file)
    if csv_file is not None:
        write_csv(entries, csv_file)
    elif as_json:
        print_json({"kind": kind, "entries": [entry.to_json() for entry in entries]})
    else:
        print_for_people(_table(entries, says))


@book.command(short_help="Goes through the whole book. Exits with 0, or 1 if it was altered.")
@click.argument("url")
@click.option("--digest", metavar="HEX", help="A digest that was kept elsewhere, which must be that of some entry.")
@click.option(
    "--signer",
    "signers",
    multiple=True,
    metavar="FILE",
    help="A public key (PEM, or in hexadecimal): each entry must be signed by one of those that are given.",
)
@json_option
def verify(url: str, digest: str | None, signers: tuple[str, ...], as_json: bool) -> None:
    """Checks digests, costs, sums, the budget and signatures of a whole book."""
    with Book(url) as opened:
        found = opened.verify(digest, signers=signers)
        tell(opened, {"digest": found}, [f"nothing was altered; the last digest is {found}"], as_json)


@book.command(short_help="Takes back an entry whose step did not run.")
@click.argument("url")
@click.argument("number")
@notes_options("label", "author", "date", "key")
@json_option
def correct(url: str, number: str, as_json: bool, **notes: str) -> None:
    """Takes back the entry NUMBER, whose step did not run and so released nothing. The entry stays; --label says
    why."""
    with Book(url, key=notes.pop("key") or None) as opened:
        entry = opened.correct(number, **{"label": "", **given(notes)})
        tell(opened, {"entry": entry.to_json()}, [f"took back entry {number} by entry {entry.number}"], as_json)


@book.command(short_help="Closes the book for good.")
@click.argument("url")
@notes_options("label", "author", "date", "key")
@json_option
def close(url: str, as_json: bool, **notes: str) -> None:
    """Closes the book: nothing can be spent from it any more."""
    with Book(url, key=notes.pop("key") or None) as opened:
        entry = opened.close(**{"label": "", **given(notes)})
        tell(opened, {"entry": entry.to_json()}, [f"closed; the last digest is {entry.digest}"], as_json)


def _table(entries: list[BookEntry], says: str) -> Any:
    from rich.table import Table

    from ..console import cell

    table = Table(box=None, pad_edge=False)
    for name in ("entry", "date", "author", "what", "cost", "label"):
        table.add_column(name, overflow="fold")
    for one in entries:
        kind = f"open: {says}" if one.kind == "open" else one.kind
        where = f" in {one.scope}" if one.scope else ""
        where += f" except for a failure of {one.failure}" if one.failure else ""
        what = f"{one.step} x {one.times}{where}" if one.step else kind + (f" {one.corrects}" if one.corrects else "")
        cost = f"{'back: ' if one.kind == 'correct' else ''}{amounts(one.cost)}" if one.cost is not None else ""
        cells = (str(one.number), one.date, one.author, what, cost, one.label)
        table.add_row(*(cell(text) for text in cells))
    return table


book.add_command(export)
book.add_command(import_)
