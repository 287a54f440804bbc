"""Theorem 3 as printed, by a golden-section search over p with mpmath: an opinion that shares no search with the
plugins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered_plugins.conversion.formulas import closed_forms as rc
from chartered_verify.arithmetic import digits

DIGITS = 60
XP = digits(DIGITS)
MP = XP.mp
GOLDEN = (MP.sqrt(5) - 1) / 2


def number(x: Fraction | float) -> Any:
    """An exact number in mpmath."""
    exact = Fraction(x)
    return MP.mpf(exact.numerator) / exact.denominator


def largest_gamma(alpha: Fraction, epsilon: Fraction | float, delta: Fraction | float) -> Any:
    """gamma(eps, delta): the largest gamma for which (alpha, gamma)-RDP implies (eps, delta)-DP by Theorem 3."""
    if Fraction(alpha) * Fraction(delta) >= 1:
        return number(epsilon) - MP.log1p(-number(delta))
    return minimum(alpha, epsilon, delta)[0]


def minimum(alpha: Fraction, epsilon: Fraction | float, delta: Fraction | float) -> tuple[Any, Any]:
    """The minimum over delta < p < 1 of the printed bracket, and the p that gives it. The bracket is convex in p."""
    a, e, d = number(alpha), number(epsilon), number(delta)

    def at(y: Any) -> Any:
        return rc.objective(XP, a, e, d, 1 + (1 - d) / d / (1 + MP.exp(-y)))

    y = golden(at, MP.log(d) + min(MP.log(a - 1), 0) - 30, MP.mpf(40))
    return at(y), d + (1 - d) / (1 + MP.exp(-y))


def golden(f: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """The argument of the least value of a function that falls and then rises."""
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = f(left), f(right)
    while high - low > MP.mpf(10) ** -18:
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = f(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = f(right)
    return (low + high) / 2
