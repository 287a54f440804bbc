"""A file with two columns of probabilities, read exactly: what is written is what counts, 0.1 is one tenth."""

from __future__ import annotations

import re
from pathlib import Path

import chartered as ch
from chartered_verify.outside import ours

MOST_BYTES = 1 << 20
_PROBABILITY = ch.Parameter("p", "a probability", open_low=False, high=1)
_BETWEEN = re.compile(r"\s*[,;\t]\s*|\s+")


def columns(path: str) -> dict[str, str]:
    """The columns p and q of a file: a row for each output, two numbers with a comma, a semicolon or blanks between
    them. Empty lines, what follows a # and a first line of two names are skipped. Raises BadValue, which names the row
    and never repeats it, since the file may be another one than was meant."""
    rows = [line.partition("#")[0].strip() for line in _text(path).splitlines()]
    numbered = [(number, _BETWEEN.split(row)) for number, row in enumerate(rows, 1) if row]
    if numbered and len(numbered[0][1]) == 2 and not any(re.search("[0-9]", cell) for cell in numbered[0][1]):
        numbered = numbered[1:]
    if not numbered:
        raise ch.BadValue(f"table: {path!r} has no rows", "write two probabilities on each line: 0.75, 0.25")
    for number, cells in numbered:
        if len(cells) != 2 or not all(map(_is_number, cells)):
            raise ch.BadValue(
                f"table: row {number} of {path!r} is not two numbers from 0 to 1",
                "write two probabilities on each line, such as 0.75, 0.25 or 3/4, 1/4",
            )
    return {key: ":".join(cells[place] for _, cells in numbered) for place, key in enumerate(("p", "q"))}


def _is_number(cell: str) -> bool:
    try:
        _PROBABILITY.read(cell, "table")
    except ch.BadValue:
        return False
    return True


def _text(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        text = content.decode("utf-8-sig")
    except ours(OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is no text in UTF-8"
        raise ch.BadValue(
            f"table: cannot read {path!r}: {why}", "name a file of two columns; in (), if its path has slashes"
        ) from None
    if len(content) > MOST_BYTES:
        raise ch.BadValue(f"table: {path!r} has more than {MOST_BYTES} bytes", "name a file of two columns")
    return text
