"""Composition by privacy loss distributions (PLD): rounds of shuffles and check-ins, and by name any profile."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered_plugins.composition.formulas import finite_loss as losses
from chartered_plugins.loss_distribution import from_profiles as pld
from chartered_plugins.loss_distribution.formulas import connect_the_dots
from chartered_plugins.loss_distribution.formulas.convolution import MAX_MASSES, convolve
from chartered_plugins.loss_distribution.formulas.grid_loss import GridLoss
from chartered_plugins.loss_distribution.guarantee import CLOSED_FORM, LossDistribution
from chartered_plugins.loss_distribution.search import grid as grids
from chartered_verify.arithmetic import balls
from flint import arb


def epsilon(*steps: str, delta: object = "1e-6", accountant: object = None) -> float:
    """The tightest eps."""
    return Ledger(list(steps)).account(Question.epsilon(delta), accountant=accountant).answers[0].upper  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("step", "most", "renyi"),
    [
        ("shuffled:n=1000/pure:epsilon=1,times=2", "0.2645", 0.2869),
        ("shuffled:n=1000/pure:epsilon=1,times=100", "2.168", 2.3260),
        ("shuffled:n=1000/randomized-response:epsilon=1,times=2", "0.1850", 0.2869),
        ("checkin:m=10,n=10000,p=0.1/pure:epsilon=1,times=50", "0.5280", 0.5),
        ("shuffled:n=1000/approximate:epsilon=1,delta=1e-12,times=10", "0.6300", 0.6),
    ],
)
def test_rounds_cost_less_than_by_their_renyi_curve(step: str, most: str, renyi: float) -> None:
    """The answer is that of the losses, below the curve's, and its certificate is accepted."""
    answer = Ledger(step).epsilon("1e-6")
    assert answer.accountant == "loss-distribution"
    assert answer.upper < float(most)
    assert epsilon(step, accountant=["renyi", "clipped"]) > max(answer.upper, renyi)
    assert ch.check(answer.certificate().document).accepted


def test_laplace_runs_meet_their_exact_cost() -> None:
    """100 runs of Laplace noise of scale 10: the losses themselves say 4.69266, optimal composition of pure runs
    4.7745."""
    found = epsilon("laplace:scale=10,times=100")
    assert 4.692666 < found < 4.692675
    assert epsilon("laplace:scale=10,times=100", accountant="optimal") > 4.7745


def test_gaussian_runs_stay_above_their_exact_cost() -> None:
    """Ten runs at sigma 5: no less than exactly computed, and no more than two ten-thousandths above."""
    exact, found = (epsilon("gaussian:sigma=5,times=10", accountant=name) for name in ("gdp", "loss-distribution"))
    assert exact < found < exact * 1.0002


def test_where_an_answer_is_exact_losses_are_not_summed() -> None:
    """They would say no less, and take longer; by name they answer."""
    ledger = Ledger("gaussian:sigma=5,times=10")
    account = ledger.account(Question.epsilon("1e-6"))
    assert account.best.accountant == "gdp"
    silent = {none.accountant: none.why for none in account.unavailable}
    assert "another accountant is exact" in silent["loss-distribution"]
    assert ledger.account(Question.epsilon("1e-6"), accountant="loss-distribution").answers


def test_rounds_of_different_shuffles_add_up() -> None:
    """Two ledgers of rounds cost more together than each, and less than their sum."""
    one, other = "shuffled:n=1000/pure:epsilon=1,times=10", "shuffled:n=5000/pure:epsilon=2,times=3"
    both = epsilon(one, other)
    assert max(epsilon(one), epsilon(other)) < both < epsilon(one) + epsilon(other)


@pytest.mark.parametrize("level", ["0", "1", "3", "5"])
def test_the_delta_at_an_eps_is_found_however_small(level: str) -> None:
    """From 0.06 to 1e-228: below that of the Renyi curve, as far down as doubles go."""
    ledger = Ledger("shuffled:n=1000/pure:epsilon=1,times=10")
    found = ledger.account(Question.delta(level), accountant="loss-distribution").answers[0].enclosed.bound.hi
    assert found < ledger.account(Question.delta(level), accountant="renyi").answers[0].enclosed.bound.hi


PAIRS = "balle2019.response-pair-pld"


@pytest.mark.parametrize(
    ("step", "theorem", "reason"),
    [
        ("shuffled:n=1000/pure:epsilon=1,times=1000000", "loss-distribution.profile", "more than 65536"),
        # of randomized response on five values the grid of 100000 reports is computed, and of a million not
        ("shuffled:n=1000000/randomized-response:epsilon=1,k=5,times=2", PAIRS, "at most 100000 reports"),
    ],
)
def test_conditions_are_told(step: str, theorem: str, reason: str) -> None:
    """Outside its range the accountant says why it is silent."""
    account = Ledger(step).account(Question.epsilon("1e-6"), accountant=["loss-distribution", theorem])
    assert reason in "; ".join(none.why for none in account.unavailable)


def test_it_is_asked_by_name_of_any_profile() -> None:
    """As a last resort: unasked, what is composed by Renyi curves is not composed by its profile as well."""
    ledger = Ledger("zcdp:rho=1,times=3")
    assert "profile.pld" in ledger.epsilon("1e-6", "loss-distribution").path
    assert "loss-distribution" not in {answer.accountant for answer in ledger.account(Question.epsilon("1e-6")).answers}


def test_a_tiny_grid_spacing_keeps_its_digits() -> None:
    """Where reports say 1e-300 of their records the grid spacing is 1e-302: an answer or a reason, and no number that
    is none."""
    ledger = Ledger("shuffled:n=1000/approximate:epsilon=1e-300,delta=1e-3,times=100")
    account = ledger.account(Question.delta(1), accountant="loss-distribution")
    assert "NaN" not in str([none.why for none in account.unavailable])
    assert all(answer.upper <= 1 for answer in account.answers)
    tiny = Ledger("shuffled:n=1000/pure:epsilon=1e-300,times=3")
    assert tiny.epsilon("1e-305", "loss-distribution").upper < 3e-300


def test_a_witness_that_names_no_grid_is_refused() -> None:
    """Without a spacing, with a spacing or a truncated mass of 0, with one of 1, and with one that would take very many
    digits."""
    whole = pld.profile(pld.times(pld.from_profile(ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 3)), 2))
    good = {"step": Fraction(1, 8), "tail": Fraction(1, 10**6)}
    with balls(128) as xp:
        assert 0 < whole.delta(xp, xp.number(1), good) < 1
        for bad in (
            {},
            *(good | {name: Fraction(x)} for name, x in (("step", 0), ("tail", 0), ("tail", 1), ("tail", "1e-3000"))),
        ):
            with pytest.raises(ch.Unavailable):
                whole.delta(xp, xp.number(1), bad)


def test_bounds_that_are_not_convex_have_their_hull_below_the_bumps() -> None:
    """A bump between grid points is left out, and one at the start is tightened to what the others allow."""
    spacing = Fraction(1, 4)
    with balls(128) as xp:
        smooth = [(j, xp.number(Fraction(9, 10 ** (j + 1)))) for j in range(6)]
        bumpy = [smooth[0], *((j, smooth[0 if j == 2 else j][1]) for j in range(1, 6))]
        assert [j for j, _ in connect_the_dots.lower_hull(xp, bumpy, spacing)] == [0, 1, 3, 4, 5]
        raised = [(0, xp.number(1)), *smooth[1:]]
        tightened = connect_the_dots.tightened_start(xp, raised, raised, spacing)
        assert smooth[1][1] < tightened < 1
        loss = connect_the_dots.dominating_pair(xp, raised, raised, spacing)
        assert abs(sum(loss.masses, loss.infinite) - 1) < xp.number(Fraction(1, 2**100))
        assert all(mass >= 0 or mass.contains(0) for mass in loss.masses)


def test_truncated_mass_counts_as_an_infinite_loss() -> None:
    """A larger truncated mass gives the larger delta."""
    run = pld.from_profile(ch.Profile(delta=lambda xp, e, witness: xp.exp(-10 * e) / 9))
    whole = pld.profile(replace(pld.times(run, 64), side=ch.Side.UPPER))
    with balls(128) as xp:
        fine, coarse = (
            whole.delta(xp, xp.number(2), {"step": Fraction(1, 16), "tail": t})
            for t in (Fraction(1, 10**20), Fraction(1, 10**6))
        )
        assert fine < coarse < 1


def test_many_counts_of_a_sweep_share_their_grids() -> None:
    """The eps of 1 to 30 rounds rises, and is that of each count by itself, nearly."""
    ledger = Ledger("shuffled:n=1000/pure:epsilon=1")
    found = ledger.epsilons("1e-6", times=[1, 2, 30])
    assert found[0] < found[1] < found[2]
    assert found[2] == pytest.approx(epsilon("shuffled:n=1000/pure:epsilon=1,times=30"), rel=1e-3)


@pytest.mark.parametrize(
    ("step", "accountant", "level", "floor"),
    [
        ("randomized-response:epsilon=1e-300,times=5000", "profile.pld", "1", 0.0),
        ("randomized-response:epsilon=1e-300,times=2", "profile.pld", "2e-300", 0.0),
        ("randomized-response:epsilon=1e400,times=2", "profile.pld", "2e400", 0.0),
        ("shuffled:n=1000000/pure:epsilon=5,times=2", "loss-distribution", "100000", 0.0),
        ("shuffled:n=1000/approximate:epsilon=1,delta=1e-9,times=3", "loss-distribution", "3", 1 - (1 - 1e-9) ** 3),
    ],
)
def test_from_the_sum_of_maximal_losses_on_delta_is_delta_at_infinity(
    step: str, accountant: str, level: str, floor: float
) -> None:
    """What is left there are failures alone; the certificate needs no witness."""
    answer = Ledger(step).account(Question.delta(level), accountant=accountant).answers[0]
    assert answer.upper == pytest.approx(floor, rel=1e-6)
    assert answer.upper >= floor * (1 - 1e-6)
    assert ch.check(answer.certificate().document).accepted


@pytest.mark.parametrize(
    ("step", "levels"),
    [
        ("randomized-response:epsilon=1e-300,times=2", ("0", "1e-300", "2e-300", "1")),
        ("randomized-response:epsilon=1,times=3", ("0", "1", "2.9999", "3", "4")),
    ],
)
def test_delta_does_not_rise_past_the_maximal_losses(step: str, levels: tuple[str, ...]) -> None:
    """It falls from eps to eps, also where the last one is beyond what all runs can lose."""
    found = [Ledger(step).account(Question.delta(e), accountant="profile.pld").answers[0].upper for e in levels]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1] == 0


def test_the_sum_of_maximal_losses_is_known_where_each_run_has_one() -> None:
    """Of different runs it is the sum over all of them; with one that has none it is not known, and eps is never above
    it."""
    bounded, unbounded = (
        ch.Profile(delta=lambda xp, e, witness: xp.positive(1 - e) / 9, at_infinity=ch.AtInfinity(max_loss=end))
        for end in (1, None)
    )
    one, other = pld.times(pld.from_profile(bounded), 3), pld.from_profile(unbounded)
    assert pld.profile(one).at_infinity.max_loss == 3
    assert pld.profile(pld.compose([one, other])).at_infinity.max_loss is None
    inverse = pld.profile(one).epsilon
    assert inverse is not None
    with balls(128) as xp:
        assert inverse(xp, xp.number(Fraction(1, 10**9)), {"step": Fraction(1), "tail": Fraction(1, 10)}) <= 3


def test_a_loss_that_is_only_infinite_has_no_eps() -> None:
    """Of P more than delta has no finite loss, and Q has nothing: the eps is infinite, and no ball of nothing known."""
    loss = losses.FiniteLoss(
        Fraction(1),
        range(-1, 1),
        lambda xp, j: (xp.number(Fraction(1, 2)), xp.number(0)),
        lambda log_delta: (0.0, -1.0),
    )
    with balls(128) as xp:
        found = losses.epsilon(xp, loss, xp.number(Fraction(1, 10)))
        assert not found.is_nan()
        assert found == xp.inf


@pytest.mark.parametrize(
    ("step", "question"),
    [
        ("randomized-response:epsilon=1e400,times=2", Question.epsilon("1e-6")),
        ("randomized-response:epsilon=1e400,times=2", Question.delta(1)),
        ("shuffled:n=1000/pure:epsilon=1e400,times=2", Question.delta(1)),
        ("laplace:scale=1e-400,times=2", Question.delta(1)),
        ("laplace:scale=1e400,times=2", Question.epsilon("1e-6")),
        ("gaussian:sigma=1e300,times=2", Question.delta(1)),
        ("gaussian:sigma=1e-300,times=2", Question.epsilon("1e-6")),
    ],
)
def test_parameters_beyond_floats_are_told_in_words(step: str, question: Question) -> None:
    """No reason speaks of what a float cannot hold."""
    account = Ledger(step).account(question, accountant="loss-distribution" if "shuffled" in step else "profile.pld")
    told = "; ".join(none.why for none in account.unavailable)
    assert account.answers or told
    assert "float" not in told
    assert "division" not in told


def test_a_forged_witness_is_refused_at_once() -> None:
    """A spacing beyond floats is no error of theirs, and a grid that does not get anywhere is not all computed."""
    seen: list[int] = []

    def delta(xp: object, e: object, witness: ch.Witness) -> object:
        seen.append(1)
        return xp.exp(-e) / 3  # type: ignore[attr-defined, operator]

    whole = pld.profile(pld.times(pld.from_profile(ch.Profile(delta=delta)), 2))
    truncated_mass = Fraction(1, 10**6)
    with balls(128) as xp:
        with pytest.raises(ArithmeticError, match=f"{connect_the_dots.MAX_INDEX} intervals"):
            whole.delta(xp, xp.number(1), {"step": Fraction("1e-9999"), "tail": truncated_mass})
        assert len(seen) < 150
        whole.delta(xp, xp.number(1), {"step": Fraction("1e400"), "tail": truncated_mass})


def test_too_wide_a_loss_is_refused_before_it_is_convolved_again() -> None:
    """Two losses that need more grid points than there may be."""
    half = GridLoss(0, [arb(1)] * (MAX_MASSES // 2 + 2), arb(0))
    with balls(64) as xp, pytest.raises(ArithmeticError, match="grid points"):
        convolve(xp, [(half, 2)], Fraction(1, 10**30))


def test_bounds_that_grow_again_far_out_end_a_grid_where_they_are_small() -> None:
    """As those of sums that lose some mass, of which e^eps times is added: delta itself does not grow."""

    def curve(xp: Any, epsilon: Any) -> Any:
        return xp.exp(-3 * epsilon) + xp.exp(epsilon) / 10**20

    direction = connect_the_dots.Direction(curve, Fraction(0), None)
    grid = connect_the_dots.grid_bounds(direction, Fraction(1, 100), Fraction(1, 10**6))
    assert 450 < grid[-1][0] < 500
    with pytest.raises(ArithmeticError, match="takes more than 32768 intervals"):
        connect_the_dots.grid_bounds(direction, Fraction(1, 100), Fraction(1, 10**18))


def test_where_no_grid_truncates_as_little_the_least_that_one_does_is_taken() -> None:
    """A delta of 1e-30 is found to be below about the least mass that a grid of these bounds may truncate."""

    def curve(xp: Any, epsilon: Any) -> Any:
        return xp.exp(-30 * epsilon) + 1 / xp.number(10) ** 15

    direction = connect_the_dots.Direction(curve, Fraction(0), None)
    losses_of_two = LossDistribution((((direction, direction), 2),), (0,), CLOSED_FORM)
    witness = grids.for_delta(losses_of_two, Fraction(5))
    assert 0 < Fraction(str(witness["tail"])) < Fraction(1, 10**10)


def test_a_search_for_delta_that_begins_at_1_ends() -> None:
    """Where the first, coarse grid says that delta is nearly 1; it went on for ever."""
    ledger = ch.Ledger("dpsgd:n=60000,batch=256,epochs=10,noise=1.1,loader=fixed,times=10", neighbours="replace-one")
    assert ledger.delta(20, seconds=60).upper < 0.001
