"""Substitutions of a region's coordinates by positive symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec import Struct

from ..boxes.region import Ends
from ..large_packages import sympy


class Orthant(Struct, frozen=True):
    """An open part of a region: each coordinate is a function of a positive symbol of its own, and together they map
    the positive orthant one-to-one onto the part. `speeds`: see `Patterns`."""

    symbols: Sequence[Any]
    coordinates: Sequence[Any]
    speeds: dict[Any, Any]

    def point(self, values: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """The point of the region for positive rational values of the symbols."""
        place = {s: _rational(x) for s, x in zip(self.symbols, values, strict=True)}
        return tuple(Fraction(int(x.p), int(x.q)) for x in (c.xreplace(place) for c in self.coordinates))


def orthants(ends: Sequence[Ends]) -> Iterator[Orthant]:
    """The open parts of a region with these ends; an axis without ends is divided at 0."""
    symbols = sympy.symbols(f"t0:{len(ends)}", positive=True)
    for choice in product(*(_sides(*side) for side in ends)):
        found = [_substituted(low, high, t) for (low, high), t in zip(choice, symbols, strict=True)]
        yield Orthant(symbols, [x for x, _ in found], {t: speed for t, (_, speed) in zip(symbols, found, strict=True)})


def cuts(ends: Sequence[Ends]) -> Iterator[tuple[int, Fraction]]:
    """The planes between these parts, as (axis, coordinate)."""
    return ((axis, Fraction(0)) for axis, side in enumerate(ends) if side == (None, None))


def _sides(low: Fraction | None, high: Fraction | None) -> list[Ends]:
    return [(low, high)] if (low, high) != (None, None) else [(Fraction(0), None), (None, Fraction(0))]


def _substituted(low: Fraction | None, high: Fraction | None, t: Any) -> tuple[Any, Any]:
    """(the coordinate as a function of t, a positive multiple of dt/dx)."""
    if low is not None and high is not None:
        return (_rational(low) + _rational(high) * t) / (1 + t), (1 + t) ** 2
    if low is not None:
        return _rational(low) + t, sympy.Integer(1)
    assert high is not None
    return _rational(high) - t, sympy.Integer(1)


def _rational(x: Fraction) -> Any:
    return sympy.Rational(x.numerator, x.denominator)
