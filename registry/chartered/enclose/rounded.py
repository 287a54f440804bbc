"""Numbers as `format` and `round` give them, always rounded to one side, so that no upper end is printed too
small."""

from __future__ import annotations

import math
from abc import abstractmethod
from decimal import Decimal, localcontext
from fractions import Fraction

from chartered_verify.catching import ours
from chartered_verify.outward_rounding import SHOWN_DIGITS, decimal_context, outward

from ..display import NoOrder
from ..errors import BadValue
from ..model.exact_numbers import plain

_MOST = 10_000
"""The largest number of characters that are written, and of decimals that are rounded."""


class UpperEnd(NoOrder):
    """An interval that is its upper end where a number is wanted."""

    __slots__ = ()

    @property
    @abstractmethod
    def upper(self) -> float:
        """The upper end, rounded up."""

    @property
    @abstractmethod
    def upper_exact(self) -> str:
        """The upper end as a decimal string."""

    def __float__(self) -> float:
        """The upper end, rounded up."""
        return self.upper

    def __format__(self, spec: str) -> str:
        """The upper end, rounded up: `f"{answer:.3f}"`. Without a format the text of the answer. Raises BadValue."""
        return in_format(self.upper_exact, spec, up=True) if spec else str(self)

    def __round__(self, digits: int | None = None) -> int | float:
        """The upper end, rounded up to `digits` decimals, or to an integer. Raises BadValue."""
        return rounded(self.upper_exact, digits, up=True)


def exactly(value: float | Fraction) -> str:
    """The number as decimal text with every digit."""
    return plain(value) if isinstance(value, Fraction) else str(value)


def shown_ends(lower: str | None, upper: str, digits: int = SHOWN_DIGITS) -> tuple[str, str]:
    """Both ends of an answer for people, in decimal text, rounded outward; for a lower end that is not proved an empty
    text."""
    low = "" if lower is None else outward(lower, up=False, digits=digits)
    return low, outward(upper, up=True, digits=digits)


def in_format(text: str, spec: str, *, up: bool) -> str:
    """The number in decimal text in a format such as ".3f" or ".2e", rounded up or down. Raises BadValue."""
    number = Decimal(text)
    if spec[-1:] in {*"eEfFgG%"} and "." not in spec:
        spec = f"{spec[:-1]}.6{spec[-1]}"  # as of a float; a decimal would be written with every digit
    if number.adjusted() > _MOST and spec[-1:] in {*"fFdn%"}:
        raise BadValue(f"the number is {text}, too long for the format {spec!r}", "write .3e")
    try:
        if spec.endswith("d"):
            return format(rounded(text, None, up=up), spec)
        with localcontext(decimal_context(len(text) + _MOST, up=up)):
            return format(number if number.is_finite() else float(number), spec)
    except ours(BadValue):
        raise
    except ours(ValueError):
        raise BadValue(f"{spec!r} is no format of a number", "write .3f, .2e or .1%, say") from None


def rounded(text: str, digits: int | None, *, up: bool) -> int | float:
    """The number in decimal text, rounded up or down to `digits` decimals (None: to an integer); as a double, which is
    not on the other side of it either. Raises BadValue."""
    if not isinstance(digits, int | None):
        raise BadValue(f"a number of decimals is {digits!r}", "it must be a whole number, such as 3")
    number, places = Decimal(text), 0 if digits is None else digits
    if not number.is_finite():
        if digits is None:
            raise BadValue(f"the number is {text}, which is no integer", "round it to decimals, or take .upper")
        return float(number)
    if abs(places) > _MOST or number.adjusted() > _MOST:
        raise BadValue(f"{text} to {places} decimals is too long", f"at most {_MOST}")
    with localcontext(decimal_context(max(number.adjusted(), 0) + abs(places) + len(text) + 2, up=up)):
        short = number.quantize(Decimal(1).scaleb(-places))
    return int(short) if digits is None else _double(short, number, up=up)


def _double(short: Decimal, number: Decimal, *, up: bool) -> float:
    """The double nearest to `short`, or the next one where that is on the wrong side of the number."""
    found = float(short)
    wrong = math.isfinite(found) and (Fraction(found) < Fraction(number) if up else Fraction(found) > Fraction(number))
    return math.nextafter(found, math.inf if up else -math.inf) if wrong else found
