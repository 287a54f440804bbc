"""Products of sums are multiplied out as SymPy's expand does it."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from chartered_verify.multiplied_out import multiplied_out
from hypothesis import assume, given, settings, strategies as st

X, Y, Z = sympy.symbols("x y z", positive=True)
ATOMS = st.sampled_from(
    [X, Y, Z, sympy.Integer(3), sympy.Rational(-2, 7), sympy.pi, sympy.sqrt(2), sympy.exp(X + Y), X**Y, 1 / (X + 1)]
)


def _joined(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    sums = st.builds(lambda a, b: a + b, inner, inner)
    products = st.builds(lambda a, b: a * b, inner, inner)
    powers = st.builds(lambda a, n: a**n, inner, st.integers(-2, 4))
    return sums | products | powers | inner.map(sympy.log) | inner.map(sympy.erfc)


@settings(max_examples=60, deadline=None)
@given(st.recursive(ATOMS, _joined, max_leaves=8))
def test_it_is_what_expand_gives(expr: Any) -> None:
    """An equal expression, which SymPy's expand leaves as it is or brings to its own form."""
    assume(not expr.has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan))
    assert sympy.expand(multiplied_out(expr) - expr) == 0


@pytest.mark.parametrize(
    "expr", [(X + Y) ** 3 * (X - Z) ** 2, (X + sympy.exp(X + Y)) ** 2, sympy.sqrt(X + 1) * (X + Y)]
)
def test_no_product_of_sums_remains(expr: Any) -> None:
    """Nor within a power."""
    assert multiplied_out(expr) == sympy.expand(expr)


def test_a_number_stays_one() -> None:
    """Without a symbol there is nothing to multiply by the ring."""
    assert multiplied_out(sympy.Rational(3, 4)) == sympy.Rational(3, 4)
    assert multiplied_out(sympy.Integer(0)) == 0


def test_infinities_do_not_cancel() -> None:
    """As symbols they would."""
    assert multiplied_out((X + 1) * sympy.oo - X * sympy.oo - sympy.oo) != 0
