"""Many questions about noisy SGD at once: each number is a bound, and as close as if it were asked alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
import numpy
import pytest
from chartered.enclose.evaluation import evaluate
from chartered_plugins.characteristic_function import guarantee
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from chartered_plugins.characteristic_function.profile import profile

NAME = "characteristic-function"
SGD = "poisson:rate=0.01/gaussian:sigma=1"


def alone(steps: Any, times: int, delta: str) -> ch.Answer:
    """The answer to one of the questions."""
    return (ch.Ledger(steps) * times).epsilon(delta, accountant=NAME)


@pytest.mark.parametrize(
    ("steps", "counts", "delta"),
    [
        (SGD, [1000, 1100, 1210, 2500, 6000], "1e-5"),
        (SGD, [10**4, 10**6, 10**8], "1e-5"),
        (SGD, [2000, 3000], "1e-100"),
        ("poisson:rate=256/60000/gaussian:sigma=1.1", [234 * 20, 234 * 40, 234 * 60], "1e-6"),  # both directions near
        ("poisson:rate=0.001/gaussian:sigma=0.6", [10**4, 2 * 10**4], "1e-5"),  # much cancels
        (["poisson:rate=0.01/gaussian:sigma=1,times=10", "laplace:scale=20"], [50, 60, 70], "1e-5"),
        (["gaussian:sigma=20", SGD, "gaussian:sigma=30,times=2"], [500, 600], "1e-5"),
        ([SGD, "approximate:epsilon=0.001,delta=1e-9"], [500, 600, 700], "1e-5"),  # infinite losses
        (["gaussian:sigma=20,times=10", "laplace:scale=20"], [5, 10, 20], "1e-5"),  # one direction
    ],
)
def test_many_counts_are_as_close_as_one(steps: Any, counts: list[int], delta: str) -> None:
    """Not below the truth, and at most 1e-9 above it."""
    found = ch.Ledger(steps).epsilons(delta, times=counts, accountant=NAME)
    for n, upper in zip(counts, found, strict=True):
        answer = alone(steps, n, delta)
        assert answer.lower <= upper <= answer.upper + 1e-9 * max(1, answer.upper)


def test_many_deltas_too() -> None:
    """From 1e-3 to 1e-60, in an order that is not theirs."""
    deltas = ["1e-9", "1e-3", "1e-60", "1e-5", "1e-4"]
    found = (ch.Ledger(SGD) * 5000).epsilons(deltas, accountant=NAME)
    for delta, upper in zip(deltas, found, strict=True):
        answer = alone(SGD, 5000, delta)
        assert answer.lower <= upper <= answer.upper + 1e-9 * max(1, answer.upper)


def test_a_count_without_an_answer_does_not_take_the_others_away() -> None:
    """Two runs at a tiny rate take too long a line: infinity by this accountant."""
    found = ch.Ledger("poisson:rate=1e-5/gaussian:sigma=1").epsilons("1e-6", times=[2, 10**7], accountant=NAME)
    assert found[0] == float("inf")
    assert found[1] == pytest.approx(0.15505196, abs=1e-8)


def test_few_runs_have_an_answer() -> None:
    """Alone and in a sweep, at both ends: three to a billionth, ten to all digits."""
    sweep = ch.Ledger(SGD).epsilons("1e-5", times=[3, 10])
    for upper, times, width in zip(sweep, (3, 10), (4e-9, 1e-11), strict=True):
        answer = (ch.Ledger(SGD) * times).epsilon("1e-5", accountant=NAME)
        assert answer.upper - answer.lower < width
        assert answer.lower <= upper <= answer.upper + 1e-9


@pytest.mark.parametrize(("noise", "counts"), [("1.2", range(491, 1001)), ("0.8", range(1000, 10**5, 500))])
def test_like_counts_share_their_lines(noise: str, counts: range) -> None:
    """Each witness of a sweep serves as it is: none is searched for alone, though far below the rounding of M what is
    left of M - 1 is multiplied by the count."""
    pair = [GaussianSample(Fraction(8, 1875), Fraction(noise), added).law for added in (False, True)]
    many = profile(guarantee.times(guarantee.one_run(*pair), numpy.array(counts, dtype=float))).search.many
    epsilons, columns = many.find(numpy.full(len(counts), 1e-5), None)
    assert numpy.isfinite(epsilons).all()
    for index in range(0, len(counts), 25):
        alone = profile(guarantee.times(guarantee.one_run(*pair), counts[index]))
        row = {name: None if numpy.isnan(column[index]) else column[index] for name, column in columns.items()}
        found = evaluate(alone, ch.Question.epsilon("1e-5"), row)
        assert found.bound.upper == pytest.approx(epsilons[index], rel=1e-9)


def thousand_runs() -> ch.Profile:
    """The profile of 1000 runs of `SGD`."""
    pair = [GaussianSample(Fraction(1, 100), Fraction(1), added).law for added in (False, True)]
    return profile(guarantee.times(guarantee.one_run(*pair), 1000))


@pytest.mark.parametrize("miss", ["0", "1e-9", "-1e-4"])
def test_balls_find_the_ends_that_doubles_missed(miss: str) -> None:
    """Along the line of the witness, from an eps that is not exact enough; the other direction stays proved."""
    found = alone(SGD, 1000, "1e-5")
    known, question = thousand_runs(), ch.Question.epsilon("1e-5")
    above = found.witness["above"]
    missed = {**found.witness, "above": above + Fraction(miss)}
    refine = known.search.many.refine
    assert refine is not None
    better = evaluate(known, question, refine(question, missed)).bound
    assert better.upper == pytest.approx(found.upper, abs=1e-12)
    assert better.upper >= found.lower
    assert better.upper - better.lower <= 1e-12


def test_without_a_line_there_is_nothing_to_refine() -> None:
    """A witness of an infinite eps, or of nothing."""
    known = thousand_runs()
    refine = known.search.many.refine
    assert refine is not None
    with pytest.raises(ch.Unavailable, match=r"the witness states no removal\.bits"):
        refine(ch.Question.epsilon("1e-5"), {})
