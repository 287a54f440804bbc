"""Interior zeros. An expression that is 0 at t = c for all values of the other symbols is nonnegative if it is
nonnegative on both sides of t = c: at t = c (1 + z) and at t = c/(1 + z), z > 0. Here c is a number, or another symbol,
so that the zeros form a curve."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..large_packages import sympy
from .derivative_signs import Patterns
from .term_signs import Signs

_NUMBERS = tuple(sympy.Rational(n, d) for n, d in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (4, 1), (1, 4)))


def not_negative_around_zeros(
    expr: Any, places: Iterable[tuple[Any, Any]], patterns: Patterns, depth: int
) -> str | None:
    """A zero, in words, on both sides of which the expression is nonnegative; None if there is none."""
    for symbol, at in places:
        if all(_on_side(expr, symbol, at, patterns, side, depth) for side in (1, -1)):
            return f"{symbol} = {at}"
    return None


def interior_zeros(expr: Any, signs: Signs) -> list[tuple[Any, Any]]:
    """Pairs (symbol, value) such that the expression is 0 at this value for all values of the other symbols."""
    symbols = sorted(expr.free_symbols, key=str)
    pairs = [(symbol, other) for symbol in symbols for other in symbols if str(other) < str(symbol)]
    pairs += [(symbol, at) for symbol in symbols for at in _NUMBERS]
    return [(symbol, at) for symbol, at in pairs if signs.sign(expr.xreplace({symbol: at})) == "0"]


def _on_side(expr: Any, symbol: Any, at: Any, patterns: Patterns, side: int, depth: int) -> bool:
    beyond = {symbol: at * (1 + symbol) if side > 0 else at / (1 + symbol)}
    slower = sympy.Integer(1) if side > 0 else (1 + symbol) ** 2
    speed = sympy.sympify(patterns.speeds.get(symbol, 1)).xreplace(beyond) * slower
    there = Patterns(Signs(patterns.signs.symbols), {**patterns.speeds, symbol: speed}, patterns.until)
    return there.sign(expr.xreplace(beyond), depth) in ("+", "0+", "0")
