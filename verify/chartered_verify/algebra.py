"""Algebra: identities, derivatives, limits and series by SymPy, each then hunted in balls at random points of its domain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import sympy

from .approach import strays
from .claim import Effort
from .expressions import expression, formula_of, partials
from .rational import nonnegative, positive
from .reach import Formula
from .sampling import Domain, hunt, points_of
from .verdict import Proved, Refuted, Supported, Undecided, Verdict

__all__ = ["derivative_is", "expression", "formula_of", "identity", "limit_is", "nonnegative", "partials", "positive", "series_is"]

Rewrite: TypeAlias = Callable[[Any], Any]
"""A caller's own step from an expression to an equal one."""
DEFAULT = Effort()
APPROACHES = 5
"""Places at which balls must bear out a limit."""
_ENDS = {"inf": sympy.oo, "-inf": -sympy.oo}


def identity(
    left: Formula,
    right: Formula,
    symbols: str | Sequence[Any],
    domain: Domain,
    *,
    effort: Effort = DEFAULT,
    substitution: Mapping[Any, Any] | None = None,
    rewrites: Sequence[Rewrite] = (),
    keep: Callable[..., bool] | None = None,
    points: int = 40,
) -> Verdict:
    """Decide whether left(xp, *x) = right(xp, *x) for all x.

    `symbols` are the arguments in order: names of positive symbols ("alpha gamma") or SymPy symbols with the assumptions that the domain
    justifies. `domain` gives, in the same order, the range of each for the hunt; `keep(*point)` drops points outside a domain that is no
    box. SymPy simplifies the difference; where it needs to know more than signs, `substitution` puts an expression for a symbol (delta =
    t/(1+t) for 0 < delta < 1, with t positive; the caller answers for covering the domain, the ranges 0..1 and 1..inf are also tried by
    themselves), and `rewrites` are the caller's own equivalences, tried before and after each strategy.
    Proved: difference zero, and balls agree at all random points; Refuted: balls exclude equality at a point; Supported: balls
    agree, but SymPy could not decide; Undecided: a side has no (close enough) value at some points. Raises ValueError where the
    assumptions on a symbol do not fit its range.
    """
    variables = _declared(symbols, domain)
    difference = expression(left, variables) - expression(right, variables)
    found = hunt(left, right, list(domain), points_of(domain, points, effort.seed, keep), effort.digits)
    if found.counterexample is not None:
        return found.counterexample
    agreed = f"balls agree at {found.agreed} random points"
    if found.skipped or not found.agreed:
        return Undecided(how=agreed, left=f"{found.skipped} points at which a side has no value, or none that is close enough")
    if (how := _vanishes(difference, domain, variables, substitution, rewrites)) is not None:
        return Proved(how=f"SymPy: the difference of both sides is 0 ({how})", hunted=found.agreed)
    return Supported(how=f"SymPy could not decide; {agreed}", points=found.agreed, digits=effort.digits)


def derivative_is(
    formula: Formula, wrt: int, expected: Formula, symbols: str | Sequence[Any], domain: Domain, *, effort: Effort = DEFAULT, **more: Any
) -> Verdict:
    """Decide whether the derivative of the formula by its argument number `wrt` (from 0) is `expected`; otherwise as `identity`."""
    variables = _declared(symbols, domain)
    derived = formula_of(sympy.diff(expression(formula, variables), variables[wrt]), variables)
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
    """Decide whether the formula tends to `value(xp, *others)` as its argument number `wrt` tends to `point` ("inf", "-inf" or a rational).

    `side` is "+" or "-": from above or from below. `value` takes the other arguments, in order. SymPy takes the limit, the outcome is
    compared as in `identity`, and balls along a sequence towards the point must bear it out, since SymPy has been seen to return a wrong
    limit: proved only if they come closer to the stated limit, refuted only if they do not. A limit that SymPy cannot take is undecided.
    """
    variables = _declared(symbols, domain)
    goal = _ENDS[point] if isinstance(point, str) else sympy.Rational(Fraction(point).numerator, Fraction(point).denominator)
    try:
        limit = sympy.limit(expression(formula, variables), variables[wrt], goal, side)
    except (NotImplementedError, ValueError) as error:
        return Undecided(how=f"SymPy takes no limit: {error}", left="the limit")
    if limit.has(sympy.Limit, sympy.nan, sympy.AccumBounds):
        return Undecided(how=f"SymPy's limit is {limit}", left="the limit")
    others = [variable for variable in variables if variable != variables[wrt]]
    found = _equals(limit, value, others, _others(domain, wrt), effort, more)
    astray = strays(formula, wrt, point, side, value, domain, APPROACHES, effort.seed)
    match found:
        case Proved() if astray is None:
            return Proved(f"{found.how}; balls come closer to it", hunted=found.hunted + APPROACHES)
        case Proved() | Supported() if astray is not None:
            left = f"the limit, at {', '.join(map(str, astray))}"
            return Undecided("SymPy's limit is as stated, but balls do not come closer to it", left=left)
        case Refuted() if astray is None:
            return Undecided(f"balls come closer to the stated limit, but {found.how}", left="the limit")
    return found


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
    """Decide whether the Taylor series at 0 of the formula in its argument number `wrt`, up to terms below x**order, is `expected`.

    For another point substitute in the formula. `expected` takes the same arguments. A series that SymPy cannot take is undecided.
    """
    variables = _declared(symbols, domain)
    try:
        series = sympy.series(expression(formula, variables), variables[wrt], 0, order).removeO()
    except (NotImplementedError, ValueError, TypeError) as error:
        return Undecided(how=f"SymPy takes no series: {error}", left="the series")
    return _equals(series, expected, variables, domain, effort, more)


def _equals(expr: Any, value: Formula, variables: list[Any], domain: Domain, effort: Effort, more: Mapping[str, Any]) -> Verdict:
    if expr.has(sympy.oo, -sympy.oo, sympy.zoo):
        wanted = expression(value, variables)
        if wanted == expr:
            return Proved(how=f"SymPy: the result is {expr}, as stated")
        return Refuted(how=f"SymPy: the result is {expr}", witness={"stated": str(wanted), "found": str(expr)})
    if not variables:
        variables, domain = [sympy.Symbol("unused", positive=True)], {"unused": (1, 2)}
        return identity(formula_of(expr, variables), lambda xp, _: value(xp), variables, domain, effort=effort, points=1, **more)
    return identity(formula_of(expr, variables), value, variables, domain, effort=effort, **more)


def _others(domain: Domain, wrt: int) -> Domain:
    return {name: ends for axis, (name, ends) in enumerate(domain.items()) if axis != wrt}


def _declared(symbols: str | Sequence[Any], domain: Domain) -> list[Any]:
    variables = list(sympy.symbols(symbols.replace(",", " ").split(), positive=True)) if isinstance(symbols, str) else list(symbols)
    if len(variables) != len(domain):
        raise ValueError(f"{len(variables)} symbols, but the domain has {len(domain)}: {', '.join(domain)}")
    for variable, (name, (low, _)) in zip(variables, domain.items(), strict=True):
        if (variable.is_positive or variable.is_nonnegative) and low < 0:
            raise ValueError(f"{name} is declared positive, but its range begins at {low}")
    return variables


def _vanishes(
    difference: Any, domain: Domain, variables: list[Any], substitution: Mapping[Any, Any] | None, rewrites: Sequence[Rewrite]
) -> str | None:
    """How the difference was seen to be zero, or None."""
    candidates = [("as it stands", difference)]
    if substitution:
        candidates = [("after the substitution", difference.subs(dict(substitution)))]
    elif open_ranges := _open_ranges(domain, variables):
        candidates.append(("after mapping the range to t > 0", difference.subs(open_ranges)))
    for label, start in candidates:
        for name, expr in _attempts(start, rewrites):
            if expr == 0:
                return f"{name}, {label}"
    return None


def _open_ranges(domain: Domain, variables: list[Any]) -> dict[Any, Any]:
    """Variables within (0, 1) or above 1, written by a positive t."""
    found = {}
    for variable, (low, high) in zip(variables, domain.values(), strict=True):
        t = sympy.Symbol(f"t_{variable}", positive=True)
        if low >= 0 and high <= 1:
            found[variable] = t / (1 + t)
        elif low >= 1:
            found[variable] = 1 + t
    return found


def _attempts(start: Any, rewrites: Sequence[Rewrite]) -> Iterator[tuple[str, Any]]:
    yield "at once", start
    starts = [start]
    for rewrite in rewrites:
        starts.append(rewrite(starts[-1]))
        yield "the caller's rewriting", starts[-1]
    for expr in starts:
        for name, strategy in STRATEGIES.items():
            yield name, strategy(expr)


def _in_exponentials(expr: Any) -> Any:
    """Every power with a symbolic exponent as an exponential of logarithms, which then expand."""
    powers = {power: sympy.exp(power.exp * sympy.log(power.base)) for power in expr.atoms(sympy.Pow) if not power.exp.is_Rational}
    return sympy.simplify(sympy.expand(sympy.expand_log(expr.xreplace(powers), deep=True)))


def _in_factors(expr: Any) -> Any:
    """Logarithms of factored arguments, expanded."""
    factored = expr.replace(sympy.log, lambda x: sympy.log(sympy.factor(sympy.together(x))))
    return sympy.simplify(sympy.expand(sympy.expand_log(factored, deep=True)))


def _without_inverses(expr: Any) -> Any:
    """erfcinv(erfc(x)) = x and erfcinv(2 - erfc(x)) = -x, for all real x."""

    def undone(y: Any) -> Any:
        for sign, value in ((1, sympy.expand(y)), (-1, sympy.expand(2 - y))):
            if value.func is sympy.erfc and value.args[0].is_real:
                return sign * value.args[0]
        return sympy.erfcinv(y)

    return sympy.simplify(expr.replace(sympy.erfcinv, undone))


STRATEGIES: dict[str, Rewrite] = {
    "expand": lambda expr: sympy.expand(expr),
    "together and cancel": lambda expr: sympy.expand(sympy.numer(sympy.together(expr))),
    "logarithms expanded": lambda expr: sympy.expand(sympy.expand_log(sympy.expand(expr), deep=True)),
    "powers gathered": lambda expr: sympy.powsimp(sympy.expand(sympy.powdenest(expr)), combine="all"),
    "logarithms of factors": _in_factors,
    "powers as exponentials": _in_exponentials,
    "inverse functions undone": _without_inverses,
    "simplify": lambda expr: sympy.simplify(expr),
    "simplify after together": lambda expr: sympy.simplify(sympy.factor(sympy.together(expr))),
}
"""Ways to see that an expression is zero, the cheap ones first."""
