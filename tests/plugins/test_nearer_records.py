"""Noisy SGD under replace-one: its mu, and queries that replacing a record changes by less than twice the
sensitivity."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import exp
from statistics import NormalDist

import chartered as ch
import pytest
from chartered import Ledger
from forging import forged


def nearer(between: str, times: int = 1, rate: str = "0.1", sigma: str = "1") -> Ledger:
    """Noisy SGD whose query replacing a record changes by so much, and adding one by 1."""
    step = f"poisson:rate={rate}/gaussian:sigma={sigma},sensitivity=1,replace-sensitivity={between},times={times}"
    return Ledger(step, "replace-one")


def test_less_is_known_of_a_query_that_replacing_changes_less() -> None:
    """Of several runs there are two bounds, which meet at the exact answer as the distance rises to 2."""
    whole = Ledger("poisson:rate=0.1/gaussian:sigma=1,sensitivity=1,times=9", "replace-one").epsilon("1e-5")
    two, less, half = (nearer(between, 9).epsilon("1e-5") for between in ("2", "1.9999", "1.5"))
    assert [answer.exact for answer in (whole, two, less, half)] == [True, True, False, False]
    assert two.upper == whole.upper
    assert whole.upper * 0.998 < less.lower < less.upper <= whole.upper
    assert half.upper < less.upper * 0.98
    for answer in (less, half):
        assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(("times", "rate", "sigma"), [(1, "0.1", "1"), (20, "0.5", "2"), (100, "0.01", "1")])
def test_less_sensitivity_never_costs_more(times: int, rate: str, sigma: str) -> None:
    """From 1/2 to 2 the best upper bound rises, and lower ends are below it."""
    answers = [nearer(d, times, rate, sigma).epsilon("1e-5") for d in ("1/2", "1", "1.5", "1.9", "1.99", "1.9999", "2")]
    uppers = [answer.upper for answer in answers]
    assert uppers == sorted(uppers)
    assert all((answer.lower or 0) <= answer.upper for answer in answers)


def half_line(between: float, start: float) -> float:
    """P - e^0.4 Q of the outcomes above a place, of noise 1 at rate 0.1 with the records at 1 and 1 - d."""
    none, one, other = (NormalDist().cdf(at - start) for at in (0.0, 1.0, 1 - between))
    return 0.9 * none + 0.1 * one - exp(0.4) * (0.9 * none + 0.1 * other)


def test_one_run_of_a_query_that_replacing_changes_less_is_exact() -> None:
    """The worst records are at 1 and 1 - d: both ends, forty digits of them, and an enumeration by half-lines in
    doubles is inside; a certificate is accepted, and refused for another distance."""
    for d in ("1/2", "1", "3/2", "1.999"):
        answer = nearer(d).delta("0.4", digits=40)
        assert answer.exact
        assert Decimal(answer.upper_exact) - Decimal(answer.lower_exact or 0) < Decimal("1e-40")
        most = max(half_line(float(Fraction(d)), k / 1000) for k in range(-2000, 8000))
        assert most <= answer.upper + 1e-12
        assert most >= answer.upper * (1 - 1e-5)
    document = nearer("3/2").epsilon("1e-5").certificate().document
    assert ch.check(document).accepted
    step = document["ledger"][0]["step"].replace("1.5", "1.6")
    assert not ch.check(forged(document, ("ledger", 0, "step"), step)).accepted


@pytest.mark.parametrize(
    ("steps", "square"),
    [
        (["poisson:rate=0.01/gaussian:sigma=1,times=1000"], Fraction(1000)),
        (["poisson:rate=0.5/gaussian:sigma=2,times=3", "gaussian:sigma=4"], Fraction(3, 4) + Fraction(4, 16)),
        (["poisson:rate=0.02/gaussian:sigma=2"], Fraction(1, 4)),
    ],
)
def test_the_mu_of_a_replaced_record_is_that_without_sampling(steps: list[str], square: Fraction) -> None:
    """At rates up to one half it is certified from both sides, and no delta of the ledger is above its Gaussian's."""
    ledger = Ledger(steps, "replace-one")
    answer = ledger.mu()
    assert answer.exact
    assert (
        Fraction(answer.enclosed.bound.lower_exact) ** 2 <= square <= Fraction(answer.enclosed.bound.upper_exact) ** 2
    )
    assert answer.upper - (answer.lower or 0) < 1e-12 * answer.upper
    assert ch.check(answer.certificate()).accepted
    for epsilon in (0, 1, 4):
        assert ledger.delta(epsilon).upper <= Ledger(f"gdp:mu={answer.upper}", "replace-one").delta(epsilon).upper


def test_the_mu_of_one_run_at_a_large_rate_is_enclosed() -> None:
    """At rates above one half it is larger than that of the tail, and attained at some eps."""
    answer = Ledger("poisson:rate=0.6/gaussian:sigma=2", "replace-one").mu()
    assert answer.exact
    assert 0.5 < answer.lower < answer.upper < answer.lower + 1e-8
    assert ch.check(answer.certificate()).accepted


def test_a_head_of_a_replaced_record_has_a_mu_and_a_regret() -> None:
    """As where a record is added or removed."""
    answer = Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000", "replace-one").mu(head=2)
    assert answer.exact
    assert answer.upper - (answer.lower or 0) < 1.0001e-9
    assert answer.regret().exact
