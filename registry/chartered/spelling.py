"""Numbers in a certificate have one spelling each: 1/2 is written 0.5, not 2/4, 0.50, +0.5 or with other digits than ASCII.

Two readers may take another spelling for another number, and a comparison of texts would. What is not spelled so is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .entries import Entry
from .errors import BadCertificate
from .exact import exact, plain
from .visible import LONGEST_LABEL, shortened

_DECIMAL = re.compile(r"0|-?inf|-?[1-9](\.\d*[1-9])?(e[+-][1-9]\d*)?", re.ASCII)
"""An end of an interval: one digit before the point, no zero at the end, an exponent with its sign unless it is 0."""


def rational(written: object, what: str) -> Fraction:
    """The number that a text spells as `exact.plain` does. Raises BadValue for no number, BadCertificate for another spelling."""
    number = exact(written, what)
    check_spelling(written, plain(number), what)
    return number


def check_spelling(written: object, right: object, what: str) -> None:
    """Raises BadCertificate unless a value is written as it should be."""
    if canonical(written) != canonical(right):
        raise BadCertificate(f"{what} is spelled {quoted(written)}", f"in a certificate that is spelled {quoted(right)}")


def canonical(value: object) -> str:
    """Text that is the same only for the same JSON: 1, 1.0 and true are three things."""
    return json.dumps(value, sort_keys=True)


def check_ends(answer: Mapping[str, Any]) -> None:
    """Raises BadCertificate where an end of an interval is text that is not spelled as `Enclosure` writes it."""
    for name in ("upper", "lower", "upper_exact", "lower_exact"):
        text = answer[name]
        if isinstance(text, str) and not _DECIMAL.fullmatch(text):
            raise BadCertificate(f"{name} is spelled {quoted(text)}", "in a certificate 7.5 is spelled 7.5, 1000 is 1e+3, 0 is 0")


def check_ledger(written: Sequence[Any], entries: Sequence[Entry]) -> None:
    """Raises BadCertificate unless each step, with its numbers, is written as an entry writes itself."""
    for place, (given, entry) in enumerate(zip(written, entries, strict=False), 1):
        check_spelling(given, entry.to_json(), f"step {place} of the ledger")


def quoted(value: object) -> str:
    """A value from a certificate within a message."""
    return shortened(repr(value), LONGEST_LABEL)
