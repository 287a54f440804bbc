"""Claims about parts with steps of their own: all neighbours of small data sets, in fractions, against the ledgers, one
for each set of parts, that a plan is; and what is wrong where a record is replaced."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import chartered as ch
from chartered.ledger.sets_of_parts import Parted
from chartered.proving import Each, Proofs, Sampled

BOOK = Proofs("parts", "McSherry 2009, Theorem 4, for disjoint parts and pure eps; ours, for the rest")

NOISES = {1: (4, 2, 1), 2: (3, 2, 2)}
"""Weights of two noises on the whole numbers up to 2, the same in both directions: those of 0, 1 and 2; by the scale
that stands for them in a step."""
RATIOS = tuple(map(Fraction, ("1/4", "1/2", "1", "3/2", "2", "3", "4", "9")))
"""e^eps; below 1 for the other order of the neighbours."""
Values = tuple[int, ...]
Part = tuple[int, int, Values]
"""The steps of a part: a noise, a number of runs, and the values that a record may add to each query."""
Moved = tuple[tuple[int, int], ...]
"""Noise and distance of all queries that two neighbours move, in order."""


@cache
def _pairs(moved: Moved) -> dict[tuple[int, int], int]:
    """The weights of an outcome of all queries under two neighbours, and how many outcomes have them."""
    if not moved:
        return {(1, 1): 1}
    (scale, d), found = moved[-1], dict[tuple[int, int], int]()
    weights = {k: NOISES[scale][abs(k)] for k in range(-2, 3)}
    for ((p, q), n), k in product(_pairs(moved[:-1]).items(), range(-2, 3 + d)):
        pair = p * weights.get(k, 0), q * weights.get(k - d, 0)
        found[pair] = found.get(pair, 0) + n
    return found


@cache
def _delta(moved: Moved, ratio: Fraction) -> Fraction:
    """The hockey-stick divergence of all queries at a ratio."""
    whole = Fraction(1)
    for scale, _ in moved:
        whole *= NOISES[scale][0] + 2 * sum(NOISES[scale][1:])
    return sum((n * max(Fraction(0), p - ratio * q) for (p, q), n in _pairs(moved).items()), Fraction(0)) / whole


def _step(part: Part) -> list[str]:
    scale, runs, values = part
    own, between = max(map(abs, values)), max(values) - min(values)
    return [f"discrete-laplace:scale={scale},sensitivity={own},replace-sensitivity={between},times={runs}"]


def _written(common: Part, parts: Sequence[Part], most: int, relation: ch.Neighbours) -> set[Moved]:
    """The queries, with how far each moves, of each ledger that the plan is."""
    named = {f"part {index}": _step(part) for index, part in enumerate(parts)}
    plan = Parted.read(ch.registry(), _step(common), named, most, relation)
    found = set[Moved]()
    for one in plan.sets():
        cases = [(ch.Case(entry.step, relation), entry.times) for entry in one.entries]
        moves = ([(int(case.number("scale")), int(case.sensitivity))] * times for case, times in cases)
        found.add(tuple(sorted(move for some in moves for move in some)))
    return found


def _records(common: Part, parts: Sequence[Part], most: int) -> Iterator[dict[int, int]]:
    """All records: a value for the steps on all records (at -1), and one in each of up to `most` parts."""
    for size in range(most + 1):
        for some in combinations(range(len(parts)), size):
            for chosen in product(common[2], *(parts[index][2] for index in some)):
                yield dict(zip((-1, *some), chosen, strict=True))


def _neighbours(common: Part, parts: Sequence[Part], most: int, two: bool) -> set[Moved]:
    """Which queries move, and how far, between all neighbours: a record is there or not (a null record is in no part),
    or there are `two`, one in place of the other."""
    every, found = list(_records(common, parts, most)), set[Moved]()
    for one, other in product(every, every if two else [dict[int, int]()]):
        moved = list[tuple[int, int]]()
        for index, (scale, runs, _) in enumerate((common, *parts), -1):
            distance = abs(one.get(index, 0) - other.get(index, 0))
            moved += [(scale, distance)] * (runs if distance else 0)
        found.add(tuple(sorted(moved)))
    return found


_ONCE, _TWICE, _FARTHER, _NEARER = (0, 1), (-1, 0, 1), (-1, 0, 2), (1, 2)
_COMMON = 2, 1, _ONCE
_PLANS: list[tuple[Part, tuple[Part, ...], int]] = [
    (_COMMON, ((1, 1, _ONCE), (2, 2, _ONCE)), 1),
    (_COMMON, ((1, 1, _TWICE), (2, 2, _ONCE)), 1),
    (_COMMON, ((1, 1, _TWICE), (2, 1, _FARTHER), (1, 2, _ONCE)), 1),
    (_COMMON, ((1, 1, _ONCE), (1, 1, _ONCE), (2, 1, _TWICE)), 2),
    ((1, 1, _TWICE), ((1, 1, _ONCE), (2, 1, _TWICE)), 2),
    ((1, 1, _FARTHER), ((2, 1, _FARTHER),), 1),
    (_COMMON, ((1, 1, _NEARER), (2, 1, _TWICE)), 2),
]


@BOOK.table(
    "named.all-data",
    "A plan with other steps on each part is the ledgers of all sets of parts that a record may be in: at every ratio "
    "the largest divergence of all neighbours is the largest of theirs. Under replace-one there is one for each choice "
    "of the parts in which the record stays and of those that it leaves or enters.",
    "direct computation: all records, all parts",
    "up to 3 parts, a record in 1 or 2; two noises, 4 sets of values, 8 ratios; three relations",
    Sampled(
        "fractions: all neighbours",
        cases=[(*plan, relation) for plan in _PLANS for relation in ch.Neighbours],
        digits=10,
    ),
)
def _largest(common: Part, parts: Sequence[Part], most: int, relation: ch.Neighbours) -> bool:
    two = relation is ch.Neighbours.REPLACE_ONE
    ledgers, all_data = _written(common, parts, most, relation), _neighbours(common, parts, most, two)
    return all(
        max(_delta(moved, ratio) for moved in all_data) == max(_delta(moved, ratio) for moved in ledgers)
        for ratio in RATIOS
    )


def _more(loss: Fraction, each: Sequence[Fraction]) -> bool:
    """Two counts with other noises: what the record changes that leaves one part and enters another."""
    moved = tuple((scale, 1) for scale in NOISES)
    return (
        loss > max(each) and _delta(moved, Fraction(1)) == loss and [_delta((m,), Fraction(1)) for m in moved] == each
    )


def _both(*steps: str) -> bool:
    """Whether a plan costs more than any of its parts, in eps at delta 0 and 1/1000."""
    parts, relation = dict(zip(("north", "south"), steps, strict=True)), ch.Neighbours.REPLACE_ONE
    plan, each = ch.PartedLedger(parts, neighbours=relation), [ch.Ledger(step, relation) for step in steps]
    lows = {delta: plan.epsilon(delta).lower for delta in (Fraction(0), Fraction(1, 1000))}
    return all(low is not None and low > one.epsilon(d).upper for d, low in lows.items() for one in each)


_COUNT = "laplace:scale={},sensitivity=1,replace-sensitivity=1"
BOOK.erratum(
    "erratum.named",
    "Where a record is replaced, the part with the largest cost is no bound, even if each record is in one: of two "
    "counts with other noises, which have delta = 2/5 and 3/11 at eps = 0 by themselves, both change, and together "
    "they have 28/55.",
    "enumeration",
    "two parts, noise on the whole numbers up to 2; Laplace noise on counts",
    Each("run: 28/55 against 2/5", _more, [(Fraction(28, 55), [Fraction(2, 5), Fraction(3, 11)])]),
    Each("run: the ledgers", _both, [(_COUNT.format(1), _COUNT.format(2))]),
    printed="disjoint parts cost what the worst of them costs, whatever the neighbours are",
    corrected="that under add-or-remove and zero-out; under replace-one also each two parts together",
)
