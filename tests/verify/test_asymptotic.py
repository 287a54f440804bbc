"""Asymptotic bounds: they hold at every point beyond the start, and what they cannot read is
refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.arithmetic import balls
from chartered_verify.arithmetic.asymptotic import Asymptotic, log_bounds
from chartered_verify.arithmetic.dual import UndecidedComparison
from hypothesis import given, settings, strategies as st

STARTS = [Fraction(1, 8), Fraction(2), Fraction(33)]
RATIONALS = st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=9)


LEAVES = (
    "xp.number({c})",
    "xp.number({c}) * x",
    "xp.exp(-xp.number({c}) * x * x + x)",
    "xp.exp(-xp.number({c}) * x)",
    "xp.ndtr(xp.number({c}) - x / xp.number({c}))",
    "xp.ndtr(x - xp.number({c}))",
    "xp.erfc(xp.number({c}) * x)",
    "-xp.expm1((x - xp.number({c})) / 2)",
)
NODES = (
    "({f}) + ({g})", "({f}) - ({g})", "({f}) * ({g})", "xp.maximum({f}, {g})", "xp.minimum({f}, {g})",
    "xp.positive({f})", "1 / (1 + xp.positive({f}))", "xp.log1p(xp.positive({f}))", "xp.expm1(-xp.positive({f}))",
    "xp.sqrt(xp.positive({f}) + 1)", "abs({f}) ** 2", "xp.logaddexp({f}, xp.number(0))"
)  # fmt: skip
FORMULAS = st.recursive(
    st.builds(lambda leaf, c: leaf.format(c=repr(c)), st.sampled_from(LEAVES), RATIONALS),
    lambda inner: st.builds(lambda node, f, g: node.format(f=f, g=g), st.sampled_from(NODES), inner, inner),
    max_leaves=4,
)
"""Formulas of one argument as text, small and large at infinity."""


def read(text: str) -> Any:
    """The formula that a text writes."""
    return eval(f"lambda xp, x: {text}", {"Fraction": Fraction})


@given(FORMULAS, st.sampled_from(STARTS), st.lists(st.integers(0, 60), min_size=3, max_size=3))
@settings(max_examples=300, deadline=None)
def test_bounds_hold_at_every_point_beyond(text: str, start: Fraction, steps: list[int]) -> None:
    """At random points from the start on no value is certainly outside the bounds, and one that vanishes is not
    positive."""
    formula = read(text)
    try:
        found = log_bounds(formula, start, 128)
    except (ArithmeticError, UndecidedComparison):
        return
    with balls(4096) as xp:
        for x in [xp.number(start * (1 + Fraction(k, 8))) for k in (0, *steps)]:
            value = formula(xp, x)
            if found.vanishes:
                assert not value > 0
            if found.high is not None:
                assert not value > found.high.at(x).exp()
            if found.low is not None:
                assert not value < found.low.at(x).exp()


def bounds(formula: Any, start: Fraction) -> tuple[Any, Any]:
    """The squares' coefficients of both bounds, as doubles."""
    found = log_bounds(formula, start, 128)
    return tuple(None if p is None else float(p.c2) for p in (found.low, found.high))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        (lambda xp, x: xp.exp(-x * x / 3) * 7, -1 / 3),
        (lambda xp, x: xp.exp(-x * x) / 2 + xp.exp(-x * x / 5) / 2, -1 / 5),
        (lambda xp, x: xp.minimum(xp.exp(-x * x), xp.exp(-x)), -1.0),
        (lambda xp, x: xp.exp(-(xp.log1p(xp.expm1(x) * 4) ** 2)), -1.0),
        (lambda xp, x: xp.erfc(x), -1.0),
        (lambda xp, x: -xp.expm1(-xp.exp(-x * x)), -1.0),
        (lambda xp, x: xp.exp(-x) if x < 3 else xp.exp(-2 * x * x), -2.0),
        (lambda xp, x: xp.exp(-x), 0.0),
    ],
)
def test_the_pace_of_a_decay_is_read_from_both_sides(formula: Any, wanted: float) -> None:
    """Both bounds have the square of the slowest term."""
    assert bounds(formula, Fraction(64)) == (pytest.approx(wanted), pytest.approx(wanted))


def test_a_gaussian_profile_is_read_from_above() -> None:
    """The difference of two terms of one pace keeps that of the first as its upper bound; below, 0 is all that is
    seen."""
    low, high = bounds(lambda xp, x: xp.ndtr(1 - x / 2) - xp.exp(x + xp.log_ndtr(-1 - x / 2)), Fraction(16))
    assert (low, high) == (None, pytest.approx(-1 / 8))


def test_what_ends_is_seen_to_end() -> None:
    """A positive part whose inside is negative from some point on vanishes there, not before."""
    formula = lambda xp, x: xp.positive(-xp.expm1((x - 3) / 2))  # noqa: E731
    assert log_bounds(formula, Fraction(4), 128).vanishes
    assert not log_bounds(formula, Fraction(2), 128).vanishes


@pytest.mark.parametrize(
    "formula",
    [lambda xp, x: xp.gamma(x), lambda xp, x: xp.inf - x, lambda xp, x: xp.exp(x * x * x - x * x) * xp.exp(-x)],
    ids=["gamma", "infinity", "a cube"],
)
def test_what_no_rule_supports_has_no_bounds(formula: Any) -> None:
    """It is refused, or bounded by what does not fall; never wrongly."""
    try:
        found = log_bounds(formula, Fraction(2), 128)
    except ArithmeticError:
        return
    assert found.high is None or found.high.c2 >= 0
    assert not found.vanishes


def test_a_comparison_that_changes_is_undecided() -> None:
    """A branch is taken only where it is the same everywhere."""
    with Asymptotic(Fraction(2), 128) as xp, pytest.raises(UndecidedComparison):
        assert xp.variable() < 3
    with Asymptotic(Fraction(3), 128) as xp:
        assert not xp.variable() < 3
        assert xp.exp(-xp.variable()) < 1
