"""Dual numbers over intervals: a value and its derivative, both as balls, by forward-mode differentiation.

If a function is not differentiable inside the interval, the derivative encloses Clarke's generalised gradient, for
which the mean-value theorem holds as well (Clarke 1983). A comparison with different outcomes on the interval raises
UndecidedComparison, since a formula must not take one branch for all of it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from .ball import Balls, balls, whole_power
from .ball_based import Precise
from .derived_functions import Operators
from .protocol import Number


class UndecidedComparison(ArithmeticError):
    """A comparison that is true for some values of an interval and false for others."""


class Dual(Operators):
    """A function of one variable on an interval: enclosures of its range (`value`) and of the range of its
    derivative."""

    __slots__ = ("derivative", "value")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: arb, derivative: arb) -> None:
        self.value, self.derivative = value, derivative

    def __repr__(self) -> str:
        return f"Dual({self.value}, {self.derivative})"

    def of(self, other: Any) -> Dual:
        return _dual(other)

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.derivative)

    def __abs__(self) -> Dual:
        if self.value >= 0:
            return self
        return -self if self.value <= 0 else Dual(abs(self.value), self.derivative.union(-self.derivative))

    def __add__(self, other: Any) -> Dual:
        y = _dual(other)
        return Dual(self.value + y.value, self.derivative + y.derivative)

    def __sub__(self, other: Any) -> Dual:
        y = _dual(other)
        return Dual(self.value - y.value, self.derivative - y.derivative)

    def __mul__(self, other: Any) -> Dual:
        y = _dual(other)
        return Dual(self.value * y.value, self.value * y.derivative + self.derivative * y.value)

    def __truediv__(self, other: Any) -> Dual:
        y = _dual(other)
        quotient = self.value / y.value
        return Dual(quotient, (self.derivative - quotient * y.derivative) / y.value)

    def __pow__(self, power: Any) -> Dual:
        if isinstance(power, Dual):
            logarithm = power * Dual(self.value.log(), self.derivative / self.value)
            value = logarithm.value.exp()
            return Dual(value, value * logarithm.derivative)
        if isinstance(power, int):
            return self._whole_power(power)
        p = _dual(power).value
        return Dual(self.value**p, p * self.value ** (p - 1) * self.derivative)

    def _whole_power(self, n: int) -> Dual:
        if n <= 0:
            return 1 / self._whole_power(-n) if n else Dual(arb(1), arb(0))
        rest = whole_power(self.value, n - 1) if n > 1 else arb(1)
        return Dual(whole_power(self.value, n), n * rest * self.derivative)

    def __lt__(self, other: Any) -> bool:
        difference = (self - other).value
        return _certain(difference < 0, difference >= 0)

    def __gt__(self, other: Any) -> bool:
        difference = (self - other).value
        return _certain(difference > 0, difference <= 0)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        difference = (self - other).value
        return _certain(difference.is_zero(), not difference.contains(0))


def _certain(yes: bool, no: bool) -> bool:
    if yes == no:
        raise UndecidedComparison("a comparison that the interval does not decide")
    return yes


def _dual(x: Any) -> Dual:
    if isinstance(x, Dual):
        return x
    if isinstance(x, Fraction):
        x = fmpq(x.numerator, x.denominator)
    return Dual(x if isinstance(x, arb) else arb(x), arb(0))


class Duals(Precise):
    """The arithmetic of dual numbers at a working precision of `bits`; enter it before using operators."""

    name = "duals"

    def number(self, x: Number | Any) -> Dual:
        """A constant; a function of an arithmetic is evaluated in this one, so that it may depend on the variable."""
        return self.number(x(self)) if callable(x) else _dual(x)

    @property
    def constants(self) -> Balls:
        """Ball arithmetic, since constants need no derivatives."""
        return balls(self.bits)

    def variable(self, x: arb) -> Dual:
        """The variable, on the interval of a ball."""
        return Dual(x, arb(1))

    @property
    def pi(self) -> Dual:
        return _dual(self._balls.pi)

    @property
    def inf(self) -> Dual:
        return _dual(self._balls.inf)

    def exp(self, x: Dual) -> Dual:
        value = self._balls.exp(x.value)
        return Dual(value, value * x.derivative)

    def expm1(self, x: Dual) -> Dual:
        return Dual(self._balls.expm1(x.value), self._balls.exp(x.value) * x.derivative)

    def log(self, x: Dual) -> Dual:
        return Dual(self._balls.log(x.value), x.derivative / x.value)

    def log1p(self, x: Dual) -> Dual:
        return Dual(self._balls.log1p(x.value), x.derivative / (1 + x.value))

    def sqrt(self, x: Dual) -> Dual:
        value = self._balls.sqrt(x.value)
        return Dual(value, x.derivative / (2 * value))

    def erfc(self, x: Dual) -> Dual:
        return Dual(
            self._balls.erfc(x.value), -2 * self._balls.exp(-whole_power(x.value, 2)) / arb.pi().sqrt() * x.derivative
        )

    def ndtr(self, x: Dual) -> Dual:
        return Dual(self._balls.ndtr(x.value), self._density(x.value) * x.derivative)

    def log_ndtr(self, x: Dual) -> Dual:
        value = self._balls.log_ndtr(x.value)
        return Dual(value, self._balls.exp(-whole_power(x.value, 2) / 2 - value) / (2 * arb.pi()).sqrt() * x.derivative)

    def ndtri(self, p: Dual) -> Dual:
        value = self._balls.ndtri(p.value)
        return Dual(value, p.derivative / self._density(value))

    def gamma(self, x: Dual) -> Dual:
        value = self._balls.gamma(x.value)
        return Dual(value, value * self._balls.digamma(x.value) * x.derivative)

    def lgamma(self, x: Dual) -> Dual:
        return Dual(self._balls.lgamma(x.value), self._balls.digamma(x.value) * x.derivative)

    def maximum(self, x: Any, y: Any) -> Dual:
        one, other = _dual(x), _dual(y)
        if one.value >= other.value:
            return one
        if one.value <= other.value:
            return other
        return Dual(self._balls.maximum(one.value, other.value), one.derivative.union(other.derivative))

    def hull(self, x: Any, y: Any) -> Dual:
        """The hull of the values and the hull of the derivatives."""
        one, other = self.number(x), self.number(y)
        return Dual(one.value.union(other.value), one.derivative.union(other.derivative))

    def radius(self, x: Dual) -> arb:
        """The radius of the value."""
        return x.value.rad()

    def floor_range(self, x: Dual, unit: int | Fraction = 1) -> range:
        """The floors of the value."""
        return self._balls.floor_range(x.value, unit)

    def _density(self, x: arb) -> arb:
        return self._balls.exp(-whole_power(x, 2) / 2) / (2 * arb.pi()).sqrt()


@lru_cache(maxsize=64)
def duals(bits: int) -> Duals:
    """The arithmetic of dual numbers with `bits` bits of working precision."""
    return Duals(bits)
