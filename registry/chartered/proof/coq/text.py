"""Text from outside as Coq reads it: it stays inside its literal, and has a bounded length."""

from __future__ import annotations

import re

from ...errors import CharteredError

MOST_LETTERS = 4_000
"""A longer text in words is cut."""
MOST_DIGITS = 10_000
_MOST_OF_A_LETTER = 10
"""A letter takes at most so many, written as its number."""
_IN_A_NAME = re.compile(r"[^A-Za-z0-9]+")
_RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?", re.ASCII)


def literal(text: str, most: int = MOST_LETTERS) -> str:
    """A string of Coq: printed ASCII alone, other letters by their numbers, and a quotation mark twice, as Coq wants
    it. No comment begins or ends inside a string. What is longer than `most` letters is cut, and says so."""
    plain = "".join(_letter(letter) for letter in text[: most + 1])
    if len(plain) > most:
        plain = plain[: most - 3] + "..."
    return '"' + plain.replace('"', '""') + '"%string'


def whole_literal(text: str, what: str) -> str:
    """The same of a text that names something, which is never cut. Raises CharteredError for a long one."""
    if len(text) > MOST_LETTERS:
        raise CharteredError(f"{what} has too many letters for a file of Coq")
    return literal(text, _MOST_OF_A_LETTER * MOST_LETTERS)


def _letter(letter: str) -> str:
    if letter == "\\":
        return "\\\\"
    return letter if " " <= letter <= "~" else f"\\u{{{ord(letter):x}}}"


def identifier(name: str) -> str:
    """The end of a name in Coq; what it is put behind makes it a name of its own."""
    return _IN_A_NAME.sub("_", name)[:60].strip("_") or "unnamed"


def ratio(text: str) -> tuple[str, str]:
    """Numerator and denominator of "p/q" or "p", in digits. Raises CharteredError for anything else."""
    if len(text) > 2 * MOST_DIGITS or not _RATIONAL.fullmatch(text):
        raise CharteredError("a number of the proof is no rational of moderate length")
    over, _, under = text.partition("/")
    return f"({over})" if over.startswith("-") else over, under or "1"


def quotient(text: str) -> str:
    """A rational as a real number of Coq."""
    over, under = ratio(text)
    return f"(IZR {over} / IZR {under})"
