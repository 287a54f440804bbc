"""Shuffles of a few reports on a few values, enumerated exactly over all data sets."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from chartered.proving import Sampled, numbers
from msgspec import Struct

from ...basics.claims.pairs import Pair
from ..formulas import shuffled_binary_rr as shuffled_response

SMALL = (
    "k-ary randomized response, k <= 3, e^eps0 in {3/2, 4}, n <= 6, eps in {0, 1/4, 1}; all data of the others, both "
    "directions"
)
"""The shuffles that `small` enumerates, in words."""
LEVELS = numbers("0 1/4 1")
MANY = [(e0, e0 / part) for e0 in numbers("1/2 1 2") for part in (8, 3)]
"""eps0 and eps for many reports, all but one of which are equal."""


class Shuffle(Struct, frozen=True):
    """n reports by k-ary randomized response at e^eps0 = odds; the output is the histogram of the reports."""

    n: int
    k: int
    odds: Fraction

    def worst(self, xp: Any, epsilon: Any) -> Any:
        """The largest hockey-stick divergence between data sets that differ in one record."""
        found = xp.number(0)
        for others in combinations_with_replacement(range(self.k), self.n - 1):
            found = xp.maximum(found, self.at(xp, others, epsilon))
        return found

    def at(self, xp: Any, others: tuple[int, ...], epsilon: Any) -> Any:
        """The largest hockey-stick divergence if the others hold these values."""
        found = xp.number(0)
        for pair in self.beside(others):
            found = xp.maximum(found, pair.hockey_stick(xp, epsilon))
        return found

    def pairs(self) -> Iterator[Pair]:
        """The output distributions of any two data sets that differ in one record."""
        for others in combinations_with_replacement(range(self.k), self.n - 1):
            yield from self.beside(others)

    def beside(self, others: tuple[int, ...]) -> Iterator[Pair]:
        """The pairs of output distributions if the others hold these values."""
        for records in permutations(range(self.k), 2):
            first, second = (_seen((*others, record), self.k, self.odds) for record in records)
            yield Pair(tuple(first.values()), tuple(second[seen] for seen in first))


def small() -> Iterator[Shuffle]:
    """All shuffles that the claims enumerate."""
    for odds, k, n in product(numbers("3/2 4"), (2, 3), range(2, 7)):
        yield Shuffle(n, k, odds)


def above_small(bound: Callable[[Any, Shuffle, Any], Any], *more: tuple[Shuffle, Any]) -> Sampled:
    """A check that bound(xp, shuffle, eps) is not below the exact delta of small shuffles, nor of `more`."""

    def above(xp: Any, shuffle: Shuffle, epsilon: Any) -> bool:
        e = xp.number(epsilon)
        return not shuffle.worst(xp, e) > bound(xp, shuffle, e)

    return Sampled("balls: all data", above, [*product(small(), LEVELS), *more], bits=256)


def above_many(
    bound: Callable[[Any, int, Fraction, Any], Any], *cases: tuple[int, Fraction, Fraction], what: str = "binomial"
) -> Sampled:
    """A check that bound(xp, n, eps0, eps) is not below the exact delta of n randomized responses on two values, if all
    others hold the same value: at n = 300, or in these cases."""

    def above(xp: Any, n: int, epsilon0: Fraction, epsilon: Fraction) -> bool:
        e = xp.number(epsilon)
        return not shuffled_response.gain(xp, epsilon0, n - 1, 0, e) > bound(xp, n, epsilon0, e)

    return Sampled(f"balls: {what}", above, cases or [(300, *case) for case in MANY], bits=256)


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
