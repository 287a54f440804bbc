"""An inequality that is true, or fails at a witness, and what families of such are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from chartered.proving import Inequality, Refuted, balls
from chartered_verify.inequality.counterexample import exact_sign_at

Formula = Callable[..., Any]
LARGEST = 2**14
"""The largest power of two in a witness."""
NO_VALUE = ("pole", "undefined end")
"""Families in which the false ones have no value at their witness."""
Sides = dict[str, tuple[Fraction | int | None, Fraction | int | None]]
RAY, UNIT = (0, None), (0, 1)


@dataclass(frozen=True)
class Nearly:
    """An inequality f > 0 (not `strict`: f >= 0) on ranges, `closed` where their ends belong to it; `witness` is a
    point at which it fails, None where it is true."""

    family: str
    formula: Formula
    over: Sides
    strict: bool = True
    closed: bool = False
    witness: tuple[Fraction, ...] | None = None

    @property
    def true(self) -> bool:
        """Whether it holds."""
        return self.witness is None

    def form(self, boxes: int) -> Inequality:
        """The form of a claim."""
        return Inequality(self.formula, self.over, self.strict, boxes, inside=not self.closed)

    def fails(self) -> bool:
        """Whether balls confirm the witness: the value there is below 0, 0 (by SymPy, too) where the inequality is
        strict, or none."""
        assert self.witness is not None
        for bits in (256, 4096):
            with balls(bits) as xp:
                value = xp.number(self.formula(xp, *map(xp.number, self.witness)))
                if value < 0 or (self.strict and value <= 0):
                    return True
        if self.family in NO_VALUE:
            return not value.is_finite()
        return isinstance(exact_sign_at(self.formula, self.witness, self.strict, 64, 1024), Refuted)


def little(random: Random, least: int = 2, most: int = 12) -> Fraction:
    """A small positive number, of any size."""
    return Fraction(random.randint(1, 9), 10 ** random.randint(least, most))


def short(random: Random, low: int = 1, high: int = 9, below: int = 6) -> Fraction:
    """A positive number of few digits."""
    return Fraction(random.randint(low, high), random.randint(1, below))


@dataclass(frozen=True)
class Map:
    """A map of x > 0, or of 0 < x < 1, onto y > 0, and its inverse in balls of many bits."""

    there: Formula
    back: Formula
    side: tuple[int, int | None] = RAY


MAPS = [
    Map(lambda xp, x: x, lambda xp, y: y),
    Map(lambda xp, x: 3 * x, lambda xp, y: y / 3),
    Map(lambda xp, x: x * x, lambda xp, y: xp.sqrt(y)),
    Map(lambda xp, x: xp.sqrt(x), lambda xp, y: y * y),
    Map(lambda xp, x: xp.exp(x) - 1, lambda xp, y: xp.log1p(y)),
    Map(lambda xp, x: xp.expm1(2 * x), lambda xp, y: xp.log1p(y) / 2),
    Map(lambda xp, x: 1 / x, lambda xp, y: 1 / y),
    Map(lambda xp, x: x / (1 - x), lambda xp, y: y / (1 + y), UNIT),
    Map(lambda xp, x: (1 - x) / x, lambda xp, y: 1 / (1 + y), UNIT),
    Map(lambda xp, x: -xp.log(x), lambda xp, y: xp.exp(-y), UNIT),
    Map(lambda xp, x: xp.log1p(x), lambda xp, y: xp.expm1(y)),
]
FACTORS: list[Formula] = [
    lambda xp, x: xp.number(1),
    lambda xp, x: 1 + x,
    lambda xp, x: xp.exp(-x),
    lambda xp, x: 1 / (1 + x * x),
    lambda xp, x: xp.sqrt(1 + x),
    lambda xp, x: xp.exp(x) / 7,
    lambda xp, x: x + 1 / x,
]
"""Above 0 for x > 0."""


def dressed(random: Random, family: str, g: Formula, strict: bool, at: Fraction | None) -> Nearly:
    """g(y) on y > 0 with y = map(x), times a positive factor; `at`: where g fails."""
    way, factor = random.choice(MAPS), random.choice(FACTORS)

    def formula(xp: Any, x: Any) -> Any:
        y = way.there(xp, x)
        return g(xp, y) * factor(xp, y)

    place = None if at is None else inverse(way, at)
    if at is not None and place is None:
        way, place = MAPS[0], at
    return Nearly(family, formula, {"x": way.side}, strict, witness=None if place is None else (place,))


def inverse(way: Map, y: Fraction) -> Fraction | None:
    """The place of y, to many digits; None where it is too large or too small to be written."""
    with balls(4096) as xp:
        found = xp.number(way.back(xp, xp.number(y))).mid()
        if not found.is_finite() or not found > 0:
            return None
        man, exp = (int(part) for part in found.man_exp())
    return Fraction(man) * Fraction(2) ** exp if abs(exp) < LARGEST else None


def searched(found: Nearly, places: Sequence[tuple[Fraction, ...]]) -> Nearly:
    """The inequality with the first of some places at which it fails; the last, which does not, if none does."""
    tried = [Nearly(found.family, found.formula, found.over, found.strict, found.closed, place) for place in places]
    return next((one for one in tried if one.fails()), tried[-1])
