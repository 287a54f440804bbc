"""Questions that ask for so many digits: where an answer is exact, both ends have them, and the certificate says so."""

from __future__ import annotations

from typing import Any

import chartered as ch
import pytest
from mpmath import mp, mpf

from tests.forging import forged

SGD = "poisson:rate=0.01/gaussian:sigma=1,times=1000"
EPSILON = "1.828236666516576842614438183231673016480104560"
"""Of noisy SGD at delta = 1e-5, as an independent computation gives it."""


def common(answer: ch.Answer) -> int:
    """How many significant digits both ends share."""
    pairs = zip(answer.lower_exact.replace(".", ""), answer.upper_exact.replace(".", ""), strict=False)
    same = 0
    for one, other in pairs:
        if one != other:
            break
        same += 1
    return same


def gaussian_delta(sigma: int, epsilon: int, digits: int) -> Any:
    """Balle and Wang's formula by mpmath."""
    with mp.workdps(digits + 20):
        mu, e = 1 / mpf(sigma), mpf(epsilon)
        return +(mp.ncdf(mu / 2 - e / mu) - mp.exp(e) * mp.ncdf(-mu / 2 - e / mu))


@pytest.mark.parametrize("digits", [1, 11, 20, 40])
def test_noisy_sgd_has_as_many_digits_as_are_asked_for(digits: int) -> None:
    """The truth lies between the ends, which share the digits."""
    answer = ch.Ledger(SGD).epsilon("1e-5", accountant="characteristic-function", digits=digits)
    with mp.workdps(60):
        assert mpf(answer.lower_exact) <= mpf(EPSILON) <= mpf(answer.upper_exact)
        assert mpf(answer.upper_exact) - mpf(answer.lower_exact) < mpf(10) ** -digits
    assert common(answer) >= digits


@pytest.mark.parametrize("digits", [30, 60, 1000])
def test_a_closed_form_has_them_too(digits: int) -> None:
    """Gaussian noise at eps = 1, against another library."""
    answer = ch.Ledger("gaussian:sigma=3").delta(1, digits=digits)
    with mp.workdps(digits + 20):
        truth = gaussian_delta(3, 1, digits)
        assert mpf(answer.lower_exact) <= truth <= mpf(answer.upper_exact)
        assert mpf(answer.upper_exact) - mpf(answer.lower_exact) < truth * mpf(10) ** -digits


@pytest.mark.parametrize(
    ("steps", "delta", "digits"),
    [
        (["gaussian:sigma=3,times=10"], "1e-9", 60),
        (["gaussian:sigma=1000000"], "1e-9", 40),
        (["laplace:scale=2"], "1e-9", 50),
        (["pure:epsilon=0.1,times=10"], "1e-9", 50),
        (["laplace:scale=3,times=10", "gaussian:sigma=3,times=10"], "1e-9", 50),
        ([SGD, "laplace:scale=50,times=3"], "1e-300", 40),
        (["poisson:rate=0.1/gaussian:sigma=2,times=100"], "1e-5", 30),
    ],
)
def test_an_inverse_has_them_and_its_certificate_shows_them(steps: list[str], delta: str, digits: int) -> None:
    """eps at delta; a check that derives it anew accepts it."""
    answer = ch.Ledger(steps).epsilon(delta, digits=digits)
    assert answer.exact
    assert common(answer) >= digits
    assert ch.check(answer.certificate()).accepted
    with mp.workdps(digits + 20):
        assert mpf(answer.upper_exact) - mpf(answer.lower_exact) < mpf(answer.upper_exact) * mpf(10) ** -digits
        coarse = ch.Ledger(steps).epsilon(delta)
        assert mpf(coarse.lower_exact) <= mpf(answer.lower_exact) <= mpf(answer.upper_exact) <= mpf(coarse.upper_exact)


def test_a_certificate_that_says_more_than_its_digits_is_refused() -> None:
    """An end one unit lower in the last digit, more digits than the line has, and other words for digits."""
    document = ch.Ledger(SGD).epsilon("1e-5", digits=30).certificate().document
    assert document["at"] == {"delta": "1e-5", "digits": "30"}
    upper = document["answer"]["upper_exact"]
    lowered = upper[:-1] + str(int(upper[-1]) - 1)
    assert ch.check(forged(document, ("answer", "lower"), 1.8)).accepted
    assert not ch.check(forged(document, ("answer", "upper_exact"), lowered)).accepted
    for wrong in ("1001", "0", "1/2", "-3", "1e1000"):
        assert not ch.check(forged(document, ("at", "digits"), wrong)).accepted


def test_a_bound_stays_a_bound() -> None:
    """Where no answer is exact the digits that are there are shown."""
    answer = ch.Ledger("gaussian:sigma=3,times=10").epsilon("1e-9", accountant="renyi", digits=40)
    assert (answer.exact, answer.lower_exact) == (False, None)
    plain = ch.Ledger("gaussian:sigma=3,times=10").epsilon("1e-9", accountant="renyi")
    assert answer.upper == plain.upper


@pytest.mark.parametrize("wrong", [0, -1, 1001, True, 2.0, "40"])
def test_other_digits_are_refused(wrong: Any) -> None:
    """It is said which, and what would be right."""
    with pytest.raises(ch.BadValue, match=r"digits is .*; it must be a whole number from 1 to 1000"):
        ch.Question.epsilon("1e-5", wrong)
