"""Algebraic claims: identities, derivatives, limits and series by SymPy, each tested in balls at random points of its
domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..algebra import sympy_limit
from ..algebra.numeric_limit import Convergence, convergence, not_converging
from ..algebra.rational_signs import nonnegative, positive
from ..algebra.sympy_time_budget import OverWork, budget
from ..algebra.sympy_to_formula import expression, formula_of, partials
from ..boxes.random_points import Domain, points_of
from ..boxes.range_enclosure import Formula
from ..catching import ours
from ..large_packages import sympy
from ..statements.claim import Effort
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from . import degenerate_limit
from .identity import DEFAULT, declared, identity

__all__ = [
    "derivative_is",
    "expression",
    "formula_of",
    "identity",
    "limit_is",
    "nonnegative",
    "partials",
    "positive",
    "series_is",
]

APPROACHES = 5
"""The number of points at which balls must confirm a limit."""
UNTAKEN = "SymPy takes no limit"
"""The first words of the verdict on a limit that SymPy cannot take."""
_ENDS = {"inf": sympy.oo, "-inf": -sympy.oo}


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
    SymPy cannot take is undecided, and so is one that may be another where a coefficient is 0."""
    variables = declared(symbols, domain)
    goal = (
        _ENDS[point]
        if isinstance(point, str)
        else sympy.Rational(Fraction(point).numerator, Fraction(point).denominator)
    )
    try:
        with budget():
            expr = expression(formula, variables)
            limit = sympy_limit.for_all(expr, variables[wrt], goal, side)
    except ours(NotImplementedError, ValueError, OverWork) as error:
        return Undecided(how=f"{UNTAKEN}: {error}", left="the limit")
    others = [variable for variable in variables if variable != variables[wrt]]
    found = _equals(limit, value, others, _others(domain, wrt), effort, more)
    counterpoint = not_converging(formula, wrt, point, side, value, domain, APPROACHES, effort.seed)
    match found:
        case Proved() if counterpoint is None:
            ranges = dict(zip(variables, domain.values(), strict=True))
            why = degenerate_limit.why_not_everywhere(expr, variables[wrt], goal, side, ranges, effort)
            if why is not None:
                return Undecided(why, left="the limit there")
            return Proved(f"{found.how}; balls come closer to it", hunted=found.hunted + APPROACHES)
        case Proved() | Supported() if counterpoint is not None:
            left = f"the limit, at {', '.join(map(str, counterpoint))}"
            return Undecided("SymPy's limit is as stated, but balls do not come closer to it", left=left)
        case Refuted() if not _stays_away(formula, wrt, point, side, value, domain, effort):
            verb = "do not stay away from" if counterpoint is not None else "come closer to"
            return Undecided(f"balls {verb} the stated limit, but {found.how}", left="the limit")
    return found


def _stays_away(
    formula: Formula, wrt: int, point: Fraction | int | str, side: str, value: Formula, domain: Domain, effort: Effort
) -> bool:
    """Whether balls stay away from the stated limit at a random point."""
    places = (
        [x for axis, x in enumerate(place) if axis != wrt] for place in points_of(domain, APPROACHES, effort.seed)
    )
    return any(convergence(formula, wrt, point, side, others, value) is Convergence.AWAY for others in places)


def series_is(
    formula: Formula,
    wrt: int,
    order: int,
    expected: Formula,
    symbols: str | Sequence[Any],
    domain: Domain,
    *,
    effort: Effort = DEFAULT,
    **more: Any,
) -> Verdict:
    """Decides whether `expected`, a polynomial of a degree below `order`, is the Taylor polynomial at 0 of the formula
    in its argument number `wrt`: the difference divided by x**(order - 1) tends to 0.

    For an expansion at another point, substitute in the formula. `expected` takes the same arguments. As `limit_is`,
    from above, and from below too where the argument is a symbol that may be negative."""
    variables = declared(symbols, domain)
    x, stated = variables[wrt], expression(expected, variables)
    if not stated.is_polynomial(x) or sympy.degree(stated, x) >= order:
        return Undecided(f"{stated} is no polynomial in {x} of a degree below {order}", left="the series")

    def left(xp: Any, *values: Any) -> Any:
        return (formula(xp, *values) - expected(xp, *values)) / values[wrt] ** (order - 1)

    def zero(xp: Any, *_: Any) -> Any:
        return xp.number(0)

    sides = ("+",) if x.is_nonnegative else ("+", "-")
    found = [limit_is(left, wrt, 0, zero, variables, domain, side=side, effort=effort, **more) for side in sides]
    return next((verdict for verdict in found if not isinstance(verdict, Proved)), found[0])


def _equals(
    expr: Any, value: Formula, variables: list[Any], domain: Domain, effort: Effort, more: Mapping[str, Any]
) -> Verdict:
    places = tuple(variables)
    if expr.has(sympy.oo, -sympy.oo, sympy.zoo):
        wanted = expression(value, variables)
        if wanted == expr:
            return Proved(how=f"SymPy: the result is {expr}, as stated")
        return Refuted(how=f"SymPy: the result is {expr}", witness={"stated": str(wanted), "found": str(expr)})
    if not variables:
        variables, domain, more = [sympy.Symbol("unused", positive=True)], {"unused": (1, 2)}, {"points": 1, **more}
    try:
        found = formula_of(expr, variables)
    except ours(ValueError) as error:
        return Undecided(how=f"SymPy's result is {expr}: {error}", left="whether it is as stated")
    return identity(found, lambda xp, *x: value(xp, *x[: len(places)]), variables, domain, effort=effort, **more)


def _others(domain: Domain, wrt: int) -> Domain:
    return {name: ends for axis, (name, ends) in enumerate(domain.items()) if axis != wrt}
