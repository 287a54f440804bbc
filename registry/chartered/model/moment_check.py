"""What every moment generating function of a loss fulfils, tried where a plugin states one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number
from flint import acb, arb

from ..display import one_line
from .guarantees import MomentGeneratingFunction

Ball = Callable[[str, Callable[[Arithmetic], Any]], arb]
"""The ball of a number that a function of an arithmetic gives, by the name of the function."""
_ORDER, _HEIGHTS = 2, (Fraction(0), Fraction(1), Fraction(8))
"""Where |M| and a bound on it are tried."""
_QUARTER, _OUTSIDE = Fraction(1, 4), (-1, 2)
"""Orders at which M, which is convex, is at most, and at least, what the line through its values at 0 and 1 is."""


def contradiction(given: MomentGeneratingFunction, ball: Ball) -> str | None:
    """What cannot be: M(0) = Q(L > -inf) and M(1) = P(L < inf) are 1 less the mass of infinite losses, M is convex at
    real orders and largest on each line at the real one, and the same at 1 - z if it is symmetric; and a bound on |M(c
    + it)| for all t >= y is not below its value at y. None if nothing of this is refuted."""
    names = "infinity_mass", "infinity_mass" if given.infinity_mass_added is None else "infinity_mass_added"
    ends = [1 - ball(name, partial(_mass, mass)) for name, mass in zip(names, given.infinity_masses, strict=True)][::-1]
    for order, (name, right) in enumerate(zip(names[::-1], ends, strict=True)):
        found = ball("log_moment", partial(_moment, given, order))
        if not found.overlaps(right):
            return f"M({order}) = {_text(found)}, which must be 1 - {name} = {_text(right)}"
    if why := _listed(given, ball) or _misshapen(given, ball, *ends):
        return why
    for height in _HEIGHTS if given.log_bound is not None else ():
        if why := _above(given, ball, height):
            return why
    return None


def _misshapen(given: MomentGeneratingFunction, ball: Ball, first: arb, last: arb) -> str | None:
    """What cannot be of its shape. `first`, `last`: M(0) and M(1)."""
    convex = f"M is convex, M(0) = {_text(first)} and M(1) = {_text(last)}: is the sign of log_moment right?"
    between = ball("log_moment", partial(_moment, given, _QUARTER))
    if 4 * between > 3 * first + last:
        return f"M({_QUARTER}) = {_text(between)}, which must not be above a mean of M(0) and M(1), since {convex}"
    outside = [ball("log_moment", partial(_moment, given, order)) for order in _OUTSIDE]
    for order, found in zip(_OUTSIDE, outside, strict=True):
        if found < first + order * (last - first):
            return f"M({order}) = {_text(found)}, which must not be below the line of M(0) and M(1), since {convex}"
    if given.symmetric and not outside[0].overlaps(outside[1]):
        return f"symmetric is True, but M(-1) = {_text(outside[0])} is not M(2) = {_text(outside[1])}"
    real = ball("log_moment", partial(_level, given, Fraction(0)))
    for height in _HEIGHTS[1:]:
        level = ball("log_moment", partial(_level, given, height))
        if level > real:
            why = (
                f"which must not be above log M({_ORDER}) = {_text(real)}: it is a mean of numbers whose sizes are M's"
            )
            return f"log |M({_ORDER} + {height}i)| = {_text(level)}, {why}"
    return None


def _listed(given: MomentGeneratingFunction, ball: Ball) -> str | None:
    """What cannot be of the listed outcomes: pairs of probabilities above 0 whose sum of p^z q^(1-z) is M(z)."""
    pairs = given.outcomes
    if not isinstance(pairs, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
        return f"outcomes = {one_line(repr(pairs))}, which must be pairs (p, q) of probabilities"
    if not all(isinstance(x, int | Fraction) and 0 < x <= 1 for pair in pairs for x in pair):
        return f"outcomes = {one_line(repr(pairs))}, whose probabilities must be exact numbers above 0 and at most 1"
    for order in (-1, 0, 1, 2) if pairs else ():
        own = ball("log_moment", partial(_moment, given, order))
        summed = ball("outcomes", partial(_sum, pairs, order))
        if not own.overlaps(summed):
            return f"outcomes of which M({order}) is {_text(summed)}, and by log_moment it is {_text(own)}"
    return None


def _mass(mass: Number, xp: Arithmetic) -> Any:
    return xp.number(mass)


def _sum(pairs: tuple[tuple[Fraction, Fraction], ...], order: int, xp: Arithmetic) -> Any:
    return sum((xp.number(Fraction(p) ** order * Fraction(q) ** (1 - order)) for p, q in pairs), xp.number(0))


def _moment(given: MomentGeneratingFunction, order: int | Fraction, xp: Arithmetic) -> Any:
    return xp.exp(given.log_moment(xp, xp.number(order)))


def _level(given: MomentGeneratingFunction, height: Fraction, xp: Arithmetic) -> Any:
    """log |M| at a height."""
    found: Any = given.log_moment(xp, acb(xp.number(_ORDER), xp.number(height)))
    return found.real


def _above(given: MomentGeneratingFunction, ball: Ball, height: Fraction) -> str | None:
    """What cannot be, if |M| at a height is certainly above what is stated as a bound on it."""
    bound = given.log_bound
    assert bound is not None
    stated = ball("log_bound", lambda xp: bound(xp, xp.number(_ORDER), xp.number(height)))
    level = ball("log_moment", partial(_level, given, height))
    if not level > stated:
        return None
    return f"log_bound = {_text(stated)} at {_ORDER} + {height}i, below log |M| = {_text(level)} there"


def _text(x: arb) -> str:
    return str(x.str(10, radius=False))
