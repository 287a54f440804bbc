"""Claims about records that are drawn several times: a sample with replacement as one of the other records into which a
record is put, and how often."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

from chartered.proving import Each, Proofs, case, claims_of, registered

from ...subsampling.formulas import with_replacement as drawn
from ..formulas.composed_moments import Composition

BOOK = Proofs("sample-with-replacement.gaussian-characteristic", "definition")
claims = claims_of(BOOK)

_SMALL_SIZES = [(1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (2, 4), (4, 3)]
"""Numbers of draws and of records."""


def _same_samples(draws: int, records: int) -> bool:
    """Whether samples of the other records, with record 0 put into each place with the probability 1/n, are all
    sequences of the records, equally likely."""
    chances: Counter[tuple[int, ...]] = Counter()
    own = Fraction(1, records)
    for others in product(range(1, records), repeat=draws):
        for put in product((False, True), repeat=draws):
            chance = own ** sum(put) * (1 - own) ** (draws - sum(put)) / (records - 1) ** draws
            chances[tuple(0 if here else other for here, other in zip(put, others, strict=True))] += chance
    return len(chances) == records**draws and set(chances.values()) == {own**draws}


BOOK.identity(
    "places",
    "A sample of the other records, into each place of which a record is put with the probability 1/n, is a sample of "
    "all of them.",
    "seven sizes, all samples",
    Each("run", _same_samples, _SMALL_SIZES),
    so="So two neighbours have the same sample of the others, and the record of each in the same places, which is a "
    "mixture over these places. By joint convexity no more is lost on average over samples of the others than with the "
    "worst one; and there each of the two moves the query by at most their distance to what it takes the place of, as "
    "records of a group that is replaced on a Poisson sample.",
)


def _counted(draws: int, records: int) -> bool:
    """Whether the probabilities add up to 1; that of at least k times is not below the exact one given that there are
    no more times than are counted; and that of more is not below the exact one."""
    counts, beyond = drawn.counts(draws, records)
    own, last = Fraction(1, records), max(k for k, _ in counts)
    exact = [comb(draws, k) * own**k * (1 - own) ** (draws - k) for k in range(last + 1)]
    counted = sum(exact)
    tails = all(sum(p for j, p in counts if j >= k) * counted >= sum(exact[k:]) for k in range(last + 1))
    return sum(p for _, p in counts) == 1 and beyond >= 1 - counted and tails


BOOK.soundness(
    "counts",
    "A record that is not drawn more often than is counted is drawn as often as the shipped probabilities say, or less "
    "often; and that it is drawn more often has at most the shipped probability.",
    "exact binomial probabilities of nine sizes",
    Each(
        "run",
        _counted,
        [(1, 2), (2, 2), (9, 9), (10, 1000), (100, 1000), (30, 31), (300, 300), (256, 60000), (1000, 10**6)],
    ),
    so="More times move the query farther, and a smaller probability of them is one of the neighbours of a mixture.",
)


def _composed(draws: int, records: int, parts: int) -> bool:
    """Whether the moments are those of one mixture, and of a failure where not all times are counted."""
    theorem = registered("sample-with-replacement.gaussian-characteristic")
    found = theorem.apply(case(f"sample-with-replacement:size={draws},of={records}/gaussian:sigma=2"))
    composition: Composition = found.directions[0]
    return len(found.directions) == 1 and len(composition) == parts and all(times == 1 for _, times in composition)


BOOK.identity(
    "parts",
    "Few draws are a mixture, and of many those that are not counted are a failure of their own.",
    "two sizes",
    Each("run", _composed, [(4, 9, 1), (256, 60000, 2)]),
)
