"""Counterexamples: whether an inequality certainly fails at an exact point."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb

from ..algebra import sympy_time_budget, sympy_to_formula
from ..arithmetic.ball import RealBalls, balls
from ..boxes.box import Point
from ..boxes.range_enclosure import LAST_BITS, UNSUPPORTED, Formula, value_at
from ..catching import ours
from ..enclosure import Enclosure
from ..large_packages import sympy
from ..statements.verdict import Refuted

LARGE = 1000
"""The largest numerator or denominator for SymPy, which takes long to see that exponentials of larger numbers are not
0."""

_IF_ZERO = " (it is 0 there: strict=False claims no more, inside=True leaves out the ends of ranges)"


def sign_at(formula: Formula, point: Point, strict: bool, bits: int, cap: int) -> bool | Refuted:
    """A refutation of formula > 0 (>= 0 unless `strict`) at the point; True if the inequality certainly holds; False if
    balls decide neither.

    The precision rises from `bits` up to `cap`; as long as the formula has no value, by larger steps and beyond
    `cap`."""
    while bits <= cap:
        value = value_at(formula, point, bits)
        if has_sign(-value, not strict) and is_real(formula, point, bits):
            return refuted(point, value, strict)
        if has_sign(value, strict):
            return True
        if value.is_nan():  # with few bits, cancellation may leave a root or a logarithm without a value
            bits, cap = 4 * bits, max(cap, LAST_BITS)
        else:
            bits *= 2
    return False


def exact_sign_at(formula: Formula, point: Point, strict: bool, bits: int, cap: int) -> bool | Refuted:
    """As `sign_at`; a strict inequality is also refuted if the value is exactly 0 by SymPy, and balls enclose 0
    tightly."""
    found = sign_at(formula, point, strict, bits, cap)
    if found is not False or not strict:
        return found
    value = value_at(formula, point, cap)
    with balls(64):
        small = value.is_finite() and value.contains(0) and bool(abs(value) < arb(2) ** (-cap // 4))
    return zero(point) if small and is_real(formula, point, cap) and is_zero(formula, point) else False


def is_real(formula: Formula, point: Point, bits: int) -> bool:
    """Whether the formula has a real value at a point: balls read log 0 as -inf, of which -1/log 0 would be 0."""
    return bool(value_at(formula, point, bits, RealBalls).is_finite())


def has_sign(value: arb, strict: bool) -> bool:
    """Whether a ball is positive, or nonnegative unless `strict`."""
    return bool(value > 0) if strict else bool(value >= 0)


def refuted(point: Point, value: arb, strict: bool) -> Refuted:
    """A refutation by the ball of a value at a point."""
    want = "positive" if strict else "non-negative"
    witness = {"point": [str(x) for x in point], "value": Enclosure.of(value).upper_exact}
    equal = _IF_ZERO if strict and value.is_zero() else ""
    return Refuted(how=f"balls: certainly not {want} at a point of the box{equal}", witness=witness)


def zero(point: Point) -> Refuted:
    """A refutation by an exact zero at a point."""
    return Refuted(
        f"SymPy: the formula is 0 at a point{_IF_ZERO}", witness={"point": [str(x) for x in point], "value": "0"}
    )


def is_short(point: Sequence[Fraction]) -> bool:
    """Whether the coordinates have numerators and denominators small enough for SymPy."""
    return all(max(abs(x.numerator), x.denominator) <= LARGE for x in point)


def is_zero(formula: Formula, point: Point) -> bool:
    """Whether a formula is exactly 0 at a point, by SymPy."""
    if not is_short(point):
        return False
    try:
        with sympy_time_budget.budget():
            found = sympy_to_formula.expression(formula, [sympy.Rational(x.numerator, x.denominator) for x in point])
            return bool(found == 0 or sympy.simplify(found) == 0)
    except ours(*UNSUPPORTED, RecursionError, sympy_time_budget.OverWork):
        return False
