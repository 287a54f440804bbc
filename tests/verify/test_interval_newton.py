"""Roots as exact numbers: enclosed at every precision, the same in every arithmetic, and refused where no sign
changes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.enclosure import Undecidable
from chartered_verify.numeric.interval_newton import decreasing_root
from hypothesis import given, settings
from strategies import magnitudes


@given(magnitudes(-200, 200))
@settings(max_examples=30, deadline=None)
def test_the_square_root_is_enclosed(c: Fraction) -> None:
    """The root of c - x^2 squares to c, to all bits but a few, also where it is a power of two itself."""
    zero = decreasing_root(lambda xp, x: xp.number(c) - x * x)
    for bits in (64, 1000):
        with balls(bits) as xp:
            found = xp.number(zero)
            assert (found * found).contains(xp.number(c))
            assert found.rel_accuracy_bits() >= bits - 2
    assert floats.number(zero) == pytest.approx(float(c) ** 0.5, rel=1e-15)


@pytest.mark.parametrize("root", ["1", "1/4", "1025/1024", "3/4", "1e-60"])
def test_an_exact_zero_where_the_search_looks_is_found(root: str) -> None:
    """No sign is certain at the zero itself: the search looks a little beside it."""
    x0 = Fraction(root)
    with balls(256) as xp:
        assert xp.number(decreasing_root(lambda xp, x: xp.log(xp.number(x0)) - xp.log(x))).overlaps(xp.number(x0))


def test_all_arithmetics_have_the_same_number() -> None:
    """The fixed point of the cosine's cousin e^-x = x, against mpmath's W(1)."""
    zero, xp = decreasing_root(lambda xp, x: xp.exp(-x) - x), digits(60)
    truth = xp.mp.lambertw(1)
    assert abs(xp.number(zero) - truth) < xp.mp.mpf(10) ** -58
    assert floats.number(zero) == float(truth)


@pytest.mark.parametrize(
    "formula", [lambda xp, x: x, lambda xp, x: -x, lambda xp, x: 0 * x], ids=["rises", "falls below", "is nothing"]
)
def test_a_formula_without_a_change_of_sign_has_no_zero(formula: Any) -> None:
    """It is refused, after a search over 2^(+-65536)."""
    with balls(64) as xp, pytest.raises(Undecidable):
        xp.number(decreasing_root(formula))
