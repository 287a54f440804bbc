"""Claims about parts with steps of their own: all neighbours of small data sets, in fractions, against the ledgers, one
for each set of parts, that a plan is; and what is wrong where a record is replaced."""

from collections.abc import Sequence
from fractions import Fraction

import chartered as ch
from chartered.ledger.sets_of_parts import Parted
from chartered.proving import Each, Proofs, Sampled

from .parallel_composition import RATIOS, Moved, Values, divergence, moves

BOOK = Proofs("parts", "McSherry 2009, Theorem 4, for disjoint parts and pure eps; ours, for the rest")

NOISES = {1: (4, 2, 1), 2: (3, 2, 2)}
"""Weights of two noises on the whole numbers up to 2, the same in both directions: those of 0, 1 and 2; by the scale
that stands for them in a step."""
Part = tuple[int, int, Values]
"""The steps of a part: a noise, a number of runs, and the values that a record may add to each query."""


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
        moved = ([(NOISES[int(case.number("scale"))], int(case.sensitivity))] * times for case, times in cases)
        found.add(tuple(query for some in moved for query in some))
    return found


def _neighbours(common: Part, parts: Sequence[Part], most: int, two: bool) -> set[Moved]:
    """Which queries move, and how far, between all neighbours."""
    steps = [(NOISES[scale], runs) for scale, runs, _ in (common, *parts)]
    return {
        tuple((noise, d) for (noise, runs), d in zip(steps, moved, strict=True) if d for _ in range(runs))
        for moved in moves(tuple(values for _, _, values in parts), most, two, common[2])
    }


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
        max(divergence(moved, ratio) for moved in all_data) == max(divergence(moved, ratio) for moved in ledgers)
        for ratio in RATIOS
    )


def _both(*steps: str) -> bool:
    """Whether a plan costs more than any of its parts, in eps at delta 0 and 1/1000."""
    parts, relation = dict(zip(("north", "south"), steps, strict=True)), ch.Neighbours.REPLACE_ONE
    plan, each = ch.PartedLedger(parts, neighbours=relation), [ch.Ledger(step, relation) for step in steps]
    lows = {delta: plan.epsilon(delta).lower for delta in (Fraction(0), Fraction(1, 1000))}
    return all(low is not None and low > one.epsilon(d).upper for d, low in lows.items() for one in each)


_COUNT = "laplace:scale={},sensitivity=1,replace-sensitivity=1"


@BOOK.erratum(
    "erratum.named",
    "Where a record is replaced, the part with the largest cost is no bound, even if each record is in one: of two "
    "counts with other noises, which have delta = 2/5 and 3/11 at eps = 0 by themselves, both change, and together "
    "they have 28/55.",
    "enumeration",
    "two parts, noise on the whole numbers up to 2; Laplace noise on counts",
    Each("run: 28/55 against 2/5", cases=[(Fraction(28, 55), [Fraction(2, 5), Fraction(3, 11)])]),
    Each("run: the ledgers", _both, [(_COUNT.format(1), _COUNT.format(2))]),
    printed="disjoint parts cost what the worst of them costs, whatever the neighbours are",
    corrected="that under add-or-remove and zero-out; under replace-one also each two parts together",
)
def _more(loss: Fraction, each: Sequence[Fraction]) -> bool:
    """Two counts with other noises: what the record changes that leaves one part and enters another."""
    moved = tuple((noise, 1) for noise in NOISES.values())
    alone = [divergence((query,), Fraction(1)) for query in moved]
    return alone == each and divergence(moved, Fraction(1)) == loss > max(each)
