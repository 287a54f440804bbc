"""Extended intervals, whose ends may be infinite, open or closed: for formulas on unbounded or open ranges.

A monotone function maps ends to ends, so intervals are tighter than balls. Raises Undefined if a formula is not
certainly defined and continuous on the whole interval. Intervals are not ordered: a formula with comparisons is not
supported."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb

from .ball import Balls
from .ball_based import Precise
from .derived_functions import Operators
from .protocol import Number

INFINITE = arb.pos_inf()


class Undefined(ArithmeticError):
    """Raised if a formula is not certainly defined on a whole interval."""


class Interval(Operators):
    """The finite numbers from `low` to `high`, which are exact or infinite. An open end certainly does not belong to
    it."""

    __slots__ = ("high", "high_open", "low", "low_open")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, low: arb, high: arb, low_open: bool = False, high_open: bool = False) -> None:
        self.low, self.high, self.low_open, self.high_open = _lower_end(low), -_lower_end(-high), low_open, high_open

    def __repr__(self) -> str:
        return f"Interval{'(' if self.low_open else '['}{self.low}, {self.high}{')' if self.high_open else ']'}"

    def __eq__(self, other: object) -> bool:
        raise TypeError("an interval is not compared: it stands for many numbers")

    def __bool__(self) -> bool:
        raise TypeError("an interval has no truth value: it stands for many numbers")

    @property
    def positive(self) -> bool:
        """Whether every number in it is positive."""
        return bool(self.low > 0) or (bool(self.low >= 0) and self.low_open)

    @property
    def nonzero(self) -> bool:
        """Whether it does not contain zero."""
        return self.positive or (-self).positive

    def of(self, other: Any) -> Interval:
        return interval(other)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low, self.high_open, self.low_open)

    def __abs__(self) -> Interval:
        if self.low >= 0:
            return self
        opposite = -self
        return (
            opposite
            if self.high <= 0
            else _maximum(Interval(arb(0), self.high, high_open=self.high_open), Interval(arb(0), opposite.high))
        )

    def __add__(self, other: Any) -> Interval:
        y = interval(other)
        return Interval(
            self.low + y.low, self.high + y.high, self.low_open or y.low_open, self.high_open or y.high_open
        )

    def __mul__(self, other: Any) -> Interval:
        if other is self:
            return _whole_power(self, 2)
        y = interval(other)
        low, low_open = _least_product(self, y)
        high, high_open = _least_product(-self, y)
        return Interval(low, -high, low_open, high_open)

    def __truediv__(self, other: Any) -> Interval:
        return self * inverse(interval(other))

    def __pow__(self, power: Any) -> Interval:
        if isinstance(power, int):
            return _whole_power(self, power) if power >= 0 else inverse(_whole_power(self, -power))
        p = interval(power)
        if not self.low >= 0 or not (self.positive or p.positive):
            raise Undefined(f"{self} to the power {p}")
        found = _exponential(p * _logarithm(self))
        return found if self.positive else Interval(found.low, found.high)


def interval(x: Any) -> Interval:
    """A number as an interval; an interval as it is."""
    if isinstance(x, Interval):
        return x
    ball = x if isinstance(x, arb) else Balls(0).number(x)
    if not ball.is_finite():
        raise Undefined(f"{x} is no finite number")
    return Interval(ball, ball)


def inverse(x: Interval) -> Interval:
    """1/x."""
    if (-x).positive:
        return -inverse(-x)
    if not x.positive:
        raise Undefined(f"1/{x}")
    low = arb(0) if x.high == INFINITE else 1 / x.high
    return Interval(low, INFINITE if x.low.is_zero() else 1 / x.low, x.high_open or low.is_zero(), x.low_open)


class Intervals(Precise):
    """The arithmetic of extended intervals at a working precision of `bits`; enter it before using operators."""

    name = "intervals"

    def number(self, x: Number | Any) -> Interval:
        """A number; a function of an arithmetic is evaluated in this one."""
        return self.number(x(self)) if callable(x) else interval(x)

    def between(
        self, low: Fraction | None, high: Fraction | None, low_open: bool = False, high_open: bool = False
    ) -> Interval:
        """The interval between two ends; None: infinite."""
        ends = (
            -INFINITE if low is None else self._balls.number(low),
            INFINITE if high is None else self._balls.number(high),
        )
        return Interval(*ends, low_open, high_open)

    @property
    def pi(self) -> Interval:
        return interval(arb.pi())

    @property
    def inf(self) -> Interval:
        raise Undefined("infinity")

    def exp(self, x: Any) -> Interval:
        return _exponential(interval(x))

    def expm1(self, x: Any) -> Interval:
        return _increasing(interval(x), lambda end: end.expm1(), arb(-1))

    def log(self, x: Any) -> Interval:
        x = interval(x)
        if not x.positive:
            raise Undefined(f"log {x}")
        return _logarithm(x)

    def log1p(self, x: Any) -> Interval:
        x = interval(x)
        if not (x + 1).positive:
            raise Undefined(f"log1p {x}")
        return _increasing(x, lambda end: -INFINITE if end == -1 else end.log1p(), -INFINITE)

    def sqrt(self, x: Any) -> Interval:
        x = interval(x)
        if not x.low >= 0:
            raise Undefined(f"sqrt {x}")
        return _increasing(x, lambda end: end.sqrt(), arb(0))

    def erfc(self, x: Any) -> Interval:
        return _above_zero(_increasing(-interval(x), lambda end: self._balls.erfc(-end), arb(0), arb(2)))

    def ndtr(self, x: Any) -> Interval:
        return _above_zero(_increasing(interval(x), self._balls.ndtr, arb(0), arb(1)))

    def log_ndtr(self, x: Any) -> Interval:
        return -_above_zero(-_increasing(interval(x), self._balls.log_ndtr, -INFINITE, arb(0)))

    def ndtri(self, p: Any) -> Interval:
        p = interval(p)
        if not (p.positive and (1 - p).positive):
            raise Undefined(f"ndtri {p}")
        low = -INFINITE if p.low.is_zero() else self._balls.ndtri(p.low)
        return Interval(low, INFINITE if p.high >= 1 else self._balls.ndtri(p.high), p.low_open, p.high_open)

    def gamma(self, x: Any) -> Interval:
        return _above_zero(_increasing(_beyond_the_minimum(interval(x)), lambda end: end.gamma(), arb(0)))

    def lgamma(self, x: Any) -> Interval:
        return _increasing(_beyond_the_minimum(interval(x)), lambda end: end.lgamma(), arb(0))

    def maximum(self, x: Any, y: Any) -> Interval:
        return _maximum(interval(x), interval(y))

    def jump(self, x: Any, low: Fraction) -> Interval:
        """`low` for negative x and 1 for positive x; the whole jump if x may be zero."""
        x = interval(x)
        if x.nonzero:
            return interval(1 if x.positive else low)
        return Interval(interval(low).low, arb(1))


def _increasing(x: Interval, f: Callable[[arb], arb], least: arb, supremum: arb = INFINITE) -> Interval:
    """The image under a strictly increasing f, whose limits at infinite ends are given and not attained."""
    down, up = x.low == -INFINITE, x.high == INFINITE
    return Interval(least if down else f(x.low), supremum if up else f(x.high), x.low_open or down, x.high_open or up)


def _above_zero(x: Interval) -> Interval:
    """The positive part: open at 0 if the lower end may be 0."""
    return x if x.low > 0 else Interval(arb(0), x.high, True, x.high_open)


def _beyond_the_minimum(x: Interval) -> Interval:
    if not 2 * x.low >= 3:
        raise Undefined(f"gamma function of {x}")
    return x


def _exponential(x: Interval) -> Interval:
    return _above_zero(_increasing(x, lambda end: end.exp(), arb(0)))


def _logarithm(x: Interval) -> Interval:
    return _increasing(x, lambda end: -INFINITE if end.is_zero() else end.log(), arb(0))


def _whole_power(x: Interval, n: int) -> Interval:
    if n == 0:
        return interval(1)
    return _increasing(abs(x) if n % 2 == 0 else x, lambda end: end**n, -INFINITE)


def _maximum(x: Interval, y: Interval) -> Interval:
    """The maximum of two intervals. If both have the same lower end, it is open if either is; if both have the same
    upper end, it is open if both are."""
    if y.low > x.low or (y.low == x.low and y.low_open):
        low, low_open = y.low, y.low_open
    else:
        low, low_open = x.low, x.low_open
    if y.high > x.high or (y.high == x.high and not y.high_open):
        return Interval(low, y.high, low_open, y.high_open)
    return Interval(low, x.high, low_open, x.high_open)


def _least_product(x: Interval, y: Interval) -> tuple[arb, bool]:
    """(the lower end of a product, whether it is open). Unless it is 0, it is attained at vertices only."""
    vertices = [
        (_vertex_product(a, b), a_open or b_open)
        for a, a_open in ((x.low, x.low_open), (x.high, x.high_open))
        for b, b_open in ((y.low, y.low_open), (y.high, y.high_open))
    ]
    least = vertices[0][0]
    for end, _ in vertices:
        least = end if end < least else least
    if least.is_zero():
        return least, x.nonzero and y.nonzero
    return least, all(is_open for end, is_open in vertices if end == least)


def _vertex_product(a: arb, b: arb) -> arb:
    """A lower bound on the product of two ends; 0 if one of them is 0, also for 0 times inf."""
    found = arb(0) if a.is_zero() or b.is_zero() else a * b
    return found if found == INFINITE else _lower_end(found)


def _lower_end(x: arb) -> arb:
    """The lower end of a ball; -inf if it is not finite."""
    if x.is_finite():
        return x if x.is_exact() else x.lower()
    return -INFINITE


@lru_cache(maxsize=64)
def intervals(bits: int) -> Intervals:
    """The arithmetic of extended intervals with `bits` bits of working precision."""
    return Intervals(bits)
