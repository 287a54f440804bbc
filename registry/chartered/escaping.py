"""Text from outside, made safe to display: labels, names, file names and quoted values are escaped before they reach a
terminal or a page."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 2000
"""The largest number of characters of a message; the middle of a longer one is omitted."""
LONGEST_WORD = 400
"""The largest number of characters without a blank that an error quotes: a step, a number, a path."""
LONGEST_LABEL = 200
"""The largest number of characters of a label or name within a table or a sentence."""
_LONG = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Characters of letter categories that are drawn as nothing."""


def visible(text: str, keep: str = "") -> str:
    r"""The text with every invisible character written as Python escapes it: ESC as \x1b, a line break as \n.

    Invisible are control characters, marks that change the direction of text, characters of no width, line and
    paragraph separators, unpaired surrogates, and unassigned code points. `keep` are control characters that we wrote
    ourselves, such as the line breaks of a table."""
    if text.isprintable():
        return text if _FILLERS.isdisjoint(text) else "".join(map(_escaped, text))
    return "".join(c if c in keep else _escaped(c) for c in text)


def shown(text: str, most: int = LONGEST) -> str:
    """The text with invisible characters escaped; if it is longer than `most` characters, its middle is replaced by the
    number of omitted characters."""
    return visible(shortened(text, most))


def quoting(text: str, most: int = LONGEST) -> str:
    """The words of an error, as they are `shown`; of each word that is longer than any of ours the middle is left
    out."""
    return shown(_LONG.sub(lambda found: shortened(found[0], LONGEST_WORD), text), most)


def shortened(text: str, most: int) -> str:
    """The text, or its two ends with the number of omitted characters between them."""
    if len(text) <= most:
        return text
    end = most // 2
    return f"{text[:end]} [{len(text) - 2 * end} characters left out] {text[-end:]}"


def _escaped(c: str) -> str:
    if c in _FILLERS or not (
        c.isprintable() or unicodedata.category(c) == "Zs"
    ):  # all spaces are drawn, as wide as they are
        return c.encode("unicode_escape").decode("ascii")
    return c
