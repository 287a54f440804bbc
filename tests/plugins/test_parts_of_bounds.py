"""Parts of bounds that are no remainder of an integral are needed, too: a Chernoff bound's factor, and the tail of
mu."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from chartered import Ledger
from chartered_plugins.characteristic_function.formulas import composed_moments, contour
from chartered_plugins.characteristic_function.formulas.moments import RandomizedResponse
from chartered_plugins.characteristic_function.laws.normal_noise import Normal
from chartered_verify.arithmetic import balls
from flint import arb
from mpmath import mp, mpf

from tests import truth

KAPPA = contour.kappa


def test_the_factor_of_a_chernoff_bound_is_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a single loss l it is attained at the order 1/(1 - e^-(l - eps)): any smaller factor is no bound."""
    response, x = RandomizedResponse(Fraction(3)), Fraction(29, 10)
    with balls(128) as xp:
        weight = xp.exp(arb(3))
        delta = (weight - xp.exp(xp.number(x))) / (weight + 1)
    order = Fraction(10508, 1000)
    assert composed_moments.chernoff(((response, 1),), order, x) >= delta
    monkeypatch.setattr(composed_moments, "kappa", lambda xp, b: KAPPA(xp, b) * (1 - arb(10) ** -8))
    assert composed_moments.chernoff(((response, 1),), order, x) < delta


def test_the_tail_of_mu_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Far out a sample of rate q hides nothing but the constant log 1/q: with half the tail's mu^2 the profile of the
    answer's mu is below the truth there."""
    rate, runs = "1/2", 20
    step = f"poisson:rate={rate}/gaussian:sigma=1,times={runs}"

    def holds(mu: Any, epsilon: int) -> bool:
        """Whether delta of mu is at least that of the runs in which the record is always sampled."""
        with mp.workdps(60):
            share = truth.number(Fraction(rate)) ** runs
            beyond = truth.gaussian(mp.sqrt(mpf(runs)), mpf(epsilon) - mp.log(share))
            return bool(truth.gaussian(mp.mpf(mu), mpf(epsilon)) >= share * beyond)

    assert holds(Ledger([step]).mu().upper, 200)
    monkeypatch.setattr(Normal, "mu_squared", lambda self, shift: shift**2 / (2 * self.variance))
    assert not holds(Ledger([step]).mu().upper, 200)
