"""Claims about Gaussian noise on records that are drawn several times: a sample with replacement as one of the other
records into which a record is put, how often, and tests of sums."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

from chartered.proving import Each, Proofs, Sampled, case, numbers, registered
from chartered_verify.arithmetic import Arithmetic, Value, balls

from ..formulas import with_replacement as drawn

NAME = "sample-with-replacement"
BOOK = Proofs(NAME, "definition")
KINDS = ("gaussian-profile", "gaussian-pld")
PLACES, THRESHOLDS = numbers("-2 -1 0 1 2"), numbers("-6 -3 -1 0 1/2 1 2 3 4 6 9")
"""Where a record lies about the others, in units of the sensitivity; and the tests of a sum."""

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


def _counted(draws: int, records: int) -> bool:
    """Whether the probabilities add up to 1; that of at least k times is not below the exact one given that there are
    no more times than are counted; and that of more is not below the exact one."""
    counts, beyond = drawn.counts(draws, records)
    own, last = Fraction(1, records), max(k for k, _ in counts)
    exact = [comb(draws, k) * own**k * (1 - own) ** (draws - k) for k in range(last + 1)]
    counted = sum(exact)
    tails = all(sum(p for j, p in counts if j >= k) * counted >= sum(exact[k:]) for k in range(last + 1))
    return sum(p for _, p in counts) == 1 and beyond >= 1 - counted and tails


def state(book: Proofs, kind: str) -> None:
    """States for a theorem by the mixture of counts that samples are put together from the others, and are counted."""
    book.identity(
        f"{kind}.places",
        "A sample of the other records, into each place of which a record is put with the probability 1/n, is a sample "
        "of all of them.",
        "seven sizes, all samples",
        Each("run", _same_samples, _SMALL_SIZES),
        so="So two neighbours have the same sample of the others, and the record of each in the same places, which is "
        "a mixture over these places. By joint convexity no more is lost on average over samples of the others than "
        "with the worst one; and there each of the two moves the query by at most their distance to what it takes the "
        "place of, as records of a group that is replaced on a Poisson sample.",
    )
    book.soundness(
        f"{kind}.counts",
        "A record that is not drawn more often than is counted is drawn as often as the shipped probabilities say, or "
        "less often; and that it is drawn more often has at most the shipped probability.",
        "exact binomial probabilities of nine sizes",
        Each(
            "run",
            _counted,
            [(1, 2), (2, 2), (9, 9), (10, 1000), (100, 1000), (30, 31), (300, 300), (256, 60000), (1000, 10**6)],
        ),
        so="More times move the query farther, and a smaller probability of them is one of the neighbours of a "
        "mixture.",
    )


def _delta(xp: Arithmetic, kind: str, ledger: str, epsilon: Value) -> Value:
    """What a theorem says of one run."""
    found = registered(f"{NAME}.{kind}").apply(case(ledger))
    if kind == "gaussian-profile":
        return found.delta(xp, epsilon, {})
    failure = xp.number(found.failure)
    return failure + (1 - failure) * found.composition[0][0][0].curve(xp, epsilon)


def _no_test_above(kind: str, size: tuple[int, int], sigma: Fraction, level: Fraction) -> bool:
    """Whether no test by a threshold, of a sum in which a record and the one in its place lie anywhere about the
    others, no two of them farther from each other than twice the sensitivity, exceeds the theorem's delta."""
    draws, records = size
    own = Fraction(1, records)
    chances = [comb(draws, k) * own**k * (1 - own) ** (draws - k) for k in range(draws + 1)]

    def above(xp: Arithmetic, away: Fraction, threshold: Fraction) -> Value:
        tails = (xp.number(p) * xp.ndtr(xp.number((k * away - threshold) / sigma)) for k, p in enumerate(chances))
        return sum(tails, xp.number(0))

    with balls(130) as xp:
        epsilon = xp.number(level)
        shipped = _delta(xp, kind, f"{NAME}:size={draws},of={records}/gaussian:sigma={sigma}", epsilon)
        excesses = (
            above(xp, away, threshold) - xp.exp(epsilon) * above(xp, other, threshold)
            for away, other in product(PLACES, repeat=2)
            if abs(away - other) <= 2
            for threshold in THRESHOLDS
        )
        return not any(excess > shipped for excess in excesses)


for _kind in KINDS:
    state(BOOK, _kind)
    BOOK.soundness(
        f"{_kind}.tests",
        "No test of a sum by a threshold exceeds the stated delta, wherever the two records lie about the others.",
        "five sizes, two sigmas, four eps, 19 places, eleven thresholds",
        Sampled(
            "balls",
            _no_test_above,
            digits=40,
            kind=[_kind],
            size=[(2, 2), (3, 3), (4, 4), (2, 5), (6, 9)],
            sigma="1/2 2",
            level="0 1/10 1 3",
        ),
    )
