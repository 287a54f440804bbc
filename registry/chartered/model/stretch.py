"""Intervals of eps on which a mu must hold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .exact_numbers import plain


@dataclass(frozen=True, slots=True)
class Stretch:
    """The interval of eps on which a mu must hold.

    Args:
        start: The lower end, at least 0.
        stop: The upper end; None: infinity.

    Examples:
        >>> print(ch.Stretch(), ch.Stretch(stop=ch.HALF))
        [0, inf) [0, 0.5]
    """

    start: Fraction = Fraction(0)
    stop: Fraction | None = None

    def __str__(self) -> str:
        return f"[{plain(self.start)}, inf)" if self.stop is None else f"[{plain(self.start)}, {plain(self.stop)}]"


EVERYWHERE = Stretch()
