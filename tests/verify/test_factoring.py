"""Factors of polynomials, which are looked for up to a degree."""

from __future__ import annotations

import pytest
import sympy
from chartered_verify.factoring import MOST, degree, factor_list, factored

X, Y = sympy.symbols("x y", positive=True)


@pytest.mark.parametrize(
    "expr",
    [
        X**4 - 1,
        X**2 * Y**3 + X,
        (X**2 + Y) ** 7 - X,
        sympy.exp(12 * X) - sympy.exp(X) + 1,
        X ** sympy.Rational(5, 3) - X,
        sympy.log(X) ** 3 + X,
    ],
    ids=str,
)
def test_the_degree_is_at_least_that_of_the_polynomial(expr: sympy.Expr) -> None:
    """It is an upper bound, found without expanding anything."""
    assert degree(expr) >= sympy.Poly(expr).total_degree()


def test_low_degrees_are_factored() -> None:
    """As SymPy factors them."""
    assert factored(X**2 - 1) == (X - 1) * (X + 1)
    assert factor_list(2 * X**3 - 2 * X) == (2, [(X - 1, 1), (X, 1), (X + 1, 1)])


@pytest.mark.parametrize("power", [MOST + 1, 72000, 10**30])
def test_high_degrees_keep_the_factors_that_they_are_written_with(power: int) -> None:
    """At degree 72000 factors would take hours that no time limit ends; the product is still the expression."""
    high = X**power - X**3 + 1
    assert factored(high) == high
    constant, factors = factor_list(X * high * (Y - 1) ** power)
    assert constant == 1
    assert dict(factors) == {X: 1, high: 1, Y - 1: power}
