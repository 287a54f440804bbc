"""Numbers have one spelling each: 1/2 is written 0.5, not 2/4, 0.50, +0.5 or with other digits than ASCII.

Two readers may take another spelling for another number, and a comparison of texts would. What is not spelled so is
refused."""

from __future__ import annotations

import json
from fractions import Fraction

from ..errors import BadCertificate
from ..visible import LONGEST_LABEL, shortened
from .exact_numbers import exact, plain


def rational(written: object, what: str) -> Fraction:
    """The number that a text spells as `exact.plain` does. Raises BadValue for no number, BadCertificate for another
    spelling."""
    number = exact(written, what)
    check_spelling(written, plain(number), what)
    return number


def check_spelling(written: object, right: object, what: str) -> None:
    """Raises BadCertificate unless a value is written as it should be."""
    if canonical(written) != canonical(right):
        raise BadCertificate(
            f"{what} is spelled {quoted(written)}", f"in a certificate that is spelled {quoted(right)}"
        )


def canonical(value: object) -> str:
    """Text that is the same only for the same JSON: 1, 1.0 and true are three things."""
    return json.dumps(value, sort_keys=True)


def quoted(value: object) -> str:
    """A value from a certificate within a message."""
    return shortened(repr(value), LONGEST_LABEL)
