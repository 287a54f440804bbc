"""Five arithmetics with one vocabulary, so that a formula is written once and evaluated in each.

A formula is a plain function whose first argument is an arithmetic::

    def gamma(xp, alpha, rho):
        return xp.number(rho) * alpha

`floats` is for speed (scalars need no NumPy, arrays are vectorised), `digits(n)` for an independent check (mpmath, n
decimal digits), `balls(bits)` for proofs (Arb: every result encloses the true value), `symbols` for algebra (SymPy),
and `recording` for the expression of a formula. Operators use a working precision that the arithmetic sets, so work
inside ``with balls(128) as xp: ...``."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..work_budget import charge
from .ball import Balls, balls
from .double import floats
from .protocol import Arithmetic, Enclosing, Number, Value

if TYPE_CHECKING:
    from .multiprecision import Digits
    from .symbolic import Symbols

    symbols: Symbols

__all__ = [
    "Arithmetic",
    "Balls",
    "Enclosing",
    "Number",
    "Value",
    "balls",
    "digits",
    "exact_sum",
    "floats",
    "scale",
    "symbols",
    "total",
]

_LIMBS = 50
"""The number of products of two words that take about a microsecond in a sum of long fractions."""


def total(numbers: Iterable[Number]) -> Number:
    """The sum of exact numbers; rational if all are.

    Args:
        numbers: Rationals, or functions of an arithmetic.

    Returns:
        A rational, or a function of an arithmetic.

    Examples:
        >>> ch.total([1, ch.HALF])
        Fraction(3, 2)
    """
    terms = list(numbers)
    rational = exact_sum(Fraction(x) for x in terms if not callable(x))
    others = [x for x in terms if callable(x)]
    if not others:
        return rational
    return lambda xp: sum((xp.number(x) for x in others), xp.number(rational))


def exact_sum(terms: Iterable[Fraction]) -> Fraction:
    """The sum of rational numbers, charged to the budget of work. They are added in pairs, then in pairs of pairs,
    because the common denominator of a thousand numbers may have many digits."""
    found = list(terms)
    while len(found) > 1:
        pairs = zip(found[::2], found[1::2], strict=False)
        found = [_added(x, y) for x, y in pairs] + found[len(found) & ~1 :]
    return found[0] if found else Fraction(0)


def _added(x: Fraction, y: Fraction) -> Fraction:
    charge(1 + (x.denominator.bit_length() + y.denominator.bit_length() >> 6) ** 2 // _LIMBS)
    return x + y


def scale(x: Number, factor: int | Fraction | Value) -> Number:
    """An exact number times a factor; rational if the number is.

    Args:
        x: A rational, or a function of an arithmetic.
        factor: A rational; or an array in floats, which gives an array.

    Returns:
        A rational, or a function of an arithmetic.

    Examples:
        >>> ch.scale(ch.HALF, 10)
        Fraction(5, 1)
        >>> proving.enclose(ch.scale(lambda xp: xp.pi, ch.HALF)).upper
        1.5707963267948968
    """
    if callable(x) or not isinstance(factor, int | Fraction):
        return lambda xp: xp.number(x) * xp.number(factor)
    return x * factor


def digits(n: int) -> Digits:
    """mpmath with `n` decimal digits; imported on first use."""
    from .multiprecision import digits_of

    return digits_of(n)


def __getattr__(name: str) -> Any:
    if name == "symbols":
        from .symbolic import symbols

        return symbols
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
