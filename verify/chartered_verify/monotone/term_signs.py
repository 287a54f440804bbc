"""Signs of expressions in positive symbols without derivatives. Over a common denominator, every factor is a polynomial
in generators whose terms all have the same sign, or a polynomial in a single argument whose real roots are isolated.
Radicands must be positive; the callers ensure this (`prove` by the conditions of a formula, `limits` for each
coefficient)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from ..algebra.sympy_time_budget import unwieldy
from ..algebra.sympy_to_formula import formula_of
from ..boxes.range_enclosure import UNSUPPORTED
from ..catching import ours
from ..enclosure import sign as certain_sign
from ..large_packages import sympy
from .generators import Generators
from .normal_form import factors, normal_form
from .real_roots import algebraic_sign
from .sign_codes import in_order, power, product, weak

_MOST_TERMS = 400
_BITS = 4096


class Signs(Struct):
    """Signs of expressions in these symbols, each of which stands for any positive number."""

    symbols: Sequence[Any]
    _known: dict[Any, str] = field(default_factory=dict)
    _normal: dict[Any, Any] = field(default_factory=dict)
    _factored: dict[Any, tuple[Generators, list[tuple[Any, int]]]] = field(default_factory=dict)

    def sign(self, expr: Any) -> str:
        """The sign for all positive symbols."""
        if expr not in self._known:
            self._known[expr] = "?"
            self._known[expr] = self._sign(expr)
        return self._known[expr]

    def normal(self, expr: Any) -> Any:
        """The normal form of an expression."""
        if expr not in self._normal:
            self._normal[expr] = normal_form(expr, lambda factor: self.sign(factor) == "+")
        return self._normal[expr]

    def in_factors(self, expr: Any) -> tuple[Generators, list[tuple[Any, int]]]:
        """The factors of an expression as polynomials of generators, with their exponents."""
        if expr not in self._factored:
            generators = Generators(self.symbols, self.sign)
            above, below = sympy.fraction(sympy.together(generators.rational(self.normal(expr))))
            parts = [
                (f, -n) for base, n in below.as_powers_dict().items() for f, n in self._parts(base, int(n), generators)
            ]
            self._factored[expr] = generators, [*self._parts(above, 1, generators), *parts]
        return self._factored[expr]

    def _parts(self, poly: Any, times: int, generators: Generators) -> list[tuple[Any, int]]:
        return [(f, times * n) for f, n in factors(self._reduced(poly, generators))]

    def factor_sign(self, factor: Any, generators: Generators, along: Any = None) -> str:
        """The sign of one polynomial; with `along`, also a change of sign along that symbol."""
        if factor.is_number or not factor.free_symbols - {g for g in generators.meaning if generators.is_constant(g)}:
            return constant_sign(generators.back(factor))
        terms = self._terms(factor, generators)
        if terms is not None:
            return terms
        if len(variables := generators.back(factor).free_symbols) == 1:
            found = algebraic_sign(factor, generators)
            if found not in ("+-", "-+", "?") or (found != "?" and variables == {along}):
                return found
        return self._by_coefficients(factor, generators, along) if along is not None else "?"

    def _sign(self, expr: Any) -> str:
        if expr.is_number:
            return found if (found := constant_sign(expr)) != "?" else constant_sign(self.normal(expr))
        if expr in self.symbols:
            return "+"
        if unwieldy(expr):
            return "?"
        if isinstance(expr, sympy.log):
            return self.sign(expr.args[0] - 1)
        generators, parts = self.in_factors(expr)
        return product(power(self.factor_sign(f, generators), n) for f, n in parts)

    def _terms(self, factor: Any, generators: Generators) -> str | None:
        """The common sign of all terms; None if they have different signs."""
        variables = [g for g in factor.free_symbols if not generators.is_constant(g)]
        poly = sympy.Poly(factor, *variables)
        if len(poly.terms()) > _MOST_TERMS:
            return "?"
        found, strict = set(), False
        for monomial, coefficient in poly.terms():
            sign = constant_sign(generators.back(coefficient))
            doubtful = [n for g, n in zip(variables, monomial, strict=True) if n and not g.is_positive]
            if sign == "0":
                continue
            if sign == "?" or any(n % 2 for n in doubtful):
                return None
            found.add(sign)
            strict = strict or not doubtful
        if not found:
            return "0"
        return None if len(found) > 1 else found.pop() if strict else weak(found.pop())

    def _by_coefficients(self, factor: Any, generators: Generators, along: Any) -> str:
        """Descartes' rule of signs: a polynomial in `along` whose coefficients change sign once changes sign once."""
        if any(along in generators.back(g).free_symbols for g in factor.free_symbols if g != along):
            return "?"
        coefficients = reversed(sympy.Poly(factor, along).all_coeffs())
        signs = [self.sign(generators.back(c)) for c in coefficients if c != 0]
        return in_order(signs)

    def _reduced(self, poly: Any, generators: Generators) -> Any:
        """The polynomial with the square of each root replaced by its radicand."""
        poly = sympy.expand(poly)
        for root, base in generators.roots.items():
            if poly.has(root):
                above, below = sympy.fraction(sympy.together(base.xreplace(generators.powers)))
                poly = sympy.rem(poly, below * root**2 - above, root) if below == 1 else poly
        return sympy.expand(poly)


def constant_sign(expr: Any) -> str:
    """The sign of a number, by balls; "0" if SymPy proves that it is 0."""
    if expr.is_Rational:
        return "+" if expr > 0 else "-" if expr < 0 else "0"
    try:
        formula = formula_of(expr, [])
        found = certain_sign(lambda xp: xp.number(formula(xp)), cap=_BITS)
        if found is None:
            return "0" if sympy.expand(expr) == 0 else "?"
    except ours(*UNSUPPORTED):
        return "?"
    return "+" if found > 0 else "-" if found < 0 else "0"
