"""Claims about parts of the data: all neighbours of small data sets, in fractions, against the runs that the theorems
write, and what is wrong about parts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product

import chartered as ch
from chartered.proving import Each, Proofs, Sampled, registered, replaced

_compared = partial(Sampled, "fractions: all neighbours", digits=10)

BOOK = Proofs(
    "parts",
    "McSherry 2009, Theorem 4; ours, for parts that overlap and for replaced records",
    at="direct computation: all records, all parts",
)

Noise = tuple[int, int, int]
"""Weights of noise on the whole numbers up to 2, the same in both directions: those of 0, 1 and 2."""
NOISE: Noise = (4, 2, 1)
RATIOS = tuple(map(Fraction, ("1/4", "1/2", "1", "3/2", "2", "3", "4", "9")))
"""e^eps; below 1 for the other order of the neighbours."""
Values = tuple[int, ...]
"""Those that a record may have in a part."""
Distances = tuple[int, ...]
"""How far the query of each part moves, of those that move at all: since noise is added, and is the same in both
directions, nothing else of two data sets matters."""


Moved = tuple[tuple[Noise, int], ...]
"""Noise and distance of the queries that two neighbours move."""


@cache
def pairs(moved: Moved) -> Mapping[tuple[int, int], int]:
    """The weights of an outcome of all queries under two neighbours, and how many outcomes have them."""
    if not moved:
        return {(1, 1): 1}
    (noise, d), found = moved[-1], Counter[tuple[int, int]]()
    weights = {k: noise[abs(k)] for k in range(-2, 3)}
    for ((p, q), n), k in product(pairs(moved[:-1]).items(), range(-2, 3 + d)):
        found[p * weights.get(k, 0), q * weights.get(k - d, 0)] += n
    return found


@cache
def divergence(moved: Moved, ratio: Fraction) -> Fraction:
    """The hockey-stick divergence of all queries at a ratio."""
    gains = (n * max(Fraction(0), p - ratio * q) for (p, q), n in pairs(moved).items())
    return sum(gains, Fraction(0)) / sum(n * p for (p, _), n in pairs(moved).items())


def delta(distances: Distances, ratio: Fraction, noise: Noise = NOISE) -> Fraction:
    """That of all parts, with the same noise."""
    return divergence(tuple((noise, d) for d in distances), ratio)


@cache
def moves(values: tuple[Values, ...], most: int, two: bool, common: Values = (0,)) -> frozenset[Distances]:
    """How far a query of all records and that of each part move between all neighbours: a record is there or not (a
    null record is in no part), or there are `two`, one in place of the other. A record has a `common` value, and one in
    each of up to `most` parts."""
    places = range(len(values) + 1)
    every = [
        dict(zip((0, *some), chosen, strict=True))
        for size in range(most + 1)
        for some in combinations(places[1:], size)
        for chosen in product(common, *(values[part - 1] for part in some))
    ]
    others = every if two else [dict[int, int]()]
    return frozenset(tuple(abs(a.get(k, 0) - b.get(k, 0)) for k in places) for a, b in product(every, others))


@cache
def neighbours(count: int, most: int, values: Values, two: bool) -> frozenset[Distances]:
    """How far the queries of parts with the same values move, of those that do."""
    return frozenset(tuple(sorted(filter(None, moved))) for moved in moves((values,) * count, most, two))


def _written(theorem: str, step: str, two: bool) -> Distances:
    """How far the query moves in each of the runs that a theorem writes for the step."""
    relation = ch.Neighbours.REPLACE_ONE if two else ch.Neighbours.ADD_OR_REMOVE
    written = registered(theorem).apply(ch.Case(ch.parse(step).step, relation))
    moves = ([int(ch.Case(inner, relation).sensitivity)] * runs for inner, runs in written)
    return tuple(sorted(move for some in moves for move in some))


def _step(count: int, most: int, values: tuple[int, ...]) -> str:
    own, between = max(map(abs, values)), max(values) - min(values)
    stated = f"sensitivity={own},replace-sensitivity={between}"
    return f"parts:count={count},most={most}/discrete-laplace:scale=1,{stated}"


def _most(count: int, most: int, values: tuple[int, ...], two: bool, theorem: str) -> bool:
    """Whether the runs that are written lose at least as much as all neighbours, and the same where the theorem is
    exact, at every ratio."""
    runs = _written(theorem, _step(count, most, values), two)
    exact = registered(theorem).side is ch.Side.EXACT
    worst = {ratio: max(delta(move, ratio) for move in neighbours(count, most, values, two)) for ratio in RATIOS}
    return all(w == delta(runs, ratio) if exact else w <= delta(runs, ratio) for ratio, w in worst.items())


_TWICE, _ONCE, _BETWEEN = (-1, 0, 1), (0, 1), (-1, 0, 2)
"""Values of a record in a part: replacing it moves the query twice as far as adding it, no farther, or in between."""
_SIZES = [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2)]

BOOK.table(
    "most.all-data",
    "Of all neighbours of which one has a record more, none loses more than the runs that are written, at any ratio; "
    "some lose as much.",
    "up to 4 parts, a record in 1 or 2; 3 sets of values, 8 ratios",
    _compared(_most, [(*size, values, False, "parts.most") for size in _SIZES for values in (_TWICE, _ONCE, _BETWEEN)]),
)
BOOK.table(
    "replaced.all-data",
    "Likewise of neighbours where a record is replaced, in any parts, by one in any other.",
    "up to 4 parts, a record in 1 or 2; 2 sets of values, 8 ratios",
    _compared(_most, [(*size, values, True, "parts.replaced") for size in _SIZES for values in (_TWICE, _ONCE)]),
)


@BOOK.table(
    "replaced-between.all-data",
    "Where replacing a record moves the query by 3/2 of what adding it does, all neighbours lie between the two ends; "
    "the lower one is one of them.",
    "up to 4 parts, a record in 1 or 2; 8 ratios",
    _compared(cases=_SIZES),
)
def _between(count: int, most: int) -> bool:
    step, theorem = _step(count, most, _BETWEEN), registered("parts.replaced-between")
    below = theorem.from_below.apply(replaced(step))
    some = tuple(int(ch.Case(inner, ch.Neighbours.REPLACE_ONE).sensitivity) for inner, n in below for _ in range(n))
    attained = some in neighbours(count, most, _BETWEEN, True)
    return attained and _most(count, most, _BETWEEN, True, theorem.name)


@BOOK.table(
    "most.adaptive",
    "In two rounds, where in which parts a record is in the second, and with which value, depends on all answers of "
    "the first, no neighbours lose more than in two rounds of the runs that are written.",
    "direct computation: all strategies",
    "2 and 3 parts, a record in 1 or 2, 4 ratios; records added and replaced",
    Sampled(
        "fractions: all strategies",
        cases=[
            (count, most, values, two, theorem)
            for count, most in ((2, 1), (3, 1), (2, 2))
            for values, two, theorem in (
                (_ONCE, False, "parts.most"),
                (_TWICE, True, "parts.replaced"),
                (_ONCE, True, "parts.replaced"),
            )
        ],
        digits=10,
    ),
)
def _adaptive(count: int, most: int, values: tuple[int, ...], two: bool, theorem: str) -> bool:
    runs, moves = _written(theorem, _step(count, most, values), two), neighbours(count, most, values, two)

    def after(p: int, q: int, move: Distances, ratio: Fraction) -> Fraction:
        if p == 0:
            return Fraction(0)
        return Fraction(p) if q == 0 else p * delta(move, ratio * Fraction(q, p))

    def two_rounds(first: Distances, ratio: Fraction, second: Iterable[Distances]) -> Fraction:
        outcomes = pairs(tuple((NOISE, d) for d in first)).items()
        gains = (n * max(after(p, q, move, ratio) for move in second) for (p, q), n in outcomes)
        return sum(gains, Fraction(0)) / sum(n * p for (p, _), n in outcomes)

    return all(
        max(two_rounds(first, ratio, moves) for first in moves) <= two_rounds(runs, ratio, [runs])
        for ratio in RATIOS[2:6]
    )


@BOOK.soundness(
    "most.fewer",
    "A record in fewer parts loses no more: where it is in at most m parts, it is in at most m + 1.",
    "definition",
    "the runs that are written for 2 and 3 parts",
    Each("fractions: in order", cases=[(n, m, v) for n, m in ((2, 1), (3, 1), (3, 2)) for v in (_TWICE, _ONCE)]),
)
def _fewer(count: int, most: int, values: tuple[int, ...]) -> bool:
    for two, theorem in ((False, "parts.most"), (True, "parts.replaced")):
        fewer, more = (_written(theorem, _step(count, m, values), two) for m in (most, most + 1))
        if any(delta(fewer, ratio) > delta(more, ratio) for ratio in RATIOS):
            return False
    return True


@BOOK.table(
    "replaced.one-test",
    "A part that is left and one that is entered lose no more than one part where the query moves by both distances, "
    "under log-concave noise. (The likelihood ratio of such noise and its shift rises, so that the best tests of all "
    "levels and distances are half lines: a shift by both has the trade-off function of a group of two, and of any two "
    "pairs that function is a lower bound for their product, by the step in between.)",
    "the lemma of Neyman and Pearson; Dong, Roth, Su 2022, Theorem 2.14, for groups",
    "36 laws on the whole numbers up to 2, 4 pairs of distances, 8 ratios",
    Sampled(
        "fractions: all outcomes",
        cases=[
            (noise, move)
            for noise in product(range(1, 7), repeat=3)
            if noise[0] >= noise[1] and noise[1] ** 2 >= noise[0] * noise[2]
            for move in ((1, 1), (1, 2), (2, 2), (1, 3))
        ],
        digits=10,
    ),
)
def _one_test(noise: Noise, move: Distances) -> bool:
    return all(delta(move, ratio, noise) <= delta((sum(move),), ratio, noise) for ratio in RATIOS)


BOOK.identity(
    "replaced.other-noise",
    "Of noise that is not log-concave this is false: if all of it is even, a shift by 1 is seen with certainty, and "
    "one by 2 is not.",
    "enumeration",
    "noise of the weights 1, 0, 2, 0, 1",
    Each(
        "run: delta at eps = 0",
        lambda: delta((1, 1), Fraction(1), (2, 0, 1)) == 1 > delta((2,), Fraction(1), (2, 0, 1)),
        [()],
    ),
    so="So theorems about replaced records are about the noises that are listed, and no others.",
)
