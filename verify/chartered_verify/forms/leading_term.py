"""Leading coefficients: whether a limit in x that SymPy takes with the other arguments as symbols holds for all their
values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import starmap
from typing import Any

from ..algebra.sympy_to_formula import formula_of
from ..boxes.range_enclosure import value_at
from ..boxes.region import Region
from ..catching import ignoring, ours
from ..factoring import factored
from ..large_packages import sympy
from ..spot_checks.trial_points import trials
from ..statements.claim import Effort
from ..statements.ranges import Exact, Over, bounded_part
from ..statements.verdict import Proved
from .identity_inequality_erratum import Formula, Inequality

UNKNOWN = "SymPy finds no leading coefficient of the term"
_BOXES, _BITS = 2000, 512
_PART = Fraction(3, 7)
"""The place in the first range at which a term is normalised: not the midpoint, where terms are more often 0. It is
another one in each, as differences are 0 where two arguments are equal."""


_ENTIRE = (sympy.exp, sympy.erf, sympy.erfc)


def why_not_uniform(quotient: Any, symbols: Sequence[Any], at: Exact | str) -> str | None:
    """Why the order of vanishing may depend on the other arguments: they occur together with x in a function, or in its
    exponent. None if it cannot.

    A power series about a finite point has the same powers of x for all their values."""
    x, others = symbols[0], set(symbols[1:])
    for node in quotient.atoms(sympy.Pow, sympy.Function):
        if isinstance(node, sympy.log) or not (node.has(x) and node.free_symbols & others):
            continue
        base, exponent = (None, node.args[0]) if isinstance(node, sympy.Function) else node.as_base_exp()
        if isinstance(node, sympy.Pow) and not exponent.free_symbols:
            continue
        entire = isinstance(node, _ENTIRE) if base is None else not base.has(x) and base.is_positive
        if isinstance(at, str) or not entire or not exponent.is_polynomial(x):
            return f"another argument stands beside x in {type(node).__name__}"
    return None


def coefficient(term: Any, symbols: Sequence[Any], others: Over, at: Exact | str, side: str) -> Any | None:
    """The leading coefficient of a term in x, up to a constant: the limit of the term divided by its value at one place
    in the ranges. None if SymPy finds none."""
    x, *rest = symbols
    fixed = inside(dict(zip(rest, others.values(), strict=True)))
    ratio = sympy.simplify(sympy.limit(sympy.simplify(term / term.subs(fixed)), x, goal(at), side))
    return None if ratio.has(sympy.oo, sympy.zoo, sympy.nan, sympy.Limit, x) else ratio


def inside(ranges: Mapping[Any, tuple[Exact | None, Exact | None]]) -> dict[Any, Any]:
    """A place in the ranges of symbols at which terms are normalised."""
    sides = enumerate(starmap(bounded_part, ranges.values()))
    places = (low + (high - low) * _PART ** (1 + k) for k, (low, high) in sides)
    return {y: sympy.Rational(Fraction(place)) for y, place in zip(ranges, places, strict=True)}


def goal(at: Exact | str) -> Any:
    """The limit point of x, for SymPy."""
    return {"inf": sympy.oo, "-inf": -sympy.oo}[at] if isinstance(at, str) else sympy.Rational(Fraction(at))


def may_vanish(ratio: Any, rest: Sequence[Any], others: Over, effort: Effort) -> str | None:
    """Why a leading coefficient may be 0 somewhere in the ranges, or None."""
    if ratio.is_nonzero:
        return None
    signs = (Inequality(formula_of(sign * ratio, rest), others, max_boxes=_BOXES, inside=True) for sign in (1, -1))
    if any(isinstance(form(effort), Proved) for form in signs):
        return None
    return f"the term's leading coefficient, {ratio}, may be 0"


def zeros(ratio: Any, rest: Sequence[Any], others: Over, seed: int) -> Iterator[dict[Any, Any] | str]:
    """The zeros of a leading coefficient inside the ranges: a substitution for an argument, or a text if SymPy does not
    solve for it.

    These are zeros of its factors: roots of a polynomial in one argument, and places at which a continuous factor
    changes its sign."""
    for factor in factors(ratio.replace(sympy.Abs, lambda inner: inner)):
        free = [y for y in rest if factor.has(y)]
        if len(free) == 1 and factor.is_polynomial(free[0]) and factor.subs(free[0], 1).is_rational:
            low, high = others[free[0].name]
            roots = sympy.real_roots(factor, free[0])
            inside = (y for y in roots if (low is None or y > low) and (high is None or y < high))
            yield from ({free[0]: root} for root in dict.fromkeys(inside))
        elif free and changes_sign(formula_of(factor, rest), list(others.values()), seed):
            solved = _solved(factor, free[0])
            yield from solved
            if not solved:
                yield f"the place where {factor} changes its sign"


def changes_sign(formula: Formula, sides: Sequence[tuple[Exact | None, Exact | None]], seed: int) -> bool:
    """Whether a formula is certainly positive at one point inside the sides, and negative at another."""
    signs_found = set()
    for point in trials(Region.interior(sides), [formula], seed):
        value = value_at(formula, point, _BITS)
        signs_found |= {sign for sign in (1, -1) if value.is_finite() and sign * value > 0}
        if len(signs_found) > 1:
            return True
    return False


def _solved(factor: Any, y: Any) -> list[dict[Any, Any]]:
    """Substitutions for an argument under which a factor vanishes, by SymPy; empty unless it vanishes under each."""
    try:
        solved = [{y: value} for value in sympy.solve(factor, y)]
    except ours(NotImplementedError):
        return []
    return solved if all(sympy.simplify(factor.subs(zero)) == 0 for zero in solved) else []


def factors(ratio: Any) -> list[Any]:
    """Factors of a numerator, without their powers."""
    numerator = sympy.fraction(sympy.together(ratio))[0]
    with ignoring(sympy.PolynomialError):
        numerator = factored(numerator)
    return [one.base if isinstance(one, sympy.Pow) else one for one in sympy.Mul.make_args(numerator)]
