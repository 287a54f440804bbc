"""Steps of which only a guarantee is known, beside others and on samples: as the worst mechanism with that guarantee,
from above alone, and never below a mechanism that has it."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
import numpy
import pytest
from chartered import Ledger
from chartered_plugins.characteristic_function.formulas.moments import Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.search.moments_in_floats import in_floats
from chartered_plugins.characteristic_function.search.representatives import standing_in

KNOWN, WORST = "above-threshold:epsilon={}", "pure:epsilon={}"
LEDGERS = [
    (["{}", "gaussian:sigma=4"], "add-or-remove"),
    (["{}", "gaussian:sigma=4", "laplace:scale=9"], "add-or-remove"),
    (["poisson:rate=1/10/{},times=30", "gaussian:sigma=9"], "add-or-remove"),
    (["poisson:rate=1/10/{},times=30", "gaussian:sigma=9"], "replace-one"),
    (["sample:size=1,of=10/{},times=30", "gaussian:sigma=9"], "replace-one"),
]


@pytest.mark.parametrize(("steps", "neighbours"), LEDGERS)
def test_it_costs_what_the_worst_mechanism_does(steps: list[str], neighbours: str) -> None:
    """From above: nothing is known from below, where the worst mechanism is exact."""
    known, worst = (
        Ledger([step.format(inner.format("1/2")) for step in steps], neighbours=neighbours).epsilon("1e-7")
        for inner in (KNOWN, WORST)
    )
    assert known.accountant == "characteristic-function"
    assert (known.upper, known.lower, known.exact) == (worst.upper, None, False)
    assert worst.exact or steps[0].startswith("sample")


TINY = [
    ("pure:epsilon=1000,times=3", "add-or-remove"),
    ("poisson:rate=0.1/pure:epsilon=1000,times=30", "add-or-remove"),
    ("poisson:rate=0.1/pure:epsilon=1000,times=30", "replace-one"),
]


@pytest.mark.parametrize(("step", "neighbours"), TINY)
def test_a_probability_smaller_than_any_double_is_seen(step: str, neighbours: str) -> None:
    """The largest loss has about e^-1000 under Q, and nearly all under P."""
    answer = Ledger(step, neighbours=neighbours).epsilon("1e-5", accountant="characteristic-function")
    assert 0 <= answer.upper - answer.lower < 1e-12 * answer.upper
    assert answer.lower > 1000


@pytest.mark.parametrize("step", ["truncated-laplace:scale=5,bound=99", "poisson:rate=1/3/exponential:epsilon=1"])
@pytest.mark.parametrize("times", [1, 3])
def test_a_guarantee_has_no_lower_end(step: str, times: int) -> None:
    """Also of a mechanism whose least eps is exact: its losses are less."""
    ledger = Ledger([f"{step},times={times}", "gaussian:sigma=4"])
    answers = ledger.account(ch.Question.epsilon("1e-6"), "characteristic-function").answers
    assert answers
    assert all(answer.lower is None for answer in answers)


def test_random_mechanisms_with_the_guarantee_cost_no_more() -> None:
    """On samples in which a record is removed, added or replaced, one to three times, by all outcomes in fractions."""
    chance = random.Random(20261130)
    for _ in range(5):
        epsilon, q = Fraction(chance.choice(["1/10", "1/2", "2"])), Fraction(chance.choice(["1/20", "1/3", "9/10"]))
        runs, level = chance.choice([1, 2, 3]), chance.choice([Fraction(0), Fraction(1, 10), Fraction(1, 2)])
        without, one, other = _three(chance, _below_exp(epsilon))
        sampled = [[(1 - q) * r + q * p for r, p in zip(without, moved, strict=True)] for moved in (one, other)]
        poisson, fixed = f"poisson:rate={q}", f"sample:size={q.numerator},of={q.denominator}"
        removed = [sampled[0], without]  # or what the record is replaced by changes nothing
        for sample, neighbours, pair in (
            (poisson, "add-or-remove", removed),
            (poisson, "replace-one", sampled),
            (fixed, "replace-one", removed),
        ):
            ledger = Ledger(f"{sample}/{KNOWN.format(epsilon)},times={runs}", neighbours=neighbours)
            bound = ledger.delta(level, "characteristic-function").upper
            assert bound >= max(_delta(*pair, runs, level), _delta(*reversed(pair), runs, level))


def _below_exp(x: Fraction) -> Fraction:
    return Fraction(math.exp(x)) * (1 - Fraction(1, 10**12))


def _three(chance: random.Random, largest: Fraction) -> tuple[list[Fraction], ...]:
    """The probabilities of four outcomes without a record, and with one or another, all of whose ratios to those
    without are at an end of [1/largest, largest], but for one."""
    weights = [Fraction(chance.randint(1, 99)) for _ in range(4)]
    without = [weight / sum(weights) for weight in weights]

    def moved() -> list[Fraction]:
        found, left = [mass / largest for mass in without], 1 - 1 / largest
        for k in chance.sample(range(4), 4):
            more = min(without[k] * (largest - 1 / largest), left)
            found[k], left = found[k] + more, left - more
        return found

    return without, moved(), moved()


def _delta(p: list[Fraction], q: list[Fraction], runs: int, level: Fraction) -> Fraction:
    """A lower bound, close to delta."""
    ratio = 1 / _below_exp(-level)
    masses = ([math.prod(outcome) for outcome in product(side, repeat=runs)] for side in (p, q))
    return sum((max(Fraction(0), a - ratio * b) for a, b in zip(*masses, strict=True)), start=Fraction(0))


def test_many_different_ones_have_stand_ins_in_the_search() -> None:
    """Which are about as many as Chebyshev's nodes, and stand for the same moments; the sum of their losses on a grid
    is far above."""
    chance = random.Random(1)
    steps = [KNOWN.format(Fraction(chance.randint(10**5, 10**6), 10**7)) for _ in range(150)]
    ledger = Ledger(steps)
    assert ledger.epsilon("1e-7").upper < 0.96 * ledger.epsilon("1e-7", "optimal").upper


@pytest.mark.parametrize("law", [RandomizedResponse, Laplace])
def test_stand_ins_have_the_moments_of_what_they_stand_for(law: Any) -> None:
    """In floats."""
    chance = random.Random(2)
    parts = tuple((law(Fraction(chance.randint(10**4, 10**6), 10**6)), chance.randint(1, 9)) for _ in range(400))
    few, places = standing_in(parts)
    assert len(few) < 100
    assert len(places) == len(parts)
    orders = numpy.array([1.5, 4.0, 20.0, 100.0])
    own, theirs = (sum(n * in_floats(m).log(orders) for m, n in found) for found in (parts, few))
    assert numpy.allclose(own, theirs, rtol=1e-4)
