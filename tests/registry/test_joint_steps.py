"""Several steps on the same records as text: read, written, and refused where nothing is proved of them."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered.ledger.checked_steps import spelled
from chartered.ledger.sensitivities import sensitivities
from chartered.model.step_groups import parts_of
from chartered.paths.grouping import Kinship
from chartered_verify.numeric.rational_root import exact_root, root_above, root_below
from hypothesis import given, strategies as st

TWO = "poisson:rate=1/100/(gaussian:sigma=4 + laplace:scale=10,times=3)"
WRITTEN = "poisson:rate=0.01/(gaussian:sigma=4,sensitivity=1 + laplace:scale=10,sensitivity=1,times=3)"


def test_steps_in_parentheses_are_parts_of_one_step() -> None:
    """Names and parts in one order; a count inside is that of the part, and counts as runs."""
    step = ch.parse(TWO).step
    assert str(step) == WRITTEN
    assert step.shape == ("poisson", "joint", "gaussian", "laplace")
    assert tuple(part.name for part in parts_of(step)) == step.shape
    assert step.runs == 4


TEXTS = [TWO, f"{TWO}:times=7", TWO.replace("100/", "100,times=7/"), "(pure:epsilon=1/3)", "pure:epsilon=1/3,times=7"]


@pytest.mark.parametrize("text", TEXTS)
def test_they_read_back_from_their_text(text: str) -> None:
    """Alone too, and with a count of all behind the parentheses, or beside the wrapper; the slash of a fraction is no
    wrapper's."""
    entry = ch.parse(text)
    assert ch.parse(str(entry)) == entry
    assert entry.times == (7 if "times=7" in text else 1)
    assert ch.parse(spelled(ch.registry(), text)) == entry


def test_equal_parts_are_counted_together_and_one_run_is_itself() -> None:
    """Whatever is between the parts, and a plus in a number is none."""
    assert ch.parse("(laplace:scale=1e+1+laplace:scale=10)") == ch.parse("(laplace:scale=10,times=2)")
    assert ch.parse("poisson:rate=0.1/(laplace:scale=10)") == ch.parse("poisson:rate=0.1/laplace:scale=10")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("poisson:rate=0.1/(gaussian:sigma=4", "the parentheses do not match"),
        ("poisson:rate=0.1/gaussian:sigma=4)", "the parentheses do not match"),
        ("(" * 500 + "gaussian:sigma=4" + ")" * 500, "parentheses are nested more than 32 deep"),
        ("( + gaussian:sigma=4)", "is no name of a step"),
        ("()", "is no name of a step"),
        ("(gaussian:sigma=4)/laplace:scale=1", "a step follows a parenthesis"),
        ("(gaussian:sigma=4),times=2", "write times behind it"),
        ("(gaussian:sigma=4 + laplace:scale=1):rate=2", "rate stands behind steps in parentheses"),
        ("poisson:rate=0.1,times=2/(gaussian:sigma=4 + laplace:scale=1):times=2", "times is written twice"),
        ("(laplace:scale=1 + (gaussian:sigma=4 + pure:epsilon=1))", "stands among steps on the same records"),
        ("joint", "write several steps in parentheses"),
        ("joint/gaussian:sigma=4", "write several steps in parentheses"),
        ("shuffled:n=99/(pure:epsilon=1 + pure:epsilon=2)", "nothing is proved here of several reports"),
        ("rectified:low=0,high=1,head=3/(gaussian:sigma=4,times=2)", "needs an outcome that is a number"),
        (f"({' + '.join(f'laplace:scale={n}' for n in range(1, 67))})", "at most 64"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    """As an error with what would be right."""
    with pytest.raises(ch.BadStep, match=message):
        ch.parse(text)


def test_a_step_made_by_hand_is_checked() -> None:
    """Its parts are what parsed ones are."""
    wrong = ch.Step("joint", (), joint=((ch.Step("gaussian", ()), 1), (ch.parse("pure:epsilon=1").step, 1)))
    with pytest.raises(ch.BadStep, match="sigma is missing"):
        ch.Ledger(wrong)


def test_the_relation_and_the_sampling_are_those_of_all_parts() -> None:
    """A part that needs add-or-remove makes the whole need it, and no sampler of another relation may stand around."""
    assert ch.Ledger("(laplace:scale=1 + poisson:rate=0.1/laplace:scale=1)").neighbours is ch.Neighbours.ADD_OR_REMOVE
    with pytest.raises(ch.NeighboursMismatch, match="sample needs replace-one and poisson needs add-or-remove"):
        ch.Ledger("sample:size=2,of=9/(laplace:scale=1 + poisson:rate=0.1/laplace:scale=1)")


def test_the_sensitivity_that_is_used_is_told_for_each_part() -> None:
    """Doubled where a record is replaced."""
    entries = [ch.parse("sample:size=2,of=9/(laplace:scale=1,sensitivity=3 + gaussian:sigma=1,sensitivity=5)")]
    told = sensitivities(ch.registry(), entries, ch.Neighbours.REPLACE_ONE)
    assert told == "sample/laplace: 3, 6 under replace-one; sample/gaussian: 5, 10 under replace-one"


def test_a_parameter_inside_the_parentheses_can_be_solved_for() -> None:
    """The noise of one part, beside another part that gives its own: filled in, the step meets the target, and with one
    part in a thousand less noise it misses it; as can the rate of a sample that two steps share, outside."""
    step = "poisson:rate=1/10/(gaussian + laplace:scale=10,times=2):times=20"
    found = ch.calibrate(step, solve="sigma", epsilon=1, delta="1e-5")
    value = Fraction(found.value)

    def epsilon(sigma: Fraction) -> ch.Answer:
        return ch.Ledger(step.replace("gaussian", f"gaussian:sigma={sigma}")).epsilon(delta="1e-5")

    assert epsilon(value).upper <= 1
    assert ch.check(found.certificate()).accepted
    assert epsilon(value * Fraction(999, 1000)).upper > 1
    rate = ch.calibrate("poisson/(gaussian:sigma=4 + laplace:scale=10)", solve="rate", epsilon="1/10", delta="1e-5")
    assert 0 < rate.value < 1


def test_of_equal_parts_one_may_leave_a_parameter_open() -> None:
    """The other one gives it; where both leave it open, or both give it, an error says so."""
    found = ch.calibrate("(gaussian:sigma=4 + gaussian)", solve="sigma", mu=1)
    assert float(found) == pytest.approx((1 - 1 / 16) ** -0.5, rel=1e-8)
    with pytest.raises(ch.BadStep, match="leaves sigma open more than once; give it wherever"):
        ch.calibrate("(gaussian + gaussian)", solve="sigma", mu=1)
    with pytest.raises(ch.BadStep, match="already gives sigma"):
        ch.calibrate("(gaussian:sigma=1 + gaussian:sigma=2)", solve="sigma", mu=1)
    with pytest.raises(ch.BadStep, match=r"takes no parameter 'sgma'; did you mean sigma\? it takes sigma"):
        ch.calibrate("(gaussian:sigma=1 + gaussian:sigma=2)", solve="sgma", mu=1)


def test_none_of_their_parameters_stands_in_a_group() -> None:
    """Each is a group of its own."""
    one, other = (ch.parse(f"poisson:rate=0.1/(gaussian:sigma={s} + laplace:scale=1)").step for s in (2, 3))
    kinship = Kinship(ch.registry())
    assert kinship.free(one) == {}
    assert kinship.split(one)[0] != kinship.split(other)[0]


@given(st.fractions(min_value="1/1000000", max_value=10**6).filter(bool))
def test_a_root_is_exact_or_between_two_decimals(x: ch.Exact) -> None:
    """A rational square has its root; another number one below it in the fortieth digit at most, and one above it."""
    assert exact_root(x**2) == x
    assert root_below(x**2) == root_above(x**2) == x
    root, above = root_below(x), root_above(x)
    assert (root**2 == x) is (exact_root(x) is not None)
    assert root**2 <= x <= above**2 <= (root * (1 + type(x)(1, 10**35))) ** 2


@pytest.mark.parametrize(
    ("step", "same"),
    [
        ("poisson:rate=0.1/filter:gdp=1,pure=1/2", "poisson:rate=0.1/(gdp:mu=1 + pure:epsilon=1/2)"),
        ("poisson:rate=0.1/filter:gdp=1,fail=1e-7", "poisson:rate=0.1/(gdp:mu=1 + approximate:epsilon=0,delta=1e-7)"),
        ("poisson:rate=0.1/filter-runs:most=9/gaussian:sigma=3", "poisson:rate=0.1/gaussian:sigma=1"),
        ("group:size=2/filter:gdp=1,pure=1", "group:size=2/(gdp:mu=1 + pure:epsilon=1)"),
    ],
)
def test_several_runs_inside_a_wrapper_are_steps_on_the_same_records(step: str, same: str) -> None:
    """A filter on a sample, that is, or for a group, which had no answer; its certificate is accepted. In two wrappers
    it is not written out: a plan that stops early is one of two data sets, and a group on a sample sees more."""
    answer, other = (ch.Ledger(text).epsilon("1e-5") for text in (step, same))
    assert (answer.upper_exact, answer.lower) == (other.upper_exact, other.lower)
    assert ch.check(answer.certificate()).accepted
    with pytest.raises(ch.NoAnswer):
        ch.Ledger("group:size=2/poisson:rate=0.1/filter-runs:most=9/gaussian:sigma=3").epsilon("1e-5")
