"""Normal noise within a window with smooth ends, a part of the law of a loss.

For two places l < h and a width w > 0

    chi(x) = Phi((x - l)/w) - Phi((x - h)/w) = (1/w) int_l^h phi((x - r)/w) dr,        0 <= chi <= 1,

where l may be -oo and h may be oo. Windows of one width that share their ends add up to 1, so that they split the law
into measures. As a mixture of normal densities of the width w, chi grows at most by e^(y^2/(2w^2)) at the height y of a
strip. As a normal density folded with an interval's indicator, both log-concave, it is log-concave: the slope of log
chi falls, so that its value at a place bounds it beyond."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from msgspec import Struct

from .mixture import Function, Ratio
from .normal_noise import Normal


class Window(Struct, frozen=True):
    """`low`, `high`: the places l < h, None where there is no end; `width`: w > 0, of both ends. Raises ArithmeticError
    for other places and widths."""

    low: Fraction | None
    high: Fraction | None
    width: Fraction

    def __post_init__(self) -> None:
        ordered = self.low is None or self.high is None or self.low < self.high
        if not (ordered and self.width > 0):
            raise ArithmeticError("a window has a positive width, and two ends in order")

    def slope(self, xp: Any) -> Function:
        """x -> (log chi)', the difference of two normal densities over chi."""
        width, log = xp.number(self.width), self.log(xp)
        ends = [(sign, xp.number(x)) for sign, x in ((1, self.low), (-1, self.high)) if x is not None]
        less = xp.log(2 * xp.pi * width * width) / 2

        def slope(x: Any) -> Any:
            whole = log(x) + less
            densities = (sign * xp.exp(-(((x - place) / width) ** 2) / 2 - whole) for sign, place in ends)
            return sum(densities, xp.number(0))

        return slope

    def log(self, xp: Any) -> Function:
        """x -> log chi, from the side on which nothing cancels."""
        return xp.variant(self._log_in_balls, floats=self._log_in_floats)(xp)  # type: ignore[no-any-return]

    def _log_in_balls(self, xp: Any) -> Function:
        scale = 1 / (xp.sqrt(xp.number(2)) * xp.number(self.width))
        low, high = (None if x is None else xp.number(x) for x in (self.low, self.high))
        middle = None if low is None or high is None else (low + high) / 2

        def log(x: Any) -> Any:
            if low is None and high is None:
                return 0 * x
            if middle is None:
                return (((low - x) if high is None else (x - high)) * scale).erfc().log() - xp.log(xp.number(2))
            ahead, back = (x - low) * scale, (x - high) * scale
            near, far = (-ahead, -back) if x.real < middle else (back, ahead)
            return (near.erfc() - far.erfc()).log() - xp.log(xp.number(2))

        return log

    def _log_in_floats(self, xp: Any) -> Function:
        low, high = (None if x is None else float(x) for x in (self.low, self.high))
        width = float(self.width)
        middle = math.inf if high is None else -math.inf if low is None else (low + high) / 2

        def log(x: float) -> float:
            ahead = math.inf if low is None else (x - low) / width
            back = -math.inf if high is None else (x - high) / width
            larger, smaller = (
                (xp.log_ndtr(ahead), xp.log_ndtr(back)) if x < middle else (xp.log_ndtr(-back), xp.log_ndtr(-ahead))
            )
            found: float = larger + xp.log1p(-xp.exp(smaller - larger)) if smaller < larger else -math.inf
            return found

        return log


class Windowed(Normal, frozen=True):
    """Normal noise times a window."""

    window: Window

    @property
    def scale(self) -> float:
        """The standard deviation of the narrowest normal density that it is a mixture of."""
        return 1 / math.sqrt(1 / self.variance + 1 / self.window.width**2)

    @property
    def mirrored(self) -> Windowed:
        """With the window mirrored."""
        low, high = (None if x is None else -x for x in (self.window.high, self.window.low))
        return Windowed(self.variance, Window(low, high, self.window.width))

    def density(self, xp: Any) -> Function:
        """That of both."""
        noise, window = Normal.density(self, xp), self.window.log(xp)
        return lambda x: noise(x) + window(x)

    def grown_density(self, xp: Any) -> Function:
        """That of both."""
        noise, square = Normal.grown_density(self, xp), 2 * xp.number(self.window.width**2)
        return lambda y: noise(y) + y * y / square

    def outward(self, xp: Any, ratio: Ratio, order: Any, way: int) -> Function:
        """That of both."""
        noise, window = Normal.outward(self, xp, ratio, order, way), self.window.slope(xp)
        return lambda x: noise(x) + way * window(x)

    def falls_between(self, ratio: Ratio, order: float, way: int) -> tuple[float, float]:
        """The same without a window, or some places in the window, whichever is farther in or out."""
        start, end = Normal.falls_between(self, ratio, order, way)
        inside = [float(x) for x in (self.window.low, self.window.high) if x is not None]
        return way * min(way * x for x in (start, *inside)), way * max(way * x for x in (end, *inside))
