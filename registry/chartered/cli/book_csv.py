"""The entries of a book as a table for spreadsheets: all fields of each, as `log --json` has them, and no cell that a
spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from ..atomic_files import path_of, whole_file
from ..escaping import visible
from ..ledger.strict_json import write_json
from ..spending.book_entry import BookEntry
from .output import print_for_people, print_line

_FIELDS = tuple(name for name in BookEntry.__struct_fields__ if name != "hint")
_FORMULA = re.compile("(^|;)(\\s*)(?=[-+=@\uff0b\uff0d\uff1d\uff20])")
"""Where a cell begins a formula, in letters of any width; some spreadsheets begin a cell at a semicolon, too."""


def write_csv(entries: Iterable[BookEntry], file: str) -> None:
    """Writes the table to a file, or, if that is `-`, prints it. Raises BadValue."""
    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_FIELDS)
    for entry in entries:
        held = entry.to_json()
        writer.writerow(_cell(held.get(name, "")) for name in _FIELDS)
    if file == "-":
        for line in table.getvalue().splitlines():
            print_line(line)
        return
    with whole_file(path_of(file, "table"), "table") as draft:
        draft.write_text(table.getvalue(), encoding="utf-8")
    print_for_people(f"wrote {visible(file)}", beside=file)


def _cell(value: object) -> str:
    """A field as text, with an apostrophe before what would begin a formula, and invisible characters escaped."""
    text = visible(write_json(value) if isinstance(value, dict) else str(value))
    return _FORMULA.sub(r"\1\2'", text)
