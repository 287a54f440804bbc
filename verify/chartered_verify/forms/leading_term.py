"""Leading: whether SymPy's limit of a quotient in x, taken with the other arguments as symbols, holds whatever these
are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import starmap
from typing import Any

from ..heavy import sympy

from ..algebra.expressions import formula_of
from ..statements.claim import Effort
from ..statements.ranges import Exact, Over, hunted
from ..statements.verdict import Proved
from .forms import Inequality

UNKNOWN = "SymPy finds no leading coefficient of the term"
_BOXES = 2000
_PART = Fraction(3, 7)
"""Where in the ranges a term is compared with itself: not in the middle, where it is more often 0."""


_ENTIRE = (sympy.exp, sympy.erf, sympy.erfc)


def mixed(quotient: Any, symbols: Sequence[Any], at: Exact | str) -> str | None:
    """Why the order of what vanishes may depend on the others: they stand beside x in a function, or in an exponent
    over it.

    A power series about a finite point has the same powers of x whatever they are.
    """
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


def coefficient(
    term: Any, symbols: Sequence[Any], others: Over, at: Exact | str, side: str, effort: Effort
) -> str | None:
    """Why the leading coefficient of a term in x may be 0: what the term goes to, divided by itself at a place in the
    ranges."""
    x, *rest = symbols
    inside = (low + (high - low) * _PART for low, high in starmap(hunted, others.values()))
    fixed = {y: sympy.Rational(Fraction(place)) for y, place in zip(rest, inside, strict=True)}
    goal = {"inf": sympy.oo, "-inf": -sympy.oo}[at] if isinstance(at, str) else sympy.Rational(Fraction(at))
    ratio = sympy.simplify(sympy.limit(sympy.simplify(term / term.subs(fixed)), x, goal, side))
    if ratio.has(sympy.oo, sympy.zoo, sympy.nan, sympy.Limit, x):
        return UNKNOWN
    if ratio.is_nonzero:
        return None
    signs = (Inequality(formula_of(sign * ratio, rest), others, max_boxes=_BOXES, inside=True) for sign in (1, -1))
    if any(isinstance(form(effort), Proved) for form in signs):
        return None
    return f"the term's leading coefficient, {ratio}, may be 0"
