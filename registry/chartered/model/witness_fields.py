"""The fields of a witness: exact numbers by name, each within limits that are declared where it is read.

A witness may come from anybody. Every admitted witness gives a sound bound; the limits ensure that its evaluation takes
a reasonable time. A search proposes nothing outside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite

from msgspec import Struct

from ..errors import Unavailable
from .exact_numbers import plain

MOST_FIELDS = 16
"""The largest number of fields in a witness of a profile that declares none."""
_SHORT = 40
"""The largest number of characters of a witness number that a message repeats."""


class Field(Struct, frozen=True):
    """One number of a witness, within limits.

    The value None is always admitted; the reader of the field decides whether it means a limiting value or nothing
    proved.

    Args:
        name: The key in the witness.
        low: The lower limit; None: no limit.
        high: The upper limit; None: no limit.
        open_low: Whether the lower limit itself is excluded.
        whole: Whether it is an integer.

    Examples:
        >>> alpha = ch.Field("alpha", low=1, open_low=True)
        >>> alpha.wanted, alpha.admits(ch.HALF)
        ('a number above 1', False)
    """

    name: str
    low: Fraction | int | None = 0
    high: Fraction | int | None = None
    open_low: bool = False
    whole: bool = False

    def admits(self, x: Fraction) -> bool:
        """Whether the field may have the value `x`."""
        below = self.low is not None and (x <= self.low if self.open_low else x < self.low)
        return not below and (self.high is None or x <= self.high) and (not self.whole or x.denominator == 1)

    @property
    def wanted(self) -> str:
        """The admissible values in words."""
        ends = [] if self.low is None else [f"{'above' if self.open_low else 'at least'} {_shown(Fraction(self.low))}"]
        ends += [] if self.high is None else [f"at most {_shown(Fraction(self.high))}"]
        return " ".join(["a whole number" if self.whole else "a number", " and ".join(ends)]).strip()


LEAST_BITS, MOST_BITS = 64, 8192
"""The least and the greatest working precision, in bits, of a proof about mu; a search stays between them."""


def admit(witness: Mapping[str, Fraction | float | None], fields: Sequence[Field] | None) -> None:
    """Raises Unavailable, with the field, its value and its limit, for a witness outside `fields`; if `fields` is None,
    for a witness of more than MOST_FIELDS numbers."""
    if fields is None:
        if len(witness) > MOST_FIELDS:
            raise Unavailable(f"the witness has {len(witness)} fields; at most {MOST_FIELDS} are read")
        return
    known = {field.name: field for field in fields}
    for name, x in witness.items():
        if name not in known:
            raise Unavailable(
                f"the witness has a field {name[:_SHORT]!r}; read are {', '.join(sorted(known)) or 'none'}"
            )
        if x is None:
            continue
        if isinstance(x, float) and not isfinite(x):
            raise Unavailable(f"the witness's {name} is {x}; it must be {known[name].wanted}")
        if not known[name].admits(Fraction(x)):
            raise Unavailable(f"the witness's {name} is {_shown(Fraction(x))}; it must be {known[name].wanted}")


def _shown(x: Fraction) -> str:
    """The number as text; its order of magnitude if that text is long."""
    if max(x.numerator.bit_length(), x.denominator.bit_length()) <= 4 * _SHORT and len(text := plain(x)) <= _SHORT:
        return text
    size = x.numerator.bit_length() - x.denominator.bit_length()
    return f"about {'-' if x < 0 else ''}2^{size}"
