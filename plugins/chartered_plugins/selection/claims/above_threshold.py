"""Claims about AboveThreshold: the threshold is shifted along, and whole games with noise on the integers."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from chartered.proving import Nonnegative, Notation, Proofs, Same, Sampled, case, registered

NOTATION = Notation(ranges={"d b": (Fraction(1, 10), 5), "x y z": (0, 5)})
BOOK = Proofs("above-threshold", "Lyu, Su, Li 2017", at="direct computation", notation=NOTATION)

BOOK.soundness(
    "pure.shift",
    "Shift the threshold by the sensitivity d: a query below it stays below, and one above it needs noise that is "
    "larger by 2 d at most.",
    "Theorem 2, and its proof",
    "queries that move up by d - x, and down by d - x, for x >= 0",
    Nonnegative("below: what the margin gains", "d - (d - x)"),
    Same("above: the shift is 2 d less x", "d + (d - x)", "2*d - x"),
    so="The threshold's density changes by a factor of e^(d/b1) at most, the chance of noise above a bound that is 2 d "
    "higher by e^(2d/b2). Given the threshold the noise of all queries is independent, and a query may depend on what "
    "was told before. Those below cost nothing, however many; c above cost 2 c d/b2.",
)

BOOK.soundness(
    "pure.monotone-queries",
    "If all queries rise, the same shift asks d at most of those above; if all fall, no shift is needed, and those "
    "above ask d at most.",
    "Section 4.3",
    "moves by d - x, x >= 0, up or down",
    Same("rising: the shift less the move", "d - (d - x)", "x"),
    Nonnegative("falling: the move alone", "d - (d - x)"),
    so="A move is at least 0, so x is at most d. Where queries fall the threshold costs nothing.",
)

BOOK.soundness(
    "monotone",
    "More noise, fewer positives and a smaller sensitivity are never worse: eps falls.",
    "all scales b + x and b",
    Nonnegative("the scale", "d/b - d/(b + x)"),
    so="What fewer positives tell is told by more of them, too.",
)


_FAR = 24


def _tail(x: int) -> Fraction:
    """The chance that noise of P(k) = 2^-|k|/3 is at least x."""
    return Fraction(2, 3 << x) if x >= 1 else 1 - Fraction(2, 3 << 1 - x)


@cache
def _games(queries: tuple[int, ...], positives: int) -> dict[tuple[bool, ...], Fraction]:
    """The chance of each course of a game about the threshold 0, with thresholds up to a distance; what is farther has
    the chance 2^-24 at most."""
    found = dict.fromkeys(_courses(len(queries), positives), Fraction(0))
    for threshold in range(-_FAR, _FAR + 1):
        tails = [_tail(threshold - query) for query in queries]
        chances = [(1 - tail, tail) for tail in tails]
        for course in found:
            seen = (chance[above] for chance, above in zip(chances, course, strict=False))
            found[course] += prod(seen, start=Fraction(1, 3 << abs(threshold)))
    return found


def _courses(length: int, positives: int) -> Iterator[tuple[bool, ...]]:
    seen = set()
    for course in product((False, True), repeat=length):
        end = next((n + 1 for n in range(length) if sum(course[: n + 1]) == positives), length)
        if course[:end] not in seen:
            seen.add(course[:end])
            yield course[:end]


@BOOK.table(
    "pure.games",
    "No course of a game with noise of 2^-|k|/3 on the integers is more likely by more than 2^(1 + 2c), or 2^(1 + c) "
    "if all queries move the same way.",
    "direct computation: all courses, all moves by at most 1",
    "three queries of -1, 0 or 2, one positive and two",
    Sampled(
        "fractions: all courses",
        cases=[(queries, c, way) for queries in product((-1, 0, 2), repeat=3) for c in (1, 2) for way in (False, True)],
        digits=10,
    ),
)
def _bounded(queries: tuple[int, ...], positives: int, monotone: bool) -> bool:
    """Whether no course is more likely by a larger factor than 2^eps, with eps as registered for scales of 1."""
    words = f"above-threshold:threshold-scale=1,query-scale=1,positives={positives},monotone={monotone}".lower()
    factor = 2 ** int(registered("above-threshold.pure").bound(case(words)).epsilon)
    beyond, before = Fraction(1, 2**_FAR), _games(queries, positives)
    ways = [(0, 1), (-1, 0)] if monotone else [(-1, 0, 1)]
    for moves in (moves for way in ways for moves in product(way, repeat=len(queries))):
        after = _games(tuple(map(sum, zip(queries, moves, strict=True))), positives)
        if any(chance > factor * (after[course] + beyond) for course, chance in before.items()):
            return False
    return True


@BOOK.table(
    "pure.signed-queries",
    "What is enough for monotone queries is not enough for others: where two queries rise and one falls, a course is "
    "more likely by more than 2^(1 + c).",
    "queries 2, 2 and -1, or 2, 2 and 0",
    Sampled("fractions: all courses", cases=[((2, 2, -1), (1, 1, -1)), ((2, 2, 0), (1, 1, -1))], digits=10),
)
def _passes(queries: tuple[int, ...], moves: tuple[int, ...]) -> bool:
    before, after = (_games(one, 1) for one in (queries, tuple(map(sum, zip(queries, moves, strict=True)))))
    return any(chance > 4 * (after[course] + Fraction(1, 2**_FAR)) for course, chance in before.items())
