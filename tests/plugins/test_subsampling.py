"""Subsampled mechanisms: their Renyi curves in every arithmetic, the ends of the rate, samples of samples, and what may
be asked."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered_plugins.subsampling.formulas.integer_orders import MOST
from chartered_verify.arithmetic import balls, digits, floats, symbols
from chartered_verify.enclosure import Enclosure, enclose
from hypothesis import given, settings, strategies as st

ORDERS = st.one_of(st.floats(1 + 1e-9, 4), st.floats(1.5, 90), st.integers(2, 60).map(float))
LAPLACE, GAUSSIAN = "laplace:scale=2", "gaussian:sigma=3"
POISSON, DRAWN = "poisson:rate=1/50", "sample:size=20,of=1000"


def curve(step: str) -> ch.Renyi:
    """The curve of one run by poisson.renyi or sample.renyi, from the wrapped step's own or first curve."""
    from chartered.ledger.required_relation import relation
    from chartered.paths.step_paths import PathSearch

    entry, known = ch.parse(step), ch.registry()
    name = f"{entry.step.name}.renyi"
    reached = PathSearch.over(known, relation(known, [entry], None)).guarantees(entry.step)
    found = min((r for r in reached if r.path[-1] == name), key=lambda r: len(r.path)).guarantee
    assert isinstance(found, ch.Renyi)
    return found


def gamma(step: str, alpha: float | Fraction, bits: int = 128) -> Enclosure:
    """The certified curve at one order."""
    found = curve(step).curve
    return enclose(lambda xp: found(xp, xp.number(Fraction(alpha))), bits=bits)


@settings(max_examples=25)
@given(
    alpha=ORDERS,
    step=st.sampled_from(
        [f"{POISSON}/{LAPLACE}", f"{DRAWN}/{LAPLACE}", f"{DRAWN}/{GAUSSIAN}", "poisson:rate=0.9/zcdp:rho=0.1"]
    ),
)
def test_two_precisions_overlap_and_floats_are_near(alpha: float, step: str) -> None:
    """Balls at 128 and 300 bits hold one value, and a float is within 1e-11 of it."""
    coarse, fine = gamma(step, alpha), gamma(step, alpha, bits=300)
    assert coarse.overlaps(fine)
    assert curve(step).curve(floats, alpha) == pytest.approx(fine.upper, rel=1e-11)


@pytest.mark.parametrize("step", [f"{POISSON}/{LAPLACE}", f"{DRAWN}/{GAUSSIAN}"])
def test_digits_lie_in_the_balls(step: str) -> None:
    """mpmath at 40 digits agrees to 36; symbols are refused, since SymPy compares bounds wrongly."""
    found, xp = curve(step).curve, digits(40)
    for alpha in (Fraction(3, 2), Fraction(2), Fraction(5), Fraction(29, 4)):
        ball, value = gamma(step, alpha, bits=300), Fraction(str(xp.mp.nstr(found(xp, xp.number(alpha)), 60)))
        with balls(300) as wide:
            assert abs(wide.number(value) - ball.hi) * 10**36 < ball.hi
    with pytest.raises(ValueError, match="numbers"):
        found(symbols, symbols.number(2))


@settings(max_examples=25)
@given(alpha=ORDERS, size=st.integers(1, 500), rest=st.integers(1, 500), more=st.integers(1, 500), whole=st.booleans())
def test_more_sampling_and_higher_orders_lose_more(alpha: float, size: int, rest: int, more: int, whole: bool) -> None:
    """Both curves rise with the rate and with the order, and stay below the wrapped one."""

    def sampled(size: int, of: int) -> str:
        return f"sample:size={size},of={of}/{LAPLACE}" if whole else f"poisson:rate={Fraction(size, of)}/{LAPLACE}"

    here = gamma(sampled(size, size + rest), alpha)
    assert here.lower >= 0
    assert gamma(sampled(size, size + rest + more), alpha).lo <= here.hi
    assert here.lo <= gamma(sampled(size, size + rest), alpha * 1.3).hi
    neighbours = ch.Neighbours.REPLACE_ONE if whole else ch.Neighbours.ADD_OR_REMOVE
    inside = ch.registry().theorem("laplace.renyi").apply(ch.Case(ch.parse(LAPLACE).step, neighbours))
    assert here.lo <= enclose(lambda xp: inside.curve(xp, xp.number(Fraction(alpha)))).hi


@pytest.mark.parametrize("step", [f"{POISSON}/{LAPLACE}", f"{DRAWN}/{GAUSSIAN}"])
def test_an_order_that_was_requested_before_changes_no_other(step: str) -> None:
    """What a curve caches of large orders leaves it as it is: each order has the value that a new curve gives it."""
    orders, used = (Fraction(121, 4), Fraction(7), Fraction(5, 2), Fraction(2), Fraction(5, 4)), curve(step).curve
    for xp in (balls(128), floats):
        with xp:
            found = [used(xp, xp.number(order)) for order in orders]
            assert [str(x) for x in found] == [str(curve(step).curve(xp, xp.number(order))) for order in orders]


def test_a_whole_order_is_on_both_chords() -> None:
    """From below and from above the curve comes to its value there, and below 2 it is that at 2."""
    for step in (f"{POISSON}/{LAPLACE}", f"{DRAWN}/{GAUSSIAN}"):
        for order in (3, 17):
            near = [gamma(step, order + Fraction(sign, 10**12)).upper for sign in (-1, 0, 1)]
            assert near == sorted(near)
            assert near[2] == pytest.approx(near[0], rel=1e-10)
        assert gamma(step, 1 + Fraction(1, 10**9)).upper == gamma(step, 2).upper


def test_a_ball_that_holds_a_whole_order_is_no_answer() -> None:
    """Where the precision does not tell on which chord an order is, nothing is said; more bits tell."""
    found, near = curve(f"{POISSON}/{LAPLACE}").curve, 3 + Fraction(1, 10**60)
    with balls(128) as xp:
        assert not found(
            xp, xp.number(3) + xp.number(Fraction(1, 3 * 10**50)) - xp.number(Fraction(1, 3 * 10**50))
        ).is_finite()
    assert enclose(lambda xp: found(xp, xp.number(near))).lower > 0


@pytest.mark.parametrize(
    ("inner", "top"),
    [
        ("rdp:alpha=5.7,gamma=0.1", 5),
        ("rdp:alpha=2,gamma=0.1", 2),
        ("rdp:alpha=1e6,gamma=0.1", MOST),
        ("zcdp:rho=1", MOST),
    ],
)
@pytest.mark.parametrize("wrapper", [POISSON, DRAWN])
def test_the_curve_ends_where_the_wrapped_one_does(wrapper: str, inner: str, top: int) -> None:
    """At its last whole order, and at a cap; beyond it nothing is said."""
    found = curve(f"{wrapper}/{inner}")
    assert found.top == top
    assert found.curve(floats, float(top)) > 0
    with pytest.raises(ValueError, match="ends"):
        found.curve(floats, top + 0.5)
    assert ch.Ledger([f"{wrapper}/{inner},times=10"]).epsilon("1e-5").upper < math.inf


@pytest.mark.parametrize("wrapper", ["poisson", "sample"])
def test_a_curve_that_ends_below_two_has_a_sampled_one(wrapper: str) -> None:
    """Up to its last order, whole or not: by joint convexity, with less than the wrapped step at every order."""
    sample = POISSON if wrapper == "poisson" else DRAWN
    found = curve(f"{sample}/rdp:alpha=1.9,gamma=0.1")
    assert found.top == Fraction(19, 10)
    assert all(0 < found.curve(floats, alpha) < 0.1 for alpha in (1.01, 1.5, 1.9))
    answer = ch.Ledger([f"{sample}/rdp:alpha=1.9,gamma=0.1,times=3"]).epsilon("1e-5", accountant="renyi")
    assert f"{wrapper}.renyi" in answer.path
    assert ch.check(answer.certificate()).accepted


PEER = [
    ("gaussian:sigma=1", 1000, 1000, 5.128132),
    ("gaussian:sigma=2", 100, 1000, 3.576111),
    ("gaussian:sigma=4", 100, 1000, 1.501028),
    ("gaussian:sigma=8", 100, 10000, 2.441432),
    ("laplace:scale=2", 100, 1000, 2.652126),
    ("laplace:scale=8", 1000, 10000, 0.099906),
]
"""A peer's eps at delta 1e-5 for 1 of so many records, so many times."""


@pytest.mark.parametrize(("inner", "of", "times", "peer"), PEER)
def test_no_peer_is_tighter_without_replacement(inner: str, of: int, times: int, peer: float) -> None:
    """The peer has the printed bound of Wang, Balle and Kasiviswanathan; ours is less, and its certificate is
    accepted."""
    answer = ch.Ledger([f"sample:size=1,of={of}/{inner},times={times}"]).epsilon("1e-5", accountant="sample.renyi")
    assert 0 < answer.upper < peer
    assert ch.check(answer.certificate()).accepted


def test_the_sampled_gaussian_keeps_its_exact_curve() -> None:
    """The general curve is not asked for it, and answers for what has no exact one."""
    question = ch.Question.epsilon("1e-5")
    paths = [answer.path for answer in ch.Ledger([f"{POISSON}/gaussian:sigma=1,times=100"]).account(question).answers]
    assert any("poisson-gaussian.renyi" in path for path in paths)
    assert not any("poisson.renyi" in path for path in paths)
    laplace = ch.Ledger([f"{POISSON}/laplace:scale=2,times=1000"])
    best = laplace.epsilon("1e-5", accountant="renyi")
    assert best.path[:2] == ("laplace.renyi", "poisson.renyi")
    assert best.upper < laplace.epsilon("1e-5", accountant=["renyi", "poisson.pure"]).upper


def test_all_of_all_records_is_the_step_itself() -> None:
    """Under replace-one, to the last digit."""
    whole = ch.Ledger(["sample:size=7,of=7/gaussian:sigma=3,times=50"])
    assert whole.epsilon("1e-5").upper == ch.Ledger(["gaussian:sigma=3,times=50"], "replace-one").epsilon("1e-5").upper


@pytest.mark.parametrize(
    ("twice", "once"),
    [
        ("poisson:rate=1/3/poisson:rate=1/2/gaussian:sigma=2", "poisson:rate=1/6/gaussian:sigma=2"),
        ("poisson:rate=1/3/poisson:rate=1/2/poisson:rate=0.1/laplace:scale=2", "poisson:rate=1/60/laplace:scale=2"),
        ("sample:size=20,of=90/sample:size=3,of=20/gaussian:sigma=2", "sample:size=3,of=90/gaussian:sigma=2"),
        ("sample:size=20,of=90/sample:size=20,of=20/gaussian:sigma=2", "sample:size=20,of=90/gaussian:sigma=2"),
    ],
)
def test_a_sample_of_a_sample_is_one_sample(twice: str, once: str) -> None:
    """The same best answer, for one run and for many."""
    for times in (1, 1000):
        one, other = ((ch.Ledger([step]) * times).epsilon("1e-5") for step in (twice, once))
        assert one.upper == other.upper


@pytest.mark.parametrize(
    "inner", ["sample:size=3,of=20/laplace:scale=2", "shuffled:n=20/pure:epsilon=1", "checkin:m=3,n=20/pure:epsilon=1"]
)
def test_what_sees_another_number_of_records_than_the_sample_has_is_refused(inner: str) -> None:
    """Nothing over 20 records follows a sample of 10; the error names both."""
    with pytest.raises(ch.BadStep, match=r"disagree on how many records there are: size=10 and (of|n)=20"):
        ch.parse(f"sample:size=10,of=90/{inner}")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("sample:size=11,of=10/gaussian:sigma=1", r"sample: size is 11, of is 10; size must be at most of"),
        ("sample:size=1.5,of=10/gaussian:sigma=1", r"sample: size is 1.5; it must be a whole number at least 1"),
        ("sample:size=0,of=10/gaussian:sigma=1", r"sample: size is 0; it must be a whole number at least 1"),
        ("sample:size=10/gaussian:sigma=1", r"sample: of is missing"),
    ],
)
def test_a_sample_that_is_none_is_refused(step: str, message: str) -> None:
    """With what is wrong and what would be right."""
    with pytest.raises(ch.CharteredError, match=message):
        ch.parse(step)


def test_sampling_without_replacement_needs_replace_one() -> None:
    """Neither another relation nor a Poisson sample beside it; the answer tells how records are drawn."""
    with pytest.raises(ch.NeighboursMismatch, match="needs replace-one"):
        ch.Ledger([f"{DRAWN}/{GAUSSIAN}"], "add-or-remove")
    with pytest.raises(ch.NeighboursMismatch):
        ch.Ledger([f"{DRAWN}/{POISSON}/{GAUSSIAN}"])
    answer = ch.Ledger([f"{DRAWN}/{GAUSSIAN}"]).epsilon("1e-5")
    assert answer.neighbours is ch.Neighbours.REPLACE_ONE
    assert "without replacement" in str(answer.to_json()["sampling"])


@pytest.mark.parametrize(
    ("open_step", "key", "written"),
    [("sample:of=1000", "size", "sample:size={},of=1000"), ("sample:size=20", "of", "sample:size=20,of={}")],
)
def test_the_size_of_a_sample_is_solved_for(open_step: str, key: str, written: str) -> None:
    """A whole number between the given ends that meets the target; one step toward less privacy does not."""
    target: dict[str, Any] = {"epsilon": 1, "delta": "1e-5"}
    found = ch.calibrate(f"{open_step}/gaussian:sigma=3,times=100", solve=key, **target).value
    assert found == int(found)

    def upper(value: int) -> float:
        return ch.Ledger([f"{written.format(value)}/gaussian:sigma=3,times=100"]).epsilon("1e-5").upper

    assert upper(int(found)) <= 1 < upper(int(found) + (1 if key == "size" else -1))


def test_a_size_that_is_always_safe_is_all_of_them() -> None:
    """Solved for within `of`, which it may not exceed; a sample of all is the step itself."""
    assert ch.calibrate("sample:of=50/gaussian:sigma=1000", solve="size", epsilon=1, delta="1e-5").value == 50
