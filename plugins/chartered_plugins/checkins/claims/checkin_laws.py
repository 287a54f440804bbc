"""Small check-in protocols, enumerated: the distribution of the whole output, over the check-ins, the server's choices
and the reports."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import prod
from typing import TypeAlias

from msgspec import Struct

from ...basics.claims.pairs import Pair

Reports: TypeAlias = Sequence[Sequence[Fraction]]
"""The distribution of the report for each record."""
Law: TypeAlias = tuple[Fraction, ...]


class Rounds(Struct, frozen=True):
    """A protocol with m slots and n clients who check in with probability p; a slot without a client reports on record
    0. If the randomizer is `adaptive`, a record x counts in a slot as x (1 + the last report), so the query depends on
    earlier reports."""

    protocol: str
    m: int
    p: Fraction
    n: int
    adaptive: bool = False

    def patterns(self) -> Iterator[tuple[Fraction, tuple[tuple[int, ...], ...]]]:
        """All patterns of check-ins: the probability, and the clients in each slot that the server uses."""
        at_home = [(-1, 1 - self.p)] if self.p < 1 else []
        for places in product([*at_home, *((j, self.p / self.m) for j in range(self.m))], repeat=self.n):
            where = [j if self.protocol != "sliding" or j < 0 else i + j for i, (j, _) in enumerate(places)]
            used = range(self.m) if self.protocol != "sliding" else range(self.m - 1, self.n)
            chance = prod((c for _, c in places), start=Fraction(1))
            yield chance, tuple(tuple(i for i, j in enumerate(where) if j == slot) for slot in used)

    def law(self, data: Sequence[int], reports: Reports) -> Law:
        """The probability of each sequence of reports; in averaged slots all reports are released, without their
        order."""
        seen = self._multisets if self.protocol == "averaged" else self._picked
        total: list[Fraction] = []
        for chance, slots in self.patterns():
            part = seen([[data[i] for i in slot] for slot in slots], reports, chance)
            total = [a + b for a, b in zip(total, part, strict=True)] if total else part
        return tuple(total)

    def _picked(self, slots: list[list[int]], reports: Reports, chance: Fraction) -> list[Fraction]:
        """The reports of one client of each slot, chosen at random, or of the dummy."""
        found = [chance]
        for index, slot in enumerate(slots):
            seen = range(len(reports[0]) if index and self.adaptive else 1)  # the last report, if it counts
            told = [[reports[x * (1 + last) % len(reports)] for x in slot or [0]] for last in seen]
            means = [[sum(column[1:], column[0]) / len(column) for column in zip(*rows, strict=True)] for rows in told]
            found = [value * mean for place, value in enumerate(found) for mean in means[place % len(means)]]
        return found

    def _multisets(self, slots: list[list[int]], reports: Reports, chance: Fraction) -> list[Fraction]:
        """The reports of all clients of each slot; an empty slot is skipped."""
        tables = []
        for slot in slots:
            table = {}
            for size in range(self.n + 1):
                for seen in combinations_with_replacement(range(len(reports[0])), size):
                    orders = set(permutations(seen)) if size == len(slot) else set()
                    table[seen] = sum(
                        (prod(reports[x][a] for x, a in zip(slot, order, strict=True)) for order in orders),
                        start=Fraction(0),
                    )
            tables.append(list(table.values()))
        return [chance * prod(values) for values in product(*tables)]

    def neighbours(self, reports: Reports) -> Iterator[Pair]:
        """The pairs of output distributions of any two data sets that differ in one record; if the clients are
        interchangeable, only one for each multiset of the other records."""
        records, places = range(len(reports)), range(self.n) if self.protocol == "sliding" else range(1)
        for others in product(records, repeat=self.n - 1):
            if self.protocol != "sliding" and list(others) != sorted(others):
                continue
            for index in places:
                laws = [self.law((*others[:index], x, *others[index:]), reports) for x in records]
                yield from (Pair(a, b) for a, b in permutations(laws, 2))

    def dummies(self) -> Fraction:
        """The expected number of slots without a client."""
        return sum((chance * sum(not slot for slot in slots) for chance, slots in self.patterns()), start=Fraction(0))


def responses(odds: Fraction, k: int) -> Reports:
    """Randomized response on k values: the true value is `odds` times as likely as any other."""
    return [[(odds if a == x else Fraction(1)) / (odds + k - 1) for a in range(k)] for x in range(k)]


def failing(odds: Fraction, delta0: Fraction) -> Reports:
    """Randomized response on two values that discloses the record with probability delta0, and then shows that it
    does."""
    return [
        [(1 - delta0) * r for r in row] + [delta0 * (x == a) for a in range(2)]
        for x, row in enumerate(responses(odds, 2))
    ]
