"""What the arithmetics share whose values are single numbers: nothing is enclosed, and nothing is known of what
rounding left out."""

from __future__ import annotations

from typing import Any, Self

from .ball import Balls, balls
from .derived_functions import Words
from .protocol import Value


class Points(Words):
    """An arithmetic of single numbers, where a value that is only bounded is one of its bounds, or their middle."""

    __slots__ = ()

    def hull(self, x: Value, y: Value) -> Value:
        """y."""
        return y

    def within(self, low: Value, high: Value) -> Value:
        """The middle."""
        return (low + high) / 2

    def radius(self, x: Value) -> Any:
        """0."""
        return 0

    def refined(self, bits: int) -> Self:
        """The arithmetic itself: it has no precision to choose."""
        return self

    def in_balls(self, bits: int) -> Balls:
        """Balls of so many bits."""
        return balls(bits)
