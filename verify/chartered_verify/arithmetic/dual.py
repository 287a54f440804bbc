"""Slopes: a value and its rate of change, both as balls, for the mean-value form on whole intervals.

Where a function has a kink inside the interval, the rate is a ball around all its one-sided rates, for which the
mean-value theorem holds as well (Clarke's gradient). A comparison that an interval cannot decide raises Undecided: a
formula must not take one branch for all of it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from .ball import Balls, balls, whole_power
from .ball_based import Precise
from .protocol import Number


class Undecided(ArithmeticError):
    """The values of an interval lie on both sides of a comparison."""


class Slope:
    """A function of one variable on an interval: a ball around its values, and one around its rates of change."""

    __slots__ = ("rate", "value")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: arb, rate: arb) -> None:
        self.value, self.rate = value, rate

    def __repr__(self) -> str:
        return f"Slope({self.value}, {self.rate})"

    def __neg__(self) -> Slope:
        return Slope(-self.value, -self.rate)

    def __abs__(self) -> Slope:
        if self.value >= 0:
            return self
        return -self if self.value <= 0 else Slope(abs(self.value), self.rate.union(-self.rate))

    def __add__(self, other: Any) -> Slope:
        y = _slope(other)
        return Slope(self.value + y.value, self.rate + y.rate)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Slope:
        y = _slope(other)
        return Slope(self.value - y.value, self.rate - y.rate)

    def __rsub__(self, other: Any) -> Slope:
        return _slope(other) - self

    def __mul__(self, other: Any) -> Slope:
        y = _slope(other)
        return Slope(self.value * y.value, self.value * y.rate + self.rate * y.value)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Slope:
        y = _slope(other)
        quotient = self.value / y.value
        return Slope(quotient, (self.rate - quotient * y.rate) / y.value)

    def __rtruediv__(self, other: Any) -> Slope:
        return _slope(other) / self

    def __pow__(self, power: Any) -> Slope:
        if isinstance(power, Slope):
            logarithm = power * Slope(self.value.log(), self.rate / self.value)
            value = logarithm.value.exp()
            return Slope(value, value * logarithm.rate)
        if isinstance(power, int):
            return self._whole_power(power)
        p = _slope(power).value
        return Slope(self.value**p, p * self.value ** (p - 1) * self.rate)

    def _whole_power(self, n: int) -> Slope:
        if n <= 0:
            return 1 / self._whole_power(-n) if n else Slope(arb(1), arb(0))
        rest = whole_power(self.value, n - 1) if n > 1 else arb(1)
        return Slope(whole_power(self.value, n), n * rest * self.rate)

    def __rpow__(self, base: Any) -> Slope:
        return _slope(base) ** self

    def __lt__(self, other: Any) -> bool:
        gap = (self - other).value
        return _certain(gap < 0, gap >= 0)

    def __gt__(self, other: Any) -> bool:
        gap = (self - other).value
        return _certain(gap > 0, gap <= 0)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        gap = (self - other).value
        return _certain(gap.is_zero(), not gap.contains(0))


def _certain(yes: bool, no: bool) -> bool:
    if yes == no:
        raise Undecided("the interval lies on both sides of a comparison")
    return yes


def _slope(x: Any) -> Slope:
    if isinstance(x, Slope):
        return x
    if isinstance(x, Fraction):
        x = fmpq(x.numerator, x.denominator)
    return Slope(x if isinstance(x, arb) else arb(x), arb(0))


class Slopes(Precise):
    """The arithmetic of slopes at a working precision of `bits`; enter it before using operators."""

    name = "slopes"

    def number(self, x: Number | Any) -> Slope:
        """A constant; a function of an arithmetic is asked in this one, so that it may depend on the variable."""
        return self.number(x(self)) if callable(x) else _slope(x)

    @property
    def constants(self) -> Balls:
        """Balls: a constant has no rate."""
        return balls(self.bits)

    def variable(self, x: arb) -> Slope:
        """The variable itself, on the interval of a ball."""
        return Slope(x, arb(1))

    @property
    def pi(self) -> Slope:
        return _slope(self._balls.pi)

    @property
    def inf(self) -> Slope:
        return _slope(self._balls.inf)

    def exp(self, x: Slope) -> Slope:
        value = self._balls.exp(x.value)
        return Slope(value, value * x.rate)

    def expm1(self, x: Slope) -> Slope:
        return Slope(self._balls.expm1(x.value), self._balls.exp(x.value) * x.rate)

    def log(self, x: Slope) -> Slope:
        return Slope(self._balls.log(x.value), x.rate / x.value)

    def log1p(self, x: Slope) -> Slope:
        return Slope(self._balls.log1p(x.value), x.rate / (1 + x.value))

    def sqrt(self, x: Slope) -> Slope:
        value = self._balls.sqrt(x.value)
        return Slope(value, x.rate / (2 * value))

    def erfc(self, x: Slope) -> Slope:
        return Slope(
            self._balls.erfc(x.value), -2 * self._balls.exp(-whole_power(x.value, 2)) / arb.pi().sqrt() * x.rate
        )

    def ndtr(self, x: Slope) -> Slope:
        return Slope(self._balls.ndtr(x.value), self._density(x.value) * x.rate)

    def log_ndtr(self, x: Slope) -> Slope:
        value = self._balls.log_ndtr(x.value)
        return Slope(value, self._balls.exp(-whole_power(x.value, 2) / 2 - value) / (2 * arb.pi()).sqrt() * x.rate)

    def ndtri(self, p: Slope) -> Slope:
        value = self._balls.ndtri(p.value)
        return Slope(value, p.rate / self._density(value))

    def gamma(self, x: Slope) -> Slope:
        value = self._balls.gamma(x.value)
        return Slope(value, value * self._balls.digamma(x.value) * x.rate)

    def lgamma(self, x: Slope) -> Slope:
        return Slope(self._balls.lgamma(x.value), self._balls.digamma(x.value) * x.rate)

    def maximum(self, x: Any, y: Any) -> Slope:
        one, other = _slope(x), _slope(y)
        if one.value >= other.value:
            return one
        if one.value <= other.value:
            return other
        return Slope(self._balls.maximum(one.value, other.value), one.rate.union(other.rate))

    def minimum(self, x: Any, y: Any) -> Slope:
        return -self.maximum(-_slope(x), -_slope(y))

    def positive(self, x: Any) -> Slope:
        return self.maximum(x, arb(0))

    def logaddexp(self, x: Slope, y: Slope) -> Slope:
        return self.log(self.exp(x) + self.exp(y))

    def hull(self, x: Any, y: Any) -> Slope:
        """The hull of the values, and that of the rates."""
        one, other = self.number(x), self.number(y)
        return Slope(one.value.union(other.value), one.rate.union(other.rate))

    def radius(self, x: Slope) -> arb:
        """That of the values."""
        return x.value.rad()

    def floor_range(self, x: Slope, unit: int | Fraction = 1) -> range:
        """That of the values."""
        return self._balls.floor_range(x.value, unit)

    def _density(self, x: arb) -> arb:
        return self._balls.exp(-whole_power(x, 2) / 2) / (2 * arb.pi()).sqrt()


@lru_cache(maxsize=64)
def slopes(bits: int) -> Slopes:
    """The arithmetic of slopes with `bits` bits of working precision."""
    return Slopes(bits)
