"""Reciprocal substitution: an unbounded side as a function of a variable u for which infinity is u = 0, so that zeros
at infinity are found."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from ..boxes.range_enclosure import Formula
from ..boxes.region import Ends, Face, Region
from .zeros_on_faces import KnownZeros


class Reciprocal(Struct, frozen=True):
    """The formula in u, with x = a - 1 + 1/u on [a, inf) and x = b + 1 - 1/u on (-inf, b], 0 < u <= 1."""

    inner: Formula
    ends: tuple[Ends, ...]
    region: Region

    @classmethod
    def of(cls, formula: Formula, region: Region) -> Reciprocal | None:
        """The substitution; None if all sides are bounded, or one is unbounded in both directions."""
        if all(None not in side for side in region.ends) or (None, None) in region.ends:
            return None
        sides = [side if None not in side else (Fraction(0), Fraction(1)) for side in region.ends]
        opened: set[Face] = set()
        for axis, top in region.opened:
            opened.add((axis, top if None not in region.ends[axis] else region.ends[axis][top] is not None))
        return cls(formula, region.ends, Region.of(sides, opened))

    def formula(self, xp: Any, *u: Any) -> Any:
        """The formula in u."""
        return self.inner(xp, *(self._x(xp, axis, value) for axis, value in enumerate(u)))

    def zeros(self) -> KnownZeros | None:
        """The zeros of the formula in u, after SymPy has cancelled common factors."""
        return KnownZeros.of(self.formula, self.region, simplified=True)

    def __str__(self) -> str:
        return ", ".join(f"x{axis} = {_words(*side)}" for axis, side in enumerate(self.ends) if None in side)

    def _x(self, xp: Any, axis: int, u: Any) -> Any:
        low, high = self.ends[axis]
        if low is not None and high is None:
            return xp.number(low - 1) + 1 / u
        return xp.number(high + 1) - 1 / u if high is not None and low is None else u


def _words(low: Fraction | None, high: Fraction | None) -> str:
    return f"{high} + 1 - 1/u" if low is None else f"{low} - 1 + 1/u"
