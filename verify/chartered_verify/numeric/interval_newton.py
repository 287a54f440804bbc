"""The root of a decreasing function as an exact number: enclosed in ball arithmetic at any precision by interval Newton
steps."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from flint import arb

from ..arithmetic import Arithmetic, Balls, Number, balls
from ..arithmetic.dual import duals
from ..boxes import range_enclosure
from ..enclosure import CAP_BITS, Undecidable, fraction_of, sign
from .bracketing import bisect

_GUARD = 32
"""Guard bits beyond those of the arithmetic."""
_MAX_EXPONENT = 2**16
"""The root is searched between 2^-65536 and 2^65536."""
_SIGN_BITS = 2048
_SHIFTS = tuple(1 + arb(k) / 1024 for k in (0, 1, 3))


def decreasing_root(formula: range_enclosure.Formula) -> Number:
    """The root r of a smooth formula(xp, x) that is positive on (0, r) and negative beyond r; this is a premise,
    verified by a claim of its own.

    The root is bracketed by certified signs and refined by interval Newton steps, so that a ball contains it; other
    arithmetics get the midpoint of a small ball. Evaluation raises Undecidable if no sign is certain, or if the sign
    does not change."""

    @cache
    def ball(bits: int) -> arb:
        low, high = _bracket(formula)
        return _refined(formula, low, high, bits + _GUARD)

    def value(xp: Arithmetic) -> Any:
        bits = getattr(xp, "bits", None)
        if bits is not None:
            return ball(bits)
        fine = ball(64 + 4 * getattr(xp, "n", 16)).mid()
        if xp.name == "floats":
            return float(fine)
        return xp.number(fraction_of(fine))

    return value


def _signed_point(formula: range_enclosure.Formula, x: arb) -> tuple[arb, bool]:
    """A point at x, or slightly above x in case that x is the root, and whether the formula is positive there. Raises
    Undecidable without a certain sign."""
    for shift in _SHIFTS:
        point = (x * shift).mid()
        found = sign(partial(_value, formula, point), cap=_SIGN_BITS)
        if found:
            return point, found > 0
    raise Undecidable(f"no certain sign near {x}")


def _value(formula: range_enclosure.Formula, x: arb, xp: Balls) -> arb:
    return xp.number(formula(xp, x))


def _bracket(formula: range_enclosure.Formula) -> tuple[arb, arb]:
    """Two points that differ by a factor of about two, between which the sign changes. Raises Undecidable if there is
    no change of sign."""

    def sign_at(k: int) -> tuple[arb, bool]:
        return _signed_point(formula, arb(2) ** k)

    known = {0: sign_at(0)}
    positive, low, high, stride = known[0][1], 0, 0, 1
    while known[low][1] == known[high][1]:
        low, high = (high, high + stride) if positive else (low - stride, low)
        known[high if positive else low] = sign_at(high if positive else low)
        stride *= 2
        if stride > _MAX_EXPONENT:
            raise Undecidable("the formula does not change its sign")

    def above(k: int) -> bool:
        known[k] = sign_at(k)
        return known[k][1]

    low, high = bisect(
        above, low, high, narrow=lambda low, high: high - low <= 1, middle=lambda low, high: (low + high) // 2
    )
    return known[low][0], known[high][0]


def _refined(formula: range_enclosure.Formula, low: arb, high: arb, bits: int) -> arb:
    """A ball that contains the root between two points, accurate to `bits` bits or as far as the largest precision
    allows."""
    precision = bits
    with balls(bits):
        found = low.union(high)
    while found.rel_accuracy_bits() < bits and precision <= 2 * CAP_BITS:
        step = _newton(formula, found, precision)
        if step is not None and step.rel_accuracy_bits() > found.rel_accuracy_bits():
            found = step
        elif found.rel_accuracy_bits() < 8:
            found = _bisected(formula, found, precision)
        else:
            precision *= 2
    return found


def _newton(formula: range_enclosure.Formula, found: arb, bits: int) -> arb | None:
    """One interval Newton step, x intersected with m - f(m)/f'(x); None unless f'(x) < 0."""
    with balls(bits) as xp, duals(bits) as dual:
        middle = found.mid()
        slope = formula(dual, dual.variable(found)).derivative
        if not slope < 0:
            return None
        step: arb = (middle - xp.number(formula(xp, middle)) / slope).intersection(found)
        return step


def _bisected(formula: range_enclosure.Formula, found: arb, bits: int) -> arb:
    with balls(bits):
        middle, above = _signed_point(formula, found.mid())
        half: arb = middle.union(found.upper()) if above else found.lower().union(middle)
        return half
