"""Dual numbers: values with their derivatives over whole intervals."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.arithmetic import balls
from chartered_verify.arithmetic.dual import Dual, UndecidedComparison, duals
from flint import arb
from hypothesis import given, strategies as st

SMOOTH: dict[str, tuple[Callable[[Any, Any], Any], tuple[float, float]]] = {
    "exp": (lambda xp, x: xp.exp(x), (-30, 30)),
    "expm1": (lambda xp, x: xp.expm1(x), (-30, 30)),
    "log": (lambda xp, x: xp.log(x), (1e-3, 1e3)),
    "log1p": (lambda xp, x: xp.log1p(x), (-0.9, 1e3)),
    "sqrt": (lambda xp, x: xp.sqrt(x), (1e-3, 1e3)),
    "erfc": (lambda xp, x: xp.erfc(x), (-5, 20)),
    "ndtr": (lambda xp, x: xp.ndtr(x), (-30, 10)),
    "log_ndtr": (lambda xp, x: xp.log_ndtr(x), (-100, 10)),
    "ndtri": (lambda xp, x: xp.ndtri(x), (0.01, 0.99)),
    "gamma": (lambda xp, x: xp.gamma(x), (0.2, 20)),
    "lgamma": (lambda xp, x: xp.lgamma(x), (0.2, 1e3)),
    "logaddexp": (lambda xp, x: xp.logaddexp(x, 1 - x), (-30, 30)),
    "sums": (lambda xp, x: 3 - (2 * x + x - 1) / (x * x + 5) - xp.number(Fraction(1, 3)) * x, (-9, 9)),
    "powers": (lambda xp, x: x**3 - 2**x + x ** Fraction(5, 2) + x**x, (0.3, 5)),
    "quotients": (
        lambda xp, x: 1 / x - xp.pi / (1 + x) + abs(x) + xp.number(lambda xp: xp.sqrt(xp.number(2))) * x,
        (0.3, 5),
    ),
}


def derivative_of(formula: Callable[[Any, Any], Any], low: float, high: float) -> arb:
    """The derivative of a formula over an interval."""
    with duals(128) as xp:
        found: arb = formula(xp, xp.variable(arb(low).union(arb(high)))).derivative
    return found


@pytest.mark.parametrize("name", SMOOTH)
@given(place=st.floats(0, 0.999), width=st.floats(1e-8, 1))
def test_a_difference_quotient_lies_in_the_derivative_over_the_interval(name: str, place: float, width: float) -> None:
    """The mean-value theorem: (f(b) - f(a))/(b - a) is a derivative somewhere on [a, b], so the ball of all derivatives
    holds it."""
    formula, (least, most) = SMOOTH[name]
    low = least + place * (most - least)
    high = min(most, low + width)
    derivative = derivative_of(formula, low, high)
    with balls(256) as xp:
        quotient = (formula(xp, arb(high)) - formula(xp, arb(low))) / (arb(high) - arb(low))
    assert derivative.overlaps(quotient)


@pytest.mark.parametrize("name", SMOOTH)
def test_the_derivative_at_a_point_is_the_limit_of_difference_quotients(name: str) -> None:
    """At one point the ball is thin and agrees with a symmetric quotient over a tiny interval."""
    formula, (least, most) = SMOOTH[name]
    x, h = arb(0.37 * least + 0.63 * most), arb(2) ** -80
    with duals(256) as xp:
        derivative = formula(xp, xp.variable(x)).derivative
    with balls(512) as xp:
        quotient = (formula(xp, x + h) - formula(xp, x - h)) / (2 * h)
        assert derivative.rel_accuracy_bits() > 150
        assert abs(derivative - quotient) <= (abs(derivative) + 1) * arb(2) ** -100


def test_at_a_kink_the_derivative_holds_both_one_sided_derivatives() -> None:
    """max(0, x - 1) over an interval around 1 has every derivative from 0 to 1; away from 1 just its own."""

    def formula(xp: Any, x: Any) -> Any:
        return xp.positive(x - 1) + xp.minimum(x, 2 * x - 1)

    around = derivative_of(formula, 0.5, 1.5)
    assert all(around.contains(derivative) for derivative in (1, 2, 3))
    assert derivative_of(formula, 1.5, 1.9) == 2
    assert derivative_of(formula, 0.1, 0.4) == 2


def test_an_absolute_value_has_the_derivative_of_its_sign() -> None:
    """|x| falls left of 0, rises right of it, and around it the derivative may be either."""
    assert derivative_of(lambda xp, x: abs(x), 1.0, 2.0) == 1
    assert derivative_of(lambda xp, x: abs(x), -2.0, -1.0) == -1
    assert all(derivative_of(lambda xp, x: abs(x), -1.0, 1.0).contains(derivative) for derivative in (-1, 1))


def test_a_comparison_that_the_interval_straddles_is_undecided() -> None:
    """A formula with branches must not take one of them for the whole interval."""
    with duals(64) as xp:
        x = xp.variable(arb(0).union(arb(2)))
        for compare in (
            lambda: x < 1,
            lambda: x > 1,
            lambda: x <= 1,
            lambda: x >= 1,
            lambda: x == 1,
            lambda: arb(1) >= x,
        ):
            with pytest.raises(UndecidedComparison, match="does not decide"):
                compare()
        assert x < 3
        assert x >= -1
        assert x > -2
        assert not x == 5  # noqa: SIM201
        assert x != 5


def test_a_dual_number_is_shown_by_value_and_derivative() -> None:
    """What a failing assertion prints, and how the arithmetic names itself."""
    assert repr(Dual(arb(1), arb(2))) == "Dual(1.00000000000000, 2.00000000000000)"
    assert repr(duals(64)) == "duals(64)"
    with duals(64) as xp:
        assert xp.inf.value == arb.pos_inf()


@pytest.mark.parametrize("power", [2, 3, 4, 1, 0, -2])
def test_a_whole_power_about_zero_has_a_value_and_a_derivative(power: int) -> None:
    """x^n and n x^(n-1) on a ball about 0, where Arb's own power is no number; none where n is negative."""
    with duals(64) as xp:
        found = xp.variable(arb(0, 1)) ** power
        assert (found.value.is_finite() and found.derivative.is_finite()) == (power >= 0)
        for x in (-1, 0, 1) if power > 0 else ():
            assert found.value.contains(x**power)
            assert found.derivative.contains(power * x ** (power - 1))
        assert not (power > 0 and power % 2 == 0 and found.value < 0)
