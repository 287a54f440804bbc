"""A person with several records: exact on Poisson samples, by a rewriting elsewhere, and by any guarantee."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp
from typing import Any

import chartered as ch
import numpy as np
import pytest
from chartered import proving
from chartered.certificate.digest import sealed


@pytest.mark.parametrize(
    ("step", "delta", "known"),
    [
        ("group:size=4/poisson:rate=0.01/gaussian:sigma=1,times=1000", "1e-5", "8.8991878706961"),
        ("group:size=4/poisson:rate=0.1/gaussian:sigma=2,times=100", "1e-5", "11.946390907163"),
        ("group:size=10/poisson:rate=0.05/gaussian:sigma=3,times=200", "1e-6", "14.781947004543"),
    ],
)
def test_groups_on_poisson_samples_are_exact(step: str, delta: str, known: str) -> None:
    """As another code found them, in balls of its own; and the certificate is accepted."""
    answer = ch.Ledger(step).epsilon(delta)
    assert answer.upper - answer.lower < 1e-10
    assert abs(Fraction(answer.upper_exact) - Fraction(known)) < Fraction(1, 10**11)
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (["group:size=4/gaussian:sigma=9"], "a person with at most 4 records is added or removed"),
        (["group:size=4/gaussian:sigma=9", "group:size=3/laplace:scale=9"], "a person with at most 3 records is added"),
        (["group:size=4/gaussian:sigma=9", "laplace:scale=9"], "one record is added or removed"),
        (["(group:size=4/gaussian:sigma=9 + group:size=5/gaussian:sigma=9)"], "a person with at most 4 records"),
        (["repeat-and-select:mean=9/group:size=4/gaussian:sigma=9"], "a person with at most 4 records"),
        (["dpsgd:n=100,batch=10,steps=1,noise=9,group=4"], "a person with at most 4 records"),
    ],
)
def test_the_relation_is_about_the_smallest_group(steps: list[str], words: str) -> None:
    """In every output, since a change of that size is one that each step covers."""
    ledger = ch.Ledger(steps)
    assert words in str(ledger)
    assert words in str(ledger.epsilon("1e-5", accountant="renyi" if "repeat" in steps[0] else None))
    assert "of a person, at most 4," in str(ch.Ledger(steps[0], "zero-out")) or "4" not in words


@pytest.mark.parametrize(
    ("group", "same"),
    [
        ("group:size=1/poisson:rate=0.01/gaussian:sigma=2,times=10", "poisson:rate=0.01/gaussian:sigma=2,times=10"),
        ("group:size=3/poisson:rate=1/gaussian:sigma=2,times=10", "gaussian:sigma=2,sensitivity=3,times=10"),
        ("group:size=3/gaussian:sigma=2,sensitivity=1/2", "gaussian:sigma=2,sensitivity=3/2"),
        ("group:size=3/laplace:scale=2,times=2", "laplace:scale=2,sensitivity=3,times=2"),
        ("group:size=3/skellam:variance=9,times=2", "skellam:variance=9,sensitivity=3,times=2"),
        ("group:size=1/poisson:rate=0.1/skellam:variance=9,times=3", "poisson:rate=0.1/skellam:variance=9,times=3"),
        ("group:size=3/truncated-laplace:scale=2,bound=40", "truncated-laplace:scale=2,bound=40,sensitivity=3"),
        ("group:size=3/laplace:epsilon=1/2,times=2", "laplace:scale=2,sensitivity=3,times=2"),
        ("group:size=3/exponential:epsilon=1/2,times=2", "exponential:epsilon=3/2,times=2"),
        ("group:size=3/exponential:epsilon=1/2", "exponential:epsilon=3/2"),
        ("group:size=1/poisson:rate=0.01/laplace:scale=2,times=99", "poisson:rate=0.01/laplace:scale=2,times=99"),
        (
            "group:size=1/poisson:rate=0.1/discrete-laplace:scale=2,times=9",
            "poisson:rate=0.1/discrete-laplace:scale=2,times=9",
        ),
        (
            "group:size=2/dpsgd:n=6000,batch=256,epochs=2,noise=1.1",
            "group:size=2/poisson:rate=256/6000/gaussian:sigma=1.1,times=47",
        ),
    ],
)
def test_a_group_is_another_step(group: str, same: str) -> None:
    """Of one record, of all records, of a larger sensitivity, and of a training."""
    one, other = (ch.Ledger(step).epsilon("1e-6") for step in (group, same))
    assert one.upper_exact == other.upper_exact
    assert one.lower == other.lower


@pytest.mark.parametrize(
    ("step", "same"),
    [
        ("pure:epsilon=1/2", "pure:epsilon=3/2"),
        ("zcdp:rho=1/10", "zcdp:rho=9/10"),
        ("gdp:mu=1/2", "gdp:mu=3/2"),
        ("poisson:rate=0/gaussian:sigma=1", "pure:epsilon=0"),  # nobody is drawn
    ],
)
def test_any_guarantee_holds_for_groups(step: str, same: str) -> None:
    """eps and mu times the size, rho times its square."""
    assert ch.Ledger(f"group:size=3/{step}").epsilon("1e-6").upper <= ch.Ledger(same).epsilon("1e-6").upper


def test_an_approximate_guarantee_holds_for_groups() -> None:
    """(1 + e^eps + e^(2 eps)) delta at 3 eps."""
    ledger = ch.Ledger("group:size=3/approximate:epsilon=1,delta=1e-9")
    met, missed = (ledger.epsilon(delta, accountant="approximate").upper for delta in ("1.12e-8", "1.11e-8"))
    assert met <= 3 < missed


MIXTURE = "gaussian-mixture:sigma=2,sensitivities=0:1:2,probabilities=0.81:0.18:0.01,times=9"
SAMPLES = "group:size=2/poisson:rate=0.1/gaussian:sigma=2,times=9"
OF_THEIR_OWN = "gaussian:sigma=2,sensitivity={},replace-sensitivity={}"


@pytest.mark.parametrize(
    ("step", "same", "neighbours"),
    [
        (SAMPLES, MIXTURE, "zero-out"),
        (SAMPLES, MIXTURE, "replace-one"),
        ("group:size=2/gaussian:sigma=2,times=9", "gaussian:sigma=2,sensitivity=2,times=9", "replace-one"),
        (f"group:size=2/{OF_THEIR_OWN.format(1, '3/2')}", OF_THEIR_OWN.format(2, 3), "replace-one"),
    ],
)
def test_other_relations(step: str, same: str, neighbours: str) -> None:
    """All records of a person are those of another, or null records; a sensitivity is stated for one record, and one
    for a relation of its own grows too."""
    one, other = (ch.Ledger(text, neighbours=neighbours).epsilon("1e-6") for text in (step, same))
    assert one.upper_exact == other.upper_exact


@pytest.mark.parametrize(
    ("step", "same"),
    [
        ("group:size=2/exponential:epsilon=1/2", "exponential:epsilon=2"),
        ("group:size=2/noisy-max:scale=4,noise=gumbel", "exponential:epsilon=2"),
        ("group:size=1/noisy-max:scale=4,noise=gumbel", "noisy-max:scale=4,noise=gumbel"),
        ("poisson:rate=1/10/noisy-max:scale=4,noise=gumbel", "poisson:rate=1/10/exponential:epsilon=1/2"),
        (
            "poisson:rate=1/10/(noisy-max:scale=4,noise=gumbel + gaussian:sigma=2)",
            "poisson:rate=1/10/(exponential:epsilon=1/2 + gaussian:sigma=2)",
        ),
    ],
)
def test_a_choice_inside_a_wrapper_is_stated_for_an_added_record(step: str, same: str) -> None:
    """An eps in a replace-one ledger is for a replaced record, and inside a group or a sample for one that is there or
    not; a scale is for either."""
    one, other = (ch.Ledger(text, neighbours="replace-one").epsilon("1e-6") for text in (step, same))
    assert one.upper_exact == other.upper_exact
    assert one.lower == other.lower


def test_a_mixture_of_several_amounts_is_exact() -> None:
    """Its lower end was 0; also where a record is replaced."""
    step = "gaussian-mixture:sigma=1,sensitivities=0:1:2,probabilities=0.9:0.09:0.01,times=100"
    for neighbours in ("add-or-remove", "replace-one"):
        answer = ch.Ledger(step, neighbours=neighbours).epsilon("1e-5")
        assert answer.upper - answer.lower < 1e-11
        assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(
    "step",
    [
        "poisson:rate=0.1/group:size=2/gaussian:sigma=2",
        "poisson:rate=0.1/(gaussian:sigma=9 + group:size=2/gaussian:sigma=9)",
        "group:size=2/group:size=3/gaussian:sigma=2",
    ],
)
def test_a_group_stands_around_its_samples(step: str) -> None:
    """Inside one its records would be drawn together: a smaller delta at eps = 0 than that of records drawn singly."""
    with pytest.raises(ch.NeighboursMismatch, match="a group stands around its samples"):
        ch.Ledger(step)


SIXTY = f"group:size=60/poisson:rate=0.{'123456789' * 9}/gaussian:sigma=2"
MANY = "group:size=11/poisson:rate=0.1/discrete-laplace:scale=2,sensitivity=91"


@pytest.mark.parametrize(
    ("group", "theorem", "why"),
    [
        ("group:size=64/poisson:rate=1/1000/gaussian:sigma=2", "gaussian", "a mixture has at most 64 parts"),
        (SIXTY, "gaussian", "the rate has too many digits"),
        ("group:size=64/poisson:rate=1/1000/laplace:scale=2", "laplace", "a mixture has at most 64 parts"),
        ("group:size=2/poisson:rate=1/laplace:scale=2", "laplace", "the rate is 1"),
        ("group:size=2/poisson:rate=0/discrete-laplace:scale=2", "discrete-laplace", "the rate is 0"),
        (MANY, "discrete-laplace", "it has 1002 losses"),
    ],
)
def test_what_has_no_law_is_refused_in_words(group: str, theorem: str, why: str) -> None:
    """And no plugin fails."""
    ledger, named = ch.Ledger(group), ch.registry().theorem(f"group-of-records.sampled-{theorem}")
    with pytest.raises(ch.Unavailable, match=why):
        named.apply(ch.Case(ledger.entries[0].step, ledger.neighbours))
    assert not ledger.account(ch.Question.epsilon("1e-5")).faults


def laplace_on_a_grid(size: int, rate: float, times: int, epsilon: float, cells: int = 2**13) -> tuple[float, float]:
    """delta at eps of a few runs that remove a group, noise of scale 1: (with every loss rounded down to a grid,
    rounded up), by convolutions of the probabilities under P."""
    shifts = np.arange(size + 1)
    weights = np.array([comb(size, j) * rate**j * (1 - rate) ** (size - j) for j in shifts])
    x = np.linspace(0, size, 20 * cells + 1)
    ahead = x[:, None] - shifts
    below = np.where(ahead < 0, np.exp(-abs(ahead)) / 2, 1 - np.exp(-abs(ahead)) / 2) @ weights
    losses = np.log(np.exp(abs(x[:, None]) - abs(ahead)) @ weights)
    step = (losses[-1] - losses[0]) / cells
    found = []
    for up in (0, 1):
        places = np.clip(np.floor((losses[:-1] - losses[0]) / step) + up, 0, cells).astype(int)
        masses = np.bincount(places, np.diff(below), cells + 1)
        masses[0] += below[0]
        masses[-1] += 1 - below[-1]
        padded = 1 << (times * cells).bit_length()
        total = np.fft.irfft(np.fft.rfft(masses, padded) ** times, padded)[: times * cells + 1]
        sums = times * losses[0] + step * (np.arange(len(total)) + (times if up else 0))
        found.append(float((total * -np.expm1(np.minimum(epsilon - sums, 0))).sum()))
    return found[0], found[1]


@pytest.mark.parametrize(("size", "rate", "times"), [(4, "1/100", 5), (3, "1/10", 12), (2, "1/2", 2)])
def test_laplace_noise_on_samples_lies_between_losses_rounded_both_ways(size: int, rate: str, times: int) -> None:
    """delta of the removal, which is the larger one, at eps near both ends; the certificate is accepted."""
    answer = ch.Ledger(f"group:size={size}/poisson:rate={rate}/laplace:scale=1,times={times}").epsilon("1e-3")
    assert answer.upper - answer.lower < 1e-4 * answer.upper
    assert ch.check(answer.certificate()).accepted
    q = float(Fraction(rate))
    assert laplace_on_a_grid(size, q, times, answer.lower)[1] >= 1e-3
    assert laplace_on_a_grid(size, q, times, answer.upper)[0] <= 1e-3


def test_many_runs_of_laplace_noise_are_exact_for_groups() -> None:
    """To twelve digits, and less than by the pure guarantee of a group."""
    step = "poisson:rate=0.01/laplace:scale=1,times=1000"
    answer, alone = (ch.Ledger(x).epsilon("1e-5") for x in (f"group:size=4/{step}", step))
    assert answer.upper - answer.lower < 1e-11
    assert 4 * alone.upper < answer.lower < 5.4  # four times would be the rule of groups without its delta
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize("times", [1, 2, 3])
def test_discrete_laplace_noise_for_groups_is_a_sum_over_outcomes(times: int) -> None:
    """delta of both directions in many digits, by all outcomes of all runs."""
    size, rate = 3, Fraction(1, 5)
    found = ch.Ledger(f"group:size={size}/poisson:rate={rate}/discrete-laplace:scale=2,times={times}").delta("1/4")
    weights = [comb(size, j) * rate**j * (1 - rate) ** (size - j) for j in range(size + 1)]
    noise = {k: exp(-abs(k) / 2) for k in range(-90, 94)}
    whole = sum(noise.values())
    pairs = [
        (sum(float(w) * exp(-abs(k - j) / 2) for j, w in enumerate(weights)) / whole, noise[k] / whole) for k in noise
    ]
    truth = max(by_outcomes(pairs, times), by_outcomes([(q, p) for p, q in pairs], times))
    assert found.lower <= truth * (1 + 1e-12)
    assert truth <= found.upper * (1 + 1e-12)
    assert found.upper - found.lower < 1e-5 * found.upper


def by_outcomes(pairs: list[tuple[float, float]], times: int) -> float:
    """delta at 1/4 of all outcomes, merged by likelihood ratio to fourteen digits."""
    found = {1.0: 1.0}
    merged: dict[float, float] = {}
    for p, q in pairs:
        ratio = float(f"{p / q:.13e}")
        merged[ratio] = merged.get(ratio, 0.0) + p
    for _ in range(times):
        then: dict[float, float] = {}
        for ratio, p in found.items():
            for other, share in merged.items():
                product = float(f"{ratio * other:.13e}")
                then[product] = then.get(product, 0.0) + p * share
        found = then
    return sum(p * max(0.0, 1 - exp(0.25) / ratio) for ratio, p in found.items())


def group_of_three(name: str, inner: ch.Guarantee) -> Any:
    """What a theorem says of three records, from a guarantee for one."""
    step = ch.parse("group:size=3/pure:epsilon=1").step
    return ch.registry().theorem(f"group-of-records.{name}").apply(ch.Case(step, ch.Neighbours.ADD_OR_REMOVE, inner))


@pytest.mark.parametrize("epsilon", [0, 1, 7, 29, 31])
def test_the_profile_of_a_group_is_never_below_that_of_larger_noise(epsilon: int) -> None:
    """That of Laplace noise is exact for one record, and a group of three is a sensitivity of three."""
    laplace = ch.registry().theorem("laplace.profile")
    one = laplace.apply(ch.Case(ch.parse("laplace:scale=1/10").step, ch.Neighbours.ADD_OR_REMOVE))
    found = group_of_three("profile", one)
    truth, part = ch.Ledger("laplace:scale=1/30").delta(epsilon), ch.Ledger("laplace:scale=1/10").delta(epsilon / 3)
    bound = proving.enclose(lambda xp: found.delta(xp, xp.number(epsilon), {}))
    assert truth.lower <= bound.upper
    pure = ch.Ledger("pure:epsilon=30").delta(epsilon).upper
    assert bound.upper == pytest.approx(min(pure, (1 + exp(epsilon / 3) + exp(2 * epsilon / 3)) * part.upper))


@pytest.mark.parametrize("alpha", [Fraction(11, 10), Fraction(2), Fraction(9)])
def test_the_curve_of_a_group_is_never_below_that_of_larger_noise(alpha: Fraction) -> None:
    """Of normal noise it is ten times that of one record, where nine would do; also up to a last order."""
    found = group_of_three("renyi", ch.Renyi(curve=lambda xp, order: order / 8))
    bound = proving.enclose(lambda xp: found.curve(xp, xp.number(alpha)))
    assert 9 * alpha / 8 <= bound.upper
    assert bound.upper == pytest.approx(float(10 * alpha / 8))
    ended = group_of_three("renyi", ch.Renyi(curve=lambda xp, order: order / 8, top=Fraction(20)))
    at_end = proving.enclose(lambda xp: ended.curve(xp, xp.number(ended.top)))
    assert 9 * ended.top / 8 <= at_end.upper


def test_a_group_of_what_has_a_profile_alone_has_an_answer() -> None:
    """Of random allocation, with its certificate; a curve is not evaluated for each of too many records."""
    answer = ch.Ledger("group:size=2/allocation:steps=4/gaussian:sigma=2").delta(3)
    assert answer.theorem == "group-of-records.profile"
    assert ch.check(answer.certificate()).accepted
    with pytest.raises(ch.NoAnswer, match="a curve is taken apart for 64 records at most"):
        ch.Ledger("group:size=65/rdp:alpha=8,gamma=0.1").epsilon("1e-5")


@pytest.mark.parametrize(
    "step",
    [
        "group:size=2/allocation:steps=9,epochs=2/laplace:scale=2",
        "group:size=2/repeat-and-select:mean=3/gaussian:sigma=5",
        "group:size=9/repeat-and-select:mean=3/gaussian:sigma=5",
    ],
)
@pytest.mark.parametrize("delta", ["1e-1", "1e-3"])
def test_the_eps_of_a_group_whose_records_need_a_search(step: str, delta: str) -> None:
    """It is that at which the group has this delta, about; a certificate whose record has more of it, or costs more
    than is said, is refused."""
    ledger = ch.Ledger(step)
    answer = ledger.epsilon(delta, accountant="profile")
    there = ledger.delta(answer.upper_exact, accountant="profile").upper
    assert there == pytest.approx(float(delta), rel=1e-4)
    assert ch.check(answer.certificate()).accepted
    document = answer.certificate().to_dict()
    shown = document["answer"]["witness"]
    share, each = (
        str(Fraction(shown[name]) * Fraction(change)) for name, change in (("share", "1.1"), ("each", "0.9"))
    )
    for forged in ({"share": share}, {"each": each}, {"each": None}):
        changed = document | {"answer": document["answer"] | {"witness": shown | forged}}
        assert not ch.check(sealed({name: x for name, x in changed.items() if name != "digest"})).accepted


@pytest.mark.parametrize(("delta", "most"), [("1e-6", "2.99999896"), ("1e-2", "2.98944664")])
def test_a_group_costs_no_more_than_its_largest_loss(delta: str, most: str) -> None:
    """Where a record's own profile has two bounds, the upper one says what the group costs."""
    answer = ch.Ledger("group:size=3/allocation:steps=2/discrete-laplace:scale=1").epsilon(delta)
    assert Fraction(answer.upper_exact) < Fraction(most)
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize("near", ["1", "1.9"])
def test_replaced_records_that_are_near_each_other_are_no_opposite_ones(near: str) -> None:
    """A group of one is what it wraps; of two, records at half the distance to either side are neighbours that there
    are, and such at the whole sensitivity are none, so that the answer for these is no lower end."""
    noise = f"poisson:rate=0.1/gaussian:sigma=2,sensitivity=1,replace-sensitivity={near}"
    one, alone = (ch.Ledger(f"{around}{noise}", "replace-one").epsilon("1e-3") for around in ("group:size=1/", ""))
    assert (one.lower, one.upper) == (alone.lower, alone.upper)
    two = ch.Ledger(f"group:size=2/{noise}", "replace-one").epsilon("1e-3")
    half = f"group:size=2/poisson:rate=0.1/gaussian:sigma=2,sensitivity={Fraction(near) / 2}"
    below, above = (
        ch.Ledger(step, "replace-one").epsilon("1e-3")
        for step in (half, "group:size=2/poisson:rate=0.1/gaussian:sigma=2")
    )
    assert (two.lower, two.upper) == (below.lower, above.upper)
    assert two.side is ch.Side.UPPER
    assert ch.check(two.certificate()).accepted


@pytest.mark.parametrize(("epsilon", "truth"), [("0.5", 0.518798570231), ("1", 0.431517926096), ("2", 0.215148151218)])
def test_a_person_with_two_records_may_be_replaced_by_one_with_one(epsilon: str, truth: float) -> None:
    """Records are 1 or 2: (2, 2) in place of (1) moves the sum by 3, and no two persons are farther apart: a record
    that is replaced moves it by 1 and one that is added by 2. The truth is a sum of Bessel functions."""
    step = "group:size=2/skellam:variance=3,sensitivity=2,replace-sensitivity=1"
    found = ch.Ledger(step, "replace-one").delta(epsilon)
    assert found.lower == pytest.approx(truth, abs=1e-11)
    assert found.upper == pytest.approx(truth, abs=1e-11)


@pytest.mark.parametrize(
    ("given", "moved"),
    [("sensitivity=1,replace-sensitivity=1/2", "5/2"), ("sensitivity=1,replace-sensitivity=3/2", "9/2")],
)
@pytest.mark.parametrize("noise", ["laplace:scale=4", "gaussian:sigma=4", "truncated-laplace:scale=4,bound=40"])
def test_replaced_groups_move_a_query_as_far_as_their_records_may(noise: str, given: str, moved: str) -> None:
    """The others are removed where the other person has fewer records."""
    group = ch.Ledger(f"group:size=3/{noise},{given}", "replace-one").epsilon("1e-3")
    same = ch.Ledger(f"{noise},replace-sensitivity={moved}", "replace-one").epsilon("1e-3")
    assert (group.lower, group.upper) == (same.lower, same.upper)


def test_a_path_is_found_again_where_other_rewritings_came_first() -> None:
    """Among the theorems of the path alone, the one about rate 1 applies before the one that rounds."""
    answer = ch.Ledger("group:size=5/dpsgd:n=2,batch=2,epochs=1,noise=1,clip-quantile-noise=1,times=2").epsilon("1e-5")
    assert answer.path[1:3] == ("group-of-records.gaussians-rounded", "poisson.whole")
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize("step", ["gdp:mu=1,failure=1e-9", "allocation:steps=4/gaussian:sigma=2"])
def test_a_group_of_one_record_is_that_record(step: str) -> None:
    """Exactly; by a step of which nothing else was known, and one of which only a bound was."""
    one, alone = (ch.Ledger(text).epsilon("1e-4") for text in (f"group:size=1/{step}", step))
    assert (one.lower, one.upper) == (alone.lower, alone.upper)
    assert one.lower is not None
    assert ch.check(one.certificate()).accepted


def test_a_replaced_group_that_may_fail_is_one_of_twice_as_many() -> None:
    """A record that is replaced is removed, and another one added; here what is stated is about removal and
    addition."""
    step = "gdp:mu=1,failure=1e-9"
    one = ch.Ledger(f"group:size=1/{step}", "replace-one").epsilon("1e-4")
    assert one.upper == ch.Ledger(f"group:size=2/{step}").epsilon("1e-4").upper
    assert ch.check(one.certificate()).accepted
    with pytest.raises(ch.Unavailable, match="64 changes"):
        proving.registered("group-of-records.replaced-failing-gdp").apply(
            proving.case("group:size=33/gdp:mu=1,failure=1/9")
        )


def test_a_delta_near_1_of_a_group_that_may_fail_falls_with_eps() -> None:
    """Down to a limit below 1 that balls of the formula at s < 0 have: with a failure in three no s above 0 has one."""
    ledger = ch.Ledger("group:size=2/gdp:mu=3,failure=3/10")
    far = ledger.delta(40)
    assert ledger.delta(8).upper > far.upper
    assert 0.99831 < far.upper < 0.99832
    assert ch.check(far.certificate()).accepted


@pytest.mark.parametrize("delta", ["1e-5", "1e-2"])
def test_one_run_of_a_group_with_no_profile_of_its_own(delta: str) -> None:
    """The moments of a group on a sample say more than its records' profile does: they are asked, though each is one
    run."""
    ledger = ch.Ledger("group:size=2/poisson:rate=0.1/noisy-max:scale=2,noise=laplace")
    answer = ledger.epsilon(delta)
    assert answer.accountant == "characteristic-function"
    assert answer.upper < min(ledger.epsilon(delta, accountant=name).upper for name in ("profile", "renyi"))
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(("epsilon", "truth", "most"), [("0", "0.675", "0.9052"), ("3/2", "0.415", "0.7401")])
def test_a_group_loses_no_more_than_its_records_one_by_one(epsilon: str, truth: str, most: str) -> None:
    """Where no loss of a record is infinite, each is at most eps, and a group of three at most 3 eps."""
    found = ch.Ledger("group:size=3/allocation:steps=2/discrete-laplace:scale=1").delta(epsilon)
    assert float(truth) < found.upper < float(most)
    assert found.upper <= ch.Ledger("group:size=3/pure:epsilon=1").delta(epsilon).upper * (1 + 1e-9)
