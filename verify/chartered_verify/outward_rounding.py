"""Outward rounding, all in one place: of balls to doubles and to decimals, and of decimals to fewer digits for
display."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from flint import arb

from .arithmetic.ball import balls
from .catching import ours

SHOWN_DIGITS = 10
"""The number of significant digits of a displayed number."""


class Undecidable(ArithmeticError):
    """A question was not decided within the largest allowed precision."""


def to_double(x: arb, *, up: bool) -> float:
    """An exact end x of an enclosure as a double, rounded up (`up`) or down. Raises Undecidable for NaN."""
    if x.is_nan():
        raise Undecidable("an end of the enclosure is not a number")
    if not x.is_finite():
        return math.inf if x > 0 else -math.inf
    man, exp = (int(part) for part in x.man_exp())
    drop = max(man.bit_length() - 53, -1074 - exp)
    if drop > 0:
        drop = min(drop, man.bit_length() + 1)  # far below the least double: keep the sign, forget the rest
        man = -((-man) >> drop) if up else man >> drop
        exp = max(exp + drop, -1074)
    try:
        return math.ldexp(man, exp)
    except ours(OverflowError):
        huge = math.inf if up == (man > 0) else 1.7976931348623157e308
        return huge if man > 0 else -huge


def to_decimal(x: arb | Fraction, *, up: bool, digits: int = 20) -> str:
    """An exact end x of an enclosure, or a fraction, as a decimal string with `digits` significant digits, rounded up
    (`up`) or down."""
    if isinstance(x, Fraction):
        return _spelled(decimal_of(x, up=up, digits=digits))
    if not x.is_finite():
        return "inf" if x > 0 else "-inf"
    if x.is_zero():
        return "0"
    exp = int(x.man_exp()[1])
    with balls(max(256, 4 * digits + 64) + abs(exp).bit_length()):
        magnitude = _floor_log10(x)
        scaled = x * arb(10) ** (digits - 1 - magnitude)
        whole = _whole(scaled.upper().ceil() if up else scaled.lower().floor())
    text = str(abs(whole)).rstrip("0") or "0"
    exponent = magnitude + len(str(abs(whole))) - digits
    return _scientific("-" if whole < 0 else "", text, exponent)


def outward(text: str, *, up: bool, digits: int = SHOWN_DIGITS) -> str:
    """A decimal string rounded up or down to `digits` significant digits, for exponents of any size."""
    context = decimal_context(digits, up=up)
    number = context.create_decimal(text)
    if number.is_infinite():
        return "inf" if number > 0 else "-inf"
    if number == 0:
        return "0"
    if -5 <= number.adjusted() < SHOWN_DIGITS:
        return f"{number:f}"
    return f"{number.normalize(context):e}".replace("E", "e")


def decimal_of(x: Fraction, *, up: bool, digits: int) -> Decimal:
    """A rational rounded up or down to a decimal with `digits` significant digits."""
    return decimal_context(digits, up=up).divide(Decimal(x.numerator), Decimal(x.denominator))


def decimal_context(digits: int, *, up: bool) -> Context:
    """A context for decimals of any size that rounds up or down to `digits` significant digits."""
    return Context(digits, ROUND_CEILING if up else ROUND_FLOOR, Emin=-(10**9), Emax=10**9, traps=[])


def _floor_log10(x: arb) -> int:
    return _whole((abs(x).log() / arb(10).log()).mid().floor())


def _whole(x: arb) -> int:
    whole = x.unique_fmpz()
    if whole is None:
        raise Undecidable(f"no single integer in {x}")
    return int(whole)


def _spelled(x: Decimal) -> str:
    text = "".join(map(str, x.as_tuple().digits)).rstrip("0")
    return _scientific("-" if x < 0 else "", text, x.adjusted()) if text else "0"


def _scientific(sign_text: str, text: str, exponent: int) -> str:
    body = text[0] + ("." + text[1:] if len(text) > 1 else "")
    return f"{sign_text}{body}" + (f"e{Decimal(exponent):+f}" if exponent else "")
