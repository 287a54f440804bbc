"""Minima: every enclosure holds the true minimum, and a closed form that misses it is refuted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import Enclosure, Undecidable, enclose
from chartered_verify.forms.algebraic import partials
from chartered_verify.forms.optimum import convex_minimum, minimum_matches, minimum_over, optimum_is, propose
from chartered_verify.statements.verdict import Refuted, Supported, Undecided
from hypothesis import given, settings, strategies as st

SLOPES = st.fractions(min_value=Fraction(1, 10), max_value=15, max_denominator=1000)


def tilted(xp: Any, x: Any, a: Any) -> Any:
    """exp(x) - a x: convex, least at log a, where it is a - a log a."""
    return xp.exp(x) - a * x


def tilted_slope(xp: Any, x: Any, a: Any) -> Any:
    """Its derivative."""
    return xp.exp(x) - a


def least(xp: Any, a: Any) -> Any:
    """Its minimum."""
    return a - a * xp.log(a)


@given(SLOPES)
def test_two_tangents_enclose_a_convex_minimum(a: Fraction) -> None:
    """The enclosure holds a - a log a, to 15 digits."""
    found = convex_minimum(
        lambda xp, x: tilted(xp, x, xp.number(a)), lambda xp, x: tilted_slope(xp, x, xp.number(a)), -3, 3
    )
    true = enclose(lambda xp: least(xp, xp.number(a)), goal=200, bits=512)
    assert found.lo <= true.lo
    assert true.hi <= found.hi
    with balls(256):
        assert found.hi - found.lo <= abs(found.hi).max(1) * Fraction(1, 10**15).numerator / 10**15


@pytest.mark.parametrize(("low", "high", "at"), [(1, 3, 1), (-3, 0, 0), (2, 2, 2)])
def test_a_convex_minimum_at_an_end(low: int, high: int, at: int) -> None:
    """Where the slope keeps its sign the minimum is the value at that end."""
    found = convex_minimum(lambda xp, x: tilted(xp, x, 2), lambda xp, x: tilted_slope(xp, x, 2), low, high)
    assert found.overlaps(enclose(lambda xp: tilted(xp, xp.number(at), 2)))
    assert found.upper - found.lower < 1e-14


def test_a_minimum_of_exactly_zero_or_at_a_rational_point() -> None:
    """(x - 1/3)**2 is enclosed about 0 with `absolute`; (x - 1)**2 + 1 stops at its rational minimiser."""
    third = Fraction(1, 3)
    found = convex_minimum(
        lambda xp, x: (x - xp.number(third)) ** 2,
        lambda xp, x: 2 * (x - xp.number(third)),
        -1,
        3,
        absolute=Fraction(1, 10**20),
    )
    assert found.lower <= 0 <= found.upper
    assert found.upper - found.lower < 2e-20
    assert convex_minimum(lambda xp, x: (x - 1) ** 2 + 1, lambda xp, x: 2 * (x - 1), -1, 3).contains(1)


def test_a_convex_minimum_over_decades() -> None:
    """x + 1/(c x) with c = 1e200 has its minimum 2e-100 at 1e-100; bisection is geometric."""
    tiny = Fraction(1, 10**200)
    found = convex_minimum(
        lambda xp, x: x + xp.number(tiny) / x,
        lambda xp, x: 1 - xp.number(tiny) / (x * x),
        Fraction(1, 10**150),
        10**150,
    )
    assert found.contains(Fraction(2, 10**100))
    assert found.upper <= 2.0000000001e-100


def test_without_a_sign_of_the_slope_the_minimum_is_undecidable() -> None:
    """A derivative whose sign at an end cannot be told is refused, not guessed."""
    with pytest.raises(Undecidable, match="no certain sign"):
        convex_minimum(lambda xp, x: x, lambda xp, x: xp.exp(x) - xp.exp(x), 1, 2, cap=256)


@given(SLOPES, st.booleans())
@settings(max_examples=20)
def test_branch_and_bound_encloses_the_minimum(a: Fraction, slopes: bool) -> None:
    """With and without slopes the enclosure holds a - a log a; with slopes to nine digits."""

    def formula(xp: Any, x: Any) -> Any:
        return tilted(xp, x, xp.number(a))

    derivatives = [lambda xp, x: tilted_slope(xp, x, xp.number(a))] if slopes else None
    found = minimum_over(formula, [(-3, 3)], derivatives=derivatives, max_boxes=2000, absolute=Fraction(1, 10**10))
    true = enclose(lambda xp: least(xp, xp.number(a)), goal=200, bits=512)
    assert found.overlaps(true)
    assert found.lo <= true.lo
    if slopes:
        assert found.upper - found.lower < 1e-8 * max(1.0, abs(found.upper))


def test_branch_and_bound_is_global_and_plane() -> None:
    """Of two valleys the deeper is found, however narrow; Rosenbrock's valley plus 1 has minimum 1."""

    def valleys(xp: Any, x: Any) -> Any:
        return xp.minimum((x - 3) ** 2 + 1, 10**6 * (x - xp.number(Fraction(-271, 100))) ** 2)

    found = minimum_over(valleys, [(-5, 5)], absolute=Fraction(1, 10**6))
    assert found.lower <= 0 <= found.upper < 1e-5

    def banana(xp: Any, x: Any, y: Any) -> Any:
        return (1 - x) ** 2 + 100 * (y - x * x) ** 2 + 1

    found = minimum_over(banana, [(-2, 2), (-1, 3)], derivatives=partials(banana, 2), max_boxes=5000)
    assert found.contains(1)
    assert found.upper - found.lower < 1e-3


def test_the_minimum_of_a_constant_is_the_constant() -> None:
    """Where all parts are equally low none is lost."""
    found = minimum_over(lambda xp, x: xp.number(7), [(0, 1)])
    assert (found.lower, found.upper) == (7.0, 7.0)
    flat = minimum_over(lambda xp, x: xp.maximum(x, 1 - x * 0), [(0, 2)], max_boxes=100)
    assert flat.contains(1)


def test_more_bits_are_used_when_more_are_asked_for() -> None:
    """A goal of 100 bits goes past the starting precision of 64."""
    found = minimum_over(
        lambda xp, x: tilted(xp, x, 2), [(-3, 3)], derivatives=[lambda xp, x: tilted_slope(xp, x, 2)], goal=100
    )
    assert found.overlaps(enclose(lambda xp: least(xp, xp.number(2)), goal=200, bits=512))
    with balls(256):
        assert (found.hi - found.lo) * 2**99 < 1


def test_without_a_finite_bound_the_minimum_is_undecidable() -> None:
    """A formula that is nowhere defined has no minimum."""
    with pytest.raises(Undecidable, match="no finite bounds"):
        minimum_over(lambda xp, x: xp.log(-x - 1), [(0, 1)], max_boxes=50)


CASES: list[tuple[Fraction | int]] = [(2,), (3,), (Fraction(1, 2),)]


def test_a_closed_form_is_supported_by_cases() -> None:
    """min over [-3, 3] of exp(x) - a x is a - a log a: three points, at least eight digits, and no claim of proof."""
    convex = optimum_is(tilted, least, lambda a: (-3, 3), CASES, derivative=tilted_slope)
    sloped = optimum_is(tilted, least, lambda a: (-3, 3), CASES, slope=tilted_slope)
    for found in (convex, sloped):
        assert isinstance(found, Supported)
        assert found.points == 3
        assert found.digits >= 8


@pytest.mark.parametrize("error", [Fraction(1, 10**12), Fraction(-1, 10**12)])
def test_a_closed_form_that_misses_is_refuted(error: Fraction) -> None:
    """Off by 1e-12 either way the enclosures are disjoint, and the witness gives the case and both."""
    found = optimum_is(
        tilted, lambda xp, a: least(xp, a) + xp.number(error), lambda a: (-3, 3), CASES, derivative=tilted_slope
    )
    assert isinstance(found, Refuted)
    assert found.witness["case"] == ["2"]
    assert set(found.witness) == {"case", "stated", "minimum"}


def test_a_closed_form_outside_its_range_is_refuted() -> None:
    """With the minimiser cut off by the range, a - a log a is no longer the minimum."""
    assert isinstance(
        optimum_is(tilted, least, lambda a: (-3, Fraction(1, 2)), CASES, derivative=tilted_slope), Refuted
    )


def test_too_few_digits_and_no_cases_are_undecided() -> None:
    """A wide enclosure supports nothing, nor does an empty list."""
    wide = minimum_matches(
        lambda xp, a: least(xp, a), lambda a: Enclosure.of(balls(64).number(0), balls(64).number(1)), [(2,)]
    )
    assert isinstance(wide, Undecided)
    assert isinstance(
        minimum_matches(lambda xp, a: least(xp, a), lambda a: Enclosure.of(balls(64).number(0)), []), Undecided
    )


@given(SLOPES)
@settings(max_examples=20)
def test_a_proposal_is_in_range_and_good(a: Fraction) -> None:
    """SciPy and mpmath propose a point of the range whose value is the minimum to 20 digits: a witness, not a proof."""
    from chartered_verify.arithmetic import digits

    point = propose(lambda xp, x: tilted(xp, x, xp.number(a)), -3, 3)
    assert -3 <= point <= 3
    xp = digits(60)
    assert abs(tilted(xp, xp.number(point), xp.number(a)) - least(xp, xp.number(a))) < 1e-20


def test_a_proposal_survives_a_minimum_at_an_end_and_holes() -> None:
    """At an end, and where the objective overflows or has no value, the proposal is still a point of the range."""
    assert propose(lambda xp, x: x, 1, 2) - 1 < Fraction(1, 100)
    assert 1 <= propose(lambda xp, x: xp.exp(1000 * x) / (x - 1), 1, 20) <= 20
