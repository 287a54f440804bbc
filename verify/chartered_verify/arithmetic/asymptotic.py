"""Asymptotic bounds: an arithmetic whose values are bounds on a formula that hold on [start, inf)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb
from msgspec import Struct

from . import exponential_sums as sums
from .asymptotic_bounds import (
    Bounds,
    ExponentialBounds,
    QuadraticBounds,
    Unsupported,
    as_exponentials,
    bounds_of,
    constant_bounds,
    exponential,
    largest,
    logarithm,
    power,
    quadratic,
)
from .ball_based import Precise
from .exponential_sums import ZERO, QuadraticPolynomial
from .normal_tail import normal_above, normal_below
from .protocol import Number

__all__ = ["Asymptotic", "LogBounds", "Unsupported", "log_bounds"]


class LogBounds(Struct, frozen=True, eq=False):
    """Bounds on log f by quadratic polynomials, low <= log f <= high on [start, inf); None: no bound. `vanishes`: f <=
    0 on [start, inf)."""

    start: Fraction
    low: QuadraticPolynomial | None
    high: QuadraticPolynomial | None
    vanishes: bool = False


def log_bounds(formula: Callable[[Any, Any], Any], start: Fraction, bits: int) -> LogBounds:
    """Bounds on the logarithm of formula(xp, x) on [start, inf), start > 0. Raises Unsupported, or an exception of the
    formula."""
    with Asymptotic(start, bits) as xp:
        found = as_exponentials(xp.number(formula(xp, xp.variable())))
        if found.high is not None and sums.nonnegative(sums.minus(found.high), xp.start):
            return LogBounds(start, None, None, vanishes=True)
        low = None if found.low is None else sums.log_below(found.low, xp.start)
        return LogBounds(start, low, None if found.high is None else sums.log_above(found.high, xp.start))


class Asymptotic(Precise):
    """The arithmetic of bounds on [start, inf), start > 0, at a working precision of `bits`; enter it before using
    operators."""

    name = "asymptotic"

    def __init__(self, start: Fraction, bits: int) -> None:
        super().__init__(bits)
        self._from = start
        with self._balls as xp:
            self.start: arb = xp.number(start)

    def __repr__(self) -> str:
        return f"asymptotic({self.start}, {self.bits})"

    def number(self, x: Number | Any) -> Bounds:
        """A number as a value; a function of an arithmetic is evaluated in this one."""
        return self.number(x(self)) if callable(x) else bounds_of(x, self.start)

    def variable(self) -> QuadraticBounds:
        """The argument itself."""
        return quadratic(self.start, QuadraticPolynomial(arb(0), arb(1), arb(0)))

    @property
    def pi(self) -> Bounds:
        return self.number(arb.pi())

    @property
    def inf(self) -> Bounds:
        raise Unsupported("infinity")

    def exp(self, x: Any) -> Bounds:
        return exponential(self.number(x))

    def log(self, x: Any) -> Bounds:
        return logarithm(self.number(x))

    def expm1(self, x: Any) -> Bounds:
        x = self.number(x)
        return _near_zero(x, lambda end: end.exp()) or exponential(x) - 1

    def log1p(self, x: Any) -> Bounds:
        x = self.number(x)
        return _near_zero(x, lambda end: 1 / (1 + end)) or logarithm(x + 1)

    def sqrt(self, x: Any) -> Bounds:
        return power(self.number(x), Fraction(1, 2))

    def ndtr(self, x: Any) -> Bounds:
        x = self.number(x)
        if isinstance(x, ExponentialBounds):
            x = constant_bounds(x)
        return ExponentialBounds(x.start, normal_below(x.low, x.start), normal_above(x.high, x.start))

    def log_ndtr(self, x: Any) -> Bounds:
        return logarithm(self.ndtr(x))

    def erfc(self, x: Any) -> Bounds:
        return self.ndtr(-self.number(x) * arb(2).sqrt()) * 2

    def maximum(self, x: Any, y: Any) -> Bounds:
        return largest(self.number(x), self.number(y))

    def refined(self, bits: int) -> Asymptotic:
        """The same arithmetic with `bits` more bits of precision."""
        return Asymptotic(self._from, self.bits + bits)

    def __getattr__(self, name: str) -> Callable[[Any], Bounds]:
        if name not in ("gamma", "lgamma", "ndtri"):
            raise AttributeError(name)
        return partial(self._of_number, name)

    def _of_number(self, name: str, x: Any) -> Bounds:
        x = self.number(x)
        if not isinstance(x, QuadraticBounds) or x.number is None:
            raise Unsupported(f"{name} of a value that is not constant")
        return self.number(getattr(self._balls, name)(x.number))


def _near_zero(x: Bounds, factor: Callable[[arb], arb]) -> ExponentialBounds | None:
    """f(x) between exponential sums, for f(0) = 0 and x of one sign: by the mean-value theorem, x times a number
    between f'(0) = 1 and f' at the bound on |x|, which `factor` gives."""
    if isinstance(x, QuadraticBounds) or x.sign == 0 or x.low is None or x.high is None:
        return None
    end = sums.upper_bound(x.size, x.start)
    second = None if end is None else factor(x.sign * end)
    if second is None or not second > 0:
        return None
    near, wide = (((bound, ZERO),) for bound in (second.min(arb(1)), second.max(arb(1))))
    low, high = (near, wide) if x.sign > 0 else (wide, near)
    return ExponentialBounds(x.start, sums.product(x.low, low), sums.product(x.high, high))
