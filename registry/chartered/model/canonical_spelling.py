"""Canonical spelling of numbers: 1/2 is written 0.5, not 2/4, 0.50, +0.5 or in digits other than ASCII.

Two readers could read another spelling as different numbers, and a comparison of texts would see two numbers where
there is one. Certificates with another spelling are refused."""

from __future__ import annotations

from fractions import Fraction

from ..errors import BadCertificate
from ..escaping import LONGEST_LABEL, shortened
from .exact_numbers import exact, plain


def rational(written: object, what: str) -> Fraction:
    """The number that a text spells canonically (as `exact_numbers.plain` writes it). Raises BadValue if it is no
    number, and BadCertificate for another spelling."""
    number = exact(written, what)
    check_spelling(written, plain(number), what)
    return number


def check_spelling(written: object, right: object, what: str) -> None:
    """Raises BadCertificate unless the JSON value `written` is spelled like `right`."""
    if canonical(written) != canonical(right):
        raise BadCertificate(
            f"{what} is spelled {quoted(written)}", f"in a certificate that is spelled {quoted(right)}"
        )


def canonical(value: object) -> str:
    """JSON text that is equal only for identical JSON: 1, 1.0 and true are three different values."""
    import json

    return json.dumps(value, sort_keys=True)


def quoted(value: object) -> str:
    """A value of a certificate as messages quote it."""
    return shortened(repr(value), LONGEST_LABEL)
