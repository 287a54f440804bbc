"""A file with columns of numbers, read exactly: what is written is what counts, 0.1 is one tenth."""

from __future__ import annotations

import re
import stat
from collections.abc import Mapping
from pathlib import Path

import chartered as ch
from chartered.model.parameters import Setting
from chartered_verify.catching import ours
from msgspec.structs import replace

MOST_BYTES = 1 << 20
_BETWEEN = re.compile(r"\s*[,;\t]\s*|\s+")


def columns(path: str, step: str, first: ch.Parameter, second: ch.Parameter, example: str) -> dict[str, str]:
    """Two lists of numbers as the columns of a file: a row of two numbers with a comma, a semicolon or blanks between
    them. Empty lines, what follows a # and a first line of two names are skipped. Raises BadValue, which names the row
    and never repeats it, since the file may be another one than was meant."""
    wanted = "name a file of two columns"
    numbered = rows_of(content_of(path, step, MOST_BYTES, wanted), f"{step}: cannot read {path!r}", wanted)
    if numbered and len(numbered[0][1]) == 2 and not any(re.search("[0-9]", cell) for cell in numbered[0][1]):
        numbered = numbered[1:]
    if not numbered:
        raise ch.BadValue(f"{step}: {path!r} has no rows", f"write two numbers on each line: {example}")
    one_each = [replace(parameter, many=False) for parameter in (first, second)]
    for number, cells in numbered:
        if len(cells) != 2 or not all(_is_number(cell, one) for cell, one in zip(cells, one_each, strict=True)):
            raise ch.BadValue(
                f"{step}: row {number} of {path!r} does not hold {first.name} and {second.name}",
                f"each line has {' and '.join(f'{one.wanted} ({one.name})' for one in one_each)}, such as {example}",
            )
    return {one.name: ":".join(cells[index] for _, cells in numbered) for index, one in enumerate((first, second))}


def of_different_length(settings: Mapping[str, Setting], first: str, second: str) -> str | None:
    """Why two lists of numbers are no columns, or None."""
    many, others = (str(settings[key]).count(":") + 1 for key in (first, second))
    return None if many == others else f"{first} has {many} numbers, {second} has {others}"


def _is_number(cell: str, parameter: ch.Parameter) -> bool:
    try:
        parameter.read(cell, "")
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
