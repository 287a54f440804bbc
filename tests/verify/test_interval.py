"""Extended intervals: they hold every value on a range, know which ends are not reached, and have no value where a
formula is not defined."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.arithmetic import balls
from chartered_verify.arithmetic.interval import Interval, Undefined, intervals
from hypothesis import given, strategies as st

FORMULAS: dict[str, tuple[Callable[[Any, Any], Any], tuple[int | None, int | None]]] = {
    "sums": (lambda xp, x: 3 - (2 * x + x - 1) - xp.number(Fraction(1, 3)) * x, (None, None)),
    "products": (lambda xp, x: (x - 1) * (2 - x) * x, (None, None)),
    "quotients": (lambda xp, x: (1 - x) / x + 1 / (1 + x), (0, None)),
    "powers": (lambda xp, x: x**3 - x**2 + 2**x, (None, None)),
    "negative-powers": (lambda xp, x: x**-3 + x**-2, (0, None)),
    "roots": (lambda xp, x: xp.sqrt(x) - x ** Fraction(5, 2), (0, None)),
    "self": (lambda xp, x: x**x, (0, None)),
    "exp": (lambda xp, x: xp.exp(-x) - xp.exp(x), (None, None)),
    "expm1": (lambda xp, x: xp.expm1(-x), (None, None)),
    "log": (lambda xp, x: xp.log(x) * xp.log1p(x), (0, None)),
    "erfc": (lambda xp, x: xp.erfc(x) - xp.ndtr(-x), (None, None)),
    "log_ndtr": (lambda xp, x: xp.log_ndtr(x), (None, None)),
    "ndtri": (lambda xp, x: xp.ndtri(x), (0, 1)),
    "gamma": (lambda xp, x: xp.gamma(x) - xp.lgamma(x), (2, None)),
    "largest": (lambda xp, x: xp.maximum(x, 1 - x) - xp.minimum(x, x * x) + xp.positive(x), (None, None)),
    "absolute": (lambda xp, x: abs(x) - abs(1 - 2 * x), (None, None)),
    "logaddexp": (lambda xp, x: xp.logaddexp(x, 1 - x), (None, None)),
}
STEP = Fraction(1, 64)


@pytest.mark.parametrize("name", FORMULAS)
@given(data=st.data())
def test_an_interval_holds_every_value_on_its_range(name: str, data: st.DataObject) -> None:
    """At every point inside a range with one end, both or none; an end that is open is not reached."""
    formula, (least, most) = FORMULAS[name]
    inside = st.fractions(
        -30 if least is None else least + STEP, 30 if most is None else most - STEP, max_denominator=64
    )
    low, x, high = sorted(data.draw(st.tuples(inside, inside, inside)))
    first = data.draw(st.sampled_from([low, None if least is None else Fraction(least)]))
    last = data.draw(st.sampled_from([high, None if most is None else Fraction(most)]))
    with intervals(64) as xp:
        try:
            found = formula(xp, xp.between(first, last, first == least, last == most))
        except Undefined:
            return
    with balls(256) as exact:
        value = exact.number(formula(exact, exact.number(x)))
        assert not value < found.low
        assert not value > found.high
        if found.low_open and first != x != last:
            assert not value <= found.low
        if found.positive:
            assert not value <= 0


def within(formula: Callable[[Any, Any], Any], low: int | None, high: int | None, *opened: bool) -> Interval:
    """The interval of a formula on a range."""
    with intervals(64) as xp:
        found: Interval = formula(
            xp, xp.between(None if low is None else Fraction(low), None if high is None else Fraction(high), *opened)
        )
    return found


@pytest.mark.parametrize(
    ("formula", "low", "high"),
    [
        (lambda xp, x: 1 / x, 0, 1),
        (lambda xp, x: 1 / (1 / x), 0, 1),
        (lambda xp, x: xp.log(x), 0, 1),
        (lambda xp, x: xp.log1p(-x), 0, 1),
        (lambda xp, x: xp.sqrt(x), -1, 1),
        (lambda xp, x: xp.ndtri(x), 0, 1),
        (lambda xp, x: x**-1, -1, 1),
        (lambda xp, x: x ** Fraction(1, 2), -1, 1),
        (lambda xp, x: x**x, 0, 1),
        (lambda xp, x: xp.gamma(x), 1, None),
        (lambda xp, x: x + xp.inf, 0, 1),
    ],
)
def test_there_is_no_value_where_a_formula_may_not_be_defined(formula: Any, low: int, high: int | None) -> None:
    """At a closed end, or somewhere inside."""
    with pytest.raises(Undefined):
        within(formula, low, high)


def test_an_open_end_at_a_pole_is_left_out() -> None:
    """1/x on (0, 1] has no upper end; 1/(x - 1) on (1, 2] likewise; -x log x - (1 - x) log(1 - x) on (0, 1) is positive
    at both ends."""
    assert within(lambda xp, x: 1 / x, 0, 1, True, False).low == 1
    assert within(lambda xp, x: 1 / (x - 1), 1, 2, True, False).positive
    for low, high, opened in ((0, Fraction(1, 4), (True, False)), (Fraction(3, 4), 1, (False, True))):
        with intervals(64) as xp:
            x = xp.between(Fraction(low), Fraction(high), *opened)
            assert (-x * xp.log(x) - (1 - x) * xp.log(1 - x)).positive


def test_a_value_that_is_reached_is_no_open_end() -> None:
    """x y, max(x, y) and x^2 reach 0 where one factor may be 0 itself; a sum of what cannot both vanish does not."""
    with intervals(64) as xp:
        apart, closed, around = (
            xp.between(Fraction(0), Fraction(1), True),
            xp.between(Fraction(0), Fraction(1)),
            xp.between(Fraction(-1), Fraction(1)),
        )
        assert not (apart * closed).positive
        assert (apart * apart).positive
        assert (apart + closed).positive
        assert not (closed + closed).positive
        assert xp.maximum(apart, closed).positive
        assert not xp.minimum(apart, closed).positive
        assert not (around * around).positive
        assert not abs(around).positive
        assert (closed ** Fraction(1, 2)).low == 0
        assert not (closed ** Fraction(1, 2)).positive


def test_infinite_ends_are_limits_and_never_numbers() -> None:
    """exp, erfc and the normal distribution function beyond 3; what may be anything is everything."""
    for formula, low, high in (
        (lambda xp, x: xp.exp(-x), 0, "0.05"),
        (lambda xp, x: xp.erfc(x), 0, "0.0001"),
        (lambda xp, x: xp.ndtr(x), "0.998", 1),
        (lambda xp, x: 1 + xp.exp(-xp.exp(x)), 1, "1.0001"),
    ):
        found = within(formula, 3, None)
        assert Fraction(low) <= Fraction(str(float(found.low)))
        assert found.high <= float(Fraction(high))
    assert not within(lambda xp, x: xp.exp(x) - x, 3, None).high.is_finite()
    assert not within(lambda xp, x: xp.exp(x) - x, 3, None).low.is_finite()
