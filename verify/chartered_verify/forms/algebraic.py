"""Algebraic claims: identities, derivatives and limits by SymPy, each tested in balls at random points of its
domain."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..algebra.sympy_to_formula import expression, formula_of, partials
from ..boxes.random_points import Domain
from ..boxes.range_enclosure import Formula
from ..catching import ours
from ..large_packages import sympy
from ..statements.claim import Effort
from ..statements.verdict import Undecided, Verdict
from .identity import DEFAULT, declared, identity
from .stated_limit import StatedLimit

__all__ = ["derivative_is", "expression", "formula_of", "identity", "limit_is", "partials"]


def derivative_is(
    formula: Formula,
    wrt: int,
    expected: Formula,
    symbols: str | Sequence[Any],
    domain: Domain,
    *,
    effort: Effort = DEFAULT,
    **more: Any,
) -> Verdict:
    """Decides whether the derivative of the formula by its argument number `wrt` (from 0) is `expected`; otherwise as
    `identity`."""
    variables = declared(symbols, domain)
    slope = sympy.diff(expression(formula, variables), variables[wrt])
    try:
        derived = formula_of(slope, variables)
    except ours(ValueError) as error:
        return Undecided(how=f"SymPy's derivative is {slope}: {error}", left="the derivative")
    return identity(derived, expected, variables, domain, effort=effort, **more)


def limit_is(
    formula: Formula,
    wrt: int,
    point: Fraction | int | str,
    value: Formula,
    symbols: str | Sequence[Any],
    domain: Domain,
    *,
    side: str = "+",
    effort: Effort = DEFAULT,
    **more: Any,
) -> Verdict:
    """Decides whether the formula tends to `value(xp, *others)` as its argument number `wrt` tends to `point` ("inf",
    "-inf" or a rational).

    `side`: "+" from above, "-" from below. `value` takes the other arguments, in order. SymPy takes the limit, which is
    compared as in `identity`; since SymPy sometimes returns a wrong limit, balls along a sequence towards the point
    must confirm it. Proved only if the balls converge to the stated limit, refuted only if they do not. A limit that
    SymPy cannot take is undecided, and so is one that may be another where a coefficient is 0. Nothing is stated for
    values of the other arguments at which `value` or the formula is undefined, as in `identity`."""
    variables = declared(symbols, domain)
    ranges = dict(zip(variables, domain.values(), strict=True))
    return StatedLimit(formula, variables[wrt], point, value, ranges, side).verdict(effort, more)
