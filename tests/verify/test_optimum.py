"""Minima: every enclosure holds the true minimum, and a closed form that misses it is refuted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import Undecidable, enclose
from chartered_verify.forms.algebraic import partials
from chartered_verify.forms.optimum import minimum_over, optimum_is, propose
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


@given(SLOPES, st.booleans())
@settings(max_examples=20)
def test_branch_and_bound_encloses_the_minimum(a: Fraction, slopes: bool) -> None:
    """With and without slopes the enclosure holds a - a log a; with slopes to nine digits."""

    def formula(xp: Any, x: Any) -> Any:
        return tilted(xp, x, xp.number(a))

    derivatives = [lambda xp, x: tilted_slope(xp, x, xp.number(a))] if slopes else None
    found = minimum_over(formula, [(-3, 3)], derivatives=derivatives, max_boxes=2000)
    true = enclose(lambda xp: least(xp, xp.number(a)), goal=200, bits=512)
    assert found.overlaps(true)
    assert found.lo <= true.lo
    if slopes:
        assert found.upper - found.lower < 1e-8 * max(1.0, abs(found.upper))


def test_branch_and_bound_is_global_and_plane() -> None:
    """Of two valleys the deeper is found, however narrow; Rosenbrock's valley plus 1 has minimum 1."""

    def valleys(xp: Any, x: Any) -> Any:
        return xp.minimum((x - 3) ** 2 + 1, 10**6 * (x - xp.number(Fraction(-271, 100))) ** 2)

    found = minimum_over(valleys, [(-5, 5)], max_boxes=2000)
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
    found = optimum_is(tilted, least, lambda a: (-3, 3), CASES, slope=tilted_slope)
    assert isinstance(found, Supported)
    assert found.points == 3
    assert found.digits >= 8


@pytest.mark.parametrize("error", [Fraction(1, 10**12), Fraction(-1, 10**12)])
def test_a_closed_form_that_misses_is_refuted(error: Fraction) -> None:
    """Off by 1e-12 either way the enclosures are disjoint, and the witness gives the case and both."""

    def wrong(xp: Any, a: Any) -> Any:
        return least(xp, a) + xp.number(error)

    found = optimum_is(tilted, wrong, lambda a: (-3, 3), CASES, slope=tilted_slope, least_digits=15)
    assert isinstance(found, Refuted)
    assert found.witness["case"] == ["2"]
    assert set(found.witness) == {"case", "stated", "minimum"}


def test_a_closed_form_outside_its_range_is_refuted() -> None:
    """With the minimiser cut off by the range, a - a log a is no longer the minimum."""
    assert isinstance(optimum_is(tilted, least, lambda a: (-3, Fraction(1, 2)), CASES, slope=tilted_slope), Refuted)


def test_too_few_digits_and_no_cases_are_undecided() -> None:
    """A wide enclosure supports nothing, nor does an empty list."""
    wide = optimum_is(lambda xp, x, a: xp.hull(0, a), lambda xp, a: xp.number(0), lambda a: (0, 0), [(2,)])
    assert isinstance(wide, Undecided)
    assert "agree to 0 digits" in wide.how
    assert isinstance(optimum_is(tilted, least, lambda a: (-3, 3), []), Undecided)


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
