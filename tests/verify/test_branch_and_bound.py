"""Branch and bound in balls: what it proves is true, what it refutes is false, and it never calls a touching inequality
proved."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.boxes.box import Box
from chartered_verify.boxes.range_enclosure import IntervalExtension, branching_axis
from chartered_verify.boxes.region import Region
from chartered_verify.forms.algebraic import partials
from chartered_verify.inequality.branch_and_bound import BranchAndBound
from chartered_verify.inequality.prove import prove_nonnegative, prove_positive
from chartered_verify.inequality.subbox_sign import SignTest
from chartered_verify.statements.verdict import Proved, Refuted, Undecided
from hypothesis import given, settings, strategies as st

MILLIONTH = Fraction(1, 10**6)


def at_witness(formula: Any, verdict: Refuted) -> float:
    """The formula in floats at the witness of a refutation: the independent look at the counterexample."""
    from chartered_verify.arithmetic import floats

    return float(formula(floats, *(float(Fraction(x)) for x in verdict.witness["point"])))


def test_a_strict_inequality_is_proved_in_one_dimension() -> None:
    """exp(x) > x on [-3, 3]; the proof says how, and how many points were hunted."""
    found = prove_positive(lambda xp, x: xp.exp(x) - x, [(-3, 3)])
    assert isinstance(found, Proved)
    assert "boxes" in found.how
    assert found.hunted > 100
    unhunted = prove_positive(lambda xp, x: xp.exp(x) - x, [(-3, 3)], hunt=False)
    assert isinstance(unhunted, Proved)
    assert unhunted.hunted == 0


def test_strict_inequalities_are_proved_in_two_and_three_dimensions() -> None:
    """x**2 + y**2 - xy + 1/100 > 0, and the same with a third square."""

    def plane(xp: Any, x: Any, y: Any) -> Any:
        return x * x + y * y - x * y + xp.number(Fraction(1, 100))

    def space(xp: Any, x: Any, y: Any, z: Any) -> Any:
        return plane(xp, x, y) + z * z - x * z / 2

    assert isinstance(prove_positive(plane, [(-1, 1), (-1, 1)]), Proved)
    assert isinstance(prove_positive(space, [(-1, 1)] * 3, derivatives=partials(space, 3)), Proved)


@pytest.mark.parametrize("corner", [(0, 0), (0, 1), (1, 0), (1, 1)])
@pytest.mark.parametrize("slopes", [False, True])
def test_false_by_a_millionth_at_one_corner_is_refuted(corner: tuple[int, int], slopes: bool) -> None:
    """A distance to a corner minus a millionth is negative there and nowhere else: found, with an exact witness."""

    def formula(xp: Any, x: Any, y: Any) -> Any:
        return (x if corner[0] == 0 else 1 - x) + (y if corner[1] == 0 else 1 - y) - xp.number(MILLIONTH)

    derivatives = partials(formula, 2) if slopes else None
    for prove in (prove_positive, prove_nonnegative):
        found = prove(formula, [(0, 1), (0, 1)], derivatives=derivatives)
        assert isinstance(found, Refuted)
        assert at_witness(formula, found) < 0


@given(st.fractions(min_value=0, max_value=1), st.sampled_from([prove_positive, prove_nonnegative]), st.booleans())
@settings(max_examples=30)
def test_a_narrow_dip_anywhere_is_found(centre: Fraction, prove: Any, slopes: bool) -> None:
    """(x - c)**2 - 1e-6 is negative within a thousandth of c: refuted wherever c is."""

    def formula(xp: Any, x: Any) -> Any:
        return (x - xp.number(centre)) ** 2 - xp.number(MILLIONTH)

    found = prove(formula, [(0, 1)], derivatives=partials(formula, 1) if slopes else None, hunt=False)
    assert isinstance(found, Refuted)
    assert Fraction(found.witness["point"][0]) - centre < Fraction(1, 1000)


@given(st.fractions(min_value=0, max_value=1), st.booleans())
@settings(max_examples=30)
def test_a_touching_inequality_is_never_proved_positive(centre: Fraction, slopes: bool) -> None:
    """(x - c)**2 > 0 is false at c, whatever the prover tries."""

    def formula(xp: Any, x: Any) -> Any:
        return (x - xp.number(centre)) * (x - xp.number(centre))

    found = prove_positive(formula, [(0, 1)], derivatives=partials(formula, 1) if slopes else None, max_boxes=600)
    assert not isinstance(found, Proved)


Tree = Callable[..., Any]


def grown(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    """Formulas made of formulas."""
    return st.one_of(
        st.tuples(inner, inner).map(lambda two: lambda xp, *x: two[0](xp, *x) + two[1](xp, *x)),
        st.tuples(inner, inner).map(lambda two: lambda xp, *x: two[0](xp, *x) * two[1](xp, *x)),
        st.tuples(inner, inner).map(lambda two: lambda xp, *x: xp.maximum(two[0](xp, *x), two[1](xp, *x))),
        st.tuples(inner, inner).map(lambda two: lambda xp, *x: xp.minimum(two[0](xp, *x), two[1](xp, *x))),
        inner.map(lambda one: lambda xp, *x: xp.exp(-one(xp, *x) / 4)),
        inner.map(lambda one: lambda xp, *x: xp.ndtr(one(xp, *x))),
        inner.map(lambda one: lambda xp, *x: xp.sqrt(1 + one(xp, *x) ** 2)),
        inner.map(lambda one: lambda xp, *x: xp.log(2 + one(xp, *x) ** 2)),
    )


SEEDS = st.one_of(
    st.just(lambda xp, x, y: x),
    st.just(lambda xp, x, y: y),
    st.fractions(min_value=-2, max_value=2, max_denominator=8).map(lambda c: lambda xp, x, y: xp.number(c)),
)
UNIT = st.fractions(min_value=0, max_value=1, max_denominator=1000)


@given(st.recursive(SEEDS, grown, max_leaves=6), UNIT, UNIT, st.booleans())
@settings(max_examples=60)
def test_no_formula_is_proved_to_stay_above_a_value_that_it_takes(
    formula: Tree, u: Fraction, v: Fraction, slopes: bool
) -> None:
    """f(x) - f(p) > 0 is false at x = p, for any f: never proved, with or without derivatives; nor is f(x) - f(p) -
    1e-9 >= 0."""

    def above(xp: Any, x: Any, y: Any) -> Any:
        return formula(xp, x, y) - formula(xp, xp.number(u), xp.number(v))

    def clear(xp: Any, x: Any, y: Any) -> Any:
        return above(xp, x, y) - xp.number(Fraction(1, 10**9))

    derivatives = partials(formula, 2) if slopes else None
    box = [(0, 1), (0, 1)]
    assert not isinstance(prove_positive(above, box, derivatives=derivatives, max_boxes=300, hunt=False), Proved)
    assert not isinstance(prove_nonnegative(clear, box, derivatives=derivatives, max_boxes=300, hunt=False), Proved)


def test_touching_at_an_irrational_point_is_undecided_and_says_where() -> None:
    """(x**2 - 2)**2 > 0 fails at the square root of 2 alone: no rational witness, so undecided, and what is left is
    around it."""
    found = prove_positive(lambda xp, x: (x * x - 2) ** 2, [(1, 2)], max_boxes=2000)
    assert isinstance(found, Undecided)
    assert found.left.startswith("the hardest: ")
    for number in re.findall(r"\d+\.\d+", found.left):
        assert abs(float(number) - 2**0.5) < 1e-9


def test_a_formula_that_is_zero_on_a_whole_part_is_not_positive() -> None:
    """max((x - 1/3)**2 - 1/100, 0) is positive at both ends and zero between: every ball is >= 0, and > 0 is
    refuted."""

    def formula(xp: Any, x: Any) -> Any:
        return xp.positive((x - xp.number(Fraction(1, 3))) ** 2 - xp.number(Fraction(1, 100)))

    assert isinstance(prove_nonnegative(formula, [(0, 1)]), Proved)
    found = prove_positive(formula, [(0, 1)], hunt=False)
    assert isinstance(found, Refuted)
    assert found.witness["value"] == "0"


def test_touching_at_an_end_is_refuted_if_strict_and_proved_if_not() -> None:
    """x on [0, 1] is not > 0, and is >= 0; the square root likewise, although the ball of a part with end 0 is wide."""
    for formula in (lambda xp, x: x, lambda xp, x: xp.sqrt(x)):
        strict = prove_positive(formula, [(0, 1)])
        assert isinstance(strict, Refuted)
        assert strict.witness["point"] == ["0"]
        assert isinstance(prove_nonnegative(formula, [(0, 1)]), Proved)


def test_slopes_prove_what_touches_at_an_end() -> None:
    """exp(x) - 1 - x on [0, 1] touches at 0: with derivatives every part collapses to its left end, and x = 0 is
    exact."""

    def formula(xp: Any, x: Any) -> Any:
        return xp.expm1(x) - x * (1 + x / 2) * Fraction(1, 1).numerator

    derivatives = [lambda xp, x: xp.exp(x) - 1 - x]
    assert not isinstance(prove_positive(formula, [(0, 1)], derivatives=derivatives, max_boxes=2000), Proved)
    near = [(Fraction(1, 1000), 1)]
    assert isinstance(prove_positive(formula, near, derivatives=derivatives), Proved)


def test_slopes_prove_with_far_fewer_boxes() -> None:
    """A formula with heavy dependency: x**4 - 4x**3 + 6x**2 - 4x + 1 + 1/1000 = (x - 1)**4 + 1/1000."""

    def formula(xp: Any, x: Any) -> Any:
        return x * x * x * x - 4 * x * x * x + 6 * x * x - 4 * x + 1 + xp.number(Fraction(1, 1000))

    region = Region.of([(0, 2)])
    plain, sloped = (
        BranchAndBound(SignTest(IntervalExtension(formula, rates), region, 1024), region.box(), True, 64)
        for rates in (None, partials(formula, 1))
    )
    assert isinstance(plain.run(20000), Proved)
    assert isinstance(sloped.run(20000), Proved)
    assert sloped.processed * 4 < plain.processed
    found = prove_positive(formula, [(0, 2)], max_boxes=sloped.processed)
    assert isinstance(found, Proved), "slopes that are not given are taken by SymPy"


def test_a_formula_with_a_kink_keeps_its_slopes_sound() -> None:
    """max(x, y) >= (x + y)/2 - 1/1000 is proved by generalised derivatives, and with + 1/1000 it is refuted."""

    def above(xp: Any, x: Any, y: Any) -> Any:
        return xp.maximum(x, y) - (x + y) / 2 + xp.number(Fraction(1, 1000))

    def below(xp: Any, x: Any, y: Any) -> Any:
        return xp.maximum(x, y) - (x + y) / 2 - xp.number(Fraction(1, 1000))

    assert isinstance(prove_positive(above, [(0, 1), (0, 1)], derivatives=partials(above, 2)), Proved)
    assert isinstance(prove_positive(below, [(0, 1), (0, 1)], derivatives=partials(below, 2), hunt=False), Refuted)


def test_geometric_cuts_reach_over_hundreds_of_decades() -> None:
    """max(log(x), 0) + 1/x > 1 on [1.5, 1e300] takes few boxes with geometric cuts, and too many without."""

    def formula(xp: Any, x: Any) -> Any:
        return xp.positive(xp.log(x)) + 1 / x - 1

    box = [(Fraction(3, 2), 10**300)]
    assert isinstance(prove_positive(formula, box, log_axes=(0,), max_boxes=500), Proved)
    assert isinstance(prove_positive(formula, box, max_boxes=500), Undecided)


def test_precision_rises_by_itself_and_stops_at_the_cap() -> None:
    """A gap of 1e-60 between two exponentials is out of reach of 64 bits: proved at more, undecided when capped."""

    def formula(xp: Any, x: Any) -> Any:
        return xp.exp(x + xp.number(Fraction(1, 10**60))) - xp.exp(x)

    derivatives = [lambda xp, x: xp.exp(x) * xp.expm1(xp.number(Fraction(1, 10**60)))]
    assert isinstance(prove_positive(formula, [(0, 1)], derivatives=derivatives), Proved)
    assert isinstance(prove_positive(formula, [(0, 1)], derivatives=derivatives, cap=128), Undecided)
    assert isinstance(prove_positive(formula, [(1, 1)]), Proved)


@pytest.mark.parametrize(
    ("formula", "low", "slopes"),
    [
        (lambda xp, x: 1 / (1 / x) + 1, 0, None),
        (lambda xp, x: 1 / (1 / x) + 1, 0, [lambda xp, x: xp.number(1)]),
        (lambda xp, x: x / x, -1, [lambda xp, x: xp.number(0)]),  # SymPy's derivative is 0 everywhere
    ],
)
def test_where_a_formula_is_undefined_nothing_is_proved(formula: Any, low: int, slopes: Any) -> None:
    """At 0, whatever its slope says."""
    assert isinstance(prove_positive(formula, [(low, 1)], derivatives=slopes, max_boxes=3000), Undecided)


def test_a_logarithm_is_followed_down_to_its_pole() -> None:
    """log(x) + 1000 is negative below exp(-1000), far beyond doubles, and -inf at 0: refuted at one of these."""
    found = prove_positive(lambda xp, x: xp.log(x) + 1000, [(0, 1)], max_boxes=3000)
    assert isinstance(found, Refuted)
    assert 0 <= Fraction(found.witness["point"][0]) < Fraction(1, 10**400)


@given(st.lists(st.integers(min_value=-5, max_value=5), min_size=2, max_size=4), st.booleans())
@settings(max_examples=25)
def test_the_prover_agrees_with_exact_root_counting(coefficients: list[int], slopes: bool) -> None:
    """On random polynomials over [-1, 2], half-lines and the whole line boxes never contradict SymPy's exact
    decision."""
    import rational_signs

    def formula(xp: Any, x: Any) -> Any:
        total = xp.number(0)
        for coefficient in coefficients:
            total = total * x + coefficient
        return total

    for low, high in ((-1, 2), (-1, None), (None, 2), (None, None)):
        exact = rational_signs.positive(formula, low, high)
        found = prove_positive(
            formula, [(low, high)], derivatives=partials(formula, 1) if slopes else None, max_boxes=300
        )
        assert isinstance(found, Undecided) or type(found) is type(exact)


def test_one_undecidable_point_does_not_hide_a_counterexample() -> None:
    """y ((y - 2/3)**2 - c) + exp(2) - exp(2): at y = 0 no precision decides, and the rest is still searched; SymPy then
    sees the zero."""

    def formula(xp: Any, y: Any, c: Fraction) -> Any:
        e2 = xp.exp(xp.number(2))
        return y * ((y - xp.number(Fraction(2, 3))) ** 2 - xp.number(c)) + e2 - e2

    dip, none = Fraction(1, 10**8), Fraction(-1, 10**4)
    for c, inside in ((dip, False), (dip, True), (none, False)):
        slope = partials(lambda xp, y, c=c: formula(xp, y, c), 1)
        found = prove_positive(
            lambda xp, y, c=c: formula(xp, y, c), [(0, 1)], derivatives=slope, hunt=False, inside=inside
        )
        assert isinstance(found, Refuted)
        assert (found.witness["value"] == "0") == (c == none)
    kept = prove_positive(lambda xp, y: formula(xp, y, none), [(0, 1)], hunt=False, inside=True)
    assert isinstance(kept, Proved)
    assert isinstance(prove_nonnegative(lambda xp, y: formula(xp, y, none), [(0, 1)]), Proved)


@pytest.mark.parametrize(
    ("sides", "more", "error", "says"),
    [
        ([(0.0, 1)], {}, TypeError, None),
        ([(True, 2)], {}, TypeError, None),
        ([(2, 1)], {}, ValueError, None),
        ([], {}, ValueError, None),
        ([("0", "1")], {}, TypeError, None),
        ([(0, 1)], {"log_axes": (0,)}, ValueError, "low > 0"),
        ([(1, 2)], {"log_axes": (1,)}, ValueError, "geometric axes"),
        (
            [(0, 1), (1, 2)],
            {"derivatives": [lambda xp, x, y: 2 * x - 1]},
            ValueError,
            "1 derivatives for a box of 2 sides",
        ),
    ],
)
def test_a_box_that_is_none_is_refused(
    sides: Any, more: dict[str, Any], error: type[Exception], says: str | None
) -> None:
    """Floats, bools, strings, reversed ends and no sides at all raise; so do a geometric cut of a side that begins at
    0, or of an axis that is not there, and one derivative for a box of two sides."""
    with pytest.raises(error, match=says):
        prove_positive(lambda xp, *x: x[0] * x[0] - x[0] + x[-1], sides, max_boxes=9, **more)


FINITE = st.fractions(min_value=-1000, max_value=1000)


@given(FINITE, FINITE, st.booleans())
def test_halves_cover_a_side_and_its_ball_covers_both(one: Fraction, two: Fraction, geometric: bool) -> None:
    """Two halves meet in the middle and share the outer ends; the ball of a side holds its ends."""
    from chartered_verify.arithmetic import balls

    low, high = min(one, two), max(one, two)
    box = Box.of([(low, high)], (0,) if geometric and low > 0 else ())
    left, right = box.halves(0)
    assert (left.sides[0][0], right.sides[0][1]) == (low, high)
    assert left.sides[0][1] == right.sides[0][0] == box.middle[0]
    assert low <= box.middle[0] <= high
    with balls(64) as xp:
        ball = box.balls(xp)[0]
        assert ball.overlaps(xp.number(low))
        assert ball.overlaps(xp.number(high))
        assert low < 0 or ball >= 0


@given(st.integers(min_value=0, max_value=2**32))
def test_random_points_are_inside(seed: int) -> None:
    """Sampling never leaves the box, also where it is log-uniform."""
    from random import Random

    sides = [(Fraction(-1), Fraction(1)), (Fraction(1, 10**30), Fraction(1, 3)), (Fraction(2), Fraction(2))]
    point = Box.of(sides).random_point(Random(seed))
    assert all(low <= x <= high for x, (low, high) in zip(point, sides, strict=True))


def test_a_geometric_side_is_cut_as_long_as_it_has_some_length() -> None:
    """[1/10, 2343/10000] is more than an octave, though both ends have the same whole logarithm."""
    whole = Box.of([(Fraction(1, 10), 3), (1, 2)], (0,))
    part = Box.of([(Fraction(1, 10), Fraction(2343, 10000)), (1, Fraction(9, 8))], (0,))
    assert part.width(0) > 1
    assert branching_axis(part, whole, None) == 0
