"""The privacy loss of a pair on a lattice, and that of two runs together: what is cut off at the ends counts as an
infinite loss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chartered_verify.arithmetic import Value
from chartered_verify.arithmetic.polynomial import product
from chartered_verify.budget import charge
from flint import arb, arb_poly

WIDEST = 1 << 16
"""Cells of the loss of all runs."""
SHORT = 1024
"""Cells of which none is cut off."""


@dataclass(frozen=True, slots=True, eq=False)
class Loss:
    """P has cells[i] for a loss of least + i steps; all together it has `total`, where an infinite loss has the
    rest."""

    least: int
    cells: arb_poly
    total: Value

    def times(self, other: Loss, tail: Value) -> Loss:
        """That of both together, without ends that have no more than `tail` each. Raises ArithmeticError if it is too
        wide."""
        cells = product(self.cells, other.cells)
        if cells.length() <= SHORT:
            return Loss(self.least + other.least, cells, self.total * other.total)
        listed = cells.coeffs()
        first, last = _ends(listed, tail)
        if last - first > WIDEST:
            raise ArithmeticError(f"the loss of all runs takes more than {WIDEST} cells")
        return Loss(self.least + other.least + first, arb_poly(listed[first:last]), self.total * other.total)


def _ends(cells: Sequence[arb], tail: Value) -> tuple[int, int]:
    charge(len(cells))
    first, last = 0, len(cells)
    for upward in (True, False):
        spare = tail
        while first < last and (spare := spare - cells[first if upward else last - 1]) >= 0:
            first, last = (first + 1, last) if upward else (first, last - 1)
    return first, last
