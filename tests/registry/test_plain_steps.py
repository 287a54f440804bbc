"""A ledger in the words of other packages: noise over norm, a rate, a count."""

from __future__ import annotations

import math
from fractions import Fraction

import chartered as ch
import pytest
from chartered.peers.plain_steps import PlainStep, plain_steps
from chartered.peers.question_and_answer import Asked
from chartered.peers.rounding_to_doubles import costlier_double
from hypothesis import given, strategies as st


def plain(ledger: ch.Ledger) -> list[PlainStep]:
    """The ledger in plain words."""
    return plain_steps(ch.registry(), ledger.entries, ledger.neighbours)


@pytest.mark.parametrize(
    ("step", "kind", "noise"),
    [
        ("gaussian:sigma=4,sensitivity=2", "gaussian", 2),
        ("laplace:scale=3,sensitivity=2", "laplace", Fraction(3, 2)),
        ("laplace:epsilon=1/2", "laplace", 2),
        ("gdp:mu=1/4", "gaussian", 4),
    ],
)
def test_a_noise_multiplier_is_noise_over_norm(step: str, kind: str, noise: Fraction) -> None:
    """Whatever parameters state it."""
    (found,) = plain(ch.Ledger(step))
    assert (found.kind, found.numbers["noise"], found.rate, found.times) == (kind, noise, 1, 1)


@pytest.mark.parametrize("step", ["gdp:mu=1/4", "laplace:epsilon=1/2"])
def test_what_is_stated_for_a_relation_is_taken_apart_under_it(step: str) -> None:
    """A guarantee for replaced records has twice the noise: the change is of two norms."""
    one, two = (plain(ch.Ledger(step, relation))[0] for relation in ("add-or-remove", "replace-one"))
    assert two.numbers["noise"] == 2 * one.numbers["noise"]
    noise = plain(ch.Ledger("gaussian:sigma=4", "replace-one"))[0].numbers["noise"]
    assert noise == 4  # noise that is stated is the same under each


@pytest.mark.parametrize(
    ("step", "noise"),
    [
        ("gdp:mu=1/4", 4),
        ("laplace:epsilon=1/2", 2),
        ("gaussian:sigma=2,sensitivity=1,replace-sensitivity=1", 2),
        ("(gdp:mu=1/4 + gaussian:sigma=2,sensitivity=1,replace-sensitivity=1)", 4),
    ],
)
def test_what_stands_in_a_poisson_sample_is_about_records_added_or_removed(step: str, noise: int) -> None:
    """Under replace-one, too: another package was told twice the noise."""
    for relation in ("add-or-remove", "replace-one"):
        (found,) = plain(ch.Ledger(f"poisson:rate=1/10/{step}", relation))
        assert (*found.parts, found)[0].numbers["noise"] == noise


@pytest.mark.parametrize("step", ["pure:epsilon=1", "zcdp:rho=1", "approximate:epsilon=1,delta=0.1"])
def test_a_guarantee_under_another_relation_than_the_ledgers_has_no_plain_words(step: str) -> None:
    """Another package would read it as one under that of the ledger."""
    assert plain(ch.Ledger(f"poisson:rate=1/10/{step}"))
    with pytest.raises(ch.Unavailable, match="states its guarantee under add-or-remove"):
        plain(ch.Ledger(f"poisson:rate=1/10/{step}", "replace-one"))


def test_a_training_is_what_it_stands_for() -> None:
    """Poisson samples of a Gaussian, with its exact rate and count; samples of samples multiply their rates, and one of
    given size is told by its numbers."""
    (found,) = plain(ch.Ledger("dpsgd:n=60000,batch=256,epochs=60,noise=1.1"))
    assert (found.rate, found.times, found.numbers["noise"]) == (Fraction(8, 1875), 14063, Fraction(11, 10))
    (twice,) = plain(ch.Ledger("poisson:rate=0.1/poisson:rate=0.2/gaussian:sigma=1"))
    assert twice.rate == Fraction(1, 50)
    (drawn,) = plain(ch.Ledger("sample:size=5,of=50/gaussian:sigma=1"))
    assert drawn.drawn == (5, 50)


@pytest.mark.parametrize(
    "step", ["rdp:alpha=2,gamma=1", "gdp:mu=0", "shuffled:n=100/randomized-response:epsilon=1", "exponential:epsilon=1"]
)
def test_a_step_without_plain_words_says_so(step: str) -> None:
    """It is a reason that names the step, and no error of the user's."""
    with pytest.raises(ch.Unavailable, match=step.partition(":")[0]):
        plain(ch.Ledger(step))


@given(st.fractions(min_value=0, max_value=10), st.booleans())
def test_a_double_lies_on_the_costlier_side(x: Fraction, up: bool) -> None:
    """Or means the number itself, by its shortest decimal form; beyond all doubles no infinite noise is handed on."""
    found = costlier_double(x, up=up)
    exact = Fraction(found)
    assert Fraction(repr(found)) == x or (exact >= x if up else exact <= x)
    assert abs(exact - x) <= Fraction(math.ulp(found))
    with pytest.raises(ch.Unavailable, match="larger than any double"):
        costlier_double(x + Fraction(10) ** 400, up=False)


def test_a_question_passes_through_json() -> None:
    """Fractions stay exact on the way to another process."""
    ledger = ch.Ledger(["poisson:rate=1/3/gaussian:sigma=1,times=5", "sample:size=2,of=7/laplace:scale=1/3"][:1])
    asked = Asked(plain(ledger), ledger.neighbours, ch.Question.epsilon("1e-5", 12))
    assert Asked.from_json(asked.to_json()) == asked
