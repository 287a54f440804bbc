"""Decay: the arithmetic of how formulas behave for all arguments from a start on, to infinity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb

from . import exponential_sums as of
from .asymptotic_bounds import (
    Far,
    Line,
    Unreadable,
    Wave,
    exponential,
    far,
    flat,
    largest,
    line,
    logarithm,
    power,
    wave,
)
from .ball_based import Precise
from .exponential_sums import ZERO, Parabola
from .normal_tail import normal_above, normal_below
from .protocol import Number

__all__ = ["Decay", "Ending", "Unreadable", "ending"]


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """How a formula f ends: low <= log f <= high from `start` on (None: no bound), or f is at most 0 there
    (`vanishes`)."""

    start: Fraction
    low: Parabola | None
    high: Parabola | None
    vanishes: bool = False


def ending(formula: Callable[[Any, Any], Any], start: Fraction, bits: int) -> Ending:
    """What rules say of a formula(xp, x) from `start` > 0 on. Raises Unreadable, or what the formula itself raises."""
    with Decay(start, bits) as xp:
        found = wave(xp.number(formula(xp, xp.variable())))
        if found.high is not None and of.nonnegative(of.minus(found.high), xp.start):
            return Ending(start, None, None, vanishes=True)
        low = None if found.low is None else of.log_below(found.low, xp.start)
        return Ending(start, low, None if found.high is None else of.log_above(found.high, xp.start))


class Decay(Precise):
    """The arithmetic from `start` > 0 on, at a working precision of `bits`; enter it before using operators."""

    name = "decay"

    def __init__(self, start: Fraction, bits: int) -> None:
        super().__init__(bits)
        self._from = start
        with self._balls as xp:
            self.start: arb = xp.number(start)

    def __repr__(self) -> str:
        return f"decay({self.start}, {self.bits})"

    def number(self, x: Number | Any) -> Far:
        """A number; a function of an arithmetic is asked in this one."""
        return self.number(x(self)) if callable(x) else far(x, self.start)

    def variable(self) -> Line:
        """The argument itself."""
        return line(self.start, Parabola(arb(0), arb(1), arb(0)))

    @property
    def pi(self) -> Far:
        return self.number(arb.pi())

    @property
    def inf(self) -> Far:
        raise Unreadable("infinity")

    def exp(self, x: Any) -> Far:
        return exponential(self.number(x))

    def log(self, x: Any) -> Far:
        return logarithm(self.number(x))

    def expm1(self, x: Any) -> Far:
        x = self.number(x)
        return _near_zero(x, lambda end: end.exp()) or exponential(x) - 1

    def log1p(self, x: Any) -> Far:
        x = self.number(x)
        return _near_zero(x, lambda end: 1 / (1 + end)) or logarithm(x + 1)

    def sqrt(self, x: Any) -> Far:
        return power(self.number(x), Fraction(1, 2))

    def ndtr(self, x: Any) -> Far:
        x = self.number(x)
        if isinstance(x, Wave):
            x = flat(x)
        return Wave(x.start, normal_below(x.low, x.start), normal_above(x.high, x.start))

    def log_ndtr(self, x: Any) -> Far:
        return logarithm(self.ndtr(x))

    def erfc(self, x: Any) -> Far:
        return 2 * self.ndtr(-self.number(x) * arb(2).sqrt())

    def maximum(self, x: Any, y: Any) -> Far:
        return largest(self.number(x), self.number(y))

    def minimum(self, x: Any, y: Any) -> Far:
        return -largest(-self.number(x), -self.number(y))

    def positive(self, x: Any) -> Far:
        return self.maximum(x, 0)

    def logaddexp(self, x: Any, y: Any) -> Far:
        return self.log(self.exp(x) + self.exp(y))

    def refined(self, bits: int) -> Decay:
        """From the same start on, with so many bits more."""
        return Decay(self._from, self.bits + bits)

    def __getattr__(self, name: str) -> Callable[[Any], Far]:
        if name not in ("gamma", "lgamma", "ndtri"):
            raise AttributeError(name)
        return partial(self._of_number, name)

    def _of_number(self, name: str, x: Any) -> Far:
        x = self.number(x)
        if not isinstance(x, Line) or x.number is None:
            raise Unreadable(f"{name} of what is no number")
        return self.number(getattr(self._balls, name)(x.number))


def _near_zero(x: Far, factor: Callable[[arb], arb]) -> Wave | None:
    """f(x) for f(0) = 0 and a wave x on one side of 0: x times something between f'(0) = 1 and `factor` at x's far
    end."""
    if isinstance(x, Line) or x.sign == 0 or x.low is None or x.high is None:
        return None
    end = of.ceiling(x.size, x.start)
    other = None if end is None else factor(x.sign * end)
    if other is None or not other > 0:
        return None
    near, wide = (((bound, ZERO),) for bound in (other.min(arb(1)), other.max(arb(1))))
    low, high = (near, wide) if x.sign > 0 else (wide, near)
    return Wave(x.start, of.product(x.low, low), of.product(x.high, high))
