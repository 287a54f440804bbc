"""Shuffles of a few reports on a few values, enumerated exactly over all data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from typing import Any

from ...basics.claims.pairs import Pair

SMALL = (
    "k-ary randomized response, k <= 3, e^eps0 in {3/2, 4}, n <= 6, eps in {0, 1/4, 1}; all data of the others, "
    "both directions"
)
"""What `small` enumerates, in words."""
LEVELS = (Fraction(0), Fraction(1, 4), Fraction(1))


@dataclass(frozen=True, slots=True)
class Shuffle:
    """n reports by k-ary randomized response at e^eps0 = odds; what is seen is how many reports say each value."""

    n: int
    k: int
    odds: Fraction

    def worst(self, xp: Any, epsilon: Any) -> Any:
        """The largest hockey-stick divergence between data that differ in one record."""
        found = xp.number(0)
        for others in combinations_with_replacement(range(self.k), self.n - 1):
            found = xp.maximum(found, self.at(xp, others, epsilon))
        return found

    def at(self, xp: Any, others: tuple[int, ...], epsilon: Any) -> Any:
        """The largest one where the others hold these values."""
        found = xp.number(0)
        for pair in self.beside(others):
            found = xp.maximum(found, pair.hockey_stick(xp, epsilon))
        return found

    def pairs(self) -> Iterator[Pair]:
        """What is seen of any two data that differ in one record."""
        for others in combinations_with_replacement(range(self.k), self.n - 1):
            yield from self.beside(others)

    def beside(self, others: tuple[int, ...]) -> Iterator[Pair]:
        """Likewise where the others hold these values."""
        for records in permutations(range(self.k), 2):
            first, second = (_seen((*others, record), self.k, self.odds) for record in records)
            yield Pair(tuple(first.values()), tuple(second[seen] for seen in first))


def small() -> Iterator[Shuffle]:
    """All that the claims enumerate."""
    for odds in (Fraction(3, 2), Fraction(4)):
        for k in (2, 3):
            for n in range(2, 7):
                yield Shuffle(n, k, odds)


@lru_cache(maxsize=4096)
def _seen(records: tuple[int, ...], k: int, odds: Fraction) -> dict[tuple[int, ...], Fraction]:
    """The probability of each histogram of reports."""
    found = {(0,) * k: Fraction(1)}
    for record in sorted(records):
        grown: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for counts, chance in found.items():
            for value in range(k):
                more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
                grown[more] += chance * (odds if value == record else 1) / (odds + k - 1)
        found = dict(grown)
    return found
