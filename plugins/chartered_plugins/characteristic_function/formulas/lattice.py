"""The lattice of a privacy loss: all finite values are offset + n spacing with an integer n, as for randomized response
and for integer-valued noise."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from chartered_verify.enclosure import fraction_of
from flint import arb
from msgspec import Struct


class Lattice(Struct, frozen=True):
    """The set offset + spacing Z; a spacing of 0 means the offset alone."""

    offset: Fraction
    spacing: Fraction

    def after(self, x: Fraction) -> Fraction:
        """The least lattice point >= x."""
        return self.offset + self._index(x) * self.spacing

    def _index(self, x: Fraction) -> int:
        return math.ceil((x - self.offset) / self.spacing)

    def width(self, xp: Any) -> arb:
        """The spacing as a ball."""
        spacing: arb = xp.number(self.spacing)
        return spacing

    def around(self, xp: Any, x: arb | Fraction) -> tuple[int, int]:
        """The n of the least lattice point that is not below the lower end of x, and below the upper end."""
        if isinstance(x, int | Fraction):
            return self._index(Fraction(x)), self._index(Fraction(x))
        return self._index(fraction_of(x.lower())), self._index(fraction_of(x.upper()))

    def point(self, xp: Any, index: int) -> arb:
        """offset + n spacing as a ball."""
        point: arb = xp.number(self.offset + index * self.spacing)
        return point

    def turns(self, index: int) -> Fraction:
        """That over the spacing."""
        return self.offset / self.spacing + index

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
