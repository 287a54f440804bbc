"""Claims about the sums of ratios of random allocation: lattices whose points may be anywhere, and what is cut off a
sum of many values."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Proofs, Sampled
from chartered_plugins.batches.claims.allocation import NAME, PAPER, WHY, deltas, mean_of_sets, response
from chartered_plugins.batches.claims.allocation_sums import bounds, of_responses
from chartered_plugins.batches.formulas.packed_convolution import PackedLaw

BOOK = Proofs(NAME, PAPER)


def _on_any_lattice(xp: Any, spacing: Fraction, points: Fraction, a: Fraction, share: Fraction) -> bool:
    level = 1 + share * (a - 1)  # up to next to the largest ratio
    allocation, at = of_responses(3, a, spacing, int(points)), xp.log(xp.number(level))
    exact = deltas([response(a)] * 3, lambda x: mean_of_sets(x, 1), level)
    found = [bounds(xp, allocation, order, at) for order in range(2)]
    return all(low.lower() <= xp.number(x) <= up.upper() for x, (up, low) in zip(exact, found, strict=True))


BOOK.soundness(
    "pld.any-lattice",
    "A lattice that a certificate states may have points anywhere: also far from where ratios are, and beside their "
    "atoms, the sums are not below the exact deltas, nor those from below above them.",
    "randomized response in 3 steps, 6 spacings, 2 to 300 points, 2 eps0, 4 eps up to the largest loss",
    Sampled(
        "fractions: all outcomes",
        _on_any_lattice,
        digits=30,
        bits=192,
        why=WHY,
        spacing="1/300 1/37 1/3 1 7/3 20",
        points="2 10 300",
        a="2 20",
        share="0 1/2 99/100 999999/1000000",
    ),
)


def _powers(times: int, end: int, loss: int, masses: tuple[int, ...]) -> bool:
    total, exact = sum(masses), [Fraction(1)]
    for _ in range(times):
        longer = [Fraction(0)] * (len(exact) + len(masses) - 1)
        for (i, p), (j, q) in product(enumerate(exact), enumerate(masses)):
            longer[i + j] += p * q / total
        exact = longer
    for above in (True, False):
        units = [-(-(mass << 24) // total) if above else (mass << 24) // total for mass in masses]
        law = PackedLaw.of(units, 24, above=above).power(times, end, loss)
        found = {law.offset + i: Fraction(mass, 1 << 24) for i, mass in enumerate(law.masses)}
        for s in range(end + 1):
            true = sum(((s - j) * p for j, p in enumerate(exact) if j < s), Fraction(0))
            got = sum(((s - j) * p for j, p in found.items() if j < s), s * Fraction(law.lost, 1 << 24))
            if got < true if above else got > true:
                return False
    return True


BOOK.soundness(
    "pld.powers",
    "The mean of (s - x)_+ of a sum of independent values, on the points below an end, is not below the exact one "
    "where probabilities are rounded up, and not above it where they are rounded down, whatever is cut off.",
    "3 laws, 4 numbers of values, 3 ends, 3 windows",
    Sampled(
        "fractions: all sums",
        _powers,
        digits=10,
        why="a power of a number of factors that is not fixed",
        times=(1, 2, 5, 9),
        end=(1, 7, 30),
        loss=(1, 4, 20),
        masses=((1,), (5, 0, 3, 1), (0, 1, 7, 0, 0, 2)),
    ),
)
