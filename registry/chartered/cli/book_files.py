"""`chartered book export` and `import`: ledger files, certificates and statements of a book."""

from __future__ import annotations

from typing import Any

import click

from ..accounting.ledger import Ledger
from ..errors import BadValue
from ..escaping import visible
from ..ledger.ledger_file import read_ledger_file
from ..spending.budget_book import Book
from .book_options import amounts, given, notes_options, scope_option, tell
from .output import progress
from .shared_options import as_json as json_option

_OWN = "ledger_file", "certificate", "statement"


@click.command(
    "export",
    short_help="Files to pass on, with the digest of the last entry.",
    epilog="Example: chartered book export budget.db --delta 1e-5 -o budget.toml --statement budget.html",
)
@click.argument("url")
@click.option("-o", "--output", "ledger_file", metavar="FILE", help="A ledger file: JSON if it ends in .json, or TOML.")
@click.option("--certificate", metavar="FILE", help="A certificate of the tightest answer.")
@click.option("--statement", metavar="FILE", help="A privacy statement, with its certificate: a page (.html).")
@click.option("--delta", metavar="D", help="State the least epsilon at this delta.")
@click.option("--epsilon", metavar="E", help="State the least delta at this epsilon.")
@click.option("--pictures/--no-pictures", default=True, help="Draw pictures in the statement, which may take a while.")
@json_option
def export(
    url: str, delta: str | None, epsilon: str | None, pictures: bool, as_json: bool, **files: str | None
) -> None:
    """Writes what is passed on: what all steps cost together, whatever they are, as a ledger file, a certificate and a
    statement. Each states the digest of the last entry, so that whoever has one sees a book that is written anew. The
    entries, with authors and dates, are what `chartered book log --csv` writes."""
    written = [name for name in _OWN if files[name] is not None]
    if not written:
        raise BadValue("nothing is to be written", "name a file, with -o, --certificate or --statement")
    with Book(url) as opened:
        with progress():
            ledger = opened.export(
                files["ledger_file"],
                certificate=files["certificate"],
                statement=files["statement"],
                pictures=pictures,
                delta=delta,
                epsilon=epsilon,
            )
        shown: dict[str, Any] = {"files": {name: files[name] for name in written}, "ledger": ledger.to_dict()["steps"]}
        lines = [f"wrote {visible(str(files[name]))}" for name in written]
        tell(opened, shown, [*lines, ledger.entries[0].shown_label], as_json)


@click.command(
    "import",
    short_help="Pays for all steps of a ledger file, or for none. Exits with 0 or 1.",
    epilog="Example: chartered book import budget.db plan.toml --author Ada",
)
@click.argument("url")
@click.argument("file")
@scope_option
@click.option("--again", is_flag=True, help="Also if a step with its count and its label is paid already.")
@notes_options("author", "purpose", "date", "key")
@json_option
def import_(url: str, file: str, scope: str, again: bool, as_json: bool, **notes: str) -> None:
    """Pays for all steps of the ledger FILE (TOML or JSON), each with its label, in one transaction. Exits with status
    1 if one may not run after those before it; then nothing is spent. A file that was imported before is refused."""
    document = read_ledger_file(file)
    with Book(url, key=notes.pop("key") or None) as opened:
        own = None if "neighbours" in document else opened.neighbours
        ledger = Ledger.from_dict(document, own, where=f"the ledger {file}")
        entries = opened.spend_all(ledger, scope=scope, again=again, **given(notes))
        paid = ", ".join(f"{entry.number} ({amounts(entry.cost or {})})" for entry in entries[:3])
        more = f" and {len(entries) - 3} more" if len(entries) > 3 else ""
        what = "entry" if len(entries) == 1 else "entries"
        tell(opened, {"entries": [entry.to_json() for entry in entries]}, [f"paid as {what} {paid}{more}"], as_json)
