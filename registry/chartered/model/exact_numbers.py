"""Exact numbers, read and written: every parameter is a Fraction, and 0.1 means one tenth."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Number
from chartered_verify.catching import ours
from chartered_verify.enclosure import enclose
from chartered_verify.work_budget import charge

from ..errors import BadValue, Unavailable
from .number_text import LARGEST_EXPONENT as LARGEST_EXPONENT, MOST_BITS, WANTED, beside, value_of

Exact: TypeAlias = int | float | str | Fraction | Decimal
"""What users write for a number: it is read exactly. A float, one of NumPy's too, means its shortest decimal form."""

HALF = Fraction(1, 2)
"""One half, exactly: a Fraction."""
_MOST_CHARACTERS = 2 * LARGEST_EXPONENT + 100


class Rounded(Fraction):
    """A decimal that is read for an irrational number: not below it (`up`) or not above it, and next to it. `written`:
    the expression. It is that decimal wherever it goes; only its `said` tells the two apart."""

    written: str
    up: bool

    @classmethod
    def of(cls, value: Fraction, written: str, up: bool) -> Rounded:
        """The decimal for what is written."""
        made = cls(value)
        made.written, made.up = written, up
        return made

    def said(self, name: str) -> str:
        """What was read, in words."""
        side = "above" if self.up else "below"
        return f"{name} = {self.written} is read as {plain(self)}, just {side} it"

    def __copy__(self) -> Rounded:
        return self

    def __deepcopy__(self, memo: object) -> Rounded:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Rounded.of, (Fraction(self), self.written, self.up)


def exact(value: object, what: str, *, up: bool | None = None) -> Fraction:
    """The exact rational that `value` stands for; `what` names the value in errors.

    Text is read as a decimal, a fraction or an expression (`number_text`). For an irrational one the answer is a
    decimal next to it, above it (`up`) or below it, which a caller names if it is on the safe side. A float means its
    shortest decimal form, so 0.1 is one tenth. A NumPy scalar is read as the Python number that it holds, a long double
    as its own shortest decimal form. Raises BadValue for NaN, infinities, anything that is no number, an irrational
    number if no side of it is safe, and a number whose numerator or denominator has more than about 10,000 digits.
    `plain` writes every accepted number so that it reads back."""
    number = _read(value, what, up)
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MOST_BITS:
        raise BadValue(f"{what} has more than {LARGEST_EXPONENT} digits above or below the line", WANTED)
    return number


def _read(value: object, what: str, up: bool | None) -> Fraction:
    if isinstance(value, bool):
        raise BadValue(f"{what} is {value}", WANTED)
    if isinstance(value, Integral | Rational):
        return value if isinstance(value, Rounded) else Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, float | Decimal):
        return _from_text(str(value) if isinstance(value, Decimal) else repr(float(value)), what)
    if isinstance(value, str):
        return _from_text(value.strip(), what, up)
    item = getattr(value, "item", None)
    if callable(item) and getattr(value, "ndim", 0) == 0:
        held: Any = item()
        if type(held) is not type(value):
            return _read(held, what, up)
        if isinstance(held, Real) and type(held)(str(held)) == held:  # type: ignore[call-arg]  # a long double
            return _from_text(str(held), what)
    raise BadValue(f"{what} is {value!r}", WANTED)


def _from_text(text: str, what: str, up: bool | None = None) -> Fraction:
    if len(text) > _MOST_CHARACTERS:
        raise BadValue(f"{what} has {len(text)} characters", f"a number has at most {_MOST_CHARACTERS}")
    try:
        value = value_of(text)
        if isinstance(value, Fraction):
            return value
        if up is not None:
            return Rounded.of(beside(value, up=up), text, up)
    except BadValue as error:
        raise BadValue(f"{what} is {text!r}, {error.message}", error.hint) from None
    unknown = "which may be irrational, and it is not known on which side of it a decimal is safe"
    raise BadValue(f"{what} is {text!r}, {unknown}", "write a decimal on the safe side")


def whole(value: object, what: str, low: int, high: int) -> int:
    """The integer in [low, high] that `value` stands for; 1e6 and 1000000.0 are integers. Raises BadValue."""
    if type(value) is int and low <= value <= high:
        return value
    number = exact(value, what, up=True)
    if number.denominator != 1 or not low <= number <= high or isinstance(number, Rounded):
        most = str(high) if high < 1000 else f"{high:.0e}".replace("e+", "e")
        raise BadValue(f"{what} is {plain(number)}", f"it must be a whole number from {low} to {most}")
    return int(number)


def plain(x: Fraction) -> str:
    """The shortest text that reads back as exactly `x`: decimal where one exists, otherwise a fraction."""
    charge(
        ((x.numerator.bit_length() + x.denominator.bit_length()) >> 6) ** 2 // 50
    )  # measured: milliseconds for the longest
    if x.denominator == 1:
        return _shorter(x.numerator, 0)
    twos, rest = _without(2, x.denominator)
    fives, rest = _without(5, rest)
    places = max(twos, fives)
    if rest != 1 or places > LARGEST_EXPONENT:
        return f"{_digits(x.numerator)}/{_digits(x.denominator)}"
    return _shorter(x.numerator * 10**places // x.denominator, places)


def _without(prime: int, n: int) -> tuple[int, int]:
    """(e, m) with n = prime^e m, where `prime` does not divide m. Divides by repeated squares of the prime, since n may
    have tens of thousands of digits."""
    powers = [prime]
    while n % powers[-1] == 0:
        powers.append(powers[-1] ** 2)
    times = 0
    for turn in range(len(powers) - 1, -1, -1):
        if n % powers[turn] == 0:
            n, times = n // powers[turn], times + (1 << turn)
    return times, n


def _digits(n: int) -> str:
    return f"{Decimal(n):f}"


def _shorter(n: int, places: int) -> str:
    """The text of n/10^places: with an exponent if that is shorter (1e6, 1e-5), otherwise plain (1000, 0.001)."""
    sign, digits = "-" if n < 0 else "", _digits(abs(n))
    kept = digits.rstrip("0") or "0"
    exponent = len(digits) - len(kept) - places
    if (6 <= exponent <= LARGEST_EXPONENT and n) or len(kept) + exponent < -3:
        point = f"{kept[0]}.{kept[1:]}" if len(kept) > 1 and exponent < 0 else kept
        return f"{sign}{point}e{exponent + (len(kept) - 1 if exponent < 0 else 0)}"
    if places == 0:
        return sign + digits
    whole = digits.rjust(places + 1, "0")
    return f"{sign}{whole[:-places]}.{whole[-places:]}"


def fraction_to_json(x: Fraction) -> float | str:
    """The double whose shortest decimal form is exactly `x`, if one exists (0.1 for one tenth); otherwise the exact
    text."""
    try:
        near = float(x)
    except ours(OverflowError):
        return plain(x)
    return near if Fraction(repr(near)) == x else plain(x)


def rational_above(number: Number, what: str) -> Fraction:
    """A rational upper bound of an exact number.

    Args:
        number: A rational, or a function of an arithmetic.
        what: The noun for the number in the error.

    Returns:
        The number itself if it is rational, otherwise the least double that is certainly not below it.

    Raises:
        Unavailable: No finite double is as large.

    Examples:
        >>> ch.rational_above(ch.HALF, "eps")
        Fraction(1, 2)
        >>> float(ch.rational_above(lambda xp: xp.sqrt(xp.number(2)), "mu"))
        1.4142135623730951
    """
    if not callable(number):
        return Fraction(number)
    above = enclose(lambda xp: xp.number(number)).upper
    if above == float("inf"):
        raise Unavailable(f"no double is as large as {what}")
    return Fraction(above)


def number_to_json(x: float) -> float | str:
    """A float for JSON: infinities as text."""
    return x if abs(x) != float("inf") else ("inf" if x > 0 else "-inf")
