"""The lattice of scores on which a test of several uses is computed, as a certificate states it."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import chartered as ch
from msgspec import Struct

from .formulas import several_uses_lower_end as formulas

MOST_POINTS, MOST_CELLS, MOST_BITS, WIDEST = 1 << 18, 1 << 16, 512, 1 << 10
"""The largest numbers of points, of cells and of bits; and the largest spacing."""


class ScoreWitness(ch.TypedWitness, Struct, frozen=True):
    """The lattice of scores, and the threshold of their sum."""

    spacing: Annotated[Fraction | None, ch.Field("spacing", low=0, high=WIDEST, open_low=True)]
    cells: Annotated[Fraction | None, ch.Field("cells", low=1, high=MOST_CELLS, whole=True)]
    """How many points above the least one the score of a step has."""
    points: Annotated[Fraction | None, ch.Field("points", low=1, high=MOST_POINTS, whole=True)]
    """Likewise for the sum of all scores."""
    bits: Annotated[Fraction | None, ch.Field("bits", low=32, high=MOST_BITS, whole=True)]
    """The bits of each probability."""
    threshold: Annotated[Fraction | None, ch.Field("threshold", low=0, high=MOST_POINTS, whole=True)]
    """The test tells that the record is there if the sum of scores is at least this number of points above the
    least one."""


class Uses(Struct, frozen=True):
    """How many steps have the record, and how many others there are; the probability that one has it, and its squared
    shift."""

    tilted: int
    plain: int
    rate: Fraction
    mu_squared: Fraction

    def scores(self, witness: ScoreWitness) -> formulas.Scores:
        """The scores on the lattice of a witness. Raises Unavailable for one without a lattice."""
        spacing, cells, points, bits = witness.spacing, witness.cells, witness.points, witness.bits
        if spacing is None or cells is None or points is None or bits is None or witness.threshold is None:
            raise ch.Unavailable("the witness of several uses is a lattice: spacing, cells, points, bits; a threshold")
        sizes = (spacing, int(cells), int(points), int(bits))
        return formulas.Scores(self.mu_squared, self.rate, self.tilted, self.plain, *sizes)
