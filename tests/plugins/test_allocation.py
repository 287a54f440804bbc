"""Random allocation: each record is used in some of the steps of an epoch."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

import chartered as ch
import pytest
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_plugins.batches.allocation_of_one_use import LatticeWitness
from chartered_plugins.batches.formulas import random_allocation
from chartered_plugins.batches.formulas.packed_convolution import PackedLaw
from chartered_verify.arithmetic import balls
from forging import forged
from msgspec.structs import replace

TRUTH = [
    ("allocation:steps=1000/gaussian:sigma=1", "1e-5", "0.138846536", "0.138846715", 1e-5),
    ("allocation:steps=100/gaussian:sigma=0.8", "1e-5", "1.373918609", "1.373918975", 1e-4),
    ("allocation:steps=100/gaussian:sigma=2", "1e-6", "0.204930409", "0.204930425", 1e-5),
    ("allocation:steps=10/gaussian:sigma=1", "1e-5", "2.18884797", "2.18884804", 1e-5),
    ("allocation:steps=100,epochs=10/gaussian:sigma=1", "1e-5", "1.701490", "1.701535", 4e-4),
    ("allocation:steps=100,epochs=4,kept=true/gaussian:sigma=1", "1e-5", "5.39640", "5.39661", 2e-4),
]
"""(ledger, delta, eps): between these two, by a finer lattice in another program, and how near both ends are. Several
epochs are drawn anew, or kept, which costs far more."""


@pytest.mark.parametrize(("ledger", "delta", "low", "high", "width"), TRUTH)
def test_both_ends_are_near_and_enclose_the_truth(ledger: str, delta: str, low: str, high: str, width: float) -> None:
    """As computed elsewhere."""
    answer = ch.Ledger(ledger).epsilon(delta)
    assert answer.lower <= float(high)
    assert answer.upper >= float(low)
    assert answer.upper - answer.lower < width
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(("steps", "eps0"), [(2, 8), (30, 3), (100, 3)])
def test_few_losses_are_enclosed_up_to_the_largest(steps: int, eps0: int) -> None:
    """By all numbers of steps whose report is the likelier one, at 40 digits; beside the largest loss as well."""
    step = f"allocation:steps={steps}/pure:epsilon={eps0}"
    with balls(256) as xp:
        a = xp.exp(xp.number(eps0))
        for short in ("1", "1e-2", "1e-3", "1e-8"):
            eps = eps0 - Fraction(short)
            grown, removed, added = xp.exp(xp.number(eps)), xp.number(0), xp.number(0)
            for k in range(steps + 1):
                chance = comb(steps, k) * a ** (steps - k) / (1 + a) ** steps
                ratio = (k * a + (steps - k) / a) / steps
                removed += chance * xp.positive(ratio - grown)
                added += chance * xp.positive(1 - grown * ratio)
            truth, found = xp.maximum(removed, added), ch.Ledger(step).delta(eps)
            assert not truth < xp.number(Fraction(found.lower_exact or 0))
            assert not truth > xp.number(Fraction(found.upper_exact))


@pytest.mark.parametrize(
    ("ledger", "delta"),
    [
        ("allocation:steps=1000/gaussian:sigma=1", "1e-5"),
        ("allocation:steps=1000,epochs=4,kept=true/gaussian:sigma=2", "1e-5"),
        ("allocation:steps=1000/gaussian:sigma=10", "1e-12"),
        ("allocation:steps=1000000/gaussian:sigma=1", "1e-6"),
        ("zero-out allocation:steps=100/gaussian:sigma=2", "1e-6"),
    ],
)
def test_many_steps_of_gaussian_noise_are_exact(ledger: str, delta: str) -> None:
    """To all digits of a double, and within what a lattice of ratios gives."""
    relation, _, step = ledger.rpartition(" ")
    asked = ch.Ledger(step, neighbours=relation or "add-or-remove")
    answer = asked.epsilon(delta)
    assert answer.path[-2] == "allocation.gaussian"
    assert answer.upper - answer.lower < 1e-14 * answer.upper
    assert ch.check(answer.certificate()).accepted
    lattice = asked.epsilon(delta, accountant="loss-distribution")
    assert lattice.lower <= answer.upper
    assert answer.lower <= lattice.upper


def test_an_eps_that_is_moved_by_a_hair_is_not_certified() -> None:
    """Neither above the least one nor below it."""
    document = ch.Ledger("allocation:steps=1000/gaussian:sigma=1").epsilon("1e-5").certificate().document
    ends = document["answer"]["witness"]
    for name, way in (("above", -1), ("below", 1)):
        moved = ends[name] * (1 + way * 1e-15)
        assert moved != ends[name]
        assert not ch.check(forged(document, ("answer", "witness", name), moved)).accepted


@pytest.mark.parametrize(("steps", "sigma"), [(31, "1"), (33, "1/3"), (33, "17"), (33, "1/2")])
def test_few_or_uneven_steps_are_those_of_the_lattice(steps: int, sigma: str) -> None:
    """Where the mean of the ratios is not smooth enough for a transform."""
    answer = ch.Ledger(f"allocation:steps={steps}/gaussian:sigma={sigma}").epsilon("1e-3")
    assert "allocation.exact-pld" in answer.path
    assert answer.lower is not None


def test_several_uses_are_bounded_by_blocks() -> None:
    """From above: ten uses in 1000 steps cost no more than ten epochs of 100 steps. (The bound of one side alone is
    evaluated with more bits.)"""
    several, blocks = (
        ch.Ledger(f"allocation:steps={steps},{more}/gaussian:sigma=1").epsilon("1e-5")
        for steps, more in ((1000, "uses=10"), (100, "epochs=10"))
    )
    assert several.upper == pytest.approx(blocks.upper, rel=1e-12)
    assert several.lower is None
    assert ch.check(several.certificate()).accepted


def test_delta_is_enclosed_as_eps_is() -> None:
    """At the eps of a delta it is that delta, in either direction."""
    ledger = ch.Ledger("allocation:steps=50/gaussian:sigma=1")
    eps = ledger.epsilon("1e-4")
    assert eps.lower is not None
    below, above = (ledger.delta(Fraction(end)) for end in (eps.lower, eps.upper))
    assert below.upper >= 1e-4
    assert above.lower <= 1e-4


def test_it_costs_less_than_the_step_and_the_less_the_more_steps_there_are() -> None:
    """From the step itself to 100 of them; beyond the largest loss nothing: no ratio of a mean is larger than those of
    the steps."""
    found = [ch.Ledger(f"allocation:steps={n}/laplace:scale=2").delta("1/5") for n in (1, 3, 10, 100)]
    assert all(more.upper >= fewer.lower for more, fewer in pairwise(found) if fewer.lower is not None)
    assert found[0].upper == ch.Ledger("laplace:scale=2").delta("1/5").upper
    assert ch.Ledger("allocation:steps=5/laplace:scale=2").delta("1/2").upper == 0


def test_where_the_worst_pair_is_unknown_the_answer_is_from_above() -> None:
    """As of an exponential mechanism, and of samples inside."""
    for inner in ("exponential:epsilon=1", "poisson:rate=1/2/laplace:scale=1"):
        answer = ch.Ledger(f"allocation:steps=10/{inner}").epsilon("1e-3")
        assert answer.lower is None
        assert answer.upper <= ch.Ledger(inner).epsilon("1e-3").upper


def test_a_null_record_is_as_one_that_is_not_there() -> None:
    """Zero-out neighbours have the same numbers; a replaced record is refused with what to write, and not answered by a
    number that holds for others."""
    step = "allocation:steps=20/gaussian:sigma=2"
    zeroed, removed = (ch.Ledger(step, relation).epsilon("1e-5") for relation in ("zero-out", "add-or-remove"))
    assert (zeroed.lower, zeroed.upper) == (removed.lower, removed.upper)
    with pytest.raises(ch.NeighboursMismatch, match="gaussian:sigma=NOISE,times=USES\\*EPOCHS is a bound"):
        ch.Ledger(step, neighbours="replace-one").epsilon("1e-5")


KEPT = "allocation:steps=10,epochs=2,kept=true/exponential:epsilon=1"


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("allocation:steps=10,uses=11/gaussian:sigma=1", "uses is 11, steps is 10"),
        ("allocation:steps=10,epochs=1/2/gaussian:sigma=1", "epochs"),
        ("allocation:uses=1/gaussian:sigma=1", "steps is missing"),
    ],
)
def test_what_cannot_be_run_or_is_not_proved_says_why(step: str, why: str) -> None:
    """More uses than steps, half an epoch, no number of steps."""
    with pytest.raises(ch.CharteredError, match=why):
        ch.Ledger(step).epsilon("1e-3", accountant="loss-distribution")


@pytest.mark.parametrize("step", ["allocation:steps=10/approximate:epsilon=1,delta=1e-6", KEPT])
def test_what_has_no_law_of_losses_is_that_with_the_step_revealed(step: str) -> None:
    """A last resort, of the accountant that is named as of all."""
    assert "allocation.revealed" in ch.Ledger(step).epsilon("1e-3", accountant="loss-distribution").path


def test_the_certificate_states_the_lattice_and_no_other_proves_it() -> None:
    """A coarser lattice gives a larger bound, and not the one that is claimed."""
    answer = ch.Ledger("allocation:steps=1000/gaussian:sigma=1").epsilon("1e-5", accountant="loss-distribution")
    document = answer.certificate().document
    (shown,) = document["derivation"]["witnesses"]
    assert set(shown["witness"]) == {"spacing", "points", "bits"}
    for name, value in (("spacing", "2"), ("points", "100"), ("spacing", "0"), ("bits", "1000")):
        way = ("derivation", "witnesses", 0, "witness", name)
        assert not ch.check(forged(document, way, value)).accepted


@pytest.mark.parametrize("missing", ["spacing", "bits", "points"])
def test_a_witness_without_a_lattice_is_refused(missing: str) -> None:
    """With what is missing."""
    from chartered_plugins.batches.allocation_of_one_use import of_epoch

    profile = ch.registry().theorem("gdp.profile").apply(ch.GDP(mu_squared=1))
    witness = replace(LatticeWitness(Fraction(1), Fraction(10), Fraction(64)), **{missing: None})
    with pytest.raises(ch.Unavailable, match="its spacing, points and bits"):
        of_epoch(profile, 5, witness)


def test_masses_that_would_overflow_their_slots_are_refused() -> None:
    """Before and after a product."""
    with pytest.raises(ArithmeticError, match="add up to more than 4"):
        PackedLaw.of([1 << 26, 1], 24, above=True)
    heavy = PackedLaw.of([3 << 24], 24, above=True)
    with pytest.raises(ArithmeticError, match="add up to more than 4"):
        heavy.times(heavy)


@pytest.mark.parametrize(
    ("ledger", "delta", "told"),
    [
        pytest.param("allocation:steps=100/gaussian:sigma=1", "1e-300", "gaussian:sigma=1", marks=pytest.mark.full),
        ("allocation:steps=100,epochs=1000000,kept=true/gaussian:sigma=1", "1e-5", "gaussian:sigma=1,times=1000000"),
    ],
)
def test_where_no_lattice_reaches_the_draw_is_told(ledger: str, delta: str, told: str) -> None:
    """The answer is from above, by as many steps as a record is in; elsewhere these are not asked."""
    answer = ch.Ledger(ledger).epsilon(delta)
    assert "allocation.revealed" in answer.path
    assert answer.lower is None
    assert answer.upper == ch.Ledger(told).epsilon(delta).upper
    assert ch.check(answer.certificate()).accepted
    assert ch.registry().theorem("allocation.revealed").use is ch.Use.LAST_RESORT


@pytest.mark.full
@pytest.mark.parametrize(("epsilon", "least", "most"), [("2", "1.0e-8", "1.1e-6"), ("4", "0", "1e-15")])
def test_delta_of_several_epochs_falls_with_eps(epsilon: str, least: str, most: str) -> None:
    """Where bounds from above grow again far out, by rounding, and where no grid truncates as little as delta is."""
    answer = ch.Ledger("allocation:steps=5,epochs=3/gaussian:sigma=2").delta(epsilon)
    assert answer.accountant == "loss-distribution"
    assert float(least) <= answer.upper <= float(most)


@pytest.mark.full
def test_risk_is_answered_where_the_transform_does_not_reach() -> None:
    """At the large eps of attacks with tiny error rates."""
    advantage = ch.Ledger("allocation:steps=100/gaussian:sigma=2").risk().advantage
    assert 0.021 < advantage.lower <= advantage.upper < 0.0213


def test_a_ratio_is_transformed_to_the_right_of_0_alone() -> None:
    """Also where the imaginary part is negative; elsewhere the mean is infinite."""
    from chartered_plugins.batches.formulas.lognormal_ratio import Ratio, Rule
    from chartered_verify.arithmetic import balls
    from flint import acb

    with balls(128) as xp:
        one = xp.number(1)
        coarse, fine = (Ratio.of(xp, one, Rule.chosen(xp, one, xp.pi / 2, xp.number(error))) for error in (8, 60))
        for w in (acb(1, 9), acb(1, -9), acb(2, -30)):
            assert coarse.transform(xp, w).contains(fine.transform(xp, w))
        with pytest.raises(ArithmeticError, match="to the right of 0"):
            fine.transform(xp, acb(-1, 1))


def test_a_bound_from_below_is_convex_where_the_spacing_changes() -> None:
    """Its tangents are nowhere above the profile only if all points of an interval are those of one convex curve; one
    lattice up to a ratio and a wider one from there on make a step downwards, and slopes that are too steep."""
    allocation = random_allocation.Allocation(
        lambda xp, eps: delta_mu(xp, xp.number(1), eps), 128, Fraction(1, 8), 1100, 96
    )
    change = allocation.points * allocation.spacing / allocation.steps
    with balls(128) as xp:
        at = [xp.log(xp.number(change * (1 + Fraction(k, 1000)))) for k in (-3, -1, 1)]
        below = random_allocation.removal_below(allocation)
        first, middle, last = (below(xp, at[0], at[-1])(xp, eps) for eps in at)
        each = [below(xp, eps, eps)(xp, eps) for eps in at]
        assert middle - first <= last - middle
        assert not each[1] - each[0] <= each[2] - each[1]


def test_one_draw_for_all_epochs_is_exact_where_ratios_have_a_long_tail() -> None:
    """One of 235 steps of mu = sqrt(50)/1.1: about log 235 less than with the draw told, which was the only bound; the
    other end found no answer."""
    answer = ch.Ledger("allocation:steps=235,epochs=50,kept=true/gaussian:sigma=1.1").epsilon("1e-5")
    assert answer.upper - answer.lower < 1e-4
    assert 41.8522 < answer.lower < 41.8523
    assert ch.check(answer.certificate()).accepted
