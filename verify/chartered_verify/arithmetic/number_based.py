"""The common base of arithmetics whose values are single numbers: they enclose nothing, and rounding errors are
unknown."""

from __future__ import annotations

from typing import Any, Self

from .ball import Balls, balls
from .derived_functions import Words
from .protocol import Value


class Points(Words):
    """An arithmetic of single numbers: a value that is only bounded is represented by one bound, or by the midpoint."""

    __slots__ = ()

    def hull(self, x: Value, y: Value) -> Value:
        """y."""
        return y

    def within(self, low: Value, high: Value) -> Value:
        """The midpoint."""
        return (low + high) / 2

    def radius(self, x: Value) -> Any:
        """0."""
        return 0

    def refined(self, bits: int) -> Self:
        """The arithmetic itself, since its precision is fixed."""
        return self

    def in_balls(self, bits: int) -> Balls:
        """Ball arithmetic with `bits` bits."""
        return balls(bits)
