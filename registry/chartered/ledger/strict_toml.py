"""TOML within limits. A key of many parts (a.a.a...) takes Python's reader time and memory that grow as their square,
so such a text is refused before it is read."""

from __future__ import annotations

import re
from typing import Any

from chartered_verify.catching import ours

from .strict_json import MOST_DIGITS, BeyondLimits, TooDeep, as_written, check_digits

_MOST_KEYS = 16
"""The largest number of parts of a key; those of a ledger have two, as in statement.name."""
_TEXTS = re.compile(
    r'''"""(?:[^\\"]|\\.|"(?!""))*+(?:"{3,5}|\Z)|"(?:[^\\"\n]|\\.)*+"?'''  # in double quotes
    r"""|'{3}(?:[^']|'(?!''))*+(?:'{3,5}|\Z)|'[^'\n]*+'?|#[^\n]*+""",  # in single quotes, and comments
    re.DOTALL,
)
"""Texts and comments, as Python's reader delimits them up to the first error; one that does not end goes on to where it
is refused, so that all are found in one pass."""
_DEEP = re.compile(rf"(?:\.[^.=,\[\]{{}}\n]*+){{{_MOST_KEYS}}}")
_LONG = re.compile(rf"(?<![\w.])[0-9_]{{{MOST_DIGITS + 1},}}")


def read_toml(text: str) -> dict[str, Any]:
    """The table of a TOML text, where a number with a point or an exponent is `Written`. Raises ValueError if it is no
    TOML, and BeyondLimits for a key of too many parts, a number with too many digits, or what is nested too deep."""
    import tomllib

    bare = _TEXTS.sub(lambda found: "''" + "\n" * found[0].count("\n"), text)
    if deep := _DEEP.search(bare):
        line = bare.count("\n", 0, deep.start()) + 1
        raise BeyondLimits(f"a key on line {line} has more than {_MOST_KEYS} parts between dots")
    if long := _LONG.search(bare):
        check_digits(len(long[0]))
    try:
        return tomllib.loads(text, parse_float=as_written)
    except ours(RecursionError):
        raise TooDeep("it is nested too deep") from None
