"""A lower triangular matrix by its entries, and how far a record moves its rows that takes part in several steps. All
numbers are whole, in units of a common fraction: nothing is rounded.

A record that adds x_j in step j of a set S, |x_j| <= 1, moves the rows, squared, by sum_(j, k in S) G_jk <x_j, x_k>
with the products G of columns: at most by the sum of |G_jk|, and as much if none of these is negative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from msgspec import Struct

MOST_NODES, MOST_DEEP = 20_000, 400
"""How many sets of steps are tried, where columns overlap: some tenths of a second; and of how many steps."""


class Listed(Struct, frozen=True):
    """The columns from the diagonal down to the last of `bands` entries, as whole numbers of 1/`unit`."""

    columns: tuple[tuple[int, ...], ...]
    unit: int

    @property
    def norms(self) -> tuple[int, ...]:
        """The squared norms of the columns, in units of 1/unit^2."""
        return tuple(sum(entry * entry for entry in column) for column in self.columns)

    def squared(self, whole: int) -> Fraction:
        """A sum of products of two entries, as the number that it stands for."""
        return Fraction(whole, self.unit**2)


@lru_cache(maxsize=16)
def of(entries: tuple[Fraction, ...], steps: int, bands: int) -> Listed:
    """The matrix with these entries, row by row, of which the last `bands` up to the diagonal are given."""
    unit = lcm(*(entry.denominator for entry in entries))
    columns: list[list[int]] = [[] for _ in range(steps)]
    for (_, column), entry in zip(places(steps, bands), entries, strict=True):
        columns[column].append(entry.numerator * (unit // entry.denominator))
    return Listed(tuple(map(tuple, columns)), unit)


@lru_cache(maxsize=16)
def toeplitz(entries: tuple[int, ...], unit: int, steps: int) -> Listed:
    """The matrix with these entries, in units of 1/`unit`, from the diagonal down each of its columns."""
    return Listed(tuple(entries[: steps - column] for column in range(steps)), unit)


def count(steps: int, bands: int) -> int:
    """How many entries there are on and below the diagonal."""
    return bands * steps - bands * (bands - 1) // 2


def places(steps: int, bands: int) -> Iterator[tuple[int, int]]:
    """(row, column) of the entries, row by row."""
    return ((row, column) for row in range(steps) for column in range(max(0, row - bands + 1), row + 1))


def groups(matrix: Listed, count: int) -> list[list[int]]:
    """The norms of columns i, i + count, ... for each i, the largest first."""
    return [sorted(matrix.norms[first::count], reverse=True) for first in range(min(count, len(matrix.columns)))]


class Worst(Struct, frozen=True):
    """How far the rows move at most, squared, in units of 1/unit^2, and whether some record moves them as far."""

    moved: int
    attained: bool


@lru_cache(maxsize=16)
def worst(matrix: Listed, separation: int, uses: int) -> Worst:
    """Of all records that take part in at most `uses` steps, which are `separation` apart or more."""
    products, uses = _products(matrix, separation), min(uses, -(-len(matrix.columns) // separation))
    weights = [norm + 2 * _most_before(products, j, separation) for j, norm in enumerate(matrix.norms)]
    beyond = _chosen(weights, separation, uses)
    if not any(products):
        return Worst(beyond[-1][0], attained=True)
    found = _Search(matrix.norms, products, separation, beyond)
    whole = uses <= MOST_DEEP and found.run(0, uses, (), 0)
    attained = whole and all(product >= 0 for of_column in products for product in of_column.values())
    return Worst(found.best if whole else beyond[-1][0], attained)


def _products(matrix: Listed, separation: int) -> list[dict[int, int]]:
    """For each column the products with those before it that are `separation` away or more, and overlap it."""
    found: list[dict[int, int]] = []
    for j, column in enumerate(matrix.columns):
        first = max(0, j - max(map(len, matrix.columns)) + 1)
        before = {k: matrix.columns[k][j - k :] for k in range(first, j - separation + 1)}
        found.append({k: sum(x * y for x, y in zip(other, column, strict=False)) for k, other in before.items()})
    return found


def _most_before(products: list[dict[int, int]], j: int, separation: int) -> int:
    """The largest sum of |products| of column j with columns before it, which are `separation` apart."""
    earlier = [abs(product) for product in products[j].values()]
    return _chosen(earlier, separation, -(-len(earlier) // separation))[-1][0]


def _chosen(weights: Sequence[int], separation: int, uses: int) -> list[list[int]]:
    """Row u <= uses, place j: the largest sum of at most u weights from place j on, which are `separation` apart."""
    rows = [[0] * (len(weights) + 1)]
    for _ in range(uses):
        row = [0] * (len(weights) + 1)
        for j in reversed(range(len(weights))):
            row[j] = max(row[j + 1], weights[j] + rows[-1][min(j + separation, len(weights))])
        rows.append(row)
    return rows


class _Search(Struct):
    """The worst set of steps, by branch and bound; `beyond` bounds what later steps may add."""

    norms: tuple[int, ...]
    products: list[dict[int, int]]
    separation: int
    beyond: list[list[int]]
    best: int = 0
    nodes: int = 0

    def run(self, first: int, uses: int, chosen: tuple[int, ...], moved: int) -> bool:
        """Tries the sets that go on from `first`; whether all of them were tried or bounded."""
        self.best, self.nodes = max(self.best, moved), self.nodes + 1
        for j in range(first, len(self.norms) if uses else 0):
            if moved + self.beyond[uses][j] <= self.best:
                return True
            if self.nodes >= MOST_NODES:
                return False
            more = self.norms[j] + 2 * sum(abs(self.products[j].get(k, 0)) for k in chosen)
            if not self.run(j + self.separation, uses - 1, (*chosen, j), moved + more):
                return False
        return True
