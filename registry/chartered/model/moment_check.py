"""What every moment generating function of a loss fulfils, tried where a plugin states one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number
from flint import acb, arb

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
            said, due = (each.str(10, radius=False) for each in (found, right))
            return f"M({order}) = {said}, which must be 1 - {name} = {due}"
    if why := _listed(given, ball) or _misshapen(given, ball, *ends):
        return why
    for height in _HEIGHTS if given.log_bound is not None else ():
        if _above(given, ball, height):
            return f"a log_bound that is below log |M({_ORDER} + {height}i)| at this height"
    return None


def _misshapen(given: MomentGeneratingFunction, ball: Ball, first: arb, last: arb) -> str | None:
    """What cannot be of its shape. `first`, `last`: M(0) and M(1)."""
    if 4 * ball("log_moment", partial(_moment, given, _QUARTER)) > 3 * first + last:
        return f"M({_QUARTER}) above a mean of M(0) and M(1), though M is convex: is the sign of log_moment right?"
    outside = [ball("log_moment", partial(_moment, given, order)) for order in _OUTSIDE]
    for order, found in zip(_OUTSIDE, outside, strict=True):
        if found < first + order * (last - first):
            return f"M({order}) below the line of M(0) and M(1), though M is convex: is the sign of log_moment right?"
    if given.symmetric and not outside[0].overlaps(outside[1]):
        return "symmetric is True, but M(-1) is not M(2)"
    for height in _HEIGHTS[1:]:
        if ball("log_moment", partial(_level, given, height)) > ball("log_moment", partial(_level, given, Fraction(0))):
            return f"|M({_ORDER} + {height}i)| is above M({_ORDER}), though it is a mean of numbers whose sizes are M's"
    return None


def _listed(given: MomentGeneratingFunction, ball: Ball) -> str | None:
    """What cannot be of the listed outcomes: pairs of probabilities above 0 whose sum of p^z q^(1-z) is M(z)."""
    pairs = given.outcomes
    if not isinstance(pairs, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
        return "outcomes that are no pairs of probabilities"
    if not all(isinstance(x, int | Fraction) and 0 < x <= 1 for pair in pairs for x in pair):
        return "outcomes whose probabilities are no exact numbers above 0"
    for order in (-1, 0, 1, 2) if pairs else ():
        if not ball("log_moment", partial(_moment, given, order)).overlaps(
            ball("outcomes", partial(_sum, pairs, order))
        ):
            return f"outcomes of which M({order}) is another number than its own"
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


def _above(given: MomentGeneratingFunction, ball: Ball, height: Fraction) -> bool:
    """Whether |M| at a height is certainly above what is stated as a bound on it."""
    bound = given.log_bound
    assert bound is not None
    stated = ball("log_bound", lambda xp: bound(xp, xp.number(_ORDER), xp.number(height)))
    return bool(ball("log_moment", partial(_level, given, height)) > stated)
