"""Text from outside in a Coq file: it cannot end its string literal, and its length is limited."""

from __future__ import annotations

import re

from ...errors import CharteredError

MOST_LETTERS = 4_000
"""Longer texts are cut."""
MOST_DIGITS = 10_000
_MOST_OF_A_LETTER = 10
"""The largest number of characters of an escaped letter."""
_IN_A_NAME = re.compile(r"[^A-Za-z0-9]+")
_RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?", re.ASCII)


def literal(text: str, most: int = MOST_LETTERS) -> str:
    """A Coq string literal: only printable ASCII, other letters as their code points, and quotation marks doubled.
    Comments cannot begin or end inside a string. A text of more than `most` letters is cut and ends with "..."."""
    plain = "".join(_letter(letter) for letter in text[: most + 1])
    if len(plain) > most:
        plain = plain[: most - 3] + "..."
    return '"' + plain.replace('"', '""') + '"%string'


def whole_literal(text: str, what: str) -> str:
    """The string literal of an identifying text, which is never cut. Raises CharteredError for one that is too long."""
    if len(text) > MOST_LETTERS:
        raise CharteredError(f"{what} has too many letters for a file of Coq")
    return literal(text, _MOST_OF_A_LETTER * MOST_LETTERS)


def _letter(letter: str) -> str:
    if letter == "\\":
        return "\\\\"
    return letter if " " <= letter <= "~" else f"\\u{{{ord(letter):x}}}"


def identifier(name: str) -> str:
    """A suffix for a Coq identifier, made from a name; the prefix that it follows makes the identifier unique."""
    return _IN_A_NAME.sub("_", name)[:60].strip("_") or "unnamed"


def ratio(text: str) -> tuple[str, str]:
    """Numerator and denominator of "p/q" or "p", in digits. Raises CharteredError for any other text."""
    if len(text) > 2 * MOST_DIGITS or not _RATIONAL.fullmatch(text):
        raise CharteredError("a number of the proof is no rational of moderate length")
    over, _, under = text.partition("/")
    return f"({over})" if over.startswith("-") else over, under or "1"


def quotient(text: str) -> str:
    """A rational as a real number in Coq."""
    over, under = ratio(text)
    return f"(IZR {over} / IZR {under})"
