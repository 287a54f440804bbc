"""Signs of an algebraic function of one positive variable: it can be 0 only at the real roots of its norm, a
polynomial, which are isolated exactly; balls give the sign at a point between successive roots."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..algebra.sympy_to_formula import formula_of
from ..enclosure import sign as certain_sign
from ..large_packages import sympy
from .generators import Generators
from .sign_codes import in_order, weak

_DEGREE = 40
_WIDTHS = [sympy.Rational(1, 10**n) for n in (6, 12, 40)]
_BITS = 512


def algebraic_sign(factor: Any, generators: Generators) -> str:
    """The sign on (0, inf) of a polynomial in one variable and in square roots of polynomials in it; "?" for another
    expression, or if a sign is not certain."""
    variable, roots = _variable(factor, generators)
    if variable is None:
        return "?"
    roots_of_norm = _positive_roots(_norm(factor, roots), variable)
    if roots_of_norm is None:
        return "?"
    formula = formula_of(factor.xreplace({root: sympy.sqrt(base) for root, base in roots.items()}), [variable])
    found = in_order(_at(formula, point, point) for point in _between(roots_of_norm))
    at_roots = {_at(formula, low, high) for low, high in roots_of_norm}
    return weak(found) if len(found) == 1 and not at_roots <= {found} else found


def _at(formula: Any, low: Fraction, high: Fraction) -> str:
    """The sign on an interval, by balls; "?" if it is not certain."""
    found = certain_sign(lambda xp: xp.number(formula(xp, xp.number(low).union(xp.number(high)))), cap=_BITS)
    return "+" if found == 1 else "-" if found == -1 else "?"


def _variable(factor: Any, generators: Generators) -> tuple[Any, dict[Any, Any]]:
    """(the only variable, an argument or its root; the other roots with their radicands). (None, {}) if there are
    several variables, or other generators."""
    others = {root: base.xreplace(generators.powers) for root, base in generators.roots.items() if factor.has(root)}
    free = (factor.free_symbols - others.keys()).union(*(base.free_symbols for base in others.values()))
    if len(free) != 1:
        return None, {}
    (variable,) = free
    known = [*generators.symbols, *(power.as_base_exp()[0] for power in generators.powers.values())]
    return (variable if variable in known else None), others


def _norm(factor: Any, roots: dict[Any, Any]) -> Any:
    """The product of the factor with all its conjugates, in each of which some roots are negated."""
    for root, base in roots.items():
        odd, even = sympy.Integer(0), sympy.Integer(0)
        for (n,), coefficient in sympy.Poly(factor, root).terms():
            odd, even = (
                (odd + coefficient * base ** (n // 2), even) if n % 2 else (odd, even + coefficient * base ** (n // 2))
            )
        factor = sympy.numer(sympy.together(sympy.expand(even**2 - odd**2 * base)))
    return factor


def _positive_roots(norm: Any, variable: Any) -> list[tuple[Fraction, Fraction]] | None:
    """Narrow disjoint intervals around the positive roots, in order; None if the norm is no polynomial, or too
    large."""
    if not norm.is_polynomial(variable):
        return None
    poly = sympy.Poly(norm, variable)
    if poly.is_zero or poly.degree() > _DEGREE or not all(c.is_Rational for c in poly.all_coeffs()):
        return None
    poly = sympy.Poly(sympy.cancel(poly.as_expr() / variable ** min(n for (n,) in poly.monoms())), variable)
    if poly.degree() <= 0:
        return []
    for width in _WIDTHS:
        ends = [(_fraction(low), _fraction(high)) for (low, high), _ in poly.intervals(eps=width, inf=0)]
        if all(low > 0 for low, _ in ends) and all(a[1] < b[0] for a, b in pairwise(ends)):
            return ends
    return None


def _between(roots: list[tuple[Fraction, Fraction]]) -> list[Fraction]:
    """A point of (0, inf) between each two successive roots, before the first and beyond the last."""
    if not roots:
        return [Fraction(1)]
    return [roots[0][0] / 2, *((a[1] + b[0]) / 2 for a, b in pairwise(roots)), roots[-1][1] + 1]


def _fraction(x: Any) -> Fraction:
    return Fraction(int(sympy.Rational(x).p), int(sympy.Rational(x).q))
