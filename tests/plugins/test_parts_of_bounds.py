"""Parts of bounds that are no remainder of an integral are needed, too: a Chernoff bound's factor, the ends of an
ellipse, and the tail of mu."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from chartered import Ledger
from chartered_plugins.characteristic_function.formulas import (
    composition,
    contour,
    sampled_laplace_quadrature as quadrature,
)
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.moments import RandomizedResponse
from chartered_plugins.characteristic_function.formulas.poisson_laplace import PoissonLaplace
from chartered_plugins.characteristic_function.formulas.sampled_laplace_quadrature import Points
from chartered_plugins.characteristic_function.laws.normal import Normal
from chartered_plugins.subsampling.formulas.amplification import sampled_epsilon
from chartered_verify.arithmetic import balls
from flint import arb
from mpmath import mp, mpf

from tests import truth

KAPPA, REMAINDER = contour.kappa, quadrature.remainder


def test_the_factor_of_a_chernoff_bound_is_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a single loss l it is attained at the order 1/(1 - e^-(l - eps)): any smaller factor is no bound."""
    response, x = RandomizedResponse(Fraction(3)), Fraction(29, 10)
    with balls(128) as xp:
        weight = xp.exp(arb(3))
        delta = (weight - xp.exp(xp.number(x))) / (weight + 1)
    order = Fraction(10508, 1000)
    assert composition.chernoff(((response, 1),), order, x) >= delta
    monkeypatch.setattr(composition, "kappa", lambda xp, b: KAPPA(xp, b) * (1 - arb(10) ** -8))
    assert composition.chernoff(((response, 1),), order, x) < delta


def ends(xp: Any, q: arb, e: arb, p: arb, place: arb) -> list[arb]:
    """e^(-et/2) w(t)^p at t = -place and at t = place."""
    return [xp.exp(p * sampled_epsilon(xp, q, e * t) - e * t / 2) for t in (-place, place)]


def weaker(part: str) -> Any:
    """The remainder with one end of the ellipse alone, or with the ends of the interval."""

    def remainder(xp: Any, q: arb, e: arb, p: arb, at: Points, height: arb) -> arb:
        r = arb(at.ellipse)
        both = ends(xp, q, e, p, (r + 1 / r) / 2)
        less = {"left": both[:1], "right": both[1:], "interval": ends(xp, q, e, p, arb(1))}[part]
        found: arb = REMAINDER(xp, q, e, p, at, height) * max(less, key=float) / max(both, key=float)
        return found

    return remainder


@pytest.mark.parametrize(
    ("m", "line", "points", "part"),
    [
        (PoissonLaplace(Fraction(1, 2), Fraction(6)), ("8", 1), Points(8, 1.26), "left"),
        (PoissonLaplace(Fraction(9, 10), Fraction(1), True), ("8", 4), Points(4, 3.24), "right"),
        (PoissonLaplace(Fraction(1, 2), Fraction(1)), ("8", 1), Points(4, 2.85), "interval"),
    ],
)
def test_both_ends_of_the_ellipse_are_needed(
    m: PoissonLaplace, line: tuple[str, int], points: Points, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The integrand of Laplace noise on a sample is largest at one of them."""
    along = Contour(Fraction(line[0]), Fraction(3 if line[1] > 1 or part == "left" else 1), line[1])
    exactly = m.along(along, 80, 200)

    def inside() -> bool:
        return all(found.overlaps(x) for found, x in zip(m.along(along, 80, 200), exactly, strict=True))

    monkeypatch.setattr(quadrature, "propose_points", lambda *_: points)
    assert inside()
    monkeypatch.setattr(quadrature, "remainder", weaker(part))
    assert not inside()


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
