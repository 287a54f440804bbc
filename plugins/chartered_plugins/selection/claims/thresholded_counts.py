"""Claims about thresholded counts: a failure beside noise covers groups that are there with the record alone; and whole
releases, outcome by outcome."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any, TypeAlias

from chartered.proving import Each, Nonnegative, Notation, Proofs, Sampled, case, registered

from ...mechanisms.formulas import noise_tail

Law: TypeAlias = Mapping[tuple[int | None, ...], Fraction]
BOOK = Proofs(
    "thresholded-counts",
    "ours",
    at="direct computation",
    notation=Notation(ranges={"f q r s x": (0, 1), "t": (0, 100)}),
)

_NOISE_AND_FAILURE = "f + (1 - f)*(1 - r - t*q)"

BOOK.soundness(
    "written.failure",
    "Let p and q be the probabilities of an event of the counts of the other groups, with the record and without it. "
    "What a failure of probability f beside these counts loses, at any ratio t = e^eps, covers a record whose groups "
    "are released with the probability f, a record that is added, and one that is replaced.",
    "p = 1 - r; what noise loses is 1 - s; of the records that are replaced, one is alone less often by x",
    Nonnegative("removed", f"{_NOISE_AND_FAILURE} - (f + (1 - f)*(1 - r) - t*q)"),
    Nonnegative("added", f"{_NOISE_AND_FAILURE} - (1 - r - t*(1 - f)*q)"),
    Nonnegative(
        "replaced, by one less often alone", "f + (1 - f)*(1 - r - t*q) - (f + (1 - f)*(1 - r) - (1 - f + x)*t*q)"
    ),
    Nonnegative(
        "replaced, by one more often alone", "f + (1 - f)*(1 - r - t*q) - (f - x + (1 - f + x)*(1 - r) - (1 - f)*t*q)"
    ),
    Nonnegative("a larger failure", "f + x + (1 - f - x)*(1 - s) - (f + (1 - f)*(1 - s))"),
    so="The counts of groups in which others are, too, are noise of which a part is told, so at any ratio the event "
    "loses no more than noise on as many counts; a failure that is larger covers a smaller one. As this holds at every "
    "ratio, below 1, too, it holds in compositions.",
)


@BOOK.soundness(
    "monotone",
    "A higher threshold, fewer groups and a smaller count for each never cost more.",
    "six thresholds, groups and counts, in order",
    Each("run: the failure falls", name=("gaussian", "laplace", "discrete_gaussian", "discrete_laplace"), bits=128),
    so="A higher threshold tells less of the same noisy counts. A record in fewer groups is one in at most that many, "
    "and so with the count of each.",
)
def _falls(xp: Any, name: str) -> bool:
    found = [getattr(noise_tail, name)(xp, Fraction(3, 2), Fraction(gap)) for gap in (-7, -2, 0, 1, 6, 40)]
    return all(after < before for before, after in pairwise(found))


def _law(
    counts: tuple[int, ...], noise: Mapping[int, Fraction], threshold: int
) -> dict[tuple[int | None, ...], Fraction]:
    """The probability of each release: for each group its noisy count, or None where it is not told. A group of no
    record is not."""
    found: dict[tuple[int | None, ...], Fraction] = {}
    for drawn in product(noise, repeat=len(counts)):
        sums = (count + more for count, more in zip(counts, drawn, strict=True))
        told = tuple(noisy if count and noisy >= threshold else None for count, noisy in zip(counts, sums, strict=True))
        found[told] = found.get(told, Fraction(0)) + prod(noise[more] for more in drawn)
    return found


def _loss(one: Law, other: Law, ratio: Fraction) -> Fraction:
    """The hockey-stick divergence at a ratio."""
    return sum((max(Fraction(0), p - ratio * other.get(x, 0)) for x, p in one.items()), Fraction(0))


@BOOK.table(
    "written.releases",
    "No event of a release is lost at more than noise and failure lose.",
    "triangular noise on up to seven numbers, up to two groups of 0, 1, 2 or 9 other records, thresholds from 1 to 4; "
    "a record that is removed from all of them, or replaced by one in the other",
    Sampled(
        "fractions: all outcomes",
        cases=[
            (width, threshold, others, enters)
            for width, threshold in product((1, 3), (1, 2, 3, 4))
            for others in ((0,), (1,), (2,), (9,), (0, 0), (0, 1), (1, 2), (0, 9), (9, 9))
            for enters in range(len(others))
        ],
    ),
)
def _covered(width: int, threshold: int, others: tuple[int, ...], enters: int) -> bool:
    """Whether noise on as many counts, with the failure, loses no less at eight ratios, in both directions. The record
    is in all groups and is removed; or in the first ones, and is replaced by one that enters the last ones."""
    noise = {k: Fraction(width + 1 - abs(k), (width + 1) ** 2) for k in range(-width, width + 1)}
    groups = max(len(others) - enters, enters)
    alone = sum((p for k, p in noise.items() if 1 + k >= threshold), Fraction(0))
    failure = 1 - (1 - alone) ** groups
    both = [tuple(n + (i < len(others) - enters) for i, n in enumerate(others))]
    both.append(tuple(n + (i >= len(others) - enters) for i, n in enumerate(others)) if enters else others)
    before, after = (_law(counts, noise, threshold) for counts in both)
    there, gone = (_law(tuple(100 + n - m for n, m in zip(c, others, strict=True)), noise, 0) for c in both)
    return all(
        _loss(a, b, ratio) <= failure + (1 - failure) * _loss(x, y, ratio)
        for ratio in (Fraction(n, 4) for n in (0, 1, 3, 4, 5, 8, 16, 64))
        for a, b, x, y in ((before, after, there, gone), (after, before, gone, there))
    )


_ADDED = (
    ("scale=1,threshold=20,groups=3", "3*laplace:scale=1,sensitivity=1", "8.404194633e-9"),
    ("scale=2,threshold=1/2", "1*laplace:scale=2,sensitivity=1", "0.6105996085"),
    ("sigma=2,threshold=20,groups=2,per-group=2", "2*gaussian:sigma=2,sensitivity=2", "2.257176812e-19"),
    ("scale=2,threshold=79/2,discrete=true", "1*discrete-laplace:scale=2,sensitivity=1", "2.115283515e-9"),
)
_DISCRETE = "sigma=3/2,threshold=7,groups=4,per-group=2,discrete=true"
_REPLACED = (
    ("scale=1,threshold=20,groups=3", "6*laplace:scale=1,replace-sensitivity=1", "8.404194633e-9"),
    (_DISCRETE, "8*discrete-gaussian:sigma=1.5,replace-sensitivity=2", "0.004482650431"),
)
"""What is given, the noise that is written, and the failure beside it."""


@BOOK.table(
    "written.numbers",
    "What is written for each noise, for added and for replaced records, the failure rounded up at the tenth digit.",
    "tails by sums and by the normal distribution function at 40 digits",
    "six mechanisms",
    Each("run", cases=[(*row, False) for row in _ADDED] + [(*row, True) for row in _REPLACED]),
)
def _written(given: str, noise: str, failure: str, two: bool) -> bool:
    found = registered("thresholded-counts.written").bound(case(f"thresholded-counts:{given}", replaced=two))
    written = " ".join(f"{runs}*{step}" for step, runs in found)
    return written == f"{noise} 1*approximate:epsilon=0,delta={failure}"


@BOOK.identity(
    "written.below",
    "From below it is the noise alone.",
    "one mechanism, written out",
    Each("run", cases=[()]),
    so="In large groups all counts reach the threshold.",
)
def _below() -> bool:
    found = registered("thresholded-counts.written").from_below.bound(case("thresholded-counts:scale=1,threshold=9"))
    return bool(
        " ".join(map(str, (step for step, _ in found))) == "laplace:scale=1,sensitivity=1 approximate:epsilon=0,delta=0"
    )
