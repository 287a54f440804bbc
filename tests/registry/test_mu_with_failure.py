"""mu except for a failure: delta(eps) <= d + (1 - d) delta_mu(eps) at every eps, both ends proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered.proof.export import proof_of
from forging import forged

SGD = "poisson:rate=0.01/gaussian:sigma=1,times=1000"


@pytest.mark.parametrize(
    ("ledger", "mass", "low", "high"),
    [
        (SGD, "1e-5", 0.448857005971, 0.448857007071),
        (SGD, "1e-6", 0.460833893604, 0.460833894704),
        (SGD, "1e-10", 0.515758239327, 0.515758240427),
        (SGD, "1e-20", 0.673972313468, 0.673972314568),
        (SGD, "1e-30", 0.796071946543, 0.796071947643),
        ("dpsgd:n=60000,batch=256,epochs=60,noise=1.1", "1e-5", 0.580962569858, 0.580962570958),
        ("dpsgd:n=60000,batch=256,epochs=60,noise=1.1", "1e-10", 0.592583500246, 0.592583501346),
        ("laplace:scale=5,times=50", "1e-5", 1.371868444563, 1.371868445663),
        ("gaussian:sigma=1", "1e-5", 0.999982472574, 0.999982472574),
        ("gaussian:sigma=1", "1e-3", 0.998245901043, 0.998245901043),
    ],
)
def test_it_is_what_was_computed_elsewhere(ledger: str, mass: str, low: float, high: float) -> None:
    """By brackets of another program, whose ends were proved on pieces; and the certificate is accepted."""
    found = ch.Ledger(ledger).mu(failure=mass)
    assert found.exact
    assert found.lower <= high
    assert low <= found.upper <= found.lower + 1.01e-9
    checked = ch.check(found.certificate())
    assert checked.accepted, checked.why
    assert checked.at == {"tolerance": 1e-9, "failure": float(Fraction(mass))}
    assert "except for a failure of probability" in checked.says


def test_it_holds_at_every_eps_and_a_smaller_mu_does_not() -> None:
    """The definition, at eps below and beyond the least eps at the probability of the failure."""
    ledger, mass = ch.Ledger("laplace:scale=1,times=3"), Fraction(1, 10**4)
    found = ledger.mu("1e-6", failure=mass)

    def slack(mu: Fraction, at: Fraction) -> float:
        own = ledger.delta(at)
        other = ch.Ledger(f"gdp:mu={mu}").delta(at)
        return float(mass + (1 - mass) * Fraction(other.upper) - Fraction(own.lower or 0))

    points = [Fraction(k, 8) for k in range(33)]
    assert all(slack(Fraction(found.upper), at) >= 0 for at in points)
    assert min(slack(Fraction(found.upper) * 99 / 100, at) for at in points) < 0


def test_a_larger_failure_never_needs_a_larger_mu() -> None:
    """From a mass that decides little to one that allows everything."""
    ledger = ch.Ledger("laplace:scale=2,times=4")
    bounds = [ledger.mu("1e-6", failure=mass) for mass in ("1e-12", "1e-6", "1e-3", "0.1", "0.3")]
    ends = [(found.lower, found.upper) for found in bounds]
    assert all(below[0] is not None and below[0] <= above[1] for below, above in zip(ends[1:], ends, strict=False))
    assert ledger.mu(failure="0.99").upper == 0
    assert bounds[0].upper <= ledger.mu("1e-6").upper + 1e-6


def test_a_mechanism_that_always_fails_more_often_has_none() -> None:
    """The reason says so."""
    with pytest.raises(ch.NoAnswer, match=r"delta does not fall to 1e-9|mu") as raised:
        ch.Ledger("approximate:epsilon=1,delta=1e-6").mu(failure="1e-9")
    assert "does not fall to 1e-9" in raised.value.hint
    found = ch.Ledger("approximate:epsilon=1,delta=1e-6").mu(failure="1e-5")
    assert found.upper == pytest.approx(1.2320207, abs=1e-6)


@pytest.mark.parametrize(
    ("ledger", "mass", "outside"),
    [
        ("approximate:epsilon=1,delta=1e-6", "1e-6", "pure:epsilon=1"),
        ("approximate:epsilon=1,delta=1e-300,times=3", "1-(1-1e-300)^3", "pure:epsilon=1,times=3"),
        ("gdp:mu=1/2,failure=1e-6", "1e-6", "gdp:mu=1/2"),
        ("gdp:mu=1/2,failure=1e-6,times=4", "1-(1-1e-6)^4", "gdp:mu=1"),
        (["gaussian:sigma=2", "approximate:epsilon=1,delta=1/3"], "1/3", ["gaussian:sigma=2", "pure:epsilon=1"]),
        ("approximate:epsilon=0,delta=1/3", "1/3", "pure:epsilon=0"),
    ],
)
def test_at_the_very_failure_of_the_steps_it_is_the_mu_outside_it(ledger: Any, mass: str, outside: Any) -> None:
    """Nothing is subtracted that no double tells from 0: both ends are those of the steps without their failures."""
    found, plain = ch.Ledger(ledger).mu(failure=mass), ch.Ledger(outside).mu()
    assert (found.lower, found.upper, found.side) == (plain.lower, plain.upper, plain.side)
    assert ch.check(found.certificate()).accepted


def test_an_approximate_step_at_its_own_delta_has_the_closed_form() -> None:
    """2 Phi^-1(e/(1 + e)), and no less is accepted."""
    found = ch.Ledger("approximate:epsilon=1,delta=1e-6").mu(failure="1e-6")
    assert found.exact
    assert found.lower <= 1.2320353853449 <= found.upper <= found.lower + 1e-9
    document = found.certificate().document
    assert not ch.check(forged(document, ("at", "failure"), "0.0000009")).accepted
    assert not ch.check(forged(document, ("answer", "witness", "mu"), "1.2320353")).accepted


def test_just_beyond_the_failure_of_a_step_little_is_subtracted() -> None:
    """Also where the probability of a thousand failures has no short denominator."""
    found = ch.Ledger("gdp:mu=0.01,failure=1e-9,times=1000").mu(failure="1e-6")
    assert found.exact
    assert Fraction(found.lower) ** 2 <= Fraction(1, 10) <= Fraction(found.upper) ** 2
    assert found.upper <= found.lower + 1e-9


def test_a_known_mu_is_an_upper_end_with_a_failure_too() -> None:
    """A failure of 1e-10 needs no larger mu than none does."""
    found = ch.Ledger("gdp:mu=1").mu(failure="1e-10")
    assert found.upper == 1.0
    assert 1 - 1e-9 < found.lower < 1


def test_bounds_from_above_have_one_too() -> None:
    """By slopes, where the profile is no exact one."""
    ledger = ch.Ledger("laplace:scale=2,times=3")
    found = ledger.mu("1e-3", failure="1e-6", accountant="pure")
    assert found.side.value == "upper"
    assert ledger.mu(failure="1e-6").upper < found.upper < 3
    assert ch.check(found.certificate()).accepted
    with pytest.raises(ch.NoAnswer, match="a search at each eps"):
        ch.Ledger(SGD).mu(failure="1e-6", accountant="renyi")


@pytest.mark.parametrize("change", ["mu", "least", "at", "end", "failure"])
def test_no_other_number_is_accepted(change: str) -> None:
    """A smaller mu, a larger lower end, an earlier end, another probability; with a digest that fits again."""
    document = ch.Ledger("laplace:scale=1").mu(failure="1e-4").certificate().document
    assert ch.check(document).accepted
    if change == "failure":
        made = forged(document, ("at", "failure"), "0.00005")
    else:
        old = Fraction(str(document["answer"]["witness"][change]))
        new = old + Fraction(1, 10) if change in {"least", "at"} else old * Fraction(9, 10)
        made = forged(document, ("answer", "witness", change), str(new))
    assert not ch.check(made).accepted


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"failure": 0}, "failure is 0"),
        ({"failure": 1}, "failure is 1"),
        ({"failure": -1}, "failure is -1"),
        ({"failure": "1e-5", "head": 1}, "a head and a failure are both given"),
        ({"failure": "1e-5", "tail": 1}, "a tail and a failure are both given"),
        ({"failure": "often"}, "failure"),
    ],
)
def test_bad_input_is_named(asked: dict[str, Any], says: str) -> None:
    """One line."""
    with pytest.raises(ch.BadValue, match=says):
        ch.Ledger("gaussian:sigma=1").mu(**asked)
    with pytest.raises(ch.BadValue, match="both"):
        ch.MuWithin(ch.HALF, ch.Stretch(ch.HALF, None, ch.HALF))


def test_what_is_not_about_it_is_refused() -> None:
    """A regret, and a proof for other checkers, which would forget the failure."""
    found = ch.Ledger("gaussian:sigma=1").mu(failure="1e-3")
    with pytest.raises(ch.CharteredError, match="no regret"):
        found.regret()
    with pytest.raises(ch.CharteredError, match="except for a failure"):
        proof_of(found.certificate().document)
