"""Claims about the lower end of shuffled batches: it is the delta of a test of the largest sums, and below the upper
end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Points, Proofs, Sampled, near
from chartered_plugins.batches.claims.shuffled_batches import GAUSSIAN, NAME, SOURCE, lower_end, profile_of
from chartered_plugins.batches.formulas import largest_sum_statistic as formulas

BOOK = Proofs(NAME, SOURCE)


@BOOK.identity(
    "gaussian.maximum",
    "The largest of independent normal sums is at most c if each is: 1 - Phi(c - s) Phi(c)^(t-1) is the chance that it "
    "is not, if one of them, whichever it is, is shifted by s.",
    "direct computation",
    "4 numbers of sums, 3 thresholds, 3 shifts; 20 digits",
    Sampled(
        "balls: a product of probabilities",
        digits=20,
        bits=192,
        why="a product of a number of factors that is not fixed",
        sums=(1, 2, 7, 100),
        threshold="-1 2 6",
        shift="0 1 5/2",
    ),
)
def _maximum(xp: Any, sums: int, threshold: Fraction, shift: Fraction) -> bool:
    c, s = xp.number(threshold), xp.number(shift)
    none = xp.ndtr(c - s)
    for _ in range(sums - 1):
        none *= xp.ndtr(c)
    return near(formulas.above(xp, sums, c, s), 1 - none, 20)


def _tests(
    xp: Any, sums: int, epochs: int, sigma: Fraction, epsilon: Fraction, threshold: Fraction, part: Fraction
) -> bool:
    """Whether a test, one of many, stays below the upper end, and eps below that of its delta, in both relations."""
    text, x = GAUSSIAN.format(sums, epochs, sigma), xp.number(epsilon)
    witness = {"threshold": threshold, "epochs": Fraction(1 + int(part * (epochs - 1)))}
    for other in (False, True):
        found = profile_of(text, other=other)
        below, above = lower_end(found).delta(xp, x, witness), found.delta(xp, x, {})
        if not below <= above or (below > 0 and not _eps(xp, found, below, witness).overlaps(x)):
            return False
    return True


def _eps(xp: Any, found: ch.Profile, delta: Any, witness: ch.Witness) -> Any:
    inverse = lower_end(found).epsilon
    assert inverse is not None
    return inverse(xp, delta, witness)


RANGES = {
    "sums": (2, 1000),
    "epochs": (1, 12),
    "sigma": (Fraction(1, 5), 4),
    "epsilon": (Fraction(1, 10), 4),
    "threshold": (-2, 8),
    "part": (0, 1),
}

BOOK.soundness(
    "gaussian.tests",
    "No test of the largest sums, with any threshold and any number of epochs, tells more than the upper end allows; "
    "and the eps of a test's delta is the one at which it has that delta.",
    "Neyman, Pearson 1933",
    "100 random tests, each under both relations",
    Sampled(
        "balls: the upper end is above",
        lambda xp, sums, epochs, *others: _tests(xp, int(sums), int(epochs), *others),
        Points(100, RANGES),
        digits=12,
        bits=256,
        why="a test is drawn; that all stay below is Neyman and Pearson's lemma, with the order revealed",
    ),
)
