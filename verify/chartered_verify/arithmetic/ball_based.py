"""The base class of arithmetics whose values consist of balls: a working precision, that of the balls."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NoReturn, Self

from .ball import Balls, balls
from .derived_functions import Words
from .precision_lock import turn
from .protocol import Value


class Precise(Words):
    """An arithmetic at a working precision of `bits`; enter it before using operators."""

    name: str
    __exit__ = turn

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self._balls = Balls(bits)

    def __enter__(self) -> Self:
        return self

    def __repr__(self) -> str:
        return f"{self.name}({self.bits})"

    def hull(self, x: Value, y: Value) -> Value:
        """Raises ArithmeticError unless values are balls."""
        self._unsupported("hull")

    def within(self, low: Value, high: Value) -> Value:
        """The hull."""
        return self.hull(low, high)

    def radius(self, x: Value) -> Any:
        """Raises ArithmeticError unless values are balls."""
        self._unsupported("radius")

    def floor_range(self, x: Value, unit: int | Fraction = 1) -> range:
        """Raises ArithmeticError unless values are balls."""
        self._unsupported("floor")

    def refined(self, bits: int) -> Self:
        """The same arithmetic with `bits` more bits."""
        return type(self)(self.bits + bits)

    def in_balls(self, bits: int) -> Balls:
        """Ball arithmetic of the same precision."""
        return balls(self.bits)

    def _unsupported(self, word: str) -> NoReturn:
        raise ArithmeticError(f"{self!r} reads no {word}")
