"""Private selection: what the best of a random number of runs costs, and what it says of itself."""

from __future__ import annotations

import math
from dataclasses import make_dataclass
from fractions import Fraction
from itertools import product
from math import prod

import chartered as ch
import pytest
from chartered import Ledger
from chartered.bridges.read_dp_events import EventReader
from chartered.errors import UnsupportedEvent

COUNTS = ("geometric", "logarithmic", "poisson")
TRAINING = "(poisson:rate=1/100/gaussian:sigma=1,times=100 + gaussian:sigma=10)"


@pytest.mark.parametrize(("count", "least"), [("geometric", 3), ("logarithmic", 2)])
def test_the_best_of_pure_runs_costs_two_or_three_times_as_much(count: str, least: int) -> None:
    """As the order grows: (2 + eta) eps, whatever the mean."""
    selected = Ledger(f"repeat-and-select:mean=50,count={count}/pure:epsilon=1/10")
    assert selected.epsilon("1e-300").upper <= selected.epsilon(0).upper == pytest.approx(least / 10, rel=1e-15)
    failing = Ledger(f"repeat-and-select:mean=50,count={count}/approximate:epsilon=1/10,delta=1e-9")
    assert failing.delta(f"{least}/10").upper == pytest.approx(50e-9)


@pytest.mark.parametrize(
    ("count", "theirs"), [("geometric", 1.93057496), ("logarithmic", 1.65779138), ("poisson", 1.84952492)]
)
def test_no_looser_than_what_dp_accounting_says(count: str, theirs: float) -> None:
    """Of a thousand steps of noisy SGD and a validation; the values of its Renyi accountant, version 0.6.0."""
    inner = "(poisson:rate=256/60000/gaussian:sigma=1.1,times=1000 + gaussian:sigma=10)"
    found = Ledger(f"repeat-and-select:mean=10,count={count}/{inner}").epsilon("1e-5")
    assert 0.95 * theirs < found.upper < theirs


@pytest.mark.parametrize("count", COUNTS)
def test_the_certificate_states_the_orders_and_is_accepted(count: str) -> None:
    """A check does not search them; others are refused or still true."""
    answer = Ledger([f"repeat-and-select:mean=5,count={count}/{TRAINING}", "gaussian:sigma=5"]).epsilon("1e-6")
    certificate = answer.certificate()
    assert '"level"' in certificate.text
    assert ch.check(certificate).accepted


@pytest.mark.parametrize("count", [*COUNTS, "fixed"])
def test_an_answer_says_that_the_number_of_runs_is_secret(count: str) -> None:
    """The best of a list of twelve settings costs as much as all twelve, and not the number of `mean=12` alone."""
    drawn = str(Ledger(f"repeat-and-select:mean=12,count={count}/gaussian:sigma=5").epsilon("1e-6").sampling)
    assert "kept secret, and each run draws its settings anew, except with count=fixed" in drawn


@pytest.mark.parametrize("count", COUNTS)
def test_times_is_repeated_composition_and_more_is_never_better(count: str) -> None:
    """Three selections; more runs; less noise."""
    step = f"repeat-and-select:mean=5,count={count}/gaussian:sigma=5"
    assert Ledger(f"{step},times=3").epsilon("1e-6").upper == Ledger([step] * 3).epsilon("1e-6").upper
    found = [
        Ledger(f"repeat-and-select:mean={m},count={count}/gaussian:sigma=5").epsilon("1e-6").upper for m in (2, 5, 40)
    ]
    assert found == sorted(found)
    noisier = Ledger(f"repeat-and-select:mean=5,count={count}/gaussian:sigma=6").epsilon("1e-6").upper
    assert noisier < Ledger(step).epsilon("1e-6").upper


def test_one_run_is_the_run_itself() -> None:
    """A geometric or logarithmic number of mean 1 is 1: nothing is added to the curve."""
    assert Ledger("repeat-and-select:mean=1,count=logarithmic/pure:epsilon=1").epsilon(0).lower == 1
    once = Ledger("repeat-and-select:mean=1/gaussian:sigma=5").epsilon("1e-6", accountant="renyi")
    assert once.upper == pytest.approx(Ledger("gaussian:sigma=5").epsilon("1e-6", accountant="renyi").upper, rel=1e-6)


WHOLE = "with count=fixed the mean is the number of runs, a whole number"


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("mean=1/2", "count=poisson alone"),
        ("mean=0,count=poisson", "mean is 0"),
        ("mean=3,count=sometimes", "geometric, logarithmic, poisson, fixed"),
        ("count=poisson", "mean"),
        *((f"mean={mean},count=fixed", WHOLE) for mean in ("5/2", "1/2", "1e13")),
    ],
)
def test_bad_settings_have_a_clear_error(settings: str, why: str) -> None:
    """Each names what would be right."""
    with pytest.raises(ch.CharteredError, match=why):
        Ledger(f"repeat-and-select:{settings}/gaussian:sigma=1")


def test_a_few_poisson_runs_are_answered() -> None:
    """Also where most often there is none."""
    assert 0 < Ledger("repeat-and-select:mean=1/10,count=poisson/gaussian:sigma=5").epsilon("1e-6").upper < 2


RepeatAndSelectDpEvent = make_dataclass("RepeatAndSelectDpEvent", ["event", "mean", "shape"])
GaussianDpEvent = make_dataclass("GaussianDpEvent", ["noise_multiplier"])
SelfComposedDpEvent = make_dataclass("SelfComposedDpEvent", ["event", "count"])
"""As those of dp-accounting, by their names."""


@pytest.mark.parametrize(("shape", "count"), [(1, "geometric"), (0.0, "logarithmic"), (math.inf, "poisson")])
def test_the_event_of_dp_accounting_is_read(shape: float, count: str) -> None:
    """Of one run, and of several that are one candidate; of a shape without a step those that have one are told."""
    (entry,) = EventReader().read(RepeatAndSelectDpEvent(GaussianDpEvent(2.5), 7.5, shape))
    assert str(entry.step) == f"repeat-and-select:mean=7.5,count={count}/gaussian:sigma=2.5,sensitivity=1"
    (entry,) = EventReader().read(RepeatAndSelectDpEvent(SelfComposedDpEvent(GaussianDpEvent(2.5), 3), 2, shape))
    assert "(gaussian:sigma=2.5,sensitivity=1,times=3)" in str(entry.step)
    with pytest.raises(UnsupportedEvent, match="has the shape"):
        EventReader().read(RepeatAndSelectDpEvent(GaussianDpEvent(2.5), 7.5, 0.5))


@pytest.mark.parametrize("mean", [Fraction(1001, 1000), 2, 10, 10**6, 10**12])
def test_the_parameter_of_a_logarithmic_number_of_runs_is_its_mean_s(mean: Fraction | int) -> None:
    """(e^L - 1)/L is the mean, from above and to many digits."""
    from chartered_plugins.composition.formulas.repeat_and_select import log_inverse_gamma
    from chartered_verify.arithmetic import balls

    with balls(400) as xp:
        found = log_inverse_gamma(xp, "logarithmic", Fraction(mean))
        ratio = (xp.expm1(found) / found) / xp.number(mean) - 1
        assert ratio.upper() >= 0
        assert ratio < 1e-9


def test_the_best_of_a_fixed_number_is_processing_of_all() -> None:
    """Five runs of Gaussian noise, five of a pure step, and one, which is the step itself."""
    best, all_of_them = (
        Ledger(step).epsilon("1e-5")
        for step in ("repeat-and-select:mean=5,count=fixed/gaussian:sigma=9", "gaussian:sigma=9,times=5")
    )
    assert (best.upper, best.lower) == (all_of_them.upper, None)
    assert ch.check(best.certificate()).accepted
    twice = Ledger("repeat-and-select:mean=5,count=fixed,times=2/gaussian:sigma=9").epsilon("1e-5")
    assert twice.upper == Ledger("gaussian:sigma=9,times=10").epsilon("1e-5").upper
    assert Ledger("repeat-and-select:mean=5,count=fixed/pure:epsilon=1").epsilon(0).upper == 5
    once = Ledger("repeat-and-select:mean=1,count=fixed/gaussian:sigma=9").epsilon("1e-5")
    assert once.lower == Ledger("gaussian:sigma=9").epsilon("1e-5").lower


@pytest.mark.parametrize("runs", [1, 2, 3])
def test_the_best_of_all_runs_loses_no_more_than_they_do(runs: int) -> None:
    """In fractions: three outputs, sorted, under two neighbours; delta of the best against that of all, at 4 ratios."""
    p, q = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), (Fraction(1, 5), Fraction(1, 2), Fraction(3, 10))
    for grown in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4)):
        best, total = [[Fraction(0)] * 3, [Fraction(0)] * 3], Fraction(0)
        for outputs in product(range(3), repeat=runs):
            mine, other = (prod((side[x] for x in outputs), start=Fraction(1)) for side in (p, q))
            best[0][max(outputs)] += mine
            best[1][max(outputs)] += other
            total += max(Fraction(0), mine - grown * other)
        assert sum(max(Fraction(0), a - grown * b) for a, b in zip(*best, strict=True)) <= total
