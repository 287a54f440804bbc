"""Text from outside, made safe to show: labels, names, file names and quoted values pass here on their way to a
terminal or a page."""

from __future__ import annotations

import unicodedata

LONGEST = 2000
"""Characters of a message, beyond which its middle is left out."""
LONGEST_LABEL = 200
"""Characters of one label or name within a table or a sentence."""
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters by category that are drawn as nothing."""


def visible(text: str, keep: str = "") -> str:
    r"""The text with every character that is not drawn written as Python escapes it: ESC as \x1b, a line break as \n.

    These are control characters, marks that turn the direction of reading, characters of no width, line and paragraph
    separators, half pairs of surrogates, and what Unicode has not assigned. `keep` names control characters that are
    ours, such as the line breaks of a table."""
    if text.isprintable():
        return text if _FILLERS.isdisjoint(text) else "".join(map(_escaped, text))
    return "".join(c if c in keep else _escaped(c) for c in text)


def shown(text: str, most: int = LONGEST) -> str:
    """The text made visible; the middle of a longer one than `most` characters is left out, and the number of them is
    stated."""
    return visible(shortened(text, most))


def shortened(text: str, most: int) -> str:
    """The text, or its two ends with the number of characters between them."""
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
