"""The line of inversion for a question: floats choose it, ball arithmetic decides whether it is accurate enough."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Never, TypeAlias, TypeVar

from chartered_verify.catching import ours
from flint import arb

from ..formulas.banded_line import MOST_KINDS
from ..formulas.composed_moments import Composition, Line
from ..formulas.contour import Contour
from ..formulas.rule_numbers import Rule
from .eps_bracket import Enclosed, log_of
from .line_errors_in_floats import Choice, NoLine, nats_of
from .line_search import MOST_TERMS, Search, Solved

T = TypeVar("T")
R = TypeVar("R", bound=Rule)
Ends: TypeAlias = tuple[Fraction, Fraction, Rule]
"""(below, above, rule) with delta(below) >= target >= delta(above)."""
DIGITS, SPARE = 11, 3
"""Correct digits of delta by default, and digits in addition to those requested."""
LESS = 8
"""Digits of another way that is tried before lines of fewer digits."""
FEWER, FEWER_OF_SEVERAL, FEWER_OF_THOUSANDS = (DIGITS, 7, 4), (DIGITS, 9, 7, 4), (8, 5)
"""Numbers of digits that are tried in turn if none are requested; those for more different mechanisms than have bands
of losses, and for thousands, each of which takes about a millisecond."""
_THOUSANDS = 1536
MOST_OF_FEWER = 8_000_000
"""The largest number of terms of a line with fewer digits than DIGITS: about a second."""
MOST_OF_SHORT = 1_000_000
"""The number of terms of a line beyond which another way is tried before it: about a quarter of a second."""
_CLOSER, _FINER = 3, 6
"""Attempts to narrow two ends, and digits in addition to those of a line below which nothing matters."""


def _nothing(digits: int) -> Never:
    """Raises ArithmeticError: there is no other way."""
    raise ArithmeticError("there is no other way")


@lru_cache(maxsize=64)
def searched(parts: Composition) -> Search:
    """The search of a composition in one direction, cached."""
    return Search(parts)


def line_at(parts: Composition, epsilon: Fraction, digits: int) -> Line:
    """A line on which delta at this eps has about `digits` correct digits. Raises ArithmeticError if it has too many
    terms for them."""
    search, x = searched(parts), float(epsilon)
    saddle = search.order_at(x)
    found = search.choose(saddle, x, search.saddle_delta(saddle, x), nats_of(digits))
    return search.line(search.affordable(found, _most_terms(parts, digits)), digits)


def affordable_line_at(
    parts: Composition, epsilon: Fraction, asked: int | None, instead: Callable[[int], Rule] = _nothing
) -> Line | Rule:
    """A line for the requested number of digits or, without a request, for as many as are cheap. Raises
    ArithmeticError."""
    return _first_affordable(parts, asked, lambda digits: line_at(parts, epsilon, digits), instead)


@lru_cache(maxsize=256)
def solved(parts: Composition, log_target: float, digits: int) -> Solved:
    """eps in floats with a line for `digits` digits, cached. Raises ArithmeticError if the line has too many terms for
    them."""
    return searched(parts).epsilon(log_target, nats_of(digits), _most_terms(parts, digits))


def in_doubles(parts: Composition, log_target: float) -> Solved:
    """eps in floats, by the line that is cached or, where that would have too many terms, by one of few digits. Raises
    ArithmeticError."""
    try:
        return solved(parts, log_target, DIGITS)
    except ours(ArithmeticError):
        return searched(parts).epsilon(log_target)


def terms_if_long(parts: Composition, line: Choice | Contour) -> int | None:
    """The number of terms of a line's sums, if they take so long that another way may take less; None otherwise."""
    terms = searched(parts).terms(line)
    return round(terms) if terms > MOST_OF_SHORT else None


def _most_terms(parts: Composition, digits: int) -> int:
    """The largest number of terms of a line of `digits` digits."""
    return MOST_OF_FEWER if digits < DIGITS and len(parts) <= MOST_KINDS else MOST_TERMS


def bracket(parts: Composition, target: arb, digits: int) -> tuple[Fraction, Fraction, Line]:
    """(below, above, line) with delta(below) >= target >= delta(above) for the delta of finite losses, about
    10^-digits apart. Raises ArithmeticError."""
    start, search = solved(parts, log_of(target), digits), searched(parts)
    line = search.line(start.choice, digits)
    slope = start.slope if start.slope > 0 else start.choice.order - 1
    return *bracket_on(parts, line, target, Fraction(start.epsilon), slope, digits), line


def bracket_on(
    parts: Composition, line: Line, target: arb, x: Fraction, slope: float, digits: int = DIGITS
) -> tuple[Fraction, Fraction]:
    """(below, above) by a line of some digits, as close as these allow. `x`: an eps near the root; `slope`: about the
    decrease of log delta there. Raises ArithmeticError."""
    delta = line.inverse(parts).delta
    if not delta(x) > 0:
        raise ArithmeticError("the integral along the line that floats chose does not show so small a delta")
    return Enclosed(delta, target, line.bits, digits + _FINER).ends(x, slope)


def digits_for(asked: int | None) -> int:
    """The number of correct digits for which a line is chosen."""
    return max(DIGITS, (asked or 0) + SPARE)


def _tried(parts: Composition) -> tuple[int, ...]:
    if len(parts) <= MOST_KINDS:
        return FEWER
    return FEWER_OF_SEVERAL if len(parts) <= _THOUSANDS else FEWER_OF_THOUSANDS


def close_bracket(
    parts: Composition, target: arb, asked: int | None, instead: Callable[[int], Ends] = _nothing
) -> Ends:
    """A bracket of eps, narrowed until it has the requested number of correct digits; without a request, one of fewer
    digits if more take too much work. `instead`: another one of some digits, tried before one of fewer."""

    def found(digits: int) -> Ends:
        if asked is None:
            return bracket(parts, target, digits)
        return narrowed(lambda more: bracket(parts, target, more), digits, asked + SPARE)

    return _first_affordable(parts, asked, found, instead)


def narrowed(
    found: Callable[[int], tuple[Fraction, Fraction, R]], digits: int, wanted: int
) -> tuple[Fraction, Fraction, R]:
    """Two ends that are found with some digits of delta, and with more of them while they have fewer than are wanted of
    eps."""
    ends = found(digits)
    for _ in range(_CLOSER):
        missing = wanted - correct_digits(ends[1] - ends[0], ends[1])
        if missing <= 0:
            break
        digits += missing + 1
        ends = found(digits)
    return ends


def _first_affordable(
    parts: Composition, asked: int | None, found: Callable[[int], T], instead: Callable[[int], T]
) -> T:
    """The result of `found` for the requested number of digits, or for the largest one that is affordable; that of
    `instead` before fewer digits are tried. Raises ArithmeticError."""
    tried = _tried(parts) if asked is None else (digits_for(asked),)
    ways = [(found, tried[0]), (instead, tried[0])]
    if asked is None:
        ways += [(instead, LESS), *((found, digits) for digits in tried[1:])]
    reason = ArithmeticError("no line inverts this moment generating function")
    none = False
    for way, digits in ways:
        if way is instead and none:
            continue
        try:
            return way(digits)
        except ours(ArithmeticError) as why:
            reason = why if way is found else reason
            none |= way is instead and isinstance(why, NoLine)
    raise reason


def correct_digits(width: Fraction, of: Fraction) -> int:
    """About how many digits of the number `of` an error of `width` leaves; DIGITS if the number is not positive."""
    if width <= 0 or of <= 0:
        return DIGITS
    ratio = of / width
    return math.floor((ratio.numerator.bit_length() - ratio.denominator.bit_length()) * math.log10(2))
