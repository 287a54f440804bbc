"""Claims about report noisy max inside wrappers: whichever records a run sees, its sets of candidates win as Laplace
noise on a number exceeds 0."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement as chosen, product
from math import comb

from chartered.proving import Notation, Proofs, Range, Rewrites, Same, Sampled, claims_of

from ..wrappers import INSIDE
from .noisy_max import chances, reached

NOTATION = Notation(
    "place(p) = log(2*p)",
    "above(p) = -log(2*(1 - p))",
    "low(p, s) = p*exp(s)",
    "high(p, s) = 1 - (1 - p)*exp(-s)",
    ranges={"p": Range.chance((Fraction(1, 100), 100)), "s": (Fraction(1, 10), 5)},
)
PLAIN = Proofs("noisy-max", "direct computation", at="direct computation", notation=NOTATION)
GROUPS = Proofs("group-poisson-noisy-max", "ours, by the Neyman-Pearson lemma")
_BOOKS = [PLAIN, GROUPS]
_ALL = tuple[int, ...]

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

for _wrappers in INSIDE:
    _name = "/".join(_wrappers)
    _around = _name.replace("poisson", "poisson:rate=1/10").replace("group", "group:size=3")
    _around += ":size=2,of=9" if "sample" in _name else ""
    _book = Proofs("-".join((*_wrappers, "noisy-max")), "definition", at="definition")
    _BOOKS.append(_book)
    _book.identity(
        "laplace.written",
        "The choice is written as the Laplace mechanism of the same eps, with the scale of its noise where that is "
        "given.",
        "two steps, written out",
        *(
            Rewrites(f"{_book.prefix}.laplace", f"{_around}/noisy-max:{choice}", f"{_around}/laplace:{noise}")
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


def _within(scores: _ALL, size: int, rate: Fraction, monotone: bool) -> bool:
    """Whether no test of a group on a sample has more power than that of Laplace noise; complements are sets, too."""
    odds, alone = Fraction(2 if monotone else 4), chances(scores)
    weights = [comb(size, j) * rate**j * (1 - rate) ** (size - j) for j in range(size + 1)]

    def most(p: Fraction) -> Fraction:
        return sum((w * reached(p, odds**j) for j, w in enumerate(weights)), Fraction(0))

    moves = list(product((0, 1) if monotone else (-1, 0, 1), repeat=len(scores)))
    for records in chosen(moves, size):
        drawn = _on_sample(scores, records, rate)
        for events in _sets(len(scores)):
            p, q = (sum((law[j] for j in events), Fraction(0)) for law in (alone, drawn))
            if q > most(p):
                return False
    return True


def _sets(size: int) -> Iterator[_ALL]:
    for count in range(size + 1):
        yield from combinations(range(size), count)


GROUPS.table(
    "laplace.choices",
    "No set of candidates is chosen more often than Laplace noise allows that a group of records moves "
    "by eps each, where each record is drawn for itself, and moves the scores as it likes.",
    "direct computation: all scores, all records, all sets",
    "two or three candidates, scores from 0 to 2, noise of the rate log 2, one to three records, two rates",
    Sampled(
        "fractions: all sets",
        _within,
        [
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

claims = claims_of(*_BOOKS)
