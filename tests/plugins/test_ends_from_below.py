"""Lower ends of loss distributions: sampled steps of many runs between both ends, beside sums in many digits and beside
characteristic functions; and that no part of the bound from below can be left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Question, Side
from chartered_plugins.basics.formulas import gaussian_profile
from chartered_plugins.loss_distribution import from_profiles as pld
from chartered_plugins.loss_distribution.formulas import tangents_below
from chartered_plugins.loss_distribution.formulas.connect_the_dots import Direction, grid_bounds
from chartered_plugins.loss_distribution.formulas.convolution import convolve
from chartered_plugins.loss_distribution.formulas.grid_loss import GridLoss
from chartered_verify.arithmetic import balls
from flint import arb
from hypothesis import given, settings, strategies as st
from mpmath import mp

from tests import exact_losses as exact

NAME = "loss-distribution"
THIRD, TENTH = Fraction(1, 3), Fraction(1, 10)


def both(step: Callable[[], exact.Atoms], rate: Fraction, times: int) -> list[exact.Atoms]:
    """So many runs on a Poisson sample, in both directions."""
    return [exact.runs(exact.sampled(step(), rate, added), times) for added in (False, True)]


def _whole() -> exact.Atoms:
    return exact.discrete_laplace(THIRD, 1)


LEDGERS: list[tuple[str, Callable[[], list[exact.Atoms]]]] = [
    ("poisson:rate=1/10/pure:epsilon=1/3,times=20", lambda: both(lambda: exact.response(THIRD), TENTH, 20)),
    ("poisson:rate=9/10/pure:epsilon=3,times=9", lambda: both(lambda: exact.response(Fraction(3)), 9 * TENTH, 9)),
    ("poisson:rate=1/3/discrete-laplace:scale=3,times=7", lambda: both(_whole, THIRD, 7)),
    (
        "poisson:rate=1/10/discrete-gaussian:sigma=1,times=2",
        lambda: both(lambda: exact.discrete_gaussian(Fraction(1), 1), TENTH, 2),
    ),
]


def ends(step: str, question: Question, accountant: str = NAME) -> tuple[Fraction, Fraction]:
    """Both ends of an exact answer, of loss distributions if no other accountant is named."""
    found = Ledger(step).account(question, accountant=accountant).answers[0]
    assert found.side is Side.EXACT
    return Fraction(found.lower_exact or 0), Fraction(found.upper_exact)


@pytest.mark.parametrize(("step", "truth"), LEDGERS, ids=[step for step, _ in LEDGERS])
def test_both_ends_hold_the_exact_profile(step: str, truth: Callable[[], list[exact.Atoms]]) -> None:
    """The larger delta of both directions, summed in 40 digits, is between the ends, and those are near; at the lower
    end of eps delta is not yet below the one in question, and at the upper end it is not above."""
    with mp.workdps(40):
        directions = truth()

        def delta(epsilon: Fraction) -> Any:
            return max(exact.delta(atoms, exact.number(epsilon)) for atoms in directions)

        for epsilon in (Fraction(1, 100), Fraction(1, 5), Fraction(3, 4)):
            lower, upper = ends(step, Question.delta(epsilon))
            assert exact.number(lower) <= delta(epsilon) <= exact.number(upper)
            assert lower > upper * Fraction(4, 5) or upper < Fraction(1, 10**9)
        for small in (TENTH, Fraction(1, 10**6)):
            lower, upper = ends(step, Question.epsilon(small))
            assert delta(upper) <= exact.number(small)
            assert lower == 0 or delta(lower) >= exact.number(small)


@pytest.mark.parametrize(
    ("step", "other"),
    [
        ("poisson:rate=0.01/gaussian:sigma=1,times=300", "characteristic-function"),
        ("laplace:scale=3,times=20", "characteristic-function"),
        ("randomized-response:epsilon=1/3,k=3,times=30", "characteristic-function"),
        ("gaussian:sigma=5,times=10", "gdp"),
    ],
)
def test_two_ways_to_both_ends_agree(step: str, other: str) -> None:
    """Where another accountant is exact, its interval and this one meet, and this one is narrow."""
    (lower, upper), (least, most) = (ends(step, Question.epsilon("1e-5"), name) for name in (NAME, other))
    assert lower <= most
    assert least <= upper
    assert upper - lower < upper / 100


@settings(max_examples=8)
@given(
    rate=st.fractions(Fraction(1, 50), 1, max_denominator=50),
    epsilon=st.fractions(TENTH, 4, max_denominator=10),
    times=st.integers(2, 12),
    level=st.fractions(0, 3, max_denominator=20),
)
def test_any_sampled_response_is_between_its_ends(
    rate: Fraction, epsilon: Fraction, times: int, level: Fraction
) -> None:
    """Whatever the rate, the size, the count and the level."""
    found = Ledger(f"poisson:rate={rate}/pure:epsilon={epsilon},times={times}").account(
        Question.delta(level), accountant=NAME
    )
    lower, upper = found.answers[0].lower_exact, found.answers[0].upper_exact
    with mp.workdps(40):
        delta = max(
            exact.delta(atoms, exact.number(level)) for atoms in both(lambda: exact.response(epsilon), rate, times)
        )
        assert exact.number(lower or 0) <= delta + mp.mpf("1e-36")  # the sum has 40 digits
        assert delta <= exact.number(upper) + mp.mpf("1e-36")


@pytest.mark.parametrize("rate", ["1e-6", "1e-5", "1e-4"])
@pytest.mark.parametrize(("times", "delta"), [(10, "1e-15"), (100, "1e-12"), (10000, "1e-12")])
def test_a_tiny_rate_has_near_ends(rate: str, times: int, delta: str) -> None:
    """The losses of the addition of a record are far smaller than those of its removal: the grid is fine enough for
    both."""
    lower, upper = ends(f"poisson:rate={rate}/gaussian:sigma=1,times={times}", Question.epsilon(delta))
    assert upper - lower < upper / 100


def test_a_bound_has_no_lower_end() -> None:
    """Of a theorem that is only a bound nothing is said from below."""
    found = Ledger("shuffled:n=1000/pure:epsilon=1,times=3").account(Question.epsilon("1e-6"), accountant=NAME)
    assert found.answers[0].side is Side.UPPER
    assert found.answers[0].lower is None


def test_any_grid_encloses() -> None:
    """A witness that asks for a coarse grid, or for much truncated mass, makes the interval wide and no less true."""
    run = pld.from_profile(ch.Profile(delta=lambda xp, e, _: gaussian_profile.delta_mu(xp, xp.number(TENTH), e)))
    whole = pld.profile(pld.times(run, 100))
    with balls(192) as xp:
        truth = gaussian_profile.delta_mu(xp, xp.number(1), xp.number(1))
        for step in ("1/1000", "1/20", "1/2", "5"):
            for tail in ("1/100", "1e-9", "1e-40"):
                found = whole.delta(xp, xp.number(1), {"step": Fraction(step), "tail": Fraction(tail)})
                assert found.lower() <= truth.upper()
                assert found.upper() >= truth.lower()


PAIR = 2 * (Direction(lambda xp, e: gaussian_profile.delta_mu(xp, xp.number(1), e)),)
SPACING, TRUNCATED = Fraction(1, 10), Fraction(1, 10**9)


def test_dots_above_are_no_pair_from_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """What joins the dots is above the profile between them, and refused as a pair from below."""
    below = tangents_below.polygon

    def joined(direction: Direction, spacing: Fraction, truncated_mass: Fraction) -> Any:
        return grid_bounds(direction, spacing, truncated_mass)

    assert len(tangents_below.pair_below(128, PAIR, SPACING, TRUNCATED).masses) > 3
    heights = dict(joined(PAIR[0], SPACING, TRUNCATED))
    assert all(value < heights[j] for j, value in below(PAIR[0], SPACING, TRUNCATED))
    monkeypatch.setattr(tangents_below, "slope_changes", _raised(tangents_below.slope_changes))
    with pytest.raises(ArithmeticError, match="no pair on this grid"):
        tangents_below.pair_below(128, PAIR, SPACING, TRUNCATED)


def _raised(slopes: Callable[..., Any]) -> Callable[..., Any]:
    """Slopes of a hull that is a millionth higher."""

    def found(xp: Any, grid: Any, spacing: Fraction) -> Any:
        return slopes(xp, [(j, height * arb("1.000001")) for j, height in grid], spacing)

    return found


def test_what_is_truncated_is_left_out() -> None:
    """Of a bound from below no mass counts as an infinite loss that was not one."""
    with balls(128) as xp:
        flat = GridLoss(0, [xp.number(Fraction(1, 800))] * 800, xp.number(0))
        above, below = (convolve(xp, [(flat, 2)], Fraction(1, 100), below=way) for way in (False, True))
        assert 500 < len(above.masses) < 1599
        assert 0 < above.infinite < arb("0.03")
        assert (above.infinite + below.infinite).contains(0)
        assert all(x.overlaps(y) for x, y in zip(above.masses, below.masses, strict=True))


def test_a_failure_is_an_infinite_loss_from_below_too() -> None:
    """From the sum of the maximal losses on, and where delta is not reached, both ends are exact."""
    step = "poisson:rate=1/10/approximate:epsilon=1,delta=1e-3,times=20"
    lower, upper = ends(step, Question.delta(30))
    assert lower <= 1 - Fraction(9999, 10000) ** 20 <= upper < lower * (1 + Fraction(1, 10**12))
    found = Ledger(step).account(Question.epsilon("1e-4"), accountant=NAME).answers[0]
    assert found.lower == found.upper == float("inf")


def test_a_profile_that_is_a_point_has_a_pair() -> None:
    """Where a grid has a single point, the pair from below is that of the limit."""
    flat = 2 * (Direction(lambda xp, e: xp.number(Fraction(1, 100)), Fraction(1, 100)),)
    loss = tangents_below.pair_below(128, flat, SPACING, TRUNCATED)
    assert loss.infinite.overlaps(arb("0.01"))


def test_the_flag_of_a_worst_pair_is_lost_with_the_side() -> None:
    """A bound for a mechanism of no larger loss is no longer the profile of its own worst pair."""
    profile = ch.Profile(delta=lambda xp, e, _: xp.exp(-e) / 3, worst_pair=True)
    assert profile.worst_pair
    assert not profile.bounding(Side.UPPER).worst_pair
    assert replace(profile, side=Side.UPPER).worst_pair


def test_a_narrow_answer_is_asked_first() -> None:
    """Where another accountant is exact, losses are not convolved to be shown beside it; an exact profile whose ends
    stay apart settles nothing."""
    account = Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000").account(Question.epsilon("1e-5"))
    assert account.best.accountant == "characteristic-function"
    assert NAME in {none.accountant for none in account.unavailable}
    profile = ch.Profile(delta=lambda xp, e, _: xp.exp(-e) / 3)
    assert profile.settles
    two = replace(profile, from_above=lambda: profile)
    assert not two.settles
    assert two.bounding(Side.UPPER).from_above is None
