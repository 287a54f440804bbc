"""Numbers that are stated, and not computed: a fraction is known as it is, any other one by an enclosure."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..arithmetic import Number
from ..catching import ignoring
from ..enclosure import START_BITS, Enclosure, enclose
from .rational_root import exact_root


class NotAFraction(ArithmeticError):
    """What is certainly no fraction, or not stated as one."""


class Fractions:
    """The arithmetic of fractions. Raises NotAFraction for what is not certainly one; what encloses or approximates it
    does not have."""

    maximum, minimum = max, min

    @staticmethod
    def number(x: object) -> Fraction:
        """The number, if it is stated as a fraction."""
        if not isinstance(x, int | Fraction):
            raise NotAFraction(f"{x!r} is not stated as a fraction")
        return Fraction(x)

    @staticmethod
    def sqrt(x: Fraction) -> Fraction:
        """The square root, if it is rational."""
        return Fractions.number(exact_root(x))

    @staticmethod
    def exp(x: Fraction) -> Fraction:
        """1 at 0; at any other fraction it is none."""
        return Fractions.number(None if x else 1)

    @staticmethod
    def expm1(x: Fraction) -> Fraction:
        """0 at 0."""
        return Fractions.exp(x) - 1

    @staticmethod
    def log(x: Fraction) -> Fraction:
        """0 at 1; at any other fraction it is none."""
        return Fractions.number(0 if x == 1 else None)

    @staticmethod
    def log1p(x: Fraction) -> Fraction:
        """0 at 0."""
        return Fractions.log(1 + x)

    @staticmethod
    def positive(x: Fraction) -> Fraction:
        """The positive part."""
        return max(x, Fraction(0))


def as_fraction(number: Number) -> Fraction | None:
    """The number, if it is a fraction or a formula that needs no more than fractions; otherwise None."""
    arithmetic: Any = Fractions
    with ignoring(Exception):  # whatever a formula of balls raises here, it is none of fractions
        return Fractions.number(number(arithmetic) if callable(number) else number)
    return None


def enclose_number(number: Number, *, bits: int = START_BITS, goal: int = 64) -> Enclosure:
    """The enclosure of a stated number, which knows its fraction if it is one.

    Args:
        number: An int, a Fraction, or a formula of an arithmetic.
        bits: The first working precision, in bits.
        goal: The number of correct bits of the ends.

    Returns:
        The enclosure.

    Examples:
        >>> enclose_number(Fraction(1, 10)).upper_exact, enclose_number(lambda xp: xp.sqrt(xp.number(2))).lower
        ('1e-1', 1.414213562373095)
    """
    found, known = enclose(lambda xp: xp.number(number), bits=bits, goal=goal), as_fraction(number)
    return found if known is None or not found.contains(known) else Enclosure(found.lo, found.hi, known)
