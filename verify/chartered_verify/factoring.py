"""Factors of polynomials, of bounded degree.

SymPy factors polynomials in one symbol by FLINT, which no signal interrupts: a limit of time does not end it. It takes
a tenth of a second at degree 500, and hours at degree 72000. So an expression of a higher degree keeps the factors that
it is written with."""

from __future__ import annotations

from typing import Any

from .large_packages import sympy
from .multiplied_out import multiplied_out

MOST = 500
"""The highest degree that is factored."""


def factored(expr: Any) -> Any:
    """An expression as a product of irreducible factors, or as it is if its degree is high. Raises PolynomialError."""
    return sympy.factor(_of_sums(expr)) if degree(expr) <= MOST else expr


def factor_list(expr: Any) -> tuple[Any, list[tuple[Any, int]]]:
    """A constant, and the factors of an expression with their exponents: irreducible ones, or if its degree is high
    those that it is written with. Raises PolificationFailed for a number."""
    if degree(expr) <= MOST:
        constant, factors = sympy.factor_list(_of_sums(expr))
        return constant, [(factor, int(times)) for factor, times in factors]
    return sympy.Integer(1), [_integer_power(part) for part in sympy.Mul.make_args(expr)]


def _of_sums(expr: Any) -> Any:
    """A product with its sums multiplied out, as SymPy would, slowly."""
    return sympy.Mul(*(multiplied_out(part) if part.is_Add else part for part in sympy.Mul.make_args(expr)))


def _integer_power(part: Any) -> tuple[Any, int]:
    return (part.base, int(part.exp)) if part.is_Pow and part.exp.is_Integer else (part, 1)


def degree(expr: Any) -> int:
    """An upper bound on the total degree of an expression as a polynomial in whatever SymPy takes for a symbol: x^(3/2)
    is the third power of x^(1/2), and e^(3x) that of e^x."""
    if expr.is_Add:
        return max(map(degree, expr.args))
    if expr.is_Mul:
        return sum(map(degree, expr.args))
    if expr.is_number:
        return 0
    base, exponent = expr.as_base_exp()
    count, rest = exponent.as_coeff_Mul(rational=True)
    inside = degree(base) if rest == 1 and count.q == 1 and base != expr else 1
    return abs(int(count.p)) * inside
