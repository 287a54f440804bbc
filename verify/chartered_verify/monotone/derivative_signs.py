"""Signs by derivatives: a function that starts at 0 and increases is positive; one that first increases and then
decreases is positive if both its limits are (Rolle). The sign of a derivative is found in the same way, recursively."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from time import process_time
from typing import Any

from msgspec import Struct, field

from ..large_packages import sympy
from .gamma_bounds import common_sign, elementary_bounds, gammas
from .generators import Generators
from .limits import Limits
from .sign_codes import CHANGING, by_slope, opposite, power, product
from .term_signs import Signs, constant_sign

_MOST_OPERATIONS = 600
"""The largest number of operations of an expression that is differentiated."""


class Patterns(Struct):
    """Signs of expressions in positive symbols. `speeds`: positive factors; for a symbol t of an interval (a, b), with
    x = (a + b t)/(1 + t), the derivative by x is (1 + t)^2 times that by t, up to a positive constant."""

    signs: Signs
    speeds: dict[Any, Any]
    until: float = inf
    _known: dict[tuple[Any, Any], tuple[str, int]] = field(default_factory=dict)
    _open: set[tuple[Any, Any]] = field(default_factory=set)

    def sign(self, expr: Any, depth: int) -> str:
        """The sign for all positive symbols, by varying one of them."""
        found = self.signs.sign(expr)
        if found != "?" or depth <= 0:
            return found
        for deep in (d for d in (1, 2, 3, 5, depth) if d <= depth):
            for symbol in sorted(expr.free_symbols, key=str):
                found = self.along(expr, symbol, deep)
                if found not in ("?", *CHANGING):
                    return found
        return "?"

    def along(self, expr: Any, symbol: Any, depth: int) -> str:
        """The sign as one symbol varies, for all values of the others."""
        key = (expr, symbol)
        found, tried = self._known.get(key, ("?", -1))
        if found != "?" or tried >= depth or key in self._open:
            return found
        self._open.add(key)
        try:
            found = self._along(expr, symbol, depth)
        finally:
            self._open.discard(key)
        self._known[key] = found, depth
        return found

    def _along(self, expr: Any, symbol: Any, depth: int) -> str:
        if symbol not in expr.free_symbols:
            return self.sign(expr, depth)
        if (found := self.signs.sign(expr)) != "?":
            return found
        if process_time() > self.until:
            return "?"
        generators, parts = self.signs.in_factors(expr)
        known, left = "+", sympy.Integer(1)
        for factor, n in parts:
            sign = power(self.signs.factor_sign(factor, generators, symbol), n)
            known, left = (product([known, sign]), left) if sign != "?" else (known, left * factor**n)
        if left == 1 or known == "?":
            return known
        left = generators.back(left)
        if depth <= 0 or left.count_ops() > _MOST_OPERATIONS:
            return "?"
        if gammas(expr, symbol) and (found := self._by_difference(expr, symbol, depth)) != "?":
            return found
        shapes = self._shapes(expr, left, known, symbol, generators)
        return next(
            (sign for sign in (self._by_derivative(shape, symbol, depth) for shape in shapes) if sign != "?"), "?"
        )

    def _shapes(self, expr: Any, left: Any, known: str, symbol: Any, generators: Generators) -> Iterator[Any]:
        """Expressions of the same sign that may be easier to differentiate."""
        yield expr
        if known not in ("+", "-"):
            return
        yield left if known == "+" else -left
        whole = sympy.expand(self.signs.normal(left if known == "+" else -left))
        for atom in sorted(whole.atoms(sympy.log, sympy.erfc), key=sympy.default_sort_key):
            if atom.has(symbol):
                coefficient = whole.coeff(atom)
                if coefficient.has(symbol) and self.signs.sign(coefficient) in ("+", "-"):
                    yield self._divided(whole, coefficient)
        for atom in sorted(whole.atoms(sympy.exp), key=sympy.default_sort_key):
            if atom.has(symbol):
                yield sympy.expand(whole / atom)

    def _divided(self, whole: Any, coefficient: Any) -> Any:
        sign = 1 if self.signs.sign(coefficient) == "+" else -1
        return sum((sympy.cancel(sign * term / coefficient) for term in sympy.Add.make_args(whole)), sympy.Integer(0))

    def _by_derivative(self, shape: Any, symbol: Any, depth: int) -> str:
        slope = self.along(sympy.diff(shape, symbol) * self.speeds.get(symbol, 1), symbol, depth - 1)
        if slope == "?":
            return "?"
        begin = self._limit(shape, symbol, depth)
        found = by_slope(slope, begin, "?")
        if found in ("?", *CHANGING):
            found = by_slope(slope, begin, self._limit_at_infinity(shape, symbol, depth))
        if found in ("0+", "0-") and shape.free_symbols == {symbol}:
            # monotone and analytic: it is 0 nowhere, or everywhere, so its value at 1 decides
            at_one = constant_sign(shape.xreplace({symbol: sympy.Integer(1)}))
            return at_one if at_one in ("+", "-") else found
        return found

    def _by_difference(self, expr: Any, symbol: Any, depth: int) -> str:
        """The sign of f from that of f(x) - f(x + 1): f - f(inf) is the sum of these differences at x, x + 1, x + 2,
        ..."""
        if self.speeds.get(symbol, 1) != 1:
            return "?"
        step = self.signs.normal(expr - expr.xreplace({symbol: symbol + 1}))
        if gammas(sympy.expand(step), symbol):
            return "?"
        difference = self.sign(sympy.expand(step), depth - 1)
        if difference not in ("+", "-", "0+", "0-"):
            return "?"
        found = by_slope(opposite(difference), "?", self._limit_at_infinity(expr, symbol, depth))
        return "?" if found in CHANGING else found

    def _limit_at_infinity(self, shape: Any, symbol: Any, depth: int) -> str:
        """The sign of the limit at infinity; for gamma functions without a known limit, by their elementary bounds."""
        found = self._limit(shape.xreplace({symbol: 1 / symbol}), symbol, depth)
        if found != "?" or not gammas(shape, symbol):
            return found
        bounds = elementary_bounds(shape, symbol)
        if bounds is None:
            return "?"
        return common_sign([self._limit(bound.xreplace({symbol: 1 / symbol}), symbol, depth) for bound in bounds])

    def _limit(self, shape: Any, symbol: Any, depth: int) -> str:
        """The sign of the limit at 0, which is an expression in the other symbols."""
        limits = Limits(self.signs, symbol)
        found = limits.sign(shape)
        if found == "?" and (value := limits.value(shape)) is not None and depth > 0:
            return self.sign(value, depth - 1)
        return found
