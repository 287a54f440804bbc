"""Claims about the inversion for random allocation with Gaussian noise, beside sums on a lattice and beside itself with
more nodes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from chartered_plugins.batches.allocation_of_one_use import NAME
from chartered_plugins.batches.claims.allocation_sums import bounds, gaussian
from chartered_plugins.batches.formulas import gaussian_allocation as inverse

BOOK = Proofs(NAME, "ours")
claims = claims_of(BOOK)
_BITS, _FINE, _FAR = 128, 80, 16
"""Of a fine inversion the bits, and the standard deviations that it reaches."""


def _between(xp: Any, steps: int, square: Fraction, epsilon: Fraction) -> bool:
    lattice, at, exactly = gaussian(square, steps, Fraction(1, 50), 8192), xp.number(epsilon), []
    for order, inverted in enumerate((inverse.removal, inverse.addition)):
        above, below = bounds(xp, lattice, order, at)
        found = inverted(inverse.Steps(square, steps))(xp, at)
        exactly.append(bool(below <= found.upper()) and bool(found.lower() <= above) and found.rad() < above - below)
    return all(exactly)


BOOK.soundness(
    "gaussian.lattice",
    "The profile by the inverse of a transform is between the two bounds of sums of ratios on a lattice.",
    "100 and 300 steps, mu^2 = 1/4 and 1, four eps, removed and added",
    Sampled(
        "balls: in order",
        _between,
        digits=10,
        bits=_BITS,
        why="sums of so many ratios have no closed form",
        steps=(100, 300),
        square=numbers("1/4 1"),
        epsilon=numbers("0 1/100 1/10 1/2"),
    ),
)


def _coarse(xp: Any, steps: int, square: Fraction, far: int, error: int, s: Fraction) -> bool:
    of, at = inverse.Steps(square, steps), xp.number(s)
    fine, coarse = inverse.inversion(of, _FAR, _FINE).at(at), inverse.inversion(of, far, error).at(at)
    return bool(coarse.contains(fine)) and bool(fine.rad() < coarse.rad())


BOOK.soundness(
    "gaussian.coarse",
    "Where remainders are large, since nodes are few, they enclose what many nodes give, also beyond the ratios for "
    "which the nodes are meant.",
    "60 and 1000 steps, mu^2 = 1/4 and 1, errors of about 2^-4 to 2^-16, three ratios",
    Sampled(
        "balls: contained",
        _coarse,
        digits=10,
        bits=_BITS,
        why="sums of so many ratios have no closed form",
        steps=(60, 1000),
        square=numbers("1/4 1"),
        far=(4, 8),
        error=(4, 8, 16),
        s=numbers("9/10 1 6/5"),
    ),
)
