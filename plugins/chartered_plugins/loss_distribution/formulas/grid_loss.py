"""A discretised privacy loss distribution (PLD): probability masses on a grid of losses, and their convolution.
Truncated mass counts as an infinite loss in an upper bound, and is dropped in a lower bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chartered_verify.arithmetic import Value
from chartered_verify.arithmetic.polynomial import product
from chartered_verify.budget import charge
from flint import arb, arb_poly

MAX_MASSES = 1 << 16
"""The largest number of grid points of the loss of all runs."""
UNTRUNCATED = 1024
"""The largest number of grid points of a convolution that is not truncated."""
_NEGLIGIBLE = 2.0**-40
"""A mass below this share of the truncated mass is truncated anywhere, because masses of very different sizes take long
to convolve."""


@dataclass(frozen=True, slots=True, eq=False)
class GridLoss:
    """A privacy loss on a grid of spacing h: P(L = (offset + i) h) = masses[i].

    `total`: the mass of P including the infinite loss, so P(L = inf) = total - sum(masses)."""

    offset: int
    masses: arb_poly
    total: Value

    def convolve(self, other: GridLoss, truncated_mass: Value, *, below: bool = False) -> GridLoss:
        """The sum of two independent losses, by convolution of their masses, truncated at both ends by at most
        `truncated_mass` each. In a lower bound (`below`) the truncated mass is dropped. Raises ArithmeticError if more
        than MAX_MASSES grid points remain."""
        masses, total = product(self.masses, other.masses), self.total * other.total
        if masses.length() <= UNTRUNCATED:
            return GridLoss(self.offset + other.offset, masses, total)
        listed = masses.coeffs()
        first, last = _truncated(listed, truncated_mass)
        if last - first > MAX_MASSES:
            raise ArithmeticError(f"the loss of all runs takes more than {MAX_MASSES} grid points")
        least = truncated_mass * _NEGLIGIBLE
        kept = [arb(0) if mass < least else mass for mass in listed[first:last]]
        if below:
            total = total - sum(listed, arb(0)) + sum(kept, arb(0))
        return GridLoss(self.offset + other.offset + first, arb_poly(kept), total)


def _truncated(masses: Sequence[arb], truncated_mass: Value) -> tuple[int, int]:
    """The range of indices that remains when each end loses at most `truncated_mass`."""
    charge(len(masses))
    first, last = 0, len(masses)
    for upward in (True, False):
        spare = truncated_mass
        while first < last and (spare := spare - masses[first if upward else last - 1]) >= 0:
            first, last = (first + 1, last) if upward else (first, last - 1)
    return first, last
