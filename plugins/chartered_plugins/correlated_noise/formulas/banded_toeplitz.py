"""Lower triangular Toeplitz matrices with a band, each given by its first column, and how far a record moves their rows
that takes part in several steps. All numbers are whole, in units of a common fraction: nothing is rounded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from msgspec import Struct

_MOST_ROWS, _MOST_WORK = 500_000, 2 * 10**8
"""The largest number of rows, and of rows times bands, that are added up where columns overlap: about a second."""


class Band(Struct, frozen=True):
    """The entries of the first column that are not 0 by their place, as whole numbers of 1/`unit`."""

    entries: tuple[int, ...]
    unit: int

    def squared(self, whole: int) -> Fraction:
        """A sum of squares of entries, as the number that it stands for."""
        return Fraction(whole, self.unit**2)

    def overlaps(self, separation: int) -> bool:
        """Whether columns that are so far apart have rows in common."""
        return len(self.entries) > separation

    def falls(self) -> bool:
        """Whether no entry is above the one before it."""
        return all(after <= before for before, after in zip(self.entries, self.entries[1:], strict=False))

    def few(self, steps: int, separation: int, uses: int) -> bool:
        """Whether the rows that `uses` columns reach are few enough to be added up."""
        rows = _reached(self, steps, separation, uses)
        return rows <= _MOST_ROWS and rows * len(self.entries) <= _MOST_WORK

    def bands(self, steps: int) -> int:
        """How many diagonals are not 0."""
        return min(steps, len(self.entries))

    def bits(self, steps: int) -> int:
        """How many bits the common denominator of the entries has at most."""
        return self.unit.bit_length()

    def column(self, steps: int) -> Band:
        """The entries of the first column, which are few."""
        return self

    def moved(self, steps: int, separation: int, uses: int) -> Fraction:
        """The squared norm of the sum of the columns 0, s, 2s, ...: the largest, if columns do not overlap or entries
        fall."""
        together = uses > 1 and self.overlaps(separation)
        return (overlapping if together else apart)(self, steps, separation, uses)

    def above(self, steps: int, separation: int, uses: int) -> Fraction:
        """An upper bound on the squared norm of any sum of `uses` columns that are `separation` apart: a row is in at
        most r = ceil(bands/separation) of them, and a squared sum of r terms is at most r times the sum of their
        squares."""
        together = min(uses, -(-len(self.entries) // separation))
        return uses * together * self.norm_squared(len(self.entries))

    def norm_squared(self, rows: int) -> Fraction:
        """The squared norm of a column of which this many rows are left."""
        return self.squared(_squares(self.entries[:rows]))


@lru_cache(maxsize=64)
def _squares(entries: tuple[int, ...]) -> int:
    return sum(entry * entry for entry in entries)


def of(entries: Sequence[Fraction]) -> Band:
    """The band of these entries, without zeros at its end."""
    unit = lcm(*(entry.denominator for entry in entries))
    last = max((number for number, entry in enumerate(entries, 1) if entry), default=1)
    return Band(tuple(int(entry * unit) for entry in entries[:last]), unit)


@lru_cache(maxsize=16)
def square_root(bands: int) -> Band:
    """The first entries of the matrix whose square has ones on and below its diagonal, C(2m, m)/4^m, in units of
    4^-(bands - 1)."""
    entries = [1]
    for m in range(1, bands):
        entries.append(entries[-1] * 2 * (2 * m - 1) // m)
    return Band(tuple(entry << 2 * (bands - 1 - m) for m, entry in enumerate(entries)), 1 << 2 * (bands - 1))


def columns(steps: int, separation: int, uses: int | None, bands: int) -> tuple[int, int]:
    """Of at most `uses` columns 0, s, 2s, ..., none of which overlap: how many are whole, and of how many rows the next
    one is (0: none)."""
    whole = 0 if steps < bands else (steps - bands) // separation + 1
    if uses is not None and uses <= whole:
        return uses, 0
    return whole, max(0, steps - whole * separation)


def apart(band: Band, steps: int, separation: int, uses: int | None) -> Fraction:
    """The squared norm of the sum of those columns, where no two overlap."""
    whole, rows = columns(steps, separation, uses, len(band.entries))
    return whole * band.norm_squared(len(band.entries)) + band.norm_squared(rows)


def overlapping(band: Band, steps: int, separation: int, uses: int) -> Fraction:
    """Likewise, where they overlap: an entry of the sum is that of `separation` rows before, with the column that
    begins and without the one that would be beyond the last."""
    total, entries, behind = [0] * _reached(band, steps, separation, uses), band.entries, uses * separation
    for row in range(len(total)):
        before = total[row - separation] if row >= separation else 0
        begun = entries[row] if row < len(entries) else 0
        ended = entries[row - behind] if 0 <= row - behind < len(entries) else 0
        total[row] = before + begun - ended
    return band.squared(sum(entry * entry for entry in total))


def _reached(band: Band, steps: int, separation: int, uses: int) -> int:
    """How many rows those columns reach."""
    return min(steps, (uses - 1) * separation + len(band.entries))
