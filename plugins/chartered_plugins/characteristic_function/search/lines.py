"""The line along which a moment generating function is inverted, for a question: floats choose, balls tell whether the
choice is good enough."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import enclose, fraction_of
from flint import arb

from ..formulas.composition import Composition, Line, inversion
from .contour import Search
from .ends import rounded

DIGITS, SPARE = 11, 3
"""Correct digits of delta, and those beyond the ones that are asked for."""
_STEPS, _CLOSER = 12, 3


@lru_cache(maxsize=64)
def searched(parts: Composition) -> Search:
    """The search of a composition in one direction, kept."""
    return Search(parts)


def line_at(parts: Composition, epsilon: Fraction, digits: int) -> Line:
    """A line on which delta at this eps has about so many correct digits. Raises ArithmeticError."""
    search, x = searched(parts), float(epsilon)
    saddle = search.order_at(x)
    log_delta = search.saddle_delta(saddle, x)
    return search.line(search.choose(saddle, x, log_delta, digits * math.log(10) + 2), digits)


def bracket(parts: Composition, target: arb, digits: int) -> tuple[Fraction, Fraction, Line]:
    """(below, above, line) with delta(below) >= target >= delta(above) for the delta of finite losses, about
    10^-digits apart. Raises ArithmeticError."""
    search, log_target = searched(parts), log_of(target)
    epsilon, saddle = search.epsilon(log_target)
    choice = search.choose(saddle, epsilon, log_target, digits * math.log(10) + 2)
    line = search.line(choice, digits)
    x, slope = Fraction(epsilon), Fraction(choice.order - 1)  # -log delta falls about so fast
    with balls(line.bits):
        for _ in range(_STEPS):
            found = _delta(parts, line, x)
            miss = fraction_of((found.mid() / target.mid()).log())
            radius = fraction_of((found.rad() / target.mid()).upper())
            if abs(miss) <= 2 * radius:
                break
            after = x + miss / slope
            gained = fraction_of((found.mid() / _delta(parts, line, after).mid()).log())
            slope = gained / (after - x) if gained * (after - x) > 0 else slope
            x = after
        width = (radius + abs(miss)) / slope * Fraction(9, 8)
        for _ in range(8):
            below, above = rounded(x - width, width, up=False), rounded(x + width, width, up=True)
            if _delta(parts, line, above) <= target.lower() and _delta(parts, line, below) >= target.upper():
                return below, above, line
            width *= 2
    raise ArithmeticError("no two ends enclose eps closely")


def close_bracket(parts: Composition, target: arb, asked: int | None) -> tuple[Fraction, Fraction, Line]:
    """A bracket, and a closer one while it has fewer correct digits than were asked for."""
    digits = DIGITS if asked is None else max(DIGITS, asked + SPARE)
    found = bracket(parts, target, digits)
    for _ in range(_CLOSER if asked else 0):
        below, above, _ = found
        missing = (asked or 0) + SPARE - correct_digits(above - below, above)
        if missing <= 0:
            break
        digits += missing + 1
        found = bracket(parts, target, digits)
    return found


def correct_digits(width: Fraction, of: Fraction) -> int:
    """How many digits of a number a width leaves, about; no fewer where the number is not positive."""
    if width <= 0 or of <= 0:
        return DIGITS
    ratio = of / width
    return math.floor((ratio.numerator.bit_length() - ratio.denominator.bit_length()) * math.log10(2))


def _delta(parts: Composition, line: Line, epsilon: Fraction) -> arb:
    return inversion(parts, line).delta(epsilon)


def log_of(x: arb) -> float:
    """In floats."""
    return float(enclose(lambda xp: x.mid().log()).lower)
