"""Square roots of fractions as fractions: exact if they are rational, otherwise rounded down or up."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

DIGITS = 40
"""The number of digits of an irrational root."""


def exact_root(x: Fraction) -> Fraction | None:
    """The square root of x >= 0 if it is rational, otherwise None."""
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    return root if root * root == x else None


def root_below(x: Fraction) -> Fraction:
    """The square root of x > 0: exact if it is rational, otherwise rounded down to about 40 digits."""
    exact, places = exact_root(x), _places(x)
    return Fraction(isqrt(x.numerator * 10 ** (2 * places) // x.denominator), 10**places) if exact is None else exact


def root_above(x: Fraction) -> Fraction:
    """The square root of x > 0: exact if it is rational, otherwise rounded up to about 40 digits."""
    exact = exact_root(x)
    return root_below(x) + Fraction(1, 10 ** _places(x)) if exact is None else exact


def _places(x: Fraction) -> int:
    return DIGITS + max(0, len(str(x.denominator)) - len(str(x.numerator)))
