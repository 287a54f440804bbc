"""Several steps on one sample: never below what is exactly true, close to it, and with a certificate."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from functools import reduce
from typing import Any

import chartered as ch
import mpmath
import numpy as np
import pytest
from chartered.certificate.digest import sealed
from hypothesis import given, settings, strategies as st
from scipy.special import ndtr

DELTAS = "1e-3", "1e-6"
WRAPPED = "poisson:rate=0.1/(gaussian:sigma=2 + laplace:scale=3,times=2)"


def of_gaussian_and_laplace(epsilon: float, sigma: float, scale: float) -> float:
    """delta of a Gaussian and a Laplace mechanism on the same records: the mean of the Gaussian one's at what is left
    of eps after the Laplace loss, which is drawn at quantiles."""
    quantiles = (np.arange(100_000) + 0.5) / 100_000
    noise = np.where(quantiles < 0.5, np.log(2 * quantiles), -np.log(2 * (1 - quantiles))) * scale
    left, mu = epsilon - (abs(noise - 1) - abs(noise)) / scale, 1 / sigma
    return float(np.mean(ndtr(mu / 2 - left / mu) - np.exp(left) * ndtr(-mu / 2 - left / mu)))


@pytest.mark.parametrize("rate", ["0.01", "0.1", "0.7"])
@pytest.mark.parametrize("epsilon", ["0.01", "0.1", "0.5"])
def test_one_run_on_a_sample_is_amplified_once(rate: str, epsilon: str) -> None:
    """q delta of both steps together at the inner eps, computed another way: not below it, and within a tenth."""
    inner = math.log1p((math.exp(float(epsilon)) - 1) / float(rate))
    true = float(rate) * of_gaussian_and_laplace(inner, 2, 3)
    found = ch.Ledger(f"poisson:rate={rate}/(gaussian:sigma=2 + laplace:scale=3)").delta(epsilon).upper
    assert true * 0.999 < found < true * 1.1 + 1e-12


@pytest.mark.parametrize("wrapper", ["sample:size=10,of=1000", "poisson:rate=1/100", "group:size=2/poisson:rate=1/100"])
def test_noise_in_units_of_the_sensitivity_is_one_kind_of_step(wrapper: str) -> None:
    """Steps of equal sigma/sensitivity cost what as many of one of them cost, and are shown as they were written; where
    a sensitivity is stated for replaced records, they stay as they are."""
    both = [f"{wrapper}/gaussian:sigma=4,sensitivity=2,times=30", f"{wrapper}/gaussian:sigma=2,times=30"]
    answer = ch.Ledger(both).epsilon("1e-5")
    assert answer.upper == ch.Ledger(f"{wrapper}/gaussian:sigma=2,times=60").epsilon("1e-5").upper
    assert "sigma=4,sensitivity=2" in str(answer)
    assert ch.check(answer.certificate()).accepted
    stated = ch.Ledger(f"{wrapper}/gaussian:sigma=4,sensitivity=2,replace-sensitivity=3").epsilon("1e-5")
    assert not any(name.endswith(".gaussians") for name in stated.path)


def of_pairs(*pairs: tuple[Any, Any]) -> tuple[Any, Any]:
    """The probabilities of all outcomes of independent pairs (P, Q)."""
    of_p, of_q = ([np.array(pair[side], dtype=object) for pair in pairs] for side in (0, 1))
    return reduce(np.multiply.outer, of_p).ravel(), reduce(np.multiply.outer, of_q).ravel()


def told(pair: tuple[Any, Any], epsilon: str) -> mpmath.mpf:
    """The larger delta of both orders."""
    level = mpmath.exp(mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator)
    return max(np.maximum(a - level * b, 0).sum() for a, b in (pair, pair[::-1]))


@pytest.mark.parametrize("epsilon", ["1/10", "1/2", "1", "2", "3"])
@pytest.mark.parametrize("rate", ["1/2", "1/10"])
@pytest.mark.parametrize("samples", [1, 2])
@mpmath.workdps(50)
def test_several_answers_on_a_sample_are_enumerated(rate: str, samples: int, epsilon: str) -> None:
    """Three answers of eps = 1 and one of eps = 1/2 on each sample: not below what all outcomes tell, and within a
    thousandth; where a record is replaced, not below what two values of it tell."""
    q = mpmath.mpf(Fraction(rate).numerator) / Fraction(rate).denominator
    answers = [[x / (1 + x), 1 / (1 + x)] for x in map(mpmath.exp, (1, 1, 1, mpmath.mpf(1) / 2))]
    step = f"poisson:rate={rate}/(pure:epsilon=1,times=3 + pure:epsilon=1/2):times={samples}"
    one, other = of_pairs(*((answer, answer[::-1]) for answer in answers))
    true = told(of_pairs(*[(q * one + (1 - q) * other, other)] * samples), epsilon)
    found = ch.Ledger(step).account(ch.Question.delta(epsilon), accountant="loss-distribution").best
    assert true <= mpmath.mpf(found.upper_exact) < true * 1.001 + 1e-12
    blank = (1 - q) * np.full_like(one, mpmath.mpf(1) / len(one))
    replaced = told(of_pairs(*[(q * one + blank, q * other + blank)] * samples), epsilon)
    assert replaced <= mpmath.mpf(ch.Ledger(step, "replace-one").delta(epsilon).upper_exact)


@pytest.mark.parametrize(
    ("step", "relation", "before"),
    [
        ("poisson:rate=0.1/(gaussian:sigma=2 + laplace:scale=3):times=100", None, "3.2302"),
        ("poisson:rate=0.1/(gaussian:sigma=2 + laplace:scale=3):times=100", "replace-one", "7.2819"),
        ("sample:size=10,of=100/(laplace:scale=3,times=3):times=100", None, "10.307"),
        ("poisson:rate=0.001/(gaussian:sigma=1/10 + laplace:scale=3):times=10", None, "580.2"),
    ],
)
def test_several_steps_on_many_samples_have_losses_that_add_up(step: str, relation: str | None, before: str) -> None:
    """Smaller than by a Renyi curve, by a tenth at least; and the certificate is accepted."""
    answer = ch.Ledger(step, relation).epsilon("1e-5")
    assert answer.accountant == "loss-distribution"
    assert "joint.loss-distribution" in answer.path
    assert answer.upper < 0.91 * float(before)
    assert ch.check(answer.certificate()).accepted


def test_steps_without_any_loss_on_a_sample_lose_nothing() -> None:
    """eps = 0: the grid has no width."""
    answer = ch.Ledger("poisson:rate=0.1/(pure:epsilon=0,times=2):times=3").epsilon("1e-5")
    assert answer.upper == 0


@pytest.mark.parametrize("delta", DELTAS)
def test_more_parts_on_a_sample_cost_more_than_each_alone(delta: str) -> None:
    """And more than samples of their own for each: q (1-q) (x-y) (v-w) more."""
    both = ch.Ledger("poisson:rate=0.3/(laplace:scale=3 + gaussian:sigma=2)").epsilon(delta).upper
    own = ["poisson:rate=0.3/laplace:scale=3", "poisson:rate=0.3/gaussian:sigma=2"]
    assert all(both > ch.Ledger(one).epsilon(delta).upper for one in (*own, own))


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("(gaussian:sigma=3 + gaussian:sigma=4)", "gaussian:sigma=2.4"),
        ("(gaussian:sigma=3,sensitivity=2,times=4)", "gaussian:sigma=3,sensitivity=4"),
        ("(gaussian:sigma=3 + poisson:rate=1/gaussian:sigma=4)", "gaussian:sigma=2.4"),
    ],
)
@pytest.mark.parametrize("sampler", ["poisson:rate=0.1/", "poisson:rate=1/", "sample:size=3,of=30/"])
def test_gaussians_are_exactly_one(several: str, one: str, sampler: str) -> None:
    """The same ends as of that Gaussian."""
    if sampler.startswith("sample") and "poisson" in several:
        pytest.skip("a Poisson sample stands in no sample of a fixed size")
    found, same = (ch.Ledger(f"{sampler}{inner}").epsilon("1e-5") for inner in (several, one))
    assert (found.upper, found.lower, found.side) == (same.upper, same.lower, same.side)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.tuples(st.fractions("1/2", 9, max_denominator=99), st.integers(1, 9)), min_size=2, max_size=4))
def test_a_sigma_that_is_not_rational_is_rounded_both_ways(parts: list[tuple[Fraction, int]]) -> None:
    """1/sigma^2 is the sum of theirs, or above it by less than one in 1e35; or below it, for the lower end."""
    text = " + ".join(f"gaussian:sigma={sigma},times={times}" for sigma, times in parts)
    case = ch.Case(ch.parse(f"poisson:rate=0.1/({text})").step, ch.Neighbours.ADD_OR_REMOVE)
    known = (ch.registry().theorem(f"poisson.gaussians{which}") for which in ("", "-rounded"))
    (rewriting,) = (theorem for theorem in known if theorem.conditions(case) is None)
    sigma = rewriting.bound(case).inner.settings["sigma"]
    total = sum((times / part**2 for part, times in parts), Fraction(0))
    above = rewriting.from_below.bound(case).inner.settings["sigma"]
    assert total <= 1 / sigma**2 <= total * (1 + Fraction(1, 10**35))
    assert total >= 1 / above**2 >= total * (1 - Fraction(1, 10**35))


@pytest.mark.parametrize("around", ["", "group:size=3/"])
@pytest.mark.parametrize("relation", [None, ch.Neighbours.ZERO_OUT, ch.Neighbours.REPLACE_ONE])
@pytest.mark.parametrize("times", [1, 20])
def test_an_irrational_sigma_keeps_both_ends(around: str, relation: ch.Neighbours | None, times: int) -> None:
    """Two answers of noise 1 have the noise 2^-1/2: both ends, which agree to twelve digits, are beside those of noise
    that is a little less or more, and the certificate holds both."""
    if around and relation is ch.Neighbours.REPLACE_ONE:
        pytest.skip("nothing is proved of a group where a record is replaced")
    answer = ch.Ledger(f"{around}poisson:rate=0.1/(gaussian:sigma=1,times=2):times={times}", relation).epsilon("1e-5")
    assert answer.lower <= answer.upper <= answer.lower * (1 + 1e-11)
    assert ch.check(answer.certificate()).accepted
    for sigma in ("0.70710678118", "0.70710678119"):
        beside = ch.Ledger(f"{around}poisson:rate=0.1/gaussian:sigma={sigma},times={times}", relation).epsilon("1e-5")
        assert float(answer) == pytest.approx(float(beside), rel=1e-9)
    forged = answer.certificate().to_dict()
    forged["answer"]["lower"] *= 1 + 1e-9
    assert not ch.check(sealed({key: value for key, value in forged.items() if key != "digest"})).accepted


def test_both_ends_are_about_one_delta_as_well() -> None:
    """A closed form needs no witness for its lower end: two answers on one sample at eps 1, and not two samples."""
    answer = ch.Ledger("poisson:rate=0.1/(gaussian:sigma=1 + gaussian:sigma=1)").delta(1)
    truth = 0.1 * ch.Ledger("gdp:mu=1.41421356237309504880").delta(math.log1p(math.expm1(1) / 0.1)).upper
    assert answer.lower < 0.00366365495898 < answer.upper * (1 + 1e-12)
    assert answer.upper == pytest.approx(truth, rel=1e-12)


def test_a_sensitivity_of_one_relation_is_no_part_of_one_gaussian() -> None:
    """Half the replacement one would be too little under add-or-remove: under either relation the answer is that of
    the ledger without a sampler."""
    parts = "gaussian:sigma=4,replace-sensitivity=1", "gaussian:sigma=4,sensitivity=1,replace-sensitivity=1"
    for part in parts:
        for relation in ch.Neighbours.ADD_OR_REMOVE, ch.Neighbours.REPLACE_ONE:
            if relation is ch.Neighbours.ADD_OR_REMOVE and "sensitivity=1,rep" not in part:
                continue
            whole = f"({part},times=2 + gaussian:sigma=5)"
            alone = ch.Ledger([f"{part},times=2", "gaussian:sigma=5"], relation).epsilon("1e-5")
            assert ch.Ledger(whole, relation).epsilon("1e-5").upper == alone.upper
    sampled = ch.Ledger(f"poisson:rate=0.5/({parts[1]},times=2)").epsilon("1e-5")
    assert not any("gaussians" in name for name in sampled.path)


def test_a_certificate_is_accepted_and_a_changed_one_refused() -> None:
    """Another path for a part, a path left out, and another ledger are told apart."""
    answer = ch.Ledger(WRAPPED).epsilon("1e-5", accountant="joint.renyi")
    assert ch.check(answer.certificate()).accepted
    text = json.dumps(answer.certificate().to_dict())
    changes = {
        '"laplace.renyi"': '"laplace.pure"',
        '"gaussian.zcdp", ': "",
        '"joint.renyi"': '"joint.zcdp"',
        '"joint.renyi", ': "",
        ",times=2": ",times=3",
        " + laplace:scale=3,sensitivity=1,times=2": "",
    }
    for old, new in changes.items():
        assert old in text
        forged = json.loads(text.replace(old, new))
        forged = sealed({key: value for key, value in forged.items() if key != "digest"})
        assert not ch.check(forged).accepted, old


@pytest.mark.parametrize("relation", [ch.Neighbours.ZERO_OUT, ch.Neighbours.REPLACE_ONE])
def test_it_stands_in_ledgers_of_other_relations(relation: ch.Neighbours) -> None:
    """As any Poisson sample: as it is, or by a theorem that changes the relation."""
    here, there = (ch.Ledger(f"{WRAPPED}:times=5", one).epsilon("1e-5") for one in (relation, None))
    assert ch.check(here.certificate()).accepted
    assert (here.upper == there.upper) is (relation is ch.Neighbours.ZERO_OUT)
    assert here.upper >= there.upper


def test_noisy_sgd_may_stand_among_the_parts() -> None:
    """It is written out where that is one of them."""
    found = ch.Ledger("poisson:rate=0.1/(dpsgd:n=9,batch=9,steps=2,noise=8 + pure:epsilon=0.1)").epsilon("1e-5")
    assert "dpsgd.poisson" in found.path
    assert ch.check(found.certificate()).accepted
