"""Inequalities on ranges without an end or without their ends, and where they touch zero: what is proved is true, what
is false is not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import rational_signs
from chartered_verify.inequality.prove import prove_nonnegative, prove_positive
from chartered_verify.inequality.zeros_on_faces import simplest_fraction
from chartered_verify.statements.verdict import Proved, Refuted, Undecided
from hypothesis import given, settings, strategies as st

HALF = Fraction(1, 2)
LINE, RAY, UNIT = (None, None), (0, None), (0, 1)
Sides = list[tuple[Any, Any]]


def entropy(xp: Any, p: Any) -> Any:
    """In nats."""
    return -p * xp.log(p) - (1 - p) * xp.log(1 - p)


def mills(xp: Any, x: Any) -> Any:
    """phi(x) - x Phi(-x): it falls to 0."""
    return xp.exp(-x * x / 2) / xp.sqrt(2 * xp.pi) - x * xp.ndtr(-x)


def cubic(xp: Any, x: Any) -> Any:
    """The exponential without its first four terms: x^4/24 at 0."""
    return xp.exp(x) - 1 - x - x * x / 2 - x * x * x / 6


ABOVE: dict[str, tuple[Callable[..., Any], Sides]] = {
    "on-a-ray": (lambda xp, x: xp.exp(x) - x, [RAY]),
    "on-a-ray-downwards": (lambda xp, x: xp.exp(-x) + x, [(None, 0)]),
    "on-the-line": (lambda xp, x: xp.exp(x) - x, [LINE]),
    "rational-touching-at-infinity": (lambda xp, x: 1 / x - 1 / (x + 1), [(1, None)]),
    "logarithm-touching-at-infinity": (lambda xp, x: xp.log1p(1 / x) - 1 / (x + 1), [(1, None)]),
    "normal-touching-at-infinity": (mills, [RAY]),
    "in-two-directions": (lambda xp, x, y: xp.exp(-x) * (1 + y) + xp.exp(-y) * x, [RAY, RAY]),
    "in-three-dimensions": (
        lambda xp, x, y, z: x * x + y * y + z * z - x * y - y * z - x * z + xp.number(Fraction(1, 100)),
        [UNIT, UNIT, UNIT],
    ),
}
ABOVE_INSIDE: dict[str, tuple[Callable[..., Any], Sides]] = {
    "slope": (lambda xp, x: x - xp.log1p(x), [RAY]),
    "curvature": (lambda xp, x: xp.exp(x) - 1 - x, [RAY]),
    "both-ends": (lambda xp, x: xp.exp(-x) - xp.exp(-2 * x), [RAY]),
    "third-order": (lambda xp, e: xp.number(HALF) + e / 4 - 1 / (1 + xp.exp(-e)), [RAY]),
    "pole": (lambda xp, x: 1 / x - xp.log(x) / 10 + x, [UNIT]),
    "infinite-slope": (lambda xp, x: xp.sqrt(x) - x, [UNIT]),
    "infinite-slope-at-one": (lambda xp, x: xp.sqrt(x - 1) * xp.exp(-x), [(1, 3)]),
    "entropy": (entropy, [UNIT]),
    "corner": (lambda xp, x, y: x + y, [UNIT, RAY]),
    "two-sides": (lambda xp, x, y: y * xp.exp(x) - y - x * y, [(0, 3), UNIT]),
    "three-sides": (lambda xp, x, y: x * x * y - x * x * y * y, [(0, 3), UNIT]),
    "corner-of-three": (lambda xp, x, y, z: xp.exp(x + y + z) - (1 + x) * (1 + y) * (1 + z), [UNIT, UNIT, UNIT]),
}
NOT_BELOW: dict[str, tuple[Callable[..., Any], Sides]] = {
    "slope-inside": (lambda xp, x: x - xp.log1p(x), [(-HALF, None)]),
    "fourth-order-inside": (cubic, [(-1, 1)]),
    "line-inside": (lambda xp, x, y: (xp.exp(x - 1) - x) * (1 + y), [(0, 3), (0, 3)]),
    "point-inside": (lambda xp, x, y: xp.exp(x + y - 2) - (x + y - 1) + (x - y) ** 2, [(0, 3), (0, 3)]),
    "powers": (lambda xp, x, r: (1 + x) ** r - 1 - r * x, [(0, 3), (1, 3)]),
    "irrational-value": (lambda xp, x, y: xp.exp(x + 2) - xp.exp(xp.number(2)) + y, [UNIT, UNIT]),
}


@pytest.mark.parametrize("name", ABOVE)
def test_what_is_above_zero_far_out_is_proved(name: str) -> None:
    """On half-lines and the whole line; also where infinity is touched."""
    formula, sides = ABOVE[name]
    assert isinstance(prove_positive(formula, sides), Proved)


@pytest.mark.parametrize("name", ABOVE_INSIDE)
def test_what_is_above_zero_inside_is_proved(name: str) -> None:
    """By what is left when the zero is divided out, or by ends that are left out; with the ends it is not above zero
    everywhere."""
    formula, sides = ABOVE_INSIDE[name]
    assert isinstance(prove_positive(formula, sides, inside=True), Proved)
    assert not isinstance(prove_positive(formula, sides, max_boxes=600), Proved)


@pytest.mark.parametrize("name", NOT_BELOW)
def test_contact_inside_is_proved_not_to_be_below(name: str) -> None:
    """And never to be above."""
    formula, sides = NOT_BELOW[name]
    assert isinstance(prove_nonnegative(formula, sides), Proved)
    assert isinstance(prove_positive(formula, sides, max_boxes=600), Refuted)


TINY = Fraction(1, 10**12)


@pytest.mark.parametrize(
    ("formula", "sides"),
    [
        (lambda xp, x: 100 - xp.log1p(x), [RAY]),
        (lambda xp, x: 1 / (1 + x) - xp.number(TINY), [RAY]),
        (lambda xp, x: 1 - xp.number(TINY) * x, [RAY]),
        (lambda xp, x: xp.exp(x) + xp.number(TINY) * x, [LINE]),
        (lambda xp, x: xp.exp(x) - 1 - x - x * x / 2, [(-1, 1)]),
        (lambda xp, x: xp.exp(x) - 1 - (1 + xp.number(TINY)) * x, [UNIT]),
        (lambda xp, x: cubic(xp, x) - xp.number(Fraction(1, 10**6)) * x * x, [(-1, 1)]),
        (lambda xp, x: xp.sqrt(x) - (1 + xp.number(TINY)) * x, [UNIT]),
        (lambda xp, x: x * xp.log(x) + xp.number(Fraction(1, 3)), [UNIT]),
        (lambda xp, x: entropy(xp, x) - 4 * x * (1 - x), [UNIT]),
        (lambda xp, x, y: x + y - xp.number(TINY), [UNIT, UNIT]),
        (lambda xp, x, y: (1 - x) + (1 - y) - xp.number(TINY), [UNIT, UNIT]),
        (lambda xp, x, y: (x - y) ** 2 + x * x - xp.number(TINY), [UNIT, UNIT]),
        (lambda xp, x, y: x * x + y * y - (2 + xp.number(TINY)) * x * y, [UNIT, UNIT]),
        (
            lambda xp, x, y: xp.exp(x + y - 2) - (x + y - 1) - xp.number(Fraction(1, 1000)) * (x - y) ** 2,
            [(0, 3), (0, 3)],
        ),
        (lambda xp, x, y: (1 + x) ** y - 1 - y * x, [UNIT, (Fraction(999, 1000), 2)]),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
def test_what_is_false_by_a_hair_is_never_proved(formula: Any, sides: Sides, inside: bool) -> None:
    """At infinity, at a corner, beside a point of contact, on a thin sliver: refuted with a true witness, or at worst
    undecided."""
    for prove in (prove_positive, prove_nonnegative):
        found = prove(formula, sides, inside=inside, max_boxes=3000)
        assert not isinstance(found, Proved)
        if isinstance(found, Refuted):
            point = [Fraction(x) for x in found.witness["point"]]
            assert all(
                (low is None or low <= x) and (high is None or x <= high)
                for x, (low, high) in zip(point, sides, strict=True)
            )
            assert not inside or all(x not in side for x, side in zip(point, sides, strict=True))


def test_most_of_what_is_false_by_a_hair_is_refuted() -> None:
    """At the ends and far out a witness is found, however small the gap."""
    for formula, sides in (
        (lambda xp, x: 1 / (1 + x) - xp.number(TINY), [RAY]),
        (lambda xp, x, y: x + y - xp.number(TINY), [UNIT, UNIT]),
        (lambda xp, x: xp.sqrt(x) - (1 + xp.number(TINY)) * x, [UNIT]),
        (lambda xp, x: xp.exp(x) - 1 - (1 + xp.number(TINY)) * x, [UNIT]),
    ):
        assert isinstance(prove_nonnegative(formula, sides), Refuted)


@pytest.mark.parametrize(
    ("formula", "side"),
    [
        (lambda xp, x: x / x, (-1, 1)),
        (lambda xp, x: x * x / x, (0, 1)),
        (lambda xp, x: xp.exp(-xp.log(x)), (0, 1)),
        (lambda xp, x: 1 + x - x / x, (0, 1)),
    ],
)
def test_a_hole_is_not_mended_by_algebra(formula: Any, side: tuple[int, int]) -> None:
    """SymPy cancels x/x; at 0 it is not defined, and so nothing is proved where 0 belongs to the range."""
    assert not isinstance(prove_nonnegative(formula, [side], max_boxes=800), Proved)


def test_what_is_left_open_is_said_where_it_is_hardest() -> None:
    """max(x, y) - (x + y)/2 touches along the diagonal, where it is not smooth: nothing settles that."""
    found = prove_nonnegative(lambda xp, x, y: xp.maximum(x, y) - (x + y) / 2, [(0, 1), (0, 1)], max_boxes=1500)
    assert isinstance(found, Undecided)
    assert "the hardest" in found.left


def test_the_proof_says_where_zero_is_touched_and_in_which_variable() -> None:
    """On the plane, at the point, in 1/u."""
    assert "by SymPy zero on x0 = 0" in prove_positive(*ABOVE_INSIDE["slope"], inside=True).how
    assert "at (1, 1), where derivatives decide" in prove_nonnegative(*NOT_BELOW["point-inside"]).how
    assert prove_positive(*ABOVE["rational-touching-at-infinity"]).how.endswith("in u with x0 = 1 - 1 + 1/u")


Tree = Callable[..., Any]


def grown(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    """Formulas made of formulas, all defined for x, y >= 0."""
    return st.one_of(
        st.tuples(inner, inner).map(lambda two: lambda xp, x, y: two[0](xp, x, y) + two[1](xp, x, y)),
        st.tuples(inner, inner).map(lambda two: lambda xp, x, y: two[0](xp, x, y) - two[1](xp, x, y)),
        st.tuples(inner, inner).map(lambda two: lambda xp, x, y: two[0](xp, x, y) * two[1](xp, x, y)),
        st.tuples(inner, inner).map(lambda two: lambda xp, x, y: xp.maximum(two[0](xp, x, y), two[1](xp, x, y))),
        inner.map(lambda one: lambda xp, x, y: xp.exp(-(one(xp, x, y) ** 2))),
        inner.map(lambda one: lambda xp, x, y: xp.ndtr(one(xp, x, y))),
        inner.map(lambda one: lambda xp, x, y: xp.log1p(one(xp, x, y) ** 2)),
        inner.map(lambda one: lambda xp, x, y: 1 / (1 + one(xp, x, y) ** 2)),
        inner.map(lambda one: lambda xp, x, y: xp.sqrt(one(xp, x, y) ** 2)),
    )


SEEDS = st.sampled_from(
    [
        lambda xp, x, y: x,
        lambda xp, x, y: y,
        lambda xp, x, y: xp.sqrt(x),
        lambda xp, x, y: xp.number(1),
        lambda xp, x, y: xp.exp(-x),
    ]
)
PLACES = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1), Fraction(2), Fraction(50)])


@given(st.recursive(SEEDS, grown, max_leaves=5), PLACES, PLACES)
@settings(max_examples=40)
def test_no_formula_is_proved_to_stay_above_a_value_that_it_takes_far_out(
    formula: Tree, u: Fraction, v: Fraction
) -> None:
    """f(x) - f(p) > 0 on a quadrant is false at x = p, and so is f(x) - f(p) >= 1e-9; by continuity also inside."""

    def above(xp: Any, x: Any, y: Any) -> Any:
        return formula(xp, x, y) - formula(xp, xp.number(u), xp.number(v))

    def clear(xp: Any, x: Any, y: Any) -> Any:
        return above(xp, x, y) - xp.number(Fraction(1, 10**9))

    assert not isinstance(prove_positive(above, [RAY, RAY], max_boxes=150, hunt=False), Proved)
    for inside in (False, True):
        assert not isinstance(prove_nonnegative(clear, [RAY, RAY], max_boxes=150, hunt=False, inside=inside), Proved)


ROOTS = st.lists(
    st.tuples(
        st.sampled_from([Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 3), Fraction(1, 10**9)]), st.integers(1, 4)
    ),
    min_size=1,
    max_size=3,
)


@given(ROOTS, st.sampled_from([0, TINY, -TINY]), st.sampled_from([UNIT, RAY, LINE, (-1, 2), (None, 1)]), st.booleans())
@settings(max_examples=15)
def test_contact_of_any_order_agrees_with_exact_root_counting(roots: Any, more: Any, side: Any, inside: bool) -> None:
    """Products of powers touch zero at their roots, with any order, or miss it by a hair: boxes never contradict
    SymPy's exact decision."""

    def formula(xp: Any, x: Any) -> Any:
        total = xp.number(1)
        for at, times in roots:
            total = total * (x - xp.number(at)) ** times
        return total + xp.number(Fraction(more))

    exact = rational_signs.nonnegative(formula, *side)
    found = prove_nonnegative(formula, [side], max_boxes=100, inside=inside, hunt=False)
    assert isinstance(found, Undecided) or type(found) is type(exact)


ENDS = st.fractions(min_value=-3, max_value=3)


@given(ENDS, ENDS)
def test_the_simplest_number_between_two(one: Fraction, two: Fraction) -> None:
    """It is between them, and no smaller denominator is."""
    low, high = min(one, two), max(one, two)
    found = simplest_fraction(low, high)
    assert low <= found <= high
    for below in range(1, min(found.denominator, 40)):
        assert (high * below).__floor__() < low * below
