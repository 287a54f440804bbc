"""Brackets of roots and minima: they hold the root, shrink as they say, and end where nothing lies between."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import islice

import pytest
from chartered_verify.arithmetic import balls
from chartered_verify.numeric.bracketing import bisect, false_position
from chartered_verify.numeric.minimisation import minimise
from flint import arb
from hypothesis import given, strategies as st


@given(st.fractions(0, 1))
def test_bisection_brackets_the_place_of_a_change(root: Fraction) -> None:
    """Twenty halvings of [0, 1] leave 2^-20, with the change inside; exactly, in fractions."""
    low, high = bisect(lambda x: x < root, Fraction(0), Fraction(1), steps=20)
    assert low <= root <= high
    assert high - low == Fraction(1, 2**20)


def test_bisection_ends_where_it_is_narrow_or_nothing_is_known() -> None:
    """By `narrow`; by None; of whole numbers at neighbours, with a middle of theirs."""
    assert bisect(lambda x: x < 0.3, 0.0, 1.0, narrow=lambda low, high: high - low <= 0.25) == (0.25, 0.5)
    assert bisect(lambda x: None, 0.0, 1.0) == (0.0, 1.0)
    whole = bisect(
        lambda x: x * x < 200,
        0,
        100,
        narrow=lambda low, high: high - low <= 1,
        middle=lambda low, high: (low + high) // 2,
    )
    assert whole == (14, 15)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("root", [0.1, 0.5, 2.0, 9.9])
def test_false_position_takes_few_steps_on_a_smooth_function(root: float, turned: bool) -> None:
    """log(x/root) on [0.01, 10], rising or falling: to 1e-14 in a dozen steps, and the bracket holds the root."""
    sign = -1 if turned else 1

    def f(x: float) -> float:
        return sign * math.log(x / root)

    ends = [(x, f(x)) for x in (0.01, 10.0)]
    steps = list(islice(false_position(f, *sorted(ends, key=lambda end: end[1])), 14))
    assert all(min(one[0], other[0]) <= root * (1 + 1e-15) for _, one, other in steps)
    assert all(max(one[0], other[0]) >= root * (1 - 1e-15) for _, one, other in steps)
    assert min(abs(new[0] - root) for new, _, _ in steps) <= 1e-14 * root


def test_false_position_bisects_where_values_are_infinite() -> None:
    """A step from -inf to inf at 1/3: each evaluation halves the bracket, until no double lies between."""
    steps = list(false_position(lambda x: math.inf if x > 1 / 3 else -math.inf, (0.0, -math.inf), (1.0, math.inf)))
    (_, low, high), widths = steps[-1], [high[0] - low[0] for _, low, high in steps[:20]]
    assert widths == [2.0**-k for k in range(1, 21)]
    assert (low[0], high[0]) == (1 / 3, math.nextafter(1 / 3, 1))


def test_false_position_ends_at_a_root_that_is_an_end() -> None:
    """Where f is 0 at an end, that end is the answer at once."""
    ((new, _, _),) = false_position(lambda x: x, (0.0, 0.0), (1.0, 1.0))
    assert new == (0.0, 0.0)


def test_false_position_works_on_midpoints_of_balls() -> None:
    """sqrt(2) to 150 bits."""
    with balls(192):
        steps = false_position(lambda x: (x * x - 2).mid(), (arb(1), arb(-1)), (arb(2), arb(2)), exact=arb.mid)
        new = list(islice(steps, 14))[-1][0]
        assert abs(new[0] - arb(2).sqrt()) < arb(2) ** -150


def test_a_minimum_that_is_low_enough_ends_the_search() -> None:
    """(x - 1)^2 on [0, 4] is sought until it is at most 1/100, and no further."""
    asked: list[float] = []

    def f(x: float) -> float:
        asked.append(x)
        return (x - 1) ** 2

    x, value = minimise(f, 0.0, 3.0, 4.0, enough=0.01)
    assert value == (x - 1) ** 2 <= 0.01
    enough = len(asked)
    minimise(f, 0.0, 3.0, 4.0)
    assert len(asked) - enough > enough
