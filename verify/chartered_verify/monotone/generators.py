"""Generators: the symbols of which an expression in normal form is a rational function. Each stands for a positive
number (an argument, an exponential minus 1, a root, the logarithm of a number above 1), or for a number of unknown
sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import Any

from msgspec import Struct, field

from ..large_packages import sympy

SignOf = Callable[[Any], str]
"""The sign of an expression: see `sign_codes`."""


class Generators(Struct):
    """The generators found so far.

    `meaning`: the expression that each symbol stands for. `form`: each atom as a rational function of generators.
    `roots`: the radicand of each square root. `powers`: arguments that are powers of one of their roots. `sign_of`
    gives the signs of simpler expressions."""

    symbols: Sequence[Any]
    sign_of: SignOf
    meaning: dict[Any, Any] = field(default_factory=dict)
    form: dict[Any, Any] = field(default_factory=dict)
    roots: dict[Any, Any] = field(default_factory=dict)
    powers: dict[Any, Any] = field(default_factory=dict)

    def rational(self, expr: Any) -> Any:
        """An expression in normal form as a rational function of generators."""
        self._exponentials(expr)
        self._roots_of_symbols(expr)
        found = self._rational(expr)
        return found.xreplace(self.powers)

    def back(self, expr: Any) -> Any:
        """The expression for which a rational function of generators stands."""
        while expr.free_symbols & self.meaning.keys():
            expr = expr.xreplace(self.meaning)
        return expr

    def is_constant(self, symbol: Any) -> bool:
        """Whether a generator does not depend on the arguments."""
        return symbol not in self.symbols and not self.back(symbol).free_symbols

    def _rational(self, expr: Any) -> Any:
        if expr.is_Rational or expr in self.symbols:
            return expr
        if isinstance(expr, sympy.Add | sympy.Mul):
            return expr.func(*(self._rational(part) for part in expr.args))
        if isinstance(expr, sympy.Pow) and expr.exp.is_Integer:
            return self._rational(expr.base) ** expr.exp
        if isinstance(expr, sympy.Pow) and expr.exp.is_Rational:
            if expr.base in self.powers:
                root, times = self.powers[expr.base].as_base_exp()
                return root ** (times * expr.exp)
            return self._atom(expr.base ** sympy.Rational(1, expr.exp.q)) ** expr.exp.p
        return self._atom(expr)

    def _roots_of_symbols(self, expr: Any) -> None:
        """Replaces each symbol that occurs under roots by a power of one of its roots."""
        for symbol in self.symbols:
            several = [x.exp.q for x in expr.atoms(sympy.Pow) if x.base == symbol and x.exp.is_Rational]
            if (times := lcm(*map(int, several))) > 1 and symbol not in self.powers:
                self.powers[symbol] = self._symbol(symbol ** sympy.Rational(1, times), positive=True) ** times

    def _atom(self, expr: Any) -> Any:
        if expr not in self.form:
            self.form[expr] = self._new(expr)
        return self.form[expr]

    def _new(self, expr: Any) -> Any:
        if isinstance(expr, sympy.exp):
            self._exponentials(expr)
            return self.form.get(expr) or self._symbol(expr, positive=True)
        if isinstance(expr, sympy.log):
            return self._logarithm(expr)
        if isinstance(expr, sympy.Pow):
            root = self._symbol(expr, positive=True)
            if expr.exp == sympy.Rational(1, 2):
                self.roots[root] = self._rational(expr.base)
            return root
        if isinstance(expr, sympy.polygamma) and expr.args[0].is_Integer and expr.args[0] >= 1:
            return (-1) ** (int(expr.args[0]) + 1) * self._symbol((-1) ** (int(expr.args[0]) + 1) * expr, positive=True)
        return self._symbol(expr, positive=True if isinstance(expr, sympy.erfc) or expr.is_positive else None)

    def _logarithm(self, expr: Any) -> Any:
        sign = self.sign_of(expr.args[0] - 1)
        if sign in ("+", "-"):
            return self._symbol(expr, positive=True) if sign == "+" else -self._symbol(-expr, positive=True)
        return self._symbol(expr, positive=None)

    def _exponentials(self, expr: Any) -> None:
        """Writes exponentials as products of powers of a few: of one if their exponents are multiples of one another,
        otherwise of one for each monomial in the exponents."""
        fresh = [atom.args[0] for atom in expr.atoms(sympy.exp) if atom not in self.form]
        if not fresh:
            return
        several = len({exponent.as_coeff_Mul()[1] for exponent in map(sympy.expand, fresh)}) > 1
        parts = {
            exponent: [term.as_coeff_Mul() for term in (sympy.Add.make_args(exponent) if several else [exponent])]
            for exponent in map(sympy.expand, fresh)
        }
        units: dict[Any, Any] = {}
        for factor, rest in (part for terms in parts.values() for part in terms):
            units[rest] = sympy.gcd(units.get(rest, sympy.Integer(0)), factor)
        bases = {rest: self._base(unit * rest) for rest, unit in units.items()}
        for exponent in fresh:
            terms = parts[sympy.expand(exponent)]
            self.form[sympy.exp(exponent)] = sympy.Mul(
                *(bases[rest] ** (factor / units[rest]) for factor, rest in terms)
            )

    def _base(self, exponent: Any) -> Any:
        """exp(exponent) as a positive generator, or as 1 plus one if the exponent is positive."""
        sign = self.sign_of(exponent)
        if sign == "+":
            return self._symbol(sympy.exp(exponent) - 1, positive=True) + 1
        if sign == "-":
            return 1 / self._base(-exponent)
        return self._symbol(sympy.exp(exponent), positive=True)

    def _symbol(self, meaning: Any, positive: bool | None) -> Any:
        found = sympy.Dummy(f"g{len(self.meaning)}", **({"positive": True} if positive else {"real": True}))
        self.meaning[found] = meaning
        return found
