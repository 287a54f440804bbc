"""A file with two columns of probabilities, read exactly: what is written is what counts, 0.1 is one tenth."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import chartered as ch
from chartered_verify.catching import ours

MOST_BYTES = 1 << 20
_PROBABILITY = ch.Parameter("p", "a probability", open_low=False, high=1)
_BETWEEN = re.compile(r"\s*[,;\t]\s*|\s+")


def columns(path: str) -> dict[str, str]:
    """The columns p and q of a file: a row for each output, two numbers with a comma, a semicolon or blanks between
    them. Empty lines, what follows a # and a first line of two names are skipped. Raises BadValue, which names the row
    and never repeats it, since the file may be another one than was meant."""
    wanted = "name a file of two columns"
    numbered = rows_of(content_of(path, "table", MOST_BYTES, wanted), f"table: cannot read {path!r}", wanted)
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
    return {key: ":".join(cells[index] for _, cells in numbered) for index, key in enumerate(("p", "q"))}


def _is_number(cell: str) -> bool:
    try:
        _PROBABILITY.read(cell, "table")
    except ch.BadValue:
        return False
    return True


def rows_of(content: bytes, failed: str, wanted: str) -> list[tuple[int, list[str]]]:
    """The rows of a text that are not empty, by their number in the file: the text between commas, semicolons or
    blanks. Raises BadValue, which begins with `failed`."""
    try:
        text = content.decode("utf-8-sig")
    except ours(ValueError):
        raise ch.BadValue(f"{failed}: it is no text in UTF-8", wanted) from None
    rows = (line.partition("#")[0].strip() for line in text.splitlines())
    return [(number, _BETWEEN.split(row)) for number, row in enumerate(rows, 1) if row]


def content_of(path: str, step: str, most: int, wanted: str) -> bytes:
    """What a regular file holds, at most `most` bytes. Raises BadValue, which says for which step it is read and what
    is `wanted`."""
    content, why = b"", ""
    try:
        if stat.S_ISREG(Path(path).stat().st_mode):  # asked first: to open a named pipe waits for whoever writes to it
            with Path(path).open("rb") as file:
                content = file.read(most + 1)
        else:
            why = "it is no regular file"
    except ours(OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "that is no name of a file"
    if why:
        raise ch.BadValue(f"{step}: cannot read {path!r}: {why}", f"{wanted}; in (), if its path has slashes")
    if len(content) > most:
        raise ch.BadValue(f"{step}: {path!r} has more than {most} bytes", wanted)
    return content
