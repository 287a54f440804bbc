"""SymPy expressions as formulas: the expression tree is translated once into a function of any arithmetic."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from flint import acb, arb

from ..arithmetic import symbols as algebraic
from ..arithmetic.ball import whole_power
from ..arithmetic.deciding import Deciding, value
from ..boxes.range_enclosure import Formula
from ..large_packages import sympy

Node: TypeAlias = Callable[[Any, Sequence[Any]], Any]
"""A part of an expression, as a function of the arithmetic and of the values that are known before it."""
Places: TypeAlias = Mapping[Any, int]
"""The place of each symbol's value among those that are known: SymPy's symbols are slow keys."""


def expression(formula: Formula, variables: Sequence[Any]) -> Any:
    """The formula as a SymPy expression in the given symbols. Raises TypeError if it gives no number or branches on a
    comparison that is not the same at all values of the symbols, and ValueError if it contains a float, which is not an
    exact number."""
    given = value(formula, algebraic, *variables)
    if not isinstance(given, int | float | Fraction | sympy.Expr):
        raise TypeError(f"the formula gives {given!r}, which is no number")
    found = sympy.sympify(given)
    if found.has(sympy.Float):
        raise ValueError(f"a float inside a formula is no exact number: {sorted(map(str, found.atoms(sympy.Float)))}")
    return found


def formula_of(expr: Any, variables: Sequence[Any]) -> Formula:
    """The SymPy expression as a formula of any arithmetic, its arguments in the order of `variables`.

    Supports + * ** exp log erf erfc erfcinv sqrt gamma loggamma polygamma Abs sign Max Min Heaviside, rationals, pi and
    e; raises ValueError for any other node and for a free symbol that is no argument. Heaviside and sign at a ball that
    holds zero are their whole jump, so that derivatives of Max, Min and Abs are generalised (Clarke) derivatives, and
    good for the mean-value theorem. SymPy's own rewriting may cancel (erfc(-x) becomes 2 - erfc(x)): in balls that
    costs bits, never soundness."""
    if unknown := sympy.sympify(expr).free_symbols - set(variables):
        raise ValueError(f"{expr}: no argument for {sorted(map(str, unknown))}")
    parts, (last,) = sympy.cse([sympy.sympify(expr)], symbols=sympy.numbered_symbols("shared_", cls=sympy.Dummy))
    places = {symbol: place for place, symbol in enumerate([*variables, *(name for name, _ in parts)])}
    steps = [_node(part, places) for _, part in parts]
    result = _node(last, places)

    def formula(xp: Any, *values: Any) -> Any:
        if len(values) != len(variables):
            raise ValueError(f"{len(values)} values, but the arguments are {', '.join(map(str, variables))}")
        if isinstance(xp, Deciding):
            return xp.apart(formula, *values)
        known = list(values)
        for step in steps:
            known.append(step(xp, known))
        return result(xp, known)

    return formula


def partials(formula: Formula, dims: int | Sequence[Any]) -> list[Formula]:
    """The partial derivatives of a formula, by SymPy. `dims`: the number of coordinates, or the symbols, with their
    assumptions."""
    variables = list(sympy.symbols(f"x0:{dims}", real=True)) if isinstance(dims, int) else list(dims)
    return gradient(expression(formula, variables), variables)


def gradient(expr: Any, variables: Sequence[Any]) -> list[Formula]:
    """The partial derivatives of an expression, as formulas."""
    return [formula_of(sympy.diff(expr, variable), variables) for variable in variables]


def _node(expr: Any, places: Places) -> Node:
    if expr.is_Symbol:
        place = places[expr]
        return lambda _, known: known[place]
    if expr.is_Rational:
        exact = Fraction(int(expr.p), int(expr.q))
        return lambda xp, _: xp.number(exact)
    if expr in _CONSTANTS:
        return _CONSTANTS[expr]
    if expr.is_Pow:
        return _power(expr, places)
    if expr.is_Add or expr.is_Mul:
        return _fold(expr, places)
    if (known := _FUNCTIONS.get(expr.func)) is None:
        raise ValueError(f"no arithmetic knows the SymPy node {expr.func.__name__} in {expr}")
    given = expr.args[:1] if expr.func is sympy.Heaviside else expr.args
    arguments = [_node(argument, places) for argument in given]
    return lambda xp, values: known(xp, *(argument(xp, values) for argument in arguments))


def _fold(expr: Any, places: Places) -> Node:
    """A sum or a product. Whole numbers stay integers, which every arithmetic takes if a double holds them."""
    others = [argument for argument in expr.args if not (argument.is_Integer and abs(argument) < 2**53)]
    whole = [int(argument) for argument in expr.args if argument not in others] if others else []
    first, *rest = (_node(argument, places) for argument in others or expr.args)
    operation = operator.add if expr.is_Add else operator.mul

    def fold(xp: Any, known: Sequence[Any]) -> Any:
        total = first(xp, known)
        for term in rest:
            total = operation(total, term(xp, known))
        for number in whole:
            total = operation(total, number)
        return total

    return fold


def _power(expr: Any, places: Places) -> Node:
    base, exponent = expr.args
    below = _node(base, places)
    if exponent.is_Integer:
        n = int(exponent)
        if n < 0:
            above = _whole_power(below, -n)
            return lambda xp, known: 1 / above(xp, known)
        return _whole_power(below, n)
    if exponent == sympy.Rational(1, 2):
        return lambda xp, known: xp.sqrt(below(xp, known))
    if exponent == -sympy.Rational(1, 2):
        return lambda xp, known: 1 / xp.sqrt(below(xp, known))
    power = _node(exponent, places)
    return lambda xp, known: below(xp, known) ** power(xp, known)


def _whole_power(below: Node, n: int) -> Node:
    def power(xp: Any, known: Sequence[Any]) -> Any:
        value = below(xp, known)
        return whole_power(value, n) if xp.name == "balls" else value**n

    return power


def _many(name: str) -> Callable[..., Any]:
    def call(xp: Any, first: Any, *rest: Any) -> Any:
        for other in rest:
            first = getattr(xp, name)(first, other)
        return first

    return call


def _one(name: str) -> Callable[..., Any]:
    return lambda xp, x: getattr(xp, name)(x)


def _jump(xp: Any, x: Any, low: Fraction) -> Any:
    """`low` for x < 0, 1 for x > 0; for a ball or an interval that contains 0, the range [low, 1]."""
    if xp.name == "symbols":
        return sympy.Heaviside(x) if low == 0 else sympy.sign(x)
    if xp.name in ("intervals", "unknown"):
        return xp.jump(x, low)
    if xp.name != "balls":
        return xp.number(1 if x > 0 else low if x < 0 else (1 + low) / 2)
    if x > 0:
        return arb(1)
    return xp.number(low) if x < 0 else xp.number(low).union(arb(1)) if x.is_finite() else arb.nan()


def _absolute(xp: Any, x: Any) -> Any:
    return abs(x).nonnegative_part() if xp.name == "balls" else abs(x)


def _polygamma(xp: Any, order: Any, x: Any) -> Any:
    if xp.name == "symbols":
        return sympy.polygamma(order, x)
    if xp.name == "unknown":
        return xp.polygamma(order, x)
    if xp.name != "balls":
        raise ValueError("digamma and its derivatives only in balls")
    return x.digamma() if order == 0 else acb(x).polygamma(acb(order)).real


_CONSTANTS: dict[Any, Node] = {
    sympy.pi: lambda xp, _: xp.pi,
    sympy.E: lambda xp, _: xp.exp(xp.number(1)),
}
_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    sympy.exp: _one("exp"),
    sympy.log: _one("log"),
    sympy.erfc: _one("erfc"),
    sympy.erf: lambda xp, x: 1 - xp.erfc(x),
    sympy.erfcinv: lambda xp, x: -xp.ndtri(x / 2) / xp.sqrt(xp.number(2)),
    sympy.gamma: _one("gamma"),
    sympy.loggamma: _one("lgamma"),
    sympy.polygamma: _polygamma,
    sympy.Max: _many("maximum"),
    sympy.Min: _many("minimum"),
    sympy.Abs: _absolute,
    sympy.sign: lambda xp, x: _jump(xp, x, Fraction(-1)),
    sympy.Heaviside: lambda xp, x: _jump(xp, x, Fraction(0)),
}
