"""Square roots of fractions as fractions: exact where they are rational, else rounded down."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

DIGITS = 40
"""So many digits of a root that is not rational."""


def exact_root(x: Fraction) -> Fraction | None:
    """The square root of a number that is not below 0, if it is rational."""
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    return root if root * root == x else None


def root_below(x: Fraction) -> Fraction:
    """The square root of a number above 0, exact where it is rational, else rounded down in the fortieth digit."""
    exact = exact_root(x)
    if exact is not None:
        return exact
    places = DIGITS + max(0, len(str(x.denominator)) - len(str(x.numerator)))
    return Fraction(isqrt(x.numerator * 10 ** (2 * places) // x.denominator), 10**places)
