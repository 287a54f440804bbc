"""Every pair of steps has an answer, whatever is known of each: by basic composition where nothing else does."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_plugins.composition import witnesses as split_witness
from chartered_verify.arithmetic import balls
from forging import forged

from tests.draws import drawn

ALONE = {
    "gaussian": "gaussian:sigma=5",
    "laplace": "laplace:scale=5",
    "logistic": "logistic:scale=5",
    "randomized-response": "randomized-response:epsilon=1/5",
    "pure": "pure:epsilon=1/5",
    "approximate": "approximate:epsilon=1/5,delta=1e-7",
    "rdp": "rdp:alpha=8,gamma=3/10",
    "rdp of a low order": "rdp:alpha=3/2,gamma=1/10",
    "rdp-curve": "rdp-curve:orders=2:8,gammas=1/9:3/10",
    "privacy-profile": "privacy-profile:epsilons=1/5:1,deltas=1e-3:0",
    "zcdp": "zcdp:rho=1/20",
    "gdp": "gdp:mu=3/10",
    "exponential": "exponential:epsilon=1/5",
    "truncated-laplace": "truncated-laplace:scale=5,bound=99",
    "truncated-discrete-laplace": "truncated-discrete-laplace:scale=5,bound=99",
    "noisy-max": "noisy-max:epsilon=1/5",
    "above-threshold": "above-threshold:epsilon=1/5",
    "thresholded-counts": "thresholded-counts:scale=5,threshold=99",
    "discrete-gaussian": "discrete-gaussian:sigma=5",
    "discrete-laplace": "discrete-laplace:scale=5",
    "skellam": "skellam:variance=25",
    "skellam-vector": "skellam-vector:variance=25",
    "discrete-gaussian-vector": "discrete-gaussian-vector:sigma=5",
    "power": "power:sigma=20,A=2,B=1",
    "cloak": "cloak:n=100,m=20",
    "rectified": "rectified:low=0,high=10,head=1/gaussian:sigma=5",
    "last-iterate": "last-iterate:sigma=9,contraction=9/10,epochs=10",
    "tree-aggregation": "tree-aggregation:sigma=9,steps=10",
    "matrix": "matrix:sigma=9,family=square-root,steps=10",
    "repeat-and-select": "repeat-and-select:mean=5/gaussian:sigma=9",
    "table": "table:p=1/2:1/3:1/6,q=5/12:1/3:1/4",
    "joint": "(gaussian:sigma=9 + laplace:scale=9)",
    "parts": "parts:count=9/gaussian:sigma=9",
    "filter": "filter:gdp=1/9,pure=1/9",
    "filter-runs": "filter-runs:most=3/gaussian:sigma=9",
}
NAMES = """gaussian, laplace, logistic, pure, approximate, rdp, rdp of a low order, zcdp, gdp, exponential,
    discrete-gaussian, discrete-laplace, joint"""
SAMPLED = tuple(" ".join(name.split()) for name in NAMES.split(","))
POISSON = {f"poisson/{name}": f"poisson:rate=1/20/{ALONE[name]}" for name in SAMPLED} | {
    "gaussian-mixture": "gaussian-mixture:sigma=9,sensitivities=1:2,probabilities=1/2:1/2",
    "dpsgd": "dpsgd:n=1000,batch=50,epochs=1,noise=4",
    "group": "group:size=2/gaussian:sigma=9",
}
BATCHES = {
    "shuffled-batches": "shuffled-batches:steps=20,epochs=2/gaussian:sigma=9",
    "dpsgd-shuffled": "dpsgd:n=1000,batch=50,epochs=1,noise=4,loader=shuffled",
}
CUT = {
    "truncated-poisson": "poisson:rate=1/20,of=1000,largest=70/gaussian:sigma=4",
    "dpsgd-truncated": "dpsgd:n=1000,batch=50,steps=2,noise=4,largest-batch=70",
    "dpsgd-allocation": "dpsgd:n=1000,batch=50,epochs=1,noise=9,loader=allocation",
}
ALLOCATED = {"allocation": "allocation:steps=20/gaussian:sigma=9"}
DRAWN = {f"sample/{name}": f"sample:size=50,of=1000/{ALONE[name]}" for name in (*SAMPLED, "randomized-response")} | {
    f"sample-with-replacement/{name}": f"sample-with-replacement:size=50,of=1000/{ALONE[name]}"
    for name in ("gaussian", "laplace", "pure", "approximate", "gdp")
}
DRAWN |= {"dpsgd-fixed": "dpsgd:n=1000,batch=50,epochs=1,noise=4,loader=fixed"}
LOCAL = {
    "shuffled": "shuffled:n=1000/randomized-response:epsilon=1",
    "checkin": "checkin:n=1000,m=100/randomized-response:epsilon=1",
    "rappor": "rappor:f=9/10,p=1/4,q=1/2",
}
ABSENT = {name: step for name, step in (ALONE | POISSON | ALLOCATED).items() if name != "randomized-response"}
"""A report shows that its record is there."""
STEPS = {
    "add-or-remove": ABSENT,
    "replace-one": ALONE | POISSON | DRAWN | LOCAL | BATCHES,
    "zero-out": ABSENT | BATCHES,
}
"""Steps of every mechanism, under the relations under which something is proved of them."""


BASIC = ["approximate:epsilon=1/5,delta=1e-7", "zcdp:rho=1/20"]
"""What only basic composition answers."""


def test_every_mechanism_is_among_the_steps() -> None:
    """A new one must be tried beside the others; one that is cut at a size has a loss distribution alone."""
    every = [*STEPS.values(), CUT]
    parts = {name for steps in every for step in steps.values() for name in ch.parse(step).step.shape}
    assert parts >= set(ch.registry().mechanisms)


@pytest.mark.parametrize("relation", STEPS)
def test_every_pair_has_an_answer(relation: str) -> None:
    """At delta = 1e-5, a step of each kind; of a cloak alone eps is finite, if large."""
    steps = [step for name, step in STEPS[relation].items() if "/" not in name or name == "sample/gdp"]
    for pair in itertools.combinations(steps, 2):
        assert 0 < Ledger(pair, neighbours=relation).epsilon("1e-5").upper < float("inf"), (relation, pair)


@pytest.mark.parametrize("step", CUT.values())
def test_a_cut_sample_stands_beside_other_noise(step: str) -> None:
    """Whose losses are known, under zero-out."""
    for other in ("gaussian", "laplace", "shuffled-batches"):
        assert 0 < Ledger([step, (ALONE | BATCHES)[other]]).epsilon("1e-5").upper < float("inf")


@pytest.mark.full
@pytest.mark.parametrize("relation", STEPS)
def test_every_pair_of_samples_has_an_answer(relation: str) -> None:
    """Likewise every pair, with samples of all kinds, and each step beside itself; the full tier draws from them."""
    pairs = list(itertools.combinations_with_replacement(STEPS[relation].values(), 2))
    for pair in drawn(pairs, 120, f"pairs {relation}"):
        assert 0 < Ledger(pair, neighbours=relation).epsilon("1e-5").upper < float("inf"), (relation, pair)


@pytest.mark.full
@pytest.mark.parametrize("relation", STEPS)
def test_triples_have_an_answer(relation: str) -> None:
    """Of three steps of each kind all, and a hundred of samples, drawn."""
    steps = STEPS[relation]
    draw, alone = random.Random(7), [steps[name] for name in steps if name in ALONE]
    triples = [*itertools.combinations(alone, 3), *(tuple(draw.sample(list(steps.values()), 3)) for _ in range(100))]
    for triple in drawn(triples, 60, f"triples {relation}"):
        assert 0 < Ledger(triple, neighbours=relation).epsilon("1e-5").upper < float("inf"), (relation, triple)


def test_a_poisson_sample_of_one_renyi_divergence_has_an_answer_under_replace_one() -> None:
    """A group of two needs no order beyond the one that is stated; what is stated inside holds for add-or-remove."""
    for order in ("101/100", "3/2", "2", "5/2", "8"):
        sampled = f"poisson:rate=1/10/rdp:alpha={order},gamma=1/10"
        apart, replaced = (Ledger(sampled, neighbours=relation).epsilon("1e-5") for relation in (None, "replace-one"))
        assert "group.renyi" in replaced.path
        assert apart.upper < replaced.upper < float("inf")
        assert ch.check(replaced.certificate()).accepted


def test_a_sample_of_a_low_order_costs_less_than_the_step() -> None:
    """Below the order 2 by joint convexity, with less than the step itself for every rate below 1."""
    for sample, relation in (("poisson:rate=1/10", "add-or-remove"), ("sample:size=1,of=10", "replace-one")):
        whole, sampled = (
            Ledger(f"{before}rdp:alpha=3/2,gamma=1/10", neighbours=relation).epsilon("1e-5", accountant="renyi")
            for before in ("", f"{sample}/")
        )
        assert f"{sample.partition(':')[0]}.renyi" in sampled.path
        assert 0 < sampled.upper < whole.upper


def test_gdp_goes_by_renyi_beside_a_concentrated_step() -> None:
    """mu-GDP is (mu^2/2)-zCDP, so that rho adds up: as for Gaussian noise."""
    mixed = Ledger(["gdp:mu=3/10", "zcdp:rho=1/20"]).epsilon("1e-5", accountant="zcdp")
    assert mixed.upper == Ledger(["zcdp:rho=19/200"]).epsilon("1e-5", accountant="zcdp").upper
    gaussian = Ledger(["gaussian:sigma=10/3"]).epsilon("1e-5", accountant="renyi")
    assert Ledger(["gdp:mu=3/10"]).epsilon("1e-5", accountant="renyi").upper == gaussian.upper


def test_basic_composition_is_asked_where_nothing_else_answers() -> None:
    """Not beside others, but by name; a certificate of it is checked."""
    ledger = Ledger(BASIC)
    account = ledger.account(Question.epsilon("1e-5"))
    assert {answer.accountant for answer in account.answers} <= {"basic", "loss-distribution"}
    assert ch.check(account.best.certificate()).accepted
    gaussians = Ledger(["gaussian:sigma=5", "laplace:scale=5"])
    assert "basic" not in {answer.accountant for answer in gaussians.account(Question.epsilon("1e-5")).answers}
    gaussians = Ledger(["gaussian:sigma=5", "gdp:mu=1/2"])
    assert gaussians.epsilon("1e-5", accountant="profile.basic").upper > gaussians.epsilon("1e-5").upper


def test_a_count_is_a_repetition_and_order_does_not_matter() -> None:
    """n runs are n steps of the same kind, whose profile is taken at one eps; the sum is the same in any order."""
    steps = ["approximate:epsilon=1/5,delta=1e-7", "gdp:mu=1/2", "pure:epsilon=1/3"]

    def asked(ledger: list[str]) -> float:
        return Ledger(ledger).epsilon("1e-5", accountant="basic").upper

    repeated = asked([steps[0]] * 3 + [steps[1]])
    assert repeated == asked([f"{steps[0]},times=3", steps[1]])
    costs = [asked(list(order)) for order in itertools.permutations(steps)]
    assert max(costs) - min(costs) < 1e-6


@pytest.mark.parametrize("epsilon", ["0", "1/2", "3", "40"])
def test_delta_by_basic_composition(epsilon: str) -> None:
    """delta falls to what the failures leave, and is no less than that of the composition itself."""
    ledger = Ledger(["approximate:epsilon=1/5,delta=1e-7", "gdp:mu=1/2"])
    found = ledger.delta(epsilon)
    assert 1e-7 <= found.upper <= 1
    with balls(128) as xp:
        own = delta_mu(xp, xp.number(Fraction(1, 2)), xp.number(Fraction(epsilon)))
    assert found.upper >= float(own.lower())
    assert ch.check(found.certificate()).accepted


def test_more_runs_cost_more() -> None:
    """n runs of one step by basic composition, and what delta cannot be met."""
    step = "approximate:epsilon=1/5,delta=1e-7"
    costs = [Ledger([f"{step},times={n}", "zcdp:rho=1/20"]).epsilon("1e-5").upper for n in (1, 2, 5, 20)]
    assert costs == sorted(costs)
    assert Ledger([f"{step},times=1000", "zcdp:rho=1/20"]).epsilon("1e-5").upper == float("inf")


def test_a_forged_split_is_refused() -> None:
    """An eps that is too small has a delta that is too large; a missing one is told. Where only basic composition
    answers, it is asked for parameters, too."""
    document = Ledger(BASIC).epsilon("1e-5", "basic").certificate().document
    witness = document["answer"]["witness"]
    name = next(key for key in witness if key.endswith(".epsilon") and witness[key] not in ("0", "1/5"))
    assert not ch.check(forged(document, ("answer", "witness", name), "1/1000")).accepted
    assert not ch.check(forged(document, ("answer", "witness", name), None)).accepted
    step = "poisson:rate=1/20/approximate:delta=1e-9,times=3"
    assert ch.calibrate(step, solve="epsilon", epsilon=1, delta="1e-5").best is not None


def test_a_split_has_limits() -> None:
    """The fields of each part are read within its own limits, under names of their own."""
    inner = ch.Profile(
        delta=lambda xp, epsilon, witness: xp.exp(-epsilon),
        search=ch.WitnessSearch(propose=lambda question: {}, fields=(ch.Field("alpha", low=1, open_low=True),)),
    )
    named = [field.name for field in split_witness.fields(((inner, 2), (inner, 1))) or ()]
    assert named == ["0.epsilon", "0.of.alpha", "1.epsilon", "1.of.alpha"]


@pytest.mark.parametrize("at", [Fraction(-1), float("nan"), float("inf"), None])
def test_a_split_is_read_with_care(at: Fraction | float | None) -> None:
    """Beside a profile that declares no fields nobody else looks at the eps that a stranger states."""
    undeclared = ch.Profile(
        delta=lambda xp, epsilon, witness: xp.exp(-epsilon), search=ch.WitnessSearch(propose=lambda q: {})
    )
    assert split_witness.fields(((undeclared, 1),)) is None
    with pytest.raises(ch.Unavailable, match=r"0\.epsilon"):
        split_witness.read(((undeclared, 1),), {"0.epsilon": at})


def test_each_theorem_on_a_path_of_last_resort_may_be_asked_for() -> None:
    """What is printed as a path can be given as a name."""
    ledger = Ledger(BASIC)
    found = ledger.epsilon("1e-5", accountant="basic")
    for name in dict.fromkeys(found.path):
        if name in ch.registry().theorems:
            assert name in ledger.epsilon("1e-5", accountant=name).path, name
