"""The accuracy that a question requests of an exact answer: a number of correct digits, or a width."""

from __future__ import annotations

from fractions import Fraction

from ..errors import BadValue
from .exact_numbers import plain

MOST_DIGITS = 1000
"""The largest number of correct digits that a question may request."""


def check_accuracy(digits: object, within: object) -> None:
    """Raises BadValue unless 1 <= digits <= MOST_DIGITS, within > 0, and at most one of the two is given."""
    right = isinstance(digits, int) and not isinstance(digits, bool) and 1 <= digits <= MOST_DIGITS
    if digits is not None and not right:
        raise not_digits(repr(digits))
    if digits is not None and within is not None:
        raise BadValue("digits and within are both given", "ask for the one or the other")
    if within is not None and not (isinstance(within, Fraction) and within > 0):
        shown = plain(within) if isinstance(within, Fraction) else repr(within)
        raise BadValue(f"within is {shown}", "it is how wide an exact answer may be, above 0")


def not_digits(shown: str) -> BadValue:
    """The error about a number of digits that is none."""
    return BadValue(f"digits is {shown}", f"it must be a whole number from 1 to {MOST_DIGITS}")
