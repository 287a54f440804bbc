"""The budget of a ledger in every measure: the tightest number of each, both ends where they are proved."""

from __future__ import annotations

import math
from fractions import Fraction

import chartered as ch
import pytest
from chartered.errors import BadValue

GAUSSIAN = ch.Ledger("gaussian:sigma=20,times=1000")


def test_gaussians_have_every_measure_in_closed_form() -> None:
    """rho = T/(2 sigma^2), mu = sqrt(2 rho), of order alpha rho alpha: both ends, and no pure eps."""
    found = GAUSSIAN.budget(delta="1e-5", epsilon=5, renyi="5/2")
    assert [one.name for one in found.measures] == ["rho", "mu", "renyi", "epsilon", "delta"]
    assert (found["rho"].lower, found["rho"].upper) == (1.25, 1.25)
    assert (found["renyi"].lower, found["renyi"].upper, found["renyi"].place) == (3.125, 3.125, "order = 2.5")
    assert dict(found.unavailable).keys() == {"pure"}
    for name, answer in (("epsilon", GAUSSIAN.epsilon("1e-5")), ("delta", GAUSSIAN.delta(5))):
        assert found[name].answer == answer
        assert (found[name].lower, found[name].upper) == (answer.lower, answer.upper)
    mu = found["mu"]
    assert mu.lower <= math.sqrt(2.5) <= mu.upper
    assert mu.upper - mu.lower < 1e-15


def test_the_least_mu_is_searched_on_request() -> None:
    """Of Laplace noise: what its theorem states, and the least one, also except for a failure."""
    ledger = ch.Ledger("laplace:scale=1,sensitivity=2")
    stated, least = ledger.budget()["mu"], ledger.budget(mu=True)["mu"]
    assert least.answer is not None
    assert stated.answer is None
    assert least.upper <= stated.upper * (1 + 1e-9)
    assert least.upper == ledger.mu().upper
    but = ledger.budget(failure="1e-3")["mu"]
    assert (but.at, but.upper) == ({"failure": Fraction(1, 1000)}, ledger.mu(failure="1e-3").upper)


def test_measures_by_hand() -> None:
    """An eps beyond all doubles: mu^2/2 and a little more, with both ends. Of order 2 a sampled Gaussian has
    log(1 + q^2 (e^(1/sigma^2) - 1)) a run. Of the census rho = (542/339)^2 over six levels of a file, eps at 1e-10."""
    far = ch.Ledger("gdp:mu=1e200").budget(delta="1e-5")["epsilon"]
    assert far.upper_exact.startswith("5.000000000000000")
    assert far.upper_exact.endswith("e+399")
    sampled = ch.Ledger("poisson:rate=0.1/gaussian:sigma=2,times=10").budget(renyi=2)["renyi"]
    assert sampled.upper == pytest.approx(10 * math.log1p(0.01 * math.expm1(0.25)), rel=1e-12)
    levels = (104, 1440, 447, 687, 1256, 165)
    census = ch.Ledger([f"zcdp:rho={542**2 * x}/{339**2 * 4099}" for x in levels]).budget(delta="1e-10")
    assert census["rho"].bound.lower <= (542 / 339) ** 2 <= census["rho"].upper
    assert 17.13 < census["epsilon"].upper < 17.145


def test_randomized_response_by_hand() -> None:
    """Binary, eps = 1: the divergence of order 3/2 is 2 log(p^1.5 q^-.5 + q^1.5 p^-.5); pure eps is 1."""
    found = ch.Ledger("randomized-response:epsilon=1").budget(renyi="1.5")
    p, q = math.e / (1 + math.e), 1 / (1 + math.e)
    truth = 2 * math.log(p**1.5 * q**-0.5 + q**1.5 * p**-0.5)
    renyi = found["renyi"]
    assert renyi.lower == pytest.approx(truth, rel=1e-12) == renyi.upper
    assert (found["pure"].lower, found["pure"].upper) == (1, 1)
    assert found["rho"].upper == pytest.approx(math.tanh(0.5), rel=1e-12)  # of eps-DP: eps tanh(eps/2)
    assert found["rho"].lower is None


def test_an_exact_curve_of_different_steps_has_no_lower_end() -> None:
    """Their worst directions may be different ones; equal steps, and Gaussians, have one."""
    one = ch.Ledger("poisson:rate=0.1/gaussian:sigma=2,times=10").budget(renyi=4)["renyi"]
    assert one.lower is not None
    two = ch.Ledger(["poisson:rate=0.1/gaussian:sigma=2", "laplace:scale=1"]).budget(renyi=4)["renyi"]
    assert two.lower is None
    assert ch.Ledger(["gaussian:sigma=1", "gaussian:sigma=2"]).budget()["rho"].lower == 0.625


def test_what_is_missing_has_a_reason() -> None:
    """An (eps, delta) guarantee has no rho, no mu and no pure eps; a sampled Gaussian no rho that a theorem states."""
    found = ch.Ledger("approximate:epsilon=1,delta=1e-6").budget(delta="1e-5", renyi=2)
    assert [one.name for one in found.measures] == ["epsilon"]
    assert dict(found.unavailable).keys() == {"rho", "pure", "mu", "renyi"}
    assert "not GDP" in dict(ch.Ledger("approximate:epsilon=1,delta=1e-6").budget(mu=True).unavailable)["mu"]
    with pytest.raises(BadValue, match="this budget has no rho; no theorem states it of one"):
        _ = found["rho"]
    with pytest.raises(BadValue, match="no weight; it has epsilon"):
        _ = found["weight"]


def test_only_what_was_asked_for_and_in_time() -> None:
    """By an accountant alone; what is not found in time is unavailable."""
    found = GAUSSIAN.budget(delta="1e-5", accountant="zcdp")
    assert {one.accountant for one in found.measures} == {"zcdp"}
    late = ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000").budget(delta="1e-5", seconds=1e-6)
    assert "epsilon" in dict(late.unavailable)
    assert len(late.measures) + len(late.unavailable) == 4


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"renyi": 1}, "renyi is 1; an order is above 1"),
        ({"delta": 1}, "delta is 1; it must be at least 0 and below 1"),
        ({"epsilon": -1}, "epsilon is -1; it must be at least 0"),
        ({"failure": 0}, "failure"),
        ({"seconds": 0}, "the time limit is 0 seconds"),
    ],
)
def test_numbers_out_of_range(asked: dict[str, object], message: str) -> None:
    """One line each."""
    with pytest.raises(BadValue, match=message):
        GAUSSIAN.budget(**asked)  # type: ignore[arg-type]


def test_a_budget_is_data() -> None:
    """JSON with exact ends, a table, a line."""
    found = ch.Ledger("gaussian:sigma=sqrt(2)").budget(delta="1e-5")
    shown = found.to_dict()
    assert [one["measure"] for one in shown["measures"]] == ["rho", "mu", "epsilon"]
    assert shown["measures"][2]["at"] == {"delta": 1e-5}
    assert "just below it" in shown["notes"][0]
    assert Fraction(shown["measures"][0]["upper_exact"]) >= Fraction(1, 4)
    assert repr(found).startswith("<budget: rho <= 0.2500000001; mu <= 0.7071067812; epsilon <= ")
    assert "at least" in str(found)


@pytest.mark.parametrize("around", ["{}", "filter-runs:most=2/{}", "parts:count=9/{}"])
def test_a_curve_of_steps_on_the_same_records_has_no_lower_end(around: str) -> None:
    """Each direction of one of the two is that of the other turned around, so that no direction has both larger ones: a
    run has 1.80479 at order 3, and the curve says 2.53799."""
    pair = "(table:p=9/10:1/10,q=1/2:1/2 + table:p=1/2:1/2,q=9/10:1/10)"
    found = ch.Ledger(around.format(pair)).budget(renyi=3)["renyi"]
    assert found.lower is None or found.lower < 2 * 1.8048
    assert found.upper > 2.537


@pytest.mark.parametrize(
    ("step", "delta"),
    [
        ("table:p=0.5:0.3:0.2,q=0.1:0:0.9", "7e-1"),
        ("poisson:rate=1/2/approximate:epsilon=0,delta=0.3", "1.5e-1"),
        ("privacy-profile:epsilons=0:1,deltas=0.1:0.01", "1e-1"),
    ],
)
def test_a_delta_that_is_a_fraction_is_printed_as_it_is(step: str, delta: str) -> None:
    """At eps = 0, where e^eps is one; a certificate has it, too."""
    found = ch.Ledger(step).delta(0)
    assert found.upper_exact == found.lower_exact == delta
    assert ch.check(found.certificate()).accepted


def test_a_stated_number_is_printed_as_it_is() -> None:
    """Decimals of a fraction are no ends of a ball around it; what has more digits is rounded outward."""
    found = ch.Ledger("gdp:mu=0.1").budget(renyi=3)
    assert found.headline == "rho <= 0.005; mu <= 0.1; renyi <= 0.015 at order = 3"
    assert [(one.lower_exact, one.upper_exact) for one in found.measures][:2] == [("5e-3",) * 2, ("1e-1",) * 2]
    assert ch.Ledger("pure:epsilon=0.1,times=3").budget().headline.startswith("pure <= 0.3; ")
    third = ch.Ledger("zcdp:rho=1/3").budget()["rho"]
    assert (third.lower_exact, third.upper_exact) == (f"3.{'3' * 19}e-1", f"3.{'3' * 18}4e-1")
    assert Fraction(ch.Ledger("zcdp:rho=2.63").budget()["rho"].upper) >= Fraction(263, 100)
