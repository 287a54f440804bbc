"""Optimum claims: a closed form against the numeric optimum. Brent's method proposes a point, mpmath refines it, balls
confirm.

Such a comparison is made case by case, so its verdict is at most "supported"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from math import floor, isfinite, log
from typing import Any

from flint import arb

from ..arithmetic import Balls, balls, digits, floats
from ..boxes.range_enclosure import Formula
from ..catching import ours
from ..enclosure import Enclosure, Undecidable, enclose
from ..numeric.enclosed_minimum import minimum_over
from ..numeric.minimisation import minimise, scan
from ..statements.claim import Effort
from ..statements.verdict import Refuted, Supported, Undecided, Verdict

Case = Sequence[Fraction | int]
Ends = tuple[Fraction | int, Fraction | int]
DEFAULT = Effort()


def optimum_is(
    objective: Formula,
    closed_form: Formula,
    domain: Callable[..., Ends],
    cases: Iterable[Case],
    *,
    slope: Formula | None = None,
    effort: Effort = DEFAULT,
    least_digits: int = 8,
) -> Verdict:
    """Decides by cases whether the minimum over x in domain(*case) of objective(xp, x, *case) is closed_form(xp,
    *case).

    `domain(*case)`: the exact ends of the closed range of x. The upper bound on the minimum is the value of the
    objective at a point that Brent's method proposes and mpmath refines. The lower bound is by branch and bound, for
    which the `slope` in x is optional but makes it much sharper. Refuted if the enclosures of the minimum and of the
    closed form are disjoint in a case. Supported (with the number of cases, and the digits to which the worst agrees)
    if they overlap in all cases and agree to `least_digits` digits of max(1, |value|); otherwise undecided."""
    worst, points = 10**6, 0
    for case in cases:
        stated = enclose(partial(_stated, closed_form, case), goal=4 * least_digits + 32)
        try:
            found = _minimum(objective, slope, case, domain(*case), effort.digits, least_digits)
        except Undecidable as error:
            return Undecided(how=f"no enclosure of the minimum: {error}", left=_show(case))
        if not stated.overlaps(found):
            witness = {"case": list(map(str, case)), "stated": repr(stated), "minimum": repr(found)}
            return Refuted("balls: the closed form and the minimum have disjoint enclosures", witness=witness)
        worst, points = min(worst, _agreement(stated, found, 256 + 4 * least_digits)), points + 1
        if worst < least_digits:
            return Undecided(how=f"the enclosures overlap, but agree to {worst} digits only", left=_show(case))
    if not points:
        return Undecided(how="no case was given", left="all of it")
    return Supported(
        how=f"balls: the closed form and the enclosed minimum agree in {points} cases", points=points, digits=worst
    )


def _minimum(
    objective: Formula, slope: Formula | None, case: Case, ends: Ends, digits: int, least_digits: int
) -> Enclosure:
    """The enclosure of the minimum in a case. Raises Undecidable."""

    def at(f: Formula) -> Formula:
        return lambda xp, x: f(xp, x, *map(xp.number, case))

    low, high = ends
    place = propose(at(objective), low, high, max(digits, least_digits))
    top = _value(at(objective), place, 4 * least_digits + 32)
    found = minimum_over(
        at(objective),
        [ends],
        derivatives=None if slope is None else [at(slope)],
        log_axes=(0,) if low > 0 else (),
        goal=4 * least_digits,
        cap=max(1024, 16 * least_digits),
    )
    return Enclosure(found.lo, min(top, found.hi))


def propose(objective: Formula, low: Fraction | int, high: Fraction | int, n: int = 50) -> Fraction:
    """A point of [low, high] near the minimum of objective(xp, x): a scan and Brent's method in floats, then mpmath
    with `n` digits.

    A proposal only: the value at any point is a sound upper bound on the minimum."""
    start = _scan(objective, Fraction(low), Fraction(high))
    xp = digits(n)
    width = xp.number(Fraction(high) - Fraction(low)) * xp.mp.mpf(10) ** -6
    best = xp.number(start)
    try:
        best = xp.mp.findroot(
            lambda x: xp.mp.diff(lambda y: objective(xp, y), x), (best, best + width), solver="secant"
        )
    except ours(ValueError, ZeroDivisionError, ArithmeticError, TypeError):
        return start
    return _inside(best, start, Fraction(low), Fraction(high))


def _scan(objective: Formula, low: Fraction, high: Fraction) -> Fraction:
    """The best of 65 points (in geometric progression if the range is longer than a decade), improved by Brent's
    method."""
    geometric = low > 0 and high > 10 * low
    first, last = (log(low), log(high)) if geometric else (float(low), float(high))
    grid = [first + (last - first) * step / 64 for step in range(65)]

    def value(t: float) -> float:
        try:
            found = float(objective(floats, 2.718281828459045**t if geometric else t))
        except ours(ArithmeticError, ValueError):
            return 1e308
        return found if isfinite(found) else 1e308

    t, _ = minimise(value, *scan(value, grid), 1e-12)
    return min(max(Fraction(2.718281828459045**t if geometric else t), low), high)


def _inside(x: Any, start: Fraction, low: Fraction, high: Fraction) -> Fraction:
    """The refined point as a fraction, or `start` if the refinement left the range or is no real number."""
    if getattr(x, "imag", 0) != 0 or not isfinite(float(x.real)):
        return start
    sign, man, exp, _ = x.real._mpf_
    exact = Fraction(-man if sign else man) * Fraction(2) ** exp
    return exact if low <= exact <= high else start


def _stated(closed_form: Formula, case: Case, xp: Balls) -> arb:
    return xp.number(closed_form(xp, *map(xp.number, case)))


def _value(objective: Formula, x: Fraction, goal: int) -> arb:
    return enclose(lambda xp: objective(xp, xp.number(x)), goal=goal).hi


def _agreement(one: Enclosure, two: Enclosure, bits: int) -> int:
    """The number of decimal digits of max(1, |value|) to which two overlapping enclosures agree."""
    with balls(bits):
        width = one.lo.union(two.lo).union(one.hi).union(two.hi).rad() * 2
        scale = abs(one.lo).max(arb(1))
        digits_left = -(width / scale).log() / arb(10).log()
    return bits if width.is_zero() else max(floor(float(digits_left.lower())), 0)


def _show(case: Case) -> str:
    return f"case ({', '.join(map(str, case))})"
