"""Spans: all numbers between two ends, which may be infinite, or not belong to it. For formulas on ranges that have no
end, or open ones.

A monotone function takes its ends to its ends, so a span does not widen as a ball does. Where a formula is not
certainly defined and continuous on all of a span, Undefined is raised. A span has no order: a formula that compares is
not read."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb

from .ball import Balls
from .ball_based import Precise
from .protocol import Number

INFINITE = arb.pos_inf()


class Undefined(ArithmeticError):
    """A formula is not certainly defined on all of a span."""


class Span:
    """The finite numbers from `low` to `high`, which are exact or infinite. An end that is `open` certainly is none of
    them."""

    __slots__ = ("high", "high_open", "low", "low_open")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, low: arb, high: arb, low_open: bool = False, high_open: bool = False) -> None:
        self.low, self.high, self.low_open, self.high_open = _down(low), -_down(-high), low_open, high_open

    def __repr__(self) -> str:
        return f"Span{'(' if self.low_open else '['}{self.low}, {self.high}{')' if self.high_open else ']'}"

    def __eq__(self, other: object) -> bool:
        raise TypeError("a span is not equal to anything: it stands for many numbers")

    def __bool__(self) -> bool:
        raise TypeError("a span is neither true nor false: it stands for many numbers")

    @property
    def positive(self) -> bool:
        """Whether every number of it is above zero."""
        return bool(self.low > 0) or (bool(self.low >= 0) and self.low_open)

    @property
    def nonzero(self) -> bool:
        """Whether zero is none of them."""
        return self.positive or (-self).positive

    def __neg__(self) -> Span:
        return Span(-self.high, -self.low, self.high_open, self.low_open)

    def __abs__(self) -> Span:
        if self.low >= 0:
            return self
        opposite = -self
        return (
            opposite
            if self.high <= 0
            else _largest(Span(arb(0), self.high, high_open=self.high_open), Span(arb(0), opposite.high))
        )

    def __add__(self, other: Any) -> Span:
        y = span(other)
        return Span(self.low + y.low, self.high + y.high, self.low_open or y.low_open, self.high_open or y.high_open)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Span:
        return self + -span(other)

    def __rsub__(self, other: Any) -> Span:
        return span(other) + -self

    def __mul__(self, other: Any) -> Span:
        if other is self:
            return _whole_power(self, 2)
        y = span(other)
        low, low_open = _least_product(self, y)
        high, high_open = _least_product(-self, y)
        return Span(low, -high, low_open, high_open)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Span:
        return self * inverse(span(other))

    def __rtruediv__(self, other: Any) -> Span:
        return span(other) * inverse(self)

    def __pow__(self, power: Any) -> Span:
        if isinstance(power, int):
            return _whole_power(self, power) if power >= 0 else inverse(_whole_power(self, -power))
        p = span(power)
        if not self.low >= 0 or not (self.positive or p.positive):
            raise Undefined(f"{self} to the power {p}")
        found = _exponential(p * _logarithm(self))
        return found if self.positive else Span(found.low, found.high)

    def __rpow__(self, base: Any) -> Span:
        return span(base) ** self


def span(x: Any) -> Span:
    """A number as a span."""
    if isinstance(x, Span):
        return x
    ball = x if isinstance(x, arb) else Balls(0).number(x)
    if not ball.is_finite():
        raise Undefined(f"{x} is no finite number")
    return Span(ball, ball)


def inverse(x: Span) -> Span:
    """1/x."""
    if (-x).positive:
        return -inverse(-x)
    if not x.positive:
        raise Undefined(f"1/{x}")
    low = arb(0) if x.high == INFINITE else 1 / x.high
    return Span(low, INFINITE if x.low.is_zero() else 1 / x.low, x.high_open or low.is_zero(), x.low_open)


class Spans(Precise):
    """The arithmetic of spans at a working precision of `bits`; enter it before using operators."""

    name = "spans"

    def number(self, x: Number | Any) -> Span:
        """A number; a function of an arithmetic is asked in this one."""
        return self.number(x(self)) if callable(x) else span(x)

    def between(
        self, low: Fraction | None, high: Fraction | None, low_open: bool = False, high_open: bool = False
    ) -> Span:
        """A side, None where it has no end."""
        ends = (
            -INFINITE if low is None else self._balls.number(low),
            INFINITE if high is None else self._balls.number(high),
        )
        return Span(*ends, low_open, high_open)

    @property
    def pi(self) -> Span:
        return span(arb.pi())

    @property
    def inf(self) -> Span:
        raise Undefined("infinity")

    def exp(self, x: Any) -> Span:
        return _exponential(span(x))

    def expm1(self, x: Any) -> Span:
        return _rising(span(x), lambda end: end.expm1(), arb(-1))

    def log(self, x: Any) -> Span:
        x = span(x)
        if not x.positive:
            raise Undefined(f"log {x}")
        return _logarithm(x)

    def log1p(self, x: Any) -> Span:
        x = span(x)
        if not (x + 1).positive:
            raise Undefined(f"log1p {x}")
        return _rising(x, lambda end: -INFINITE if end == -1 else end.log1p(), -INFINITE)

    def sqrt(self, x: Any) -> Span:
        x = span(x)
        if not x.low >= 0:
            raise Undefined(f"sqrt {x}")
        return _rising(x, lambda end: end.sqrt(), arb(0))

    def erfc(self, x: Any) -> Span:
        return _above_zero(_rising(-span(x), lambda end: self._balls.erfc(-end), arb(0), arb(2)))

    def ndtr(self, x: Any) -> Span:
        return _above_zero(_rising(span(x), self._balls.ndtr, arb(0), arb(1)))

    def log_ndtr(self, x: Any) -> Span:
        return -_above_zero(-_rising(span(x), self._balls.log_ndtr, -INFINITE, arb(0)))

    def ndtri(self, p: Any) -> Span:
        p = span(p)
        if not (p.positive and (1 - p).positive):
            raise Undefined(f"ndtri {p}")
        low = -INFINITE if p.low.is_zero() else self._balls.ndtri(p.low)
        return Span(low, INFINITE if p.high >= 1 else self._balls.ndtri(p.high), p.low_open, p.high_open)

    def gamma(self, x: Any) -> Span:
        return _above_zero(_rising(_beyond_the_dip(span(x)), lambda end: end.gamma(), arb(0)))

    def lgamma(self, x: Any) -> Span:
        return _rising(_beyond_the_dip(span(x)), lambda end: end.lgamma(), arb(0))

    def maximum(self, x: Any, y: Any) -> Span:
        return _largest(span(x), span(y))

    def minimum(self, x: Any, y: Any) -> Span:
        return -_largest(-span(x), -span(y))

    def positive(self, x: Any) -> Span:
        return self.maximum(x, arb(0))

    def logaddexp(self, x: Any, y: Any) -> Span:
        return self.log(self.exp(x) + self.exp(y))

    def jump(self, x: Any, low: Fraction) -> Span:
        """`low` below zero and 1 above; the whole jump where x may be zero."""
        x = span(x)
        if x.nonzero:
            return span(1 if x.positive else low)
        return Span(span(low).low, arb(1))


def _rising(x: Span, f: Callable[[arb], arb], least: arb, most: arb = INFINITE) -> Span:
    """A strictly rising function with these limits at the infinite ends, which it does not reach."""
    down, up = x.low == -INFINITE, x.high == INFINITE
    return Span(least if down else f(x.low), most if up else f(x.high), x.low_open or down, x.high_open or up)


def _above_zero(x: Span) -> Span:
    """What is above zero although its lower end may be 0."""
    return x if x.low > 0 else Span(arb(0), x.high, True, x.high_open)


def _beyond_the_dip(x: Span) -> Span:
    if not 2 * x.low >= 3:
        raise Undefined(f"gamma function of {x}")
    return x


def _exponential(x: Span) -> Span:
    return _above_zero(_rising(x, lambda end: end.exp(), arb(0)))


def _logarithm(x: Span) -> Span:
    return _rising(x, lambda end: -INFINITE if end.is_zero() else end.log(), arb(0))


def _whole_power(x: Span, n: int) -> Span:
    if n == 0:
        return span(1)
    return _rising(abs(x) if n % 2 == 0 else x, lambda end: end**n, -INFINITE)


def _largest(x: Span, y: Span) -> Span:
    """The larger of two: its lower end is that of both, if they have the same; its upper end that of either."""
    if y.low > x.low or (y.low == x.low and y.low_open):
        low, low_open = y.low, y.low_open
    else:
        low, low_open = x.low, x.low_open
    if y.high > x.high or (y.high == x.high and not y.high_open):
        return Span(low, y.high, low_open, y.high_open)
    return Span(low, x.high, low_open, x.high_open)


def _least_product(x: Span, y: Span) -> tuple[arb, bool]:
    """The lower end of a product, and whether it is open: one that is not 0 is only reached in corners."""
    corners = [
        (_corner(a, b), a_open or b_open)
        for a, a_open in ((x.low, x.low_open), (x.high, x.high_open))
        for b, b_open in ((y.low, y.low_open), (y.high, y.high_open))
    ]
    least = corners[0][0]
    for end, _ in corners:
        least = end if end < least else least
    if least.is_zero():
        return least, x.nonzero and y.nonzero
    return least, all(is_open for end, is_open in corners if end == least)


def _corner(a: arb, b: arb) -> arb:
    """The product of two ends from below: of finite numbers, one of which is zero, it is zero."""
    found = arb(0) if a.is_zero() or b.is_zero() else a * b
    return found if found == INFINITE else _down(found)


def _down(x: arb) -> arb:
    """An end that nothing in a ball is below."""
    if x.is_finite():
        return x if x.is_exact() else x.lower()
    return -INFINITE


@lru_cache(maxsize=64)
def spans(bits: int) -> Spans:
    """The arithmetic of spans with `bits` bits of working precision."""
    return Spans(bits)
