"""Poisson batches cut at a size: composed from above, and from below a Poisson sample that is attained."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered.errors import BadStep, NeighboursMismatch
from chartered.testing import conform
from chartered_plugins.batches.formulas import truncated_poisson as formulas

STEP = "poisson:rate=256/60000,of=60000,largest={}/gaussian:sigma=1.1,times=1000"


@pytest.mark.parametrize(("largest", "most"), [(350, 0.598706), (300, 0.62240)])
def test_both_ends_enclose_what_some_data_costs_and_are_near_each_other(largest: int, most: float) -> None:
    """1000 batches: if all others add nothing, a record is in a Poisson sample of a smaller rate, which is exact. Of
    batches of 300 another program says 1.734. The certificate is accepted."""
    answer = ch.Ledger(STEP.format(largest)).epsilon("1e-5")
    kept = formulas.batches(60000, Fraction(256, 60000), largest).kept
    attained = ch.Ledger(f"poisson:rate={kept}/gaussian:sigma=1.1,times=1000").epsilon("1e-5")
    assert 0.5985 < answer.lower <= attained.upper
    assert attained.lower <= answer.upper < most
    assert answer.neighbours is ch.Neighbours.ZERO_OUT
    assert ch.check(answer.certificate()).accepted


def test_a_single_batch_is_exact_at_zero() -> None:
    """delta at eps = 0 is the chance to be in the batch times that of the noise: both ends meet, but for the grid of
    the lower one."""
    answer = ch.Ledger("poisson:rate=1/2,of=3,largest=1/gaussian:sigma=1").delta(0)
    assert 0 < answer.upper - answer.lower < 1e-5
    assert abs(answer.upper - 0.111686435743) < 1e-11


def test_a_cut_batch_is_no_poisson_sample() -> None:
    """The upper end is above the number of the sample, and the relation is another; a batch that holds all records is
    one."""
    cut, whole = (ch.Ledger(f"poisson:rate=1/10,of=60,largest={size}/gaussian:sigma=2,times=50") for size in (9, 60))
    drawn = ch.Ledger("poisson:rate=1/10/gaussian:sigma=2,times=50", "zero-out").epsilon("1e-5")
    assert cut.epsilon("1e-5").upper > drawn.upper
    assert whole.epsilon("1e-5").upper == drawn.upper


def test_larger_batches_are_cut_less_often() -> None:
    """The lower end rises as the largest batch grows, towards that of the Poisson sample, and then the upper one falls
    to it."""
    found = [
        ch.Ledger(f"poisson:rate=1/10,of=60,largest={size}/gaussian:sigma=2").epsilon("1e-3") for size in (3, 8, 14)
    ]
    assert [answer.lower or 0.0 for answer in found] == sorted(answer.lower or 0.0 for answer in found)
    assert found[1].upper > found[2].upper
    assert found[0].upper < found[2].upper < 1.002 * (found[2].lower or 0)


def test_it_composes_with_other_steps() -> None:
    """The lower end is there where the others are exact, and each ledger costs at least its parts."""
    cut = "poisson:rate=1/10,of=60,largest=9/gaussian:sigma=2,times=5"
    alone, both = ch.Ledger(cut).epsilon("1e-5"), ch.Ledger([cut, "gaussian:sigma=5"]).epsilon("1e-5")
    assert alone.lower < both.lower < both.upper
    assert alone.upper < both.upper
    bounded = ch.Ledger([cut, "poisson:rate=1/10/approximate:epsilon=1/9,delta=1e-9"]).epsilon(
        "1e-5", "loss-distribution"
    )
    assert bounded.upper > alone.upper


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("poisson:rate=1/10,of=60/gaussian:sigma=2", "of goes with largest"),
        ("poisson:rate=1/10,largest=60/gaussian:sigma=2", "of is missing"),
        ("dpsgd:n=600,batch=25,epochs=1,noise=1,loader=truncated", "largest-batch is missing"),
        (
            "dpsgd:n=600,batch=25,epochs=1,noise=1,loader=shuffled,largest-batch=30",
            "dpsgd-shuffled takes no largest-batch, which goes with loader=poisson or loader=truncated",
        ),
    ],
)
def test_half_a_statement_is_refused(step: str, why: str) -> None:
    """How many records there are and how many a batch has go together, and a loader that never cuts has no largest."""
    with pytest.raises(BadStep, match=why):
        ch.parse(step)


@pytest.mark.parametrize(
    ("step", "relation", "error"),
    [
        (STEP.format(350), "add-or-remove", NeighboursMismatch),  # a record that is removed changes who stays
        (f"poisson:rate=1/2/{STEP.format(350)}", None, NeighboursMismatch),
        ("poisson:rate=1,of=60,largest=9/gaussian:sigma=2", None, ch.NoAnswer),
        ("poisson:rate=1/10,of=60,largest=9/rdp:alpha=4,gamma=1", None, ch.NoAnswer),
    ],
)
def test_what_is_not_proved_has_no_answer(step: str, relation: str | None, error: type[Exception]) -> None:
    """Other relations, a rate of 1, and what has no profile without a search."""
    with pytest.raises(error):
        ch.Ledger(step, relation).epsilon("1e-5")


@pytest.mark.parametrize(
    ("records", "rate", "largest", "steps", "most"),
    [(1000, "1/2", 100, 10, 1.8506), (60, "1/10", 9, 50, 1.7395), (10**6, "1/2", 9, 10, 0.0)],
)
def test_batches_that_are_often_cut_are_no_full_ones(
    records: int, rate: str, largest: int, steps: int, most: float
) -> None:
    """A record in a hundred of a thousand, of whom half enter: 8.76 where the cut was revealed."""
    step = f"poisson:rate={rate},of={records},largest={largest}/gaussian:sigma=2,times={steps}"
    assert ch.Ledger(step).epsilon("1e-5").upper <= most


@pytest.mark.parametrize("noise", ["laplace:scale=2", "discrete-gaussian:sigma=2", "skellam:variance=9"])
def test_other_noise_is_nearly_a_poisson_sample_where_few_batches_are_cut(noise: str) -> None:
    """From both sides, of one run and of several, and under replace-one, which is dearer."""
    for times in (1, 5):
        cut = ch.Ledger(f"poisson:rate=1/100,of=1000,largest=25/{noise},times={times}").epsilon("1e-4")
        whole = ch.Ledger(f"poisson:rate=1/100/{noise},times={times}", "zero-out").epsilon("1e-4")
        assert 0.99 * (whole.lower or 0) <= (cut.lower or 0) <= whole.upper
        assert (whole.lower or 0) <= cut.upper < 1.02 * whole.upper
    replaced = ch.Ledger(f"poisson:rate=1/100,of=1000,largest=25/{noise}", "replace-one").epsilon("1e-4")
    assert cut.path[-1] == replaced.path[-1]
    assert ch.check(replaced.certificate()).accepted
    alone = ch.Ledger(f"poisson:rate=1/100,of=1000,largest=25/{noise}").epsilon("1e-4")
    assert replaced.upper > alone.upper


def test_a_joint_step_and_noise_with_a_delta_are_cut_alike() -> None:
    """Several steps on one batch, and truncated noise, whose delta in the limit is that of a record in its batch."""
    joint = ch.Ledger("poisson:rate=1/100,of=1000,largest=25/(gaussian:sigma=4 + laplace:scale=9)")
    whole = ch.Ledger("poisson:rate=1/100/(gaussian:sigma=4 + laplace:scale=9)", "zero-out")
    assert 0 < joint.epsilon("1e-5").upper < 1.1 * whole.epsilon("1e-5").upper
    failing = ch.Ledger("poisson:rate=1/100,of=1000,largest=25/truncated-laplace:scale=1/2,bound=5")
    alone = ch.Ledger("truncated-laplace:scale=1/2,bound=5", "zero-out")
    assert failing.delta(100).upper >= alone.delta(100).lower / 101


def test_no_theorem_about_samples_is_asked_about_cut_ones() -> None:
    """The step has another name, also where a parameter is left open, and no direction is proved of its rate."""
    assert ch.parse(STEP.format(350)).step.name == "truncated-poisson"
    with pytest.raises(ch.CharteredError):
        ch.calibrate("poisson:of=60,largest=9/gaussian:sigma=2", solve="rate", epsilon=1, delta="1e-5")


def test_a_training_says_the_same() -> None:
    """In the words of training."""
    training = ch.Ledger("dpsgd:n=600,batch=25,steps=40,noise=2,largest-batch=35").epsilon("1e-5")
    same = ch.Ledger("poisson:rate=1/24,of=600,largest=35/gaussian:sigma=2,times=40").epsilon("1e-5")
    assert (training.lower, training.upper) == (same.lower, same.upper)


def test_it_is_a_plugin_as_others_are() -> None:
    """The conformance kit finds nothing."""
    from chartered_plugins.batches import truncated_poisson

    conform(truncated_poisson, steps=["poisson:rate=1/10,of=60,largest=9/gaussian:sigma=2"])


@pytest.mark.parametrize("largest", [350])
def test_cutting_batches_proves_no_more_than_poisson_samples_lose(largest: int) -> None:
    """From below a cut batch is a Poisson sample of a smaller rate, in whatever way both are computed."""
    cut = ch.Ledger(f"poisson:rate=0.01,of=30000,largest={largest}/gaussian:sigma=1,times=1000", "zero-out")
    whole = ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000", "zero-out")
    found, poisson = cut.epsilon("1e-5"), whole.epsilon("1e-5")
    assert 0.99 * poisson.lower < found.lower <= poisson.upper
    assert ch.check(found.certificate()).accepted
