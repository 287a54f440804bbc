"""Claims about the lower end of several uses that ships: the law of one score, and of the sum of all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, numbers
from chartered_plugins.batches.formulas.several_uses_lower_end import Scores, lowest, tails
from flint import arb, arb_poly

BOOK = Proofs("allocation.several-uses", "ours; data processing")
_BITS = 96
_LOST = arb(2) ** (-_BITS // 2)
"""More than what is lost outside a window, and by rounding."""


def _score(xp: Any, scores: Scores, way: int) -> list[Any]:
    """The probabilities of one score, without the record (1) or with it (-1): of log(1 - q + q r) to the nearest
    multiple of the spacing, where log r is normal; the ends have all that is beyond."""
    mu, q = xp.sqrt(xp.number(scores.mu_squared)), xp.number(scores.rate)
    below = [xp.number(0)]
    for cell in range(scores.cells):
        edge = xp.exp(xp.number((lowest(scores) + cell + Fraction(1, 2)) * scores.spacing))
        ratio = (edge - (1 - q)) / q
        below.append(xp.ndtr(xp.log(ratio) / mu + way * mu / 2) if ratio > 0 else xp.number(0))
    return [b - a for a, b in zip(below, [*below[1:], xp.number(1)], strict=True)]


def _written(xp: Any, mu_squared: Fraction, uses: tuple[int, int], spacing: Fraction) -> bool:
    plain, tilted = uses
    rate = Fraction(tilted, plain + tilted)
    scores = Scores(mu_squared, rate, tilted, plain, spacing, 24, 24 * (plain + tilted), _BITS)
    without, with_record = (arb_poly(_score(xp, scores, way)) for way in (1, -1))
    unseen = (without ** (plain + tilted)).coeffs()
    seen = (without**plain * with_record**tilted).coeffs()
    shown = zip(*tails(scores), range(scores.points + 1), strict=False)
    pairs = (
        (xp.number(shipped) / arb(2) ** _BITS, sum(exact, arb(0)))
        for above, below, i in shown
        for shipped, exact in ((above, seen[i:]), (below, unseen[:i]))
    )
    return all(bool(shipped <= exact) and bool(exact - shipped <= _LOST) for shipped, exact in pairs)


BOOK.table(
    "written-out",
    "The shipped tails of the sum of scores are at most those of all sums written out, and next to them.",
    "2 mu, 1 or 2 uses of 2 to 4 steps, 2 spacings, every threshold",
    Sampled(
        "balls: one score after the other",
        _written,
        digits=14,
        bits=256,
        why="a sum over all outcomes, compared at each threshold",
        squares=numbers("1/4 4"),
        uses=[(1, 1), (2, 1), (2, 2)],
        spacings=numbers("1/8 1/3"),
    ),
)
