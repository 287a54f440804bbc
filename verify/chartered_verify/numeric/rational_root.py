"""Square roots of fractions as fractions: exact where they are rational, else rounded down."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

DIGITS = 40
"""So many digits of a root that is not rational."""


def is_square(x: Fraction) -> bool:
    """Whether the root of a number that is not below 0 is rational."""
    return isqrt(x.numerator) ** 2 == x.numerator and isqrt(x.denominator) ** 2 == x.denominator


def root_below(x: Fraction) -> Fraction:
    """The square root of a number above 0, exact where it is rational, else rounded down in the fortieth digit."""
    if is_square(x):
        return Fraction(isqrt(x.numerator), isqrt(x.denominator))
    places = DIGITS + max(0, len(str(x.denominator)) - len(str(x.numerator)))
    return Fraction(isqrt(x.numerator * 10 ** (2 * places) // x.denominator), 10**places)
