"""A guarantee except for a failure event: (eps, delta)-DP steps beside zCDP, Renyi and Gaussian DP, held against
products of their worst pairs, outcome by outcome."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered.model.failure_event import some_failure_event
from chartered.paths.replay import follow
from flint import arb

Pair = list[tuple[arb, arb]]
"""The probabilities of each outcome under both neighbours."""


def ball(x: Fraction | str) -> arb:
    """The number as a ball."""
    number = Fraction(x)
    return arb(number.numerator) / number.denominator


def response(epsilon: str, delta: str = "0") -> Pair:
    """Randomized response that discloses its input with the probability delta."""
    d, a = ball(delta), ball(epsilon).exp()
    return [(d, arb(0)), (arb(0), d), *(((1 - d) * x / (1 + a), (1 - d) * y / (1 + a)) for x, y in ((a, 1), (1, a)))]


def divergence(pairs: list[Pair], epsilon: str) -> arb:
    """The hockey-stick divergence of the product, from below: outcomes that are not certain to count are left out."""
    level, found = ball(epsilon).exp(), arb(0)
    for outcome in product(*pairs):
        p, q = (prod((chances[side] for chances in outcome), start=arb(1)) for side in (0, 1))
        if p > level * q:
            found += p - level * q
    return found


OTHERS = sorted(set(ch.registry().accountants) - {"basic"})
BASIC = pytest.param(["basic"], marks=pytest.mark.full(cases=2), id="basic")
"""It tries every way to split the steps, half a minute for three questions; the claim basic.profile.direct holds it."""


@pytest.mark.parametrize("accountants", [pytest.param(OTHERS, id="others"), BASIC])
@pytest.mark.parametrize("delta", ["1/1000000", "1/10", "2/3"])
@pytest.mark.parametrize(("runs", "own"), [(1, "1/2"), (3, "1/5"), (4, "1")])
def test_no_accountant_is_below_the_product_of_worst_pairs(
    runs: int, own: str, delta: str, accountants: list[str]
) -> None:
    """Runs that may fail beside a run of which rho, and one of which a Renyi divergence is known, both attained by
    randomized response: no upper end lies below the divergence of the product."""
    steps = [f"approximate:epsilon={own},delta={delta},times={runs}", "zcdp:rho=0.4622", "rdp:alpha=2,gamma=0.0433"]
    pairs = [response(own, delta)] * runs + [response("1"), response("1/5")]
    for epsilon in ("0", "1/2", "2"):
        answers = Ledger(steps).account(Question.delta(epsilon), accountants).answers
        assert {answer.accountant for answer in answers} & {"renyi", "basic"}
        truth = divergence(pairs, epsilon)
        for answer in answers:
            assert not arb(answer.upper) < truth, answer


def test_the_failure_of_some_run_is_taken_off_delta_and_the_rest_composes_as_ever() -> None:
    """The answer at delta is that of pure steps at (delta - d)/(1 - d), where d is the chance that some run fails."""
    steps = ["zcdp:rho=0.1", "gdp:mu=1/3", "laplace:scale=20"]
    spoiled = Ledger([*steps, "approximate:epsilon=0.05,delta=1e-9,times=100"])
    failure = 1 - (1 - Fraction(1, 10**9)) ** 100
    left = 1 - (1 - Fraction(1, 10**5)) / (1 - failure)
    for accountant in ("renyi", "zcdp"):
        pure = Ledger([*steps, "pure:epsilon=0.05,times=100"]).epsilon(left, accountant=accountant)
        assert spoiled.epsilon("1e-5", accountant=accountant).upper == pytest.approx(pure.upper, rel=1e-12)
    assert spoiled.epsilon(failure).upper == float("inf")


def test_thresholds_beside_gaussians_compose_by_gaussian_dp_as_well() -> None:
    """A release of keys with a threshold, (0, 1e-6)-DP, costs the Gaussians nothing but delta."""
    beside, alone = Ledger(["approximate:epsilon=0,delta=1e-6", "gaussian:sigma=3,times=9"]), Ledger("gdp:mu=1")
    found = beside.epsilon("1e-5", accountant="gdp")
    assert found.upper == pytest.approx(alone.epsilon(Fraction(9, 10**6) / (1 - Fraction(1, 10**6))).upper, rel=1e-12)
    assert ch.check(found.certificate()).accepted


@pytest.mark.parametrize("relation", ["add-or-remove", "replace-one", "zero-out"])
@pytest.mark.parametrize("rate", [Fraction(1, 10), Fraction(1, 2)])
def test_a_sample_fails_as_often_as_it_draws_the_record(relation: str, rate: Fraction) -> None:
    """Two Poisson samples of the worst (1/2, 1/5)-DP mechanism: record present against not, outcome by outcome."""
    one = response("1/2", "1/5")
    mixed = [((1 - ball(rate)) * q + ball(rate) * p, q) for p, q in one]
    for epsilon in ("0", "1/4"):
        truth = max((divergence([pair] * 2, epsilon) for pair in (mixed, [(q, p) for p, q in mixed])), key=arb.lower)
        answers = Ledger(f"poisson:rate={rate}/approximate:epsilon=1/2,delta=1/5,times=2", relation).account(
            Question.delta(epsilon)
        )
        assert answers.answers
        assert all(not arb(answer.upper) < truth for answer in answers.answers)


@pytest.mark.parametrize(
    ("path", "step", "relation", "why"),
    [
        ("approximate.approximate approximate.pure group.pure", "poisson:rate=1/2/approximate:epsilon=1,delta=1/2",
         "replace-one", "does not follow"),
        ("approximate.approximate approximate.pure poisson.pure group.pure",
         "poisson:rate=1/2/approximate:epsilon=1,delta=1/2", "replace-one", "need not be the same"),
        ("approximate.approximate approximate.pure poisson.replaced-pure",
         "poisson:rate=1/2/approximate:epsilon=1,delta=1/2", "replace-one",
         "nothing is proved of a step inside that fails"),
        ("approximate.approximate approximate.pure sample-with-replacement.pure",
         "sample-with-replacement:size=2,of=3/approximate:epsilon=1,delta=1/2", "replace-one",
         "nothing is proved of a step inside that fails"),
        ("approximate.approximate approximate.pure shuffled.pure", "shuffled:n=9/approximate:epsilon=1,delta=1/2",
         "replace-one", "nothing is proved of a step inside that fails"),
    ],
)  # fmt: skip
def test_no_theorem_forgets_a_failure_event(path: str, step: str, relation: str, why: str) -> None:
    """A path that a forged certificate may state is refused where nothing is proved of the event: for two changes in a
    row, and in a wrapper that states no mass."""
    known, entry = ch.registry(), ch.parse(step)
    with pytest.raises(ch.Unavailable, match=why):
        follow(known, path.split(), entry.step, ch.Neighbours(relation))


def test_every_mass_that_a_wrapper_states_is_at_most_one_and_covers_its_own() -> None:
    """A wrapper's factor above 1 never makes a probability above 1, and masses compose as independent events do."""
    half = Fraction(1, 2)
    assert some_failure_event([half, half, Fraction(0)], [1, 2, 5]) == Fraction(7, 8)
    selected = Ledger("repeat-and-select:mean=10/approximate:epsilon=1/10,delta=1/2").delta(1)
    assert selected.upper == 1
