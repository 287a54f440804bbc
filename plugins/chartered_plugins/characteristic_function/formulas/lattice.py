"""The lattice of a privacy loss: all finite values are offset + n spacing with an integer n, as for randomized response
and for integer-valued noise."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Lattice:
    """The set offset + spacing Z; a spacing of 0 means the offset alone."""

    offset: Fraction
    spacing: Fraction

    def after(self, x: Fraction) -> Fraction:
        """The least lattice point >= x."""
        return self.offset + math.ceil((x - self.offset) / self.spacing) * self.spacing

    @classmethod
    def of_sum(cls, parts: Iterable[tuple[Lattice, int]]) -> Lattice:
        """The lattice of a sum of independent losses; `parts` are pairs (lattice, number of runs)."""
        offset, spacing = Fraction(0), Fraction(0)
        for lattice, times in parts:
            offset, spacing = offset + times * lattice.offset, _common(spacing, lattice.spacing)
        return cls(offset, spacing)


def _common(x: Fraction, y: Fraction) -> Fraction:
    """The largest number of which both are integer multiples."""
    below = math.lcm(x.denominator, y.denominator)
    return Fraction(math.gcd(int(x * below), int(y * below)), below)
