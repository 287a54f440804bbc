"""Accuracy of doubles, measured against balls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from chartered_verify.arithmetic import balls, floats

from .steps import Formula


def keeps(formula: Formula, point: Sequence[Fraction], places: int, bits: int = 320) -> bool:
    """Whether the formula in doubles has at least `places` correct digits, compared with balls at the doubles nearest
    to the point."""
    exact = [Fraction(float(x)) for x in point]
    found = Fraction(formula(floats, *map(float, exact)))
    with balls(bits) as xp:
        truth = xp.number(formula(xp, *map(xp.number, exact)))
        return bool(abs(truth - xp.number(found)) * 10**places < abs(truth))
