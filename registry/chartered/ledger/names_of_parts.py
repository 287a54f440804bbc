"""Names of parts of the data: of visible letters and digits, and each told from every other."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ..errors import BadValue

LONGEST = 100
"""The largest number of characters of a name."""
_SIGNS = "-_./&+()'"
MOVED = "leaves or enters "
"""The words before the names of the parts that a replaced record is in on one side alone."""
_FIRST = 5


def check_names(names: Iterable[object], noun: str) -> None:
    """Raises BadValue for a name that is none, or that cannot be told from another one. `noun`: what is named."""
    seen = dict[str, str]()
    for name in names:
        if not isinstance(name, str) or not _legible(name):
            raise BadValue(
                f"a {noun} is {name!r:.60}", f"give letters, digits, blanks and {_SIGNS} inside: at most {LONGEST}"
            )
        if (other := seen.get(name.casefold())) is not None:
            raise BadValue(f"the {noun}s {other} and {name} have one name", "give each part a name of its own")
        seen[name.casefold()] = name


def listed(names: tuple[str, ...], most: int = _FIRST) -> str:
    """The first names, and how many others there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _legible(name: str) -> bool:
    """Whether a name is of visible letters and digits in their usual form, and of few signs."""
    usual = name == name.strip() == unicodedata.normalize("NFKC", name) and 0 < len(name) <= LONGEST
    usual = usual and not name.startswith(MOVED)
    return usual and all(c in f" {_SIGNS}" or (c.isalnum() and "FILLER" not in unicodedata.name(c, "")) for c in name)
