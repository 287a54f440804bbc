"""Signs by algebra: the sign of every factor or term of a formula follows from the assumptions on its symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from ..arithmetic import balls
from ..boxes.box import Point
from ..boxes.random_points import open_side, points_of
from ..boxes.range_enclosure import Formula, bits_of_values, value_at
from ..enclosure import Enclosure
from ..factoring import factored
from ..large_packages import sympy
from ..statements.claim import Effort
from ..statements.verdict import Proved, Refuted, Undecided, Verdict
from .sympy_to_formula import expression

_BITS = 256
Ranges: TypeAlias = Mapping[str, tuple[Any, Any]]
"""For each variable, the rational range in which counterexamples are searched in ball arithmetic."""


def sign_of(
    formula: Formula,
    names: str,
    domain: Ranges,
    effort: Effort,
    *,
    strict: bool = True,
    zero: Sequence[str] = (),
    points: int = 12,
) -> Verdict:
    """Decides formula > 0 (or >= 0, if not `strict`) for all positive values of the named symbols, for the value 0 of
    those in `zero`, and for all real ones of those whose range begins below 0.

    SymPy rewrites the formula as a sum or product of terms whose signs follow from the assumptions; it cancels terms
    that may have no value, so that points of the whole domain are tried for one. `domain` only limits the search for a
    counterexample, which comes first, and, as `open_side` says, the values for which the formula must have one."""
    reals = [low < 0 for low, _ in domain.values()]
    symbols = [
        sympy.Symbol(name, **{"real" if real else "nonnegative" if name in zero else "positive": True})
        for name, real in zip(names.split(), reals, strict=True)
    ]
    hunted = list(points_of(domain, points, effort.seed, _stated_at(names.split(), reals, zero)))
    if not hunted:
        return Undecided("no point of the ranges is in the domain", left="all of it")
    found = negative_at(formula, domain, hunted, strict)
    if found is not None:
        return found
    expr = expression(formula, symbols)
    for name, rewrite in _FORMS.items():
        form = rewrite(expr)
        if form.is_positive or (not strict and form.is_nonnegative):
            if (missing := without_value(formula, _everywhere(domain, zero, points, effort.seed))) is not None:
                return Undecided("the formula has a known sign where it has a value", left=f"its value at {missing}")
            return Proved(how=f"SymPy: every factor has a known sign ({name})", hunted=len(hunted))
    return Undecided(how=f"SymPy sees no sign in {sympy.simplify(expr)}", left="all of it")


def _stated_at(names: Sequence[str], reals: Sequence[bool], zero: Sequence[str]) -> Callable[..., bool]:
    """A function that decides whether the statement covers a point."""
    return lambda *point: all(
        real or x > 0 or (x == 0 and name in zero) for name, real, x in zip(names, reals, point, strict=True)
    )


def _everywhere(domain: Ranges, zero: Sequence[str], count: int, seed: int) -> list[Point]:
    """Random points of the whole domain, and one with the value 0 of each letter in `zero`."""
    inner = points_of(dict.fromkeys(domain, (0, 1)), count, seed, lambda *point: all(0 < t < 1 for t in point))
    found = [tuple(map(_stretched, point, domain.values())) for point in inner]
    at_zero = [tuple(0 * x if name == at else x for name, x in zip(domain, found[0], strict=True)) for at in zero]
    return found + at_zero


def _stretched(t: Fraction, ends: tuple[Any, Any]) -> Fraction:
    """A number of the open interval that a range stands for, or of all real ones, from one between 0 and 1."""
    low, high = open_side(ends)
    return (t - Fraction(1, 2)) / (t * (1 - t)) if ends[0] < 0 else t if high else low + t / (1 - t)


def without_value(formula: Formula, points: Iterable[Point]) -> str | None:
    """The first of the points at which the formula has no value, in words; None if it has one at all of them."""
    gaps = (point for point in points if bits_of_values((formula,), point, _BITS) is None)
    return next((f"({', '.join(map(str, point))})" for point in gaps), None)


def negative_at(formula: Formula, domain: Ranges, points: Iterable[Point], strict: bool) -> Refuted | None:
    """One of the points, at which the formula certainly has the wrong sign."""
    for point in points:
        value = value_at(formula, point, _BITS)
        with balls(_BITS):
            if value < 0 or (strict and value <= 0):
                witness = {
                    "point": dict(zip(domain, map(str, point), strict=True)),
                    "value": Enclosure.of(value).upper_exact,
                }
                return Refuted("balls: the sign is certainly wrong at a point", witness=witness)
    return None


def _expanded(above: Any, below: Any) -> Any:
    return sympy.expand(above) / sympy.expand(below)


_FORMS: dict[str, Callable[[Any], Any]] = {
    "as it stands": lambda expr: expr,
    "factored": lambda expr: factored(sympy.together(expr)),
    "expanded": lambda expr: sympy.expand(expr),
    "expanded over a common denominator": lambda expr: _expanded(*sympy.fraction(sympy.together(expr))),
    "simplified": lambda expr: sympy.simplify(expr),
    "logarithms expanded": lambda expr: sympy.simplify(sympy.expand_log(sympy.simplify(expr))),
}
