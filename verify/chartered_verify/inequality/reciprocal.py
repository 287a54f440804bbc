"""Reciprocal: a side without an end in the variable in which infinity is the point 0, so that contact there can be
seen."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..boxes.compactified import Chart, Ends, Face
from ..boxes.range_enclosure import Formula
from .zeros import Contact


@dataclass(frozen=True, slots=True)
class Reciprocal:
    """The formula in u where x = a - 1 + 1/u on [a, inf) and x = b + 1 - 1/u on (-inf, b], with 0 < u <= 1."""

    inner: Formula
    ends: tuple[Ends, ...]
    chart: Chart

    @classmethod
    def of(cls, formula: Formula, chart: Chart) -> Reciprocal | None:
        """None where all sides have both ends, or one has none."""
        if all(None not in side for side in chart.ends) or (None, None) in chart.ends:
            return None
        sides = [side if None not in side else (Fraction(0), Fraction(1)) for side in chart.ends]
        opened: set[Face] = set()
        for axis, top in chart.opened:
            opened.add((axis, top if None not in chart.ends[axis] else chart.ends[axis][top] is not None))
        return cls(formula, chart.ends, Chart.of(sides, opened))

    def formula(self, xp: Any, *u: Any) -> Any:
        """The formula in u."""
        return self.inner(xp, *(self._x(xp, axis, value) for axis, value in enumerate(u)))

    def contact(self) -> Contact | None:
        """The formula for SymPy, which may then find in it what cancels."""
        return Contact.of(self.formula, self.chart, simplified=True)

    def __str__(self) -> str:
        return ", ".join(f"x{axis} = {_words(*side)}" for axis, side in enumerate(self.ends) if None in side)

    def _x(self, xp: Any, axis: int, u: Any) -> Any:
        low, high = self.ends[axis]
        if low is not None and high is None:
            return xp.number(low - 1) + 1 / u
        return xp.number(high + 1) - 1 / u if high is not None and low is None else u


def _words(low: Fraction | None, high: Fraction | None) -> str:
    return f"{high} + 1 - 1/u" if low is None else f"{low} - 1 + 1/u"
