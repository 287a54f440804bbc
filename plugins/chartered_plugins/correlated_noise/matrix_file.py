"""A matrix from a file, `.npy` or text with a row on each line: the entries are what is written, or the shortest
decimals of its floats."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from struct import calcsize, unpack_from

import chartered as ch
from chartered.model.exact_numbers import exact, plain

from ..basics.number_file import content_of, rows_of
from . import LISTED, MOST_ENTRIES, MOST_LISTED, TOEPLITZ
from .formulas.listed_matrix import places

MOST_BYTES, MOST_LETTERS = 1 << 25, 90_000
"""The largest size of a file; and of the text of all entries, which a certificate repeats."""
_WANTED = "name a lower triangular matrix: NAME.npy of floats, or NAME.csv with a row of numbers on each line"
_SHORTER = (
    f"at most {MOST_ENTRIES} entries and {MOST_LETTERS} letters are read, or a Toeplitz band; fewer bands are shorter, "
    "and fewer digits, of the matrix that makes the noise as well"
)
_MAGIC = b"\x93NUMPY"
_HEADER = re.compile(
    rb"\{'descr': '([<>|=])(f[248]|[iu][1248])', 'fortran_order': (True|False), "
    rb"'shape': \(([0-9]{1,4}), ([0-9]{1,4})\), \}\s*"
)
_CODES = dict(
    zip((b"f2", b"f4", b"f8", b"i1", b"i2", b"i4", b"i8", b"u1", b"u2", b"u4", b"u8"), "efdbhiqBHIQ", strict=True)
)
_MOST_NONZERO = ch.Parameter("coefficients", "").most_numbers * MOST_LISTED
_ZERO = re.compile(r"[+-]?0+(?:\.0*)?(?:[eE][+-]?[0-9]+)?")


def settings(path: str) -> dict[str, str]:
    """The settings that say what a file holds: the coefficients of a Toeplitz band, or all entries. Raises BadValue,
    which names a place in the file and never repeats what is there, since it may be another file than was meant."""
    content = content_of(path, "matrix", MOST_BYTES, _WANTED)
    failed = f"matrix: cannot read {path!r}"
    if content.startswith(_MAGIC):
        rows = _of_array(content, failed)
    else:
        rows = [list[object](cells) for _, cells in rows_of(content, failed, _WANTED)]
    if not 1 <= len(rows) <= MOST_LISTED or any(len(row) != len(rows) for row in rows):
        raise ch.BadValue(f"matrix: {path!r} is no square of 1 to {MOST_LISTED} rows", _WANTED)
    return _written(_triangle(rows, path), len(rows), path)


def _of_array(content: bytes, failed: str) -> list[list[object]]:
    """The rows of an array as NumPy writes it: its header is matched, not evaluated, and objects are never read."""
    start = 10 if content[6:8] == b"\1\0" else 12
    end = start + int.from_bytes(content[8:start], "little")
    header = _HEADER.fullmatch(content[start:end])
    if header is None:
        raise ch.BadValue(f"{failed}: it is no array of whole numbers or floats in two dimensions", _WANTED)
    rows, columns = int(header[4]), int(header[5])
    layout = f"{'>' if header[1] == b'>' else '<'}{rows * columns}{_CODES[header[2]]}"
    if calcsize(layout) != len(content) - end:
        raise ch.BadValue(f"{failed}: it does not hold the {rows} times {columns} numbers that it announces", _WANTED)
    numbers: tuple[object, ...] = unpack_from(layout, content, end)
    if header[3] == b"True":
        return [list(numbers[i::rows]) for i in range(rows)]
    return [list(numbers[i * columns : (i + 1) * columns]) for i in range(rows)]


def _triangle(rows: Sequence[Sequence[object]], path: str) -> list[list[Fraction]]:
    """The entries of each row up to the diagonal."""
    filled = [[j for j, cell in enumerate(row) if not _is_zero(cell)] for row in rows]
    beyond = next(((i, cells[-1]) for i, cells in enumerate(filled) if cells and cells[-1] > i), None)
    if beyond is not None:
        where = f"row {beyond[0] + 1}, column {beyond[1] + 1}"
        raise ch.BadValue(f"matrix: {where} of {path!r} is not 0", "it must be lower triangular")
    if sum(map(len, filled)) > _MOST_NONZERO:
        raise ch.BadValue(f"matrix: {path!r} has more than {_MOST_NONZERO} entries that are not 0", _SHORTER)
    found = [[Fraction(0)] * (i + 1) for i in range(len(rows))]
    for i, cells in enumerate(filled):
        for j in cells:
            found[i][j] = _number(rows[i][j], i, j, path)
    return found


def _is_zero(cell: object) -> bool:
    return _ZERO.fullmatch(cell) is not None if isinstance(cell, str) else cell == 0


def _number(cell: object, row: int, column: int, path: str) -> Fraction:
    try:
        return exact(cell, "an entry")
    except ch.BadValue:
        raise ch.BadValue(
            f"matrix: row {row + 1}, column {column + 1} of {path!r} is no finite number", _WANTED
        ) from None


def _written(triangle: list[list[Fraction]], steps: int, path: str) -> dict[str, str]:
    first = [row[0] for row in triangle]
    bands = max((i - j + 1 for i, row in enumerate(triangle) for j, entry in enumerate(row) if entry), default=1)
    column = first[:bands]
    alike = bands <= ch.Parameter("coefficients", "").most_numbers and min(column) >= 0 and column[0] > 0
    if alike and all(triangle[i][j] == column[i - j] for i, j in places(steps, bands)):
        return {"family": TOEPLITZ, "steps": str(steps), "coefficients": ":".join(map(plain, column))}
    entries = [triangle[i][j] for i, j in places(steps, bands)]
    text = ":".join(map(plain, entries)) if len(entries) <= MOST_ENTRIES else ""
    if not 0 < len(text) <= MOST_LETTERS:
        raise ch.BadValue(
            f"matrix: {path!r} has {len(entries)} entries within {bands} bands, too many for the text of a step",
            _SHORTER,
        )
    return {"family": LISTED, "steps": str(steps), "bands": str(bands), "entries": text}
