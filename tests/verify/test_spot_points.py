"""How a point is compared, and where points beside the zeros of switching functions are sought."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from chartered_verify.boxes.random_points import compare_where_defined
from chartered_verify.boxes.region import Region
from chartered_verify.spot_checks.switches import Switch, beside_switches
from chartered_verify.statements.verdict import Refuted

TINY = Fraction(1, 10**1000)


@pytest.mark.parametrize("exponent", [1, 60, 300, 1000])
def test_a_point_has_the_bits_that_it_needs(exponent: int) -> None:
    """What cancels near an end is compared with enough bits, each number of them once; what differs there is found."""
    asked: list[int] = []

    def left(xp: Any, x: Any) -> Any:
        asked.append(xp.bits)
        return xp.log((1 + x) - 1)

    point = (Fraction(1, 10**exponent),)
    assert compare_where_defined(left, lambda xp, x: xp.log(x), point, 50, 1100) is True
    assert asked == sorted(set(asked))
    wrong = compare_where_defined(left, lambda xp, x: xp.log(x) + xp.number(Fraction(1, 10**40)), point, 50, 1100)
    assert isinstance(wrong, Refuted)


def test_intervals_are_asked_where_balls_find_nothing() -> None:
    """The root of a square at its zero, which has no value in balls; and what has no value at all is undecided."""
    point = (Fraction(1, 3),)

    def root(xp: Any, x: Any) -> Any:
        return xp.sqrt(abs(3 * x - 1)) if xp.name == "balls" else 0 * x

    assert compare_where_defined(lambda xp, x: root(xp, x), lambda xp, x: 0 * x, point, 50, 1100) is True
    assert compare_where_defined(lambda xp, x: xp.log(-x), lambda xp, x: xp.log(-x), point, 50, 1100) is False


def test_no_zero_is_sought_where_there_is_none() -> None:
    """A positive letter, a share less than 1, a sum: their zeros are at open ends."""
    region = Region.interior([(0, None), (0, 1)])
    signed = [lambda xp, x, y: x, lambda xp, x, y: 1 - y, lambda xp, x, y: x + y * y, lambda xp, x, y: -xp.exp(x)]
    assert all(Switch(region, formula).has_no_zero for formula in signed)
    assert not list(beside_switches(region, signed, [(Fraction(1), TINY)], Random(1)))
    closed, crossing = Region.of([(0, 1)]), lambda xp, x: x - xp.number(Fraction(1, 3))
    assert not Switch(closed, lambda xp, x: x).has_no_zero
    assert not Switch(closed, crossing).has_no_zero


@pytest.mark.parametrize("width", [Fraction(1, 10**3), Fraction(1, 10**9)])
def test_a_short_stretch_of_the_other_sign_is_found(width: Fraction) -> None:
    """|x - 1/3| is below a width on a stretch that no grid meets."""
    region = Region.interior([(0, 1)])

    def switch(xp: Any, x: Any) -> Any:
        return abs(x - xp.number(Fraction(1, 3))) - xp.number(width)

    found = list(beside_switches(region, [switch], [(Fraction(1, 2),)], Random(1)))
    assert any(abs(x - Fraction(1, 3)) < width for (x,) in found)
    assert any(width <= abs(x - Fraction(1, 3)) < 2 * width for (x,) in found)
