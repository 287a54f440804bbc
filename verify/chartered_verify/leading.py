"""Leading: whether SymPy's limit of a quotient in x, taken with the other arguments as symbols, holds whatever these are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import starmap
from typing import Any

import sympy

from .claim import Effort
from .expressions import formula_of
from .forms import Inequality
from .ranges import Exact, Over, hunted
from .verdict import Proved

UNKNOWN = "SymPy finds no leading coefficient of the term"
_BOXES = 2000


def mixed(quotient: Any, symbols: Sequence[Any]) -> str | None:
    """Why the order of what vanishes may depend on the others: they stand beside x in a function, or in an exponent over it."""
    x, others = symbols[0], set(symbols[1:])
    for node in quotient.atoms(sympy.Pow, sympy.Function):
        base, exponent = node.as_base_exp()
        if exponent.free_symbols & others and (base.has(x) or exponent.has(x)):
            return "another argument stands in an exponent over x"
        if isinstance(node, sympy.Function) and not isinstance(node, sympy.log) and node.has(x) and node.free_symbols & others:
            return f"another argument stands beside x in {type(node).__name__}"
    return None


def coefficient(term: Any, symbols: Sequence[Any], others: Over, at: Exact | str, side: str, effort: Effort) -> str | None:
    """Why the leading coefficient of a term in x may be 0: what the term goes to, divided by itself in the middle of the ranges."""
    x, *rest = symbols
    middle = {y: sympy.Rational(sum(map(Fraction, ends)) / 2) for y, ends in zip(rest, starmap(hunted, others.values()), strict=True)}
    goal = {"inf": sympy.oo, "-inf": -sympy.oo}[at] if isinstance(at, str) else sympy.Rational(Fraction(at))
    ratio = sympy.simplify(sympy.limit(sympy.simplify(term / term.subs(middle)), x, goal, side))
    if ratio.has(sympy.oo, sympy.zoo, sympy.nan, sympy.Limit, x):
        return UNKNOWN
    if ratio.is_nonzero:
        return None
    signs = (Inequality(formula_of(sign * ratio, rest), others, max_boxes=_BOXES, inside=True) for sign in (1, -1))
    if any(isinstance(form(effort), Proved) for form in signs):
        return None
    return f"the term's leading coefficient, {ratio}, may be 0"
