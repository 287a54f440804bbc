"""Runs of one Laplace mechanism: the finite sum to any digits, against the sheet's value, an integral and a convolution
in many digits, and forged witnesses."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger
from chartered_plugins.characteristic_function.formulas.laplace_runs import LaplaceRuns
from hypothesis import given, strategies as st
from mpmath import mp

from tests.exact_losses import laplace_delta
from tests.forging import forged

NAME = "characteristic-function"


def runs(epsilon: str, times: int) -> Ledger:
    """So many runs of Laplace noise."""
    return Ledger(f"laplace:epsilon={epsilon},times={times}")


def test_a_hundred_runs_have_all_digits_that_are_asked_for() -> None:
    """delta(4.69266738) is 1.00000017944653e-6 for a largest loss of 0.1; eps at 1e-6 to 40 digits."""
    delta = runs("0.1", 100).delta("4.69266738", accountant=NAME)
    assert 1.000000179446525e-6 <= delta.lower <= delta.upper <= 1.000000179446535e-6
    found = runs("0.1", 100).epsilon("1e-6", accountant=NAME, digits=40).to_json()
    assert found["lower_exact"].startswith("4.692667414680188992867359588190163800331")
    with mp.workdps(160):
        ends = [mp.mpf(found[end]) for end in ("lower_exact", "upper_exact")]
        below, above = (laplace_delta(Fraction(1, 10), 100, x) for x in ends)
        assert above <= mp.mpf("1e-6") <= below


@pytest.mark.parametrize("epsilon", ["1/100", "1", "7"])
@pytest.mark.parametrize("part", ["0", "1/5", "9/10"])
def test_two_runs_are_an_integral_over_one(epsilon: str, part: str) -> None:
    """E_Q e^L delta_1(x - L) over the loss of one run: two atoms and a density."""
    e0, x0 = Fraction(epsilon), 2 * Fraction(epsilon) * Fraction(part)
    with mp.workdps(40):
        e, x = (mp.mpf(v.numerator) / v.denominator for v in (e0, x0))

        def one(y: mp.mpf) -> mp.mpf:
            return mp.mpf(0) if y >= e else 1 - mp.exp((y - e) / 2) if y > -e else 1 - mp.exp(y)

        kinks = sorted({-e, e, *(k for k in (x - e, x + e) if -e < k < e)})
        within = mp.quad(lambda loss: mp.exp((loss - e) / 2) / 4 * one(x - loss), kinks)
        truth = mp.exp(-e) / 2 * one(x + e) + one(x - e) / 2 + within
        found = LaplaceRuns(e0, 2, 160).delta(x0)
        assert abs(mp.mpf(found.mid().str(38, radius=False)) - truth) < mp.mpf(10) ** -30


def test_its_answer_is_certified_and_exact() -> None:
    """The certificate is accepted; another count of runs in the witness, or a smaller number, is refused."""
    answer = runs("0.1", 100).epsilon("1e-6", accountant=NAME)
    assert answer.upper - answer.lower < 1e-9
    document = answer.certificate().document
    assert ch.check(document).accepted
    for key, value in (("removal.runs", 99), ("removal.runs", 101), ("removal.bits", 64), ("above", "4.69")):
        assert not ch.check(forged(document, ("answer", "witness", key), value)).accepted


@pytest.mark.parametrize(("epsilon", "times"), [("1", 10), ("1/3", 7), ("1/3", 256), ("20", 3)])
def test_a_tiny_delta_has_an_eps_just_below_the_largest_loss(epsilon: str, times: int) -> None:
    """At 1e-300 eps is the largest loss but for less than one part in 1e10, and never above it."""
    found = runs(epsilon, times).epsilon("1e-300", accountant=NAME)
    most = Fraction(epsilon) * times
    assert most * (1 - Fraction(1, 10**10)) <= Fraction(found.lower) <= most
    assert Fraction(found.upper) <= most * (1 + Fraction(1, 10**10))


@given(st.integers(2, 40), st.integers(1, 400), st.integers(1, 12))
def test_more_runs_and_less_noise_are_never_better(times: int, epsilon: int, nines: int) -> None:
    """eps rises with the count and with the largest loss of a run."""
    delta = Fraction(1, 10**nines)
    here = runs(f"{epsilon}/100", times).epsilon(delta, accountant=NAME)
    for other in (runs(f"{epsilon}/100", times + 1), runs(f"{epsilon + 1}/100", times)):
        assert other.epsilon(delta, accountant=NAME).upper >= (here.lower or 0)
