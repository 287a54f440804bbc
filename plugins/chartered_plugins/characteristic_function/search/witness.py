"""Proposes the witness of an inversion: for eps two ends a little apart, for each direction a line. Floats choose,
balls tell whether the choice is good enough; what they prove is proved again by the profile."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache

import chartered as ch
from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import enclose, fraction_of
from flint import arb

from ..formulas.composition import Composition, Line, chernoff, infinity_mass, inversion
from ..guarantee import CharacteristicFunction
from ..witness import DIRECTIONS, stated
from .contour import Search
from .stand_ins import MANY

DIGITS, FEWER, FEWEST, SPARE, ROUGH = 11, 5, 3, 3, 2
"""Correct digits of delta, those where mechanisms are many, and where each of these takes long, those beyond the ones
that are asked for, and those of a direction that is far from deciding."""
_STEPS, _CLOSER = 12, 3


@contextmanager
def _in_floats() -> Iterator[None]:
    """Around a search. Raises ArithmeticError where it leaves the range of floats."""
    try:
        yield
    except (OverflowError, ZeroDivisionError) as error:
        raise ArithmeticError(f"the search of a contour leaves the range of floats: {error}") from error


@_in_floats()
def for_delta(g: CharacteristicFunction, question: ch.Question) -> ch.Witness:
    """The larger direction to all digits, the other one as far as it proves that it is."""
    epsilon, digits = question.at, _digits(g.directions[0], question)
    guesses = [_log_delta(parts, epsilon) for parts in g.directions]
    lead = max(range(len(guesses)), key=lambda place: guesses[place])
    line = line_at(g.directions[lead], epsilon, digits)
    floor = _delta(g.directions[lead], line, epsilon).lower()
    found = {lead: stated(DIRECTIONS[lead], line)}
    for place, parts in enumerate(g.directions):
        if place != lead:
            shown = below_target(place, parts, epsilon, floor)
            found[place] = shown or stated(DIRECTIONS[place], line_at(parts, epsilon, digits))
    return _joined(found)


@_in_floats()
def for_epsilon(g: CharacteristicFunction, question: ch.Question) -> ch.Witness:
    """The larger eps of both directions to all digits; the other direction only as far as it proves the upper end."""
    asked = question.correct_digits
    target = _finite_target(g.directions[0], question.at, _digits(g.directions[0], question))
    guesses = [_epsilon(parts, target) for parts in g.directions]
    lead = max(range(len(guesses)), key=lambda place: guesses[place])
    below, above, line = _close_bracket(g.directions[lead], target, asked)
    found = {lead: stated(DIRECTIONS[lead], line)}
    for place, parts in enumerate(g.directions):
        if place != lead:
            shown = below_target(place, parts, above, target.lower())
            if not shown:
                own_below, own_above, line = _close_bracket(parts, target, asked)
                below, above = max(below, own_below), max(above, own_above)
            found[place] = shown or stated(DIRECTIONS[place], line)
    ends = ch.Bracket(above=max(above, Fraction(0)), below=max(below, Fraction(0)))
    return ends.written() | _joined(found)


def below_target(place: int, parts: Composition, epsilon: Fraction, target: arb) -> dict[str, Fraction]:
    """What shows that delta in a direction is at most the target: a Chernoff bound, else a line of few digits; nothing
    where neither does."""
    try:
        order = _searched(parts).chernoff_order(float(epsilon))
        with balls(64) as xp:
            if chernoff(parts, order, xp.number(epsilon)) <= target:
                return {f"{DIRECTIONS[place]}.chernoff": order}
        line = line_at(parts, epsilon, ROUGH)
        return stated(DIRECTIONS[place], line) if _delta(parts, line, epsilon) <= target else {}
    except (ArithmeticError, OverflowError):
        return {}


def _joined(found: Mapping[int, Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """The entries of all directions, in their order."""
    return {key: x for place in sorted(found) for key, x in found[place].items()}


def _digits(parts: Composition, question: ch.Question) -> int:
    """How many correct digits a line is chosen for."""
    return max(_own_digits(parts), (question.correct_digits or 0) + SPARE)


def _own_digits(parts: Composition) -> int:
    """Fewer where the mechanisms are so many that each digit takes long."""
    return DIGITS if len(parts) <= MANY else FEWER


def _finite_target(parts: Composition, delta: Fraction, digits: int) -> arb:
    """What infinite losses leave of delta."""
    mass = infinity_mass(parts)
    with balls(256 + 4 * digits) as xp:
        left = xp.number(delta) - xp.number(mass)
        if not left > 0:
            raise ch.Unavailable("delta is not certainly above the mass of infinite losses")
        return left


@lru_cache(maxsize=64)
def _searched(parts: Composition) -> Search:
    return Search(parts)


def _epsilon(parts: Composition, target: arb) -> float:
    """eps in floats; -inf where they find none."""
    try:
        return _searched(parts).epsilon(_log(target))[0]
    except (ArithmeticError, OverflowError):
        return -math.inf


def _log_delta(parts: Composition, epsilon: Fraction) -> float:
    """log delta by its leading term; -inf where there is no saddle point."""
    try:
        search = _searched(parts)
        return search.saddle_delta(search.order_at(float(epsilon)), float(epsilon))
    except (ArithmeticError, OverflowError):
        return -math.inf


def line_at(parts: Composition, epsilon: Fraction, digits: int) -> Line:
    """A line on which delta at this eps has about so many correct digits. Raises ArithmeticError."""
    search, x = _searched(parts), float(epsilon)
    saddle = search.order_at(x)
    log_delta = search.saddle_delta(saddle, x)
    return search.line(search.choose(saddle, x, log_delta, digits * math.log(10) + 2), digits)


def bracket(parts: Composition, target: arb, digits: int) -> tuple[Fraction, Fraction, Line]:
    """(below, above, line) with delta(below) >= target >= delta(above) for the delta of finite losses, about
    10^-digits apart. Raises ArithmeticError."""
    search, log_target = _searched(parts), _log(target)
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
            below, above = _rounded(x - width, width, up=False), _rounded(x + width, width, up=True)
            if _delta(parts, line, above) <= target.lower() and _delta(parts, line, below) >= target.upper():
                return below, above, line
            width *= 2
    raise ArithmeticError("no two ends enclose eps closely")


def _close_bracket(parts: Composition, target: arb, asked: int | None) -> tuple[Fraction, Fraction, Line]:
    """A bracket, and a closer one while it has fewer correct digits than were asked for."""
    digits = max(_own_digits(parts), 0 if asked is None else asked + SPARE)
    try:
        found = bracket(parts, target, digits)
    except ArithmeticError:
        if len(parts) <= MANY or asked is not None:
            raise
        found = bracket(parts, target, FEWEST)
    for _ in range(_CLOSER if asked else 0):
        below, above, _ = found
        missing = (asked or 0) + SPARE - _correct_digits(above - below, above)
        if missing <= 0:
            break
        digits += missing + 1
        found = bracket(parts, target, digits)
    return found


def _correct_digits(width: Fraction, of: Fraction) -> int:
    """How many digits of a number a width leaves, about; no fewer where the number is not positive."""
    if width <= 0 or of <= 0:
        return DIGITS
    ratio = of / width
    return math.floor((ratio.numerator.bit_length() - ratio.denominator.bit_length()) * math.log10(2))


def _delta(parts: Composition, line: Line, epsilon: Fraction) -> arb:
    return inversion(parts, line).delta(epsilon)


def _log(x: arb) -> float:
    return float(enclose(lambda xp: x.mid().log()).lower)


def _rounded(x: Fraction, width: Fraction, *, up: bool) -> Fraction:
    """x, outward, with two digits more than the width has."""
    size = width.denominator.bit_length() - width.numerator.bit_length()
    digits = max(0, 3 + math.ceil(size * math.log10(2)))
    scaled = x * 10**digits
    return Fraction(math.ceil(scaled) if up else math.floor(scaled), 10**digits)
