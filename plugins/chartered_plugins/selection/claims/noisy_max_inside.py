"""Claims about report noisy max inside wrappers: whichever records a run sees, its sets of candidates win as Laplace
noise on a number exceeds 0."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement as chosen, pairwise, product
from math import comb, lcm, prod

from chartered.proving import Notation, Proofs, Range, Rewrites, Same, Sampled, claims_of

from .noisy_max import chances, reached

NOTATION = Notation(
    "place(p) = log(2*p)",
    "above(p) = -log(2*(1 - p))",
    "low(p, s) = p*exp(s)",
    "high(p, s) = 1 - (1 - p)*exp(-s)",
    ranges={"p": Range.chance((Fraction(1, 100), 100)), "s": (Fraction(1, 10), 5)},
)
PLAIN = Proofs("noisy-max", "direct computation", at="direct computation", notation=NOTATION)
TESTED = Proofs("noisy-max", "ours, by the Neyman-Pearson lemma")
_ALL = tuple[int, ...]
_Pair = tuple[list[Fraction], list[Fraction]]

PLAIN.identity(
    "laplace.number",
    "Let a set win with the probability p = F(x), where F is Laplace's distribution function: Laplace noise on x is "
    "above 0. What rises as fast as F moves x by 1 for each unit of a lead.",
    "all probabilities p and leads s",
    Same("below 1/2", "place(low(p, s)) - place(p)", "s"),
    Same("above", "above(high(p, s)) - above(p)", "s"),
    so="By noisy-max.laplace.fastest nothing rises faster, so that a record moves x by at most eps in units of the "
    "noise, and k records by k eps, whichever others there are. Which outcomes a test accepts are such sets.",
)

PLAIN.identity(
    "laplace.written",
    "The choice is written as the Laplace mechanism of the same eps, with the scale of its noise where that is given.",
    "three steps, written out",
    *(
        Rewrites("noisy-max.laplace", f"noisy-max:{choice}", f"laplace:{noise}")
        for choice, noise in (
            ("epsilon=1/2,noise=laplace", "epsilon=1/2"),
            ("scale=2,sensitivity=3", "scale=2,sensitivity=6"),
            ("scale=2,sensitivity=3,monotone=true,noise=laplace", "scale=2,sensitivity=3"),
        )
    ),
    so="Its eps is that of noisy-max.pure.scale.",
)


def _on_sample(scores: _ALL, records: tuple[_ALL, ...], rate: Fraction) -> list[Fraction]:
    """The chances of each candidate, where each of several records of a person is drawn for itself."""
    found = [Fraction(0) for _ in scores]
    for drawn in product((False, True), repeat=len(records)):
        weight = Fraction(1)
        moved = list(scores)
        for here, moves in zip(drawn, records, strict=True):
            weight *= rate if here else 1 - rate
            moved = [score + here * move for score, move in zip(moved, moves, strict=True)]
        found = [total + weight * p for total, p in zip(found, chances(tuple(moved)), strict=True)]
    return found


@TESTED.table(
    "laplace.groups",
    "No set of candidates is chosen more often than Laplace noise allows that a group of records moves "
    "by eps each, where each record is drawn for itself, and moves the scores as it likes.",
    "direct computation: all scores, all records, all sets",
    "two or three candidates, scores from 0 to 2, noise of the rate log 2, one to three records, two rates",
    Sampled(
        "fractions: all sets",
        cases=[
            (scores, size, rate, way)
            for k, size in ((2, 2), (2, 3), (3, 1))
            for scores in product(range(3), repeat=k)
            for rate in (Fraction(1, 10), Fraction(1, 2))
            for way in (True, False)
            if min(scores) == 0 and list(scores) == sorted(scores)
        ],
        digits=30,
    ),
)
def _within(scores: _ALL, size: int, rate: Fraction, monotone: bool) -> bool:
    """Whether no test of a group on a sample has more power than that of Laplace noise; complements are sets, too."""
    odds, alone = Fraction(2 if monotone else 4), chances(scores)
    weights = [comb(size, j) * rate**j * (1 - rate) ** (size - j) for j in range(size + 1)]

    def most(p: Fraction) -> Fraction:
        return sum((w * reached(p, odds**j) for j, w in enumerate(weights)), Fraction(0))

    moves = list(product((0, 1) if monotone else (-1, 0, 1), repeat=len(scores)))
    for records in chosen(moves, size):
        drawn = _on_sample(scores, records, rate)
        for events in (some for count in range(len(scores) + 1) for some in combinations(range(len(scores)), count)):
            p, q = (sum((law[j] for j in events), Fraction(0)) for law in (alone, drawn))
            if q > most(p):
                return False
    return True


def _laws(scores: _ALL, moves: _ALL, odds: Fraction) -> tuple[_Pair, _Pair]:
    """The chances of each candidate without a record and with it; and those of Laplace noise between as many ends: at
    the ends it is above as often as candidates win of which fewer and fewer gain by the record."""
    alone, moved = chances(scores), chances(tuple(map(sum, zip(scores, moves, strict=True))))
    order = sorted(range(len(scores)), key=lambda j: moved[j] / alone[j], reverse=True)
    ends = [sum((alone[j] for j in order[:k]), Fraction(0)) for k in range(len(order) + 1)]
    noise = [[at(q) - at(p) for p, q in pairwise(ends)] for at in (lambda p: p, lambda p: reached(p, odds))]
    return (alone, moved), (noise[0], noise[1])


def _of_runs(pairs: list[_Pair], rate: Fraction | None) -> _Pair:
    """The chances of what all runs give, without a record and with it: with the probability `rate` it is in all of
    them, without a rate in a random one."""

    def law(seen: list[bool]) -> list[Fraction]:
        return [
            prod(p, start=Fraction(1)) for p in product(*(pair[one] for pair, one in zip(pairs, seen, strict=True)))
        ]

    count = len(pairs)
    alone = law([False] * count)
    if rate is None:
        placed = zip(*(law([i == j for i in range(count)]) for j in range(count)), strict=True)
        return alone, [sum(each, Fraction(0)) / count for each in placed]
    return alone, [(1 - rate) * p + rate * q for p, q in zip(alone, law([True] * count), strict=True)]


def _no_less(pair: _Pair, other: _Pair) -> bool:
    """Whether each delta of `other` is at most that of `pair`, in either direction: both are linear between ratios.
    All are multiplied by the same integers, so that integers are compared."""
    unit = lcm(*(p.denominator for each in (pair, other) for law in each for p in law))
    stated, found = ([[int(p * unit) for p in law] for law in each] for each in (pair, other))
    for first, second in ((0, 1), (1, 0)):
        outcomes, others = (list(zip(each[first], each[second], strict=True)) for each in (stated, found))
        for ratio in {Fraction(p, q) for p, q in (*outcomes, *others)}:
            over, under = ratio.as_integer_ratio()
            above, below = (sum(max(under * p - over * q, 0) for p, q in each) for each in (outcomes, others))
            if below > above:
                return False
    return True


@TESTED.table(
    "laplace.several",
    "Of several choices that see one Poisson sample, or in a random one of which a record is, no outcomes are likelier "
    "with the record or without it by more than Laplace noise allows in as many runs.",
    "direct computation: all scores, all moves, every ratio",
    "two choices of two or three candidates, or three of two, scores up to 2, noise of the rate log 2, two rates",
    Sampled(
        "fractions: all outcomes",
        cases=[
            (scores, rate, way)
            for scores in (*chosen([(0, 0), (0, 1), (0, 2)], 2), ((0, 1), (0, 0, 1)))
            for rate in (Fraction(1, 10), Fraction(1, 2), None)
            for way in (True, False)
        ]
        + [(((0, 1),) * 3, None, True)],
        digits=30,
    ),
    so="Each run sees one of two data sets, so that its choice is the noise, processed: what all runs give is, too.",
)
def _several(scores: tuple[_ALL, ...], rate: Fraction | None, monotone: bool) -> bool:
    odds = Fraction(2 if monotone else 4)
    for moves in product(*(product((0, 1) if monotone else (-1, 0, 1), repeat=len(each)) for each in scores)):
        runs = [_laws(*each, odds) for each in zip(scores, moves, strict=True)]
        choices, noise = (_of_runs([run[which] for run in runs], rate) for which in (0, 1))
        if not _no_less(noise, choices):
            return False
    return True


claims = claims_of(PLAIN, TESTED)
