"""The characteristic function of the privacy loss: certified values of noisy SGD, mixtures, and that every part of the
remainder is needed."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Side
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_plugins.basics.formulas.geometric_series import geometric
from chartered_plugins.characteristic_function import guarantee as cf
from chartered_plugins.characteristic_function.formulas.bounded_cache import Kept
from chartered_plugins.characteristic_function.formulas.composed_moments import chernoff
from chartered_plugins.characteristic_function.formulas.contour import Contour, Inversion
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from chartered_plugins.characteristic_function.search.accurate_line import bracket, line_at
from chartered_plugins.characteristic_function.search.moments_in_floats import in_floats
from chartered_plugins.characteristic_function.search.representatives import standing_in
from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import Budget, limited
from flint import arb
from forging import forged
from msgspec.structs import replace

NAME = "characteristic-function"
SGD = "poisson:rate={}/gaussian:sigma={},times={}"
CERTIFIED = """
0.01       1   1000   1e-5   1.828236666516576842614438183231673016480104560 1.4166619480361751068161069251166
256/60000  1.1 14040  1e-5   2.379554518826176993693216653576393883039183351 2.2415472523661901204765374
0.001      0.8 100000 1e-6   2.914478334988537894407595230920022845347499911 2.7242642686129283570383989561604
0.01       2   2274   1e-15  2.029515277255283238467929999167161502602619250 1.8463129947699339882234288517863
1e-4       0.6 1000000 1e-7  2.3463644280647077535476007149                  1.8061481818715446537598570204039
0.01       1   10000  1e-5   6.187712389971539076997611505055640811649352893 5.6115086176519809052297968053765
0.01       1   10000  1e-300 101.1866546534268152832230270475510577585872505 36.527907386193278899824227385573
0.001      0.5 1000   1e-6   4.235068302831261350819265772601642460387469366 0.42224837461461826137702340910367
"""
"""Rate, sigma, runs, delta, eps of the removal of a record, and of its addition, to the digits shown."""
NAMES = ("rate", "sigma", "runs", "delta", "removal", "addition")
CASES = [pytest.param(*line.split(), id="-".join(line.split()[:4])) for line in CERTIFIED.strip().splitlines()]


@pytest.mark.parametrize(NAMES, CASES)
def test_noisy_sgd_is_enclosed_from_both_sides(
    rate: str, sigma: str, runs: str, delta: str, removal: str, addition: str
) -> None:
    """The larger eps of both directions, no wider than 1e-9; and its certificate is accepted."""
    answer = Ledger(SGD.format(rate, sigma, runs)).epsilon(delta, accountant=NAME)
    assert answer.side is Side.EXACT
    assert answer.enclosed.bound.contains(Fraction(removal))
    assert answer.upper - answer.lower < 1e-9
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(NAMES, CASES)
def test_each_direction_is_enclosed(rate: str, sigma: str, runs: str, delta: str, removal: str, addition: str) -> None:
    """Removal and addition, to 16 digits of delta."""
    with balls(256) as xp:
        target = xp.number(Fraction(delta))
    for added, truth in ((False, removal), (True, addition)):
        parts = ((GaussianSample(Fraction(rate), Fraction(sigma), added).law, int(runs)),)
        below, above, _ = bracket(parts, target, 16)
        unit = Fraction(1, 10 ** min(20, len(truth.partition(".")[2]) - 1))
        assert below - unit <= Fraction(truth) <= above + unit
        assert above - below < Fraction(1, 10**13)


@pytest.mark.parametrize("delta", ["1e-150", "1e-200", "1e-300"])
def test_of_very_many_runs_tiny_deltas_have_both_ends(delta: str) -> None:
    """There M grows so fast beyond the line that only a right order close to it bounds the copies; delta at the ends is
    on either side."""
    runs = ch.Ledger("poisson:rate=0.001/gaussian:sigma=1,times=1000000")
    found = runs.epsilon(delta, accountant=NAME)
    assert found.upper - found.lower < 1e-12
    assert runs.delta(found.upper_exact, accountant=NAME).lower <= float(delta)
    assert runs.delta(found.lower_exact, accountant=NAME).upper >= float(delta) * (1 - 1e-9)


@pytest.mark.parametrize("times", [10**8, 10**9])
def test_any_number_of_runs(times: int) -> None:
    """The exact answer is below the Renyi one, and above the central limit without its error."""
    ledger = Ledger(SGD.format("1e-5", "1", times))
    answer = ledger.epsilon("1e-6", accountant=NAME)
    assert answer.upper - answer.lower < 1e-9
    assert answer.upper < ledger.epsilon("1e-6", accountant="renyi").upper


MIXED = (
    ["poisson:rate=0.01/gaussian:sigma=1,times=1000", "laplace:scale=10,times=3"],
    ["poisson:rate=0.02/gaussian:sigma=2,times=500", "poisson:rate=0.01/gaussian:sigma=1,times=200"],
    ["gaussian:sigma=5,times=3", "randomized-response:epsilon=1/2,k=3", "laplace:scale=4"],
    ["gaussian:sigma=5", "pure:epsilon=1/10,times=20", "approximate:epsilon=1/10,delta=1e-7,times=2"],
    ["gdp:mu=1/2", "laplace:scale=2"],
)


@pytest.mark.parametrize("steps", MIXED, ids=" ".join)
def test_a_mixed_ledger_is_exact_and_no_larger_than_others_say(steps: list[str]) -> None:
    """By sums of losses on a grid, and by Renyi curves."""
    ledger = Ledger(steps)
    answer = ledger.epsilon("1e-5", accountant=NAME)
    assert answer.side is Side.EXACT
    assert answer.upper - answer.lower < 1e-9
    for other in ("loss-distribution", "renyi"):
        for found in ledger.account(ch.Question.epsilon("1e-5"), accountant=other).answers:
            assert answer.lower <= found.upper


@pytest.mark.parametrize("steps", MIXED, ids=" ".join)
def test_delta_and_eps_are_inverse(steps: list[str]) -> None:
    """At the two ends of eps, delta is on the right side of the target; and it falls."""
    ledger, delta = Ledger(steps), Fraction(1, 10**5)
    eps = ledger.epsilon(delta, accountant=NAME)
    low, high = (Fraction(x) for x in (eps.lower, eps.upper))
    above, below = (ledger.delta(x, accountant=NAME).enclosed.bound for x in (low * Fraction(999, 1000), high))
    assert below.lower <= float(delta) <= above.upper
    assert above.lower > below.upper


def test_a_large_delta_needs_no_eps() -> None:
    """Where delta(0) is smaller, eps is 0."""
    answer = Ledger(SGD.format("0.01", "2", 100)).epsilon("1/2", accountant=NAME)
    assert (answer.lower, answer.upper) == (0, 0)


def test_what_it_leaves_to_others() -> None:
    """The reason is in the table."""
    account = Ledger("gaussian:sigma=3,times=5").account(ch.Question.epsilon("1e-5"), accountant=NAME)
    assert account.answers == ()
    why = "Gaussian DP leads to it, which accounts for normal losses exactly"
    assert any(why in none.why for none in account.unavailable)


def test_composition_adds_counts_and_merges_gaussians() -> None:
    """Once per function, whatever the order; directions that are the same are one."""
    sampled = cf.one_run(
        GaussianSample(Fraction(1, 9), Fraction(2)).law, GaussianSample(Fraction(1, 9), Fraction(2), True).law
    )
    gaussian, laplace = cf.one_run(Gaussian(Fraction(1, 4))), cf.one_run(Laplace(Fraction(1, 3)))
    both = cf.compose([cf.times(gaussian, 2), laplace, gaussian, cf.times(laplace, 3)])
    assert both.directions == (((Laplace(Fraction(1, 3)), 4), (Gaussian(Fraction(3, 4)), 1)),)
    assert len(cf.compose([sampled, gaussian]).directions) == 2


def witness(**changed: Any) -> Any:
    """A certificate of noisy SGD in which entries of the witness are changed, with a digest of its own."""
    document = Ledger(SGD.format("0.01", "1", 1000)).epsilon("1e-5", accountant=NAME).certificate().document
    for key, x in changed.items():
        document = forged(document, ("answer", "witness", key), x)
    return ch.check(document)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"above": 1.8282}, "upper end of eps does not certainly"),
        ({"below": 1.8283}, "lower end of eps does not certainly"),
        ({"removal.count": 4}, "end of eps does not certainly"),
        ({"removal.count": 10**7}, "removal.count is 1e7; it must be a whole number at least 3"),
        ({"removal.order": 1}, "removal.order is 1; it must be a number above 1"),
        ({"removal.shift.0": 3}, "the shift leaves the strip"),
        ({"removal.spacing": 200}, "end of eps does not certainly"),
        ({"removal.right_order": 10**6}, "needs [0-9]+ nodes"),
    ],
)
def test_a_changed_witness_is_refused(changed: dict[str, Any], why: str) -> None:
    """Each entry is checked in balls; none is searched again."""
    found = witness(**changed)
    assert not found.accepted
    assert re.search(why, found.why or ""), found.why


X, MU = Fraction(1, 4), Fraction(1, 2)
NORMAL = ((Gaussian(MU * MU), 1),)


def coarse(order: Fraction, spacing: Fraction, count: int) -> Inversion:
    """Normal losses on a contour that is far too coarse, so that the remainder matters."""
    line = line_at(NORMAL, X, 2)
    return replace(line, contour=Contour(order, spacing, count), right_order=order + 3).inverse(NORMAL)


def holds(found: arb) -> bool:
    """Whether the true delta is inside."""
    with balls(128) as xp:
        return bool(found.overlaps(delta_mu(xp, xp.number(MU), xp.number(X))))


@pytest.mark.parametrize(
    ("part", "order", "spacing", "count"),
    [
        ("mass", Fraction(2), Fraction(2), 30),
        ("right_moment", Fraction(8), Fraction(4), 30),
        ("beyond", Fraction(4), Fraction(1, 2), 4),
    ],
)
def test_every_part_of_the_inversions_remainder_is_needed(
    part: str, order: Fraction, spacing: Fraction, count: int
) -> None:
    """With it the truth is inside; without it, outside."""
    whole = coarse(order, spacing, count)
    assert holds(whole.delta(X))
    assert not holds(replace(whole, **{part: arb(0)}).delta(X))


def test_one_line_serves_all_heights() -> None:
    """On the real line the nodes grow with the height; where that costs more, the line is shifted."""
    law = GaussianSample(Fraction(1, 100), Fraction(1)).law
    low, high, highest = (law.nodes_along(Contour(Fraction(5), Fraction(y), 2), 45) for y in (0, 10**3, 10**7))
    assert low.shift == 0
    assert high.count == highest.count < 4 * low.count


def test_randomized_response_with_a_failure_has_its_mass() -> None:
    """M at order 1 is the mass of finite losses; a series that does not converge is an error, and no infinite sum."""
    response = RandomizedResponse(Fraction(1), failure=Fraction(1, 10))
    assert response.at(Fraction(1), 60, 128).overlaps(arb(9) / 10)
    with balls(64) as xp, pytest.raises(ArithmeticError, match="geometric series"):
        geometric(xp, arb(0))


def test_the_work_of_a_hostile_witness_is_charged_before_it_is_done() -> None:
    """Whatever was asked before, and cached: the same certificate costs the same."""
    document = Ledger(SGD.format("0.01", "1", 1000)).epsilon("1e-5", accountant=NAME).certificate().document
    for key, x in (("removal.bits", 4000), ("removal.count", 2000)):
        document = forged(document, ("answer", "witness", key), x)
    outcomes = [ch.check(document, budget=budget) for budget in (1, 60, 1)]
    assert [(one.accepted, one.over_budget) for one in outcomes] == [(False, True), (True, False), (False, True)]


def test_a_chernoff_bound_is_charged_whatever_is_cached() -> None:
    """Kept moments cost as if they were computed."""
    parts = ((GaussianSample(Fraction(1, 77), Fraction(1)).law, 1000),)
    spent = list[int]()
    for _ in range(3):
        with limited(Budget(10)) as budget:
            chernoff(parts, Fraction(9, 2), Fraction(2))
        spent.append(budget.spent)
    first, *later = spent
    work = parts[0][0].work(Contour(Fraction(9, 2), Fraction(1), 1), 8, 64)
    assert all(work < units <= first for units in later), spent


def test_the_mass_of_infinite_losses_keeps_its_digits() -> None:
    """1 - (1 - p)^2 for a p far below the precision."""
    answer = Ledger(["gaussian:sigma=5", "approximate:epsilon=1/10,delta=1e-45,times=2"]).delta(30, accountant=NAME)
    assert answer.enclosed.bound.contains(2 * Fraction(1, 10**45) - Fraction(1, 10**90))
    assert answer.upper < 2 * answer.lower


def test_what_is_kept_is_bounded_by_its_size() -> None:
    """Beyond the room all is forgotten; what is larger than the room is never kept; a failure leaves nothing."""
    kept = Kept[str](10)
    assert [kept.get(n, 4, lambda n=n: str(n)) for n in range(3)] == ["0", "1", "2"]
    assert list(kept.values) == [2]
    assert kept.get("large", 11, lambda: "x") == "x"
    assert "large" not in kept.values
    with pytest.raises(ZeroDivisionError):
        kept.get("none", 1, lambda: str(1 // 0))
    assert "none" not in kept.values


def test_hundreds_of_different_mechanisms_are_multiplied_exactly() -> None:
    """A few stand for them where a line is chosen, and none where it is evaluated: Laplace noise and a Gaussian."""
    ledger = Ledger(["gaussian:sigma=3", *(f"laplace:scale={k}" for k in range(20, 100))])
    one = ledger.epsilon("1e-5", accountant=NAME)
    assert one.exact
    assert one.upper - (one.lower or 0) < 1e-6


def test_stand_ins_have_about_the_loss_of_those_that_they_stand_for() -> None:
    """The cumulants at an order of interest agree to half a per cent, also of very different rates."""
    draw = random.Random(1)
    parts = tuple(
        (GaussianSample(Fraction(draw.randint(10, 1000), 10_000), Fraction(draw.randint(8, 40), 10)).law, 1)
        for _ in range(500)
    )
    found, places = standing_in(parts)
    assert len(found) <= 128 < len(places) == len(parts)
    assert sum(n for _, n in found) == pytest.approx(500)

    def level(composition: Any) -> float:
        return float(sum(n * in_floats(m).cumulants(4.0)[0] for m, n in composition))

    assert level(found) == pytest.approx(level(parts), rel=5e-3)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("step", "delta"),
    [
        ("discrete-gaussian:sigma=0.011,sensitivity=1000,times=1000000", "1/2"),
        ("poisson:rate=1e-300/gaussian:sigma=1,times=3", "1e-5"),
        ("poisson:rate=1/2/gaussian:sigma=1e-3,times=1000000", "1e-300"),
    ],
)
def test_what_leaves_the_range_of_floats_is_no_warning(step: str, delta: str) -> None:
    """The search looks at it, and answers or says why not."""
    account = Ledger(step).account(ch.Question.epsilon(delta), "characteristic-function")
    assert account.answers or account.unavailable
