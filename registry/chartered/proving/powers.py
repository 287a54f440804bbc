"""Powers with symbolic exponents replaced by symbols, which turns an identity into one of rational functions."""

from __future__ import annotations

from typing import Any

from chartered_verify.factoring import factor_list
from chartered_verify.large_packages import sympy
from chartered_verify.multiplied_out import multiplied_out


def rational_in_powers(expr: Any) -> Any:
    """The numerator of the expression, expanded, as a polynomial in its symbols and in base**exponent for every
    irreducible base.

    The expression is zero if the numerator is. Only for positive symbols, because (x y)**b is written x**b y**b."""
    return multiplied_out(sympy.numer(sympy.together(_Names().flat(expr))))


class _Names:
    """One symbol for each base**exponent; integer multiples of an exponent are powers of its symbol."""

    def __init__(self) -> None:
        self.symbols: dict[tuple[Any, Any], Any] = {}
        self.meaning: dict[Any, tuple[Any, Any]] = {}

    def flat(self, expr: Any) -> Any:
        """The expression with its powers replaced by symbols, the inner ones first."""
        if isinstance(expr, sympy.exp):
            return self._exponential(expr.args[0])
        if expr.is_Pow and not expr.exp.is_Integer:
            return self._split(expr.base, expr.exp)
        return expr.func(*(self.flat(part) for part in expr.args)) if expr.args else expr

    def _exponential(self, exponent: Any) -> Any:
        """e to a sum, as a product; e**(b log x) becomes x**b."""
        found = sympy.Integer(1)
        for term in sympy.Add.make_args(sympy.expand(exponent)):
            logs = [factor for factor in sympy.Mul.make_args(term) if isinstance(factor, sympy.log)]
            found *= self._split(logs[0].args[0], term / logs[0]) if len(logs) == 1 else self._power(sympy.E, term)
        return found

    def _split(self, base: Any, exponent: Any) -> Any:
        """(product)**(sum) as a product of irreducible bases with single terms as exponents. Factors that are not known
        to be positive stay together: ((x-1)**2)**(1/2) is no x - 1."""
        found = others = sympy.Integer(1)
        for part, side in zip(sympy.fraction(sympy.cancel(sympy.together(self.flat(base)))), (1, -1), strict=True):
            content, factors = (part, []) if part.is_number else factor_list(part)
            for factor, times in [(content, 1), *factors]:
                sign = self._sign(factor)
                if not sign:
                    others *= factor ** (times * side)
                    continue
                others *= sympy.Integer(sign) ** (times * side)
                root, inner = self.meaning.get(factor, (sign * factor, sympy.Integer(1)))
                for term in sympy.Add.make_args(sympy.expand(exponent * inner * times * side)):
                    found *= self._power(root, term)
        for term in sympy.Add.make_args(sympy.expand(exponent)) if others != 1 else ():
            found *= self._power(others, term)
        return found

    def _sign(self, factor: Any) -> int:
        """The sign of a factor by the assumptions on its symbols, 0 if it is not known: e to a positive power is above
        1, and erfcinv(x) is positive for 0 < x < 1."""
        if isinstance(factor, sympy.erfcinv):
            return int(bool(factor.args[0].is_positive and sympy.together(1 - factor.args[0]).is_positive))
        above = {
            name: 1 + sympy.Dummy(positive=True)
            for name, (base, exponent) in self.meaning.items()
            if base == sympy.E and exponent.is_positive and factor.has(name)
        }
        lifted = sympy.expand(factor.xreplace(above))
        return 1 if lifted.is_positive else -1 if lifted.is_negative else 0

    def _power(self, base: Any, exponent: Any) -> Any:
        if exponent.is_Integer or base == 1:
            return base**exponent
        count, rest = exponent.as_coeff_Mul()
        if not count.is_Integer:
            count, rest = sympy.Integer(1), exponent
        name = self.symbols.setdefault((base, rest), sympy.Dummy(positive=True))
        self.meaning[name] = (base, rest)
        return name**count
