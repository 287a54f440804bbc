"""eps where doubles do not settle it: of very many runs that each lose next to nothing, log M at a node errs by more in
doubles than delta is. Balls then bisect, along lines that are accurate relative to the target instead of delta."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from flint import arb

from ..formulas.composition import Composition, Line, inversion
from .contour import Search
from .ends import log_of

_DIGITS, _LINES, _HALVINGS = 3.0, 16, 60
"""Digits of the lines along which eps is sought, how many of them, and turns on each."""
_CLOSE = 1e-4
"""The relative distance of two eps from which on a line of all digits takes over."""


def settled(
    parts: Composition, search: Search, target: arb, digits: float, start: float
) -> tuple[Line, Fraction, Fraction]:
    """(a line of some digits, an eps close to the one at which delta is the target, about -d log delta/d eps there).
    `start`: an eps from which it is sought. Raises ArithmeticError."""
    log_target, low, high = log_of(target), 0.0, math.inf
    x = max(start, 1e-12)
    for _ in range(_LINES):
        delta = _along(parts, search, x, log_target, _DIGITS)
        for _ in range(_HALVINGS):
            found = delta(x)
            if not (found > target or found < target):
                break
            low, high = (x, high) if found > target else (low, x)
            x = 2 * x if high == math.inf else (low + high) / 2
            if high - low <= _CLOSE * high:
                break
        if high - low <= _CLOSE * high or found.rel_accuracy_bits() > 4:
            return _finished(parts, search, x, log_target, digits, delta)
    raise ArithmeticError("no line settles eps")


def _along(
    parts: Composition, search: Search, epsilon: float, log_target: float, digits: float
) -> Callable[[float], arb]:
    """delta along a line that is chosen for an eps."""
    line = _line(search, epsilon, log_target, digits)
    return lambda x: inversion(parts, line).delta(Fraction(x))


def _line(search: Search, epsilon: float, log_target: float, digits: float) -> Line:
    """The line for an eps, of some digits of the target."""
    return search.line(search.choose(search.order_at(epsilon), epsilon, log_target, digits * math.log(10) + 2), digits)


def _finished(
    parts: Composition, search: Search, x: float, log_target: float, digits: float, delta: Callable[[float], arb]
) -> tuple[Line, Fraction, Fraction]:
    """The line of all digits, and the slope by two values along the last one."""
    line, step = _line(search, x, log_target, digits), 100 * _CLOSE * x
    here, there = delta(x), delta(x + step)
    if not (here > 0 and there > 0):
        raise ArithmeticError("no line settles eps")
    return line, Fraction(x), Fraction(max((log_of(here) - log_of(there)) / step, 1e-300))
