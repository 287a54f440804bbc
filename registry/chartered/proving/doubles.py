"""Doubles beside balls: how many digits a formula keeps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from chartered_verify.arithmetic import balls, floats

from .steps import Formula


def keeps(formula: Formula, point: Sequence[Fraction], places: int, bits: int = 320) -> bool:
    """Whether the formula in doubles, at those nearest to the point, has so many digits of its value in balls."""
    exact = [Fraction(float(x)) for x in point]
    found = Fraction(formula(floats, *map(float, exact)))
    with balls(bits) as xp:
        truth = xp.number(formula(xp, *map(xp.number, exact)))
        return bool(abs(truth - xp.number(found)) * 10**places < abs(truth))
