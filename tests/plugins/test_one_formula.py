"""The Renyi curve is the moment generating function of the loss at real orders: an error in the one shows in the
other, since both read one formula."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from chartered.proving import case, registered
from chartered_plugins.basics.formulas import gaussian_moments, randomized_response
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.mechanisms.formulas import laplace_moments
from chartered_verify.arithmetic import balls
from flint import arb

ORDER = Fraction(5, 2)
SAMPLED = "poisson:rate=1/10/gaussian:sigma=3/2"


def halved(formula: Any) -> Callable[..., Any]:
    """A formula whose first parameter, a loss or a rate, is halved."""
    return lambda xp, x, *more: formula(xp, x / 2, *more)


def at_order(name: str, step: str) -> arb:
    """log M at the order, from the function at complex orders; the larger one of both directions."""
    found = registered(f"{name}.characteristic").apply(case(step))
    with balls(160) as xp:
        logs = [xp.log(m.at(ORDER, 90, 160)) for ((m, _),) in found.directions]
        return logs[0] if len(logs) == 1 else xp.maximum(*logs)


def by_curve(name: str, step: str) -> arb:
    """The same from the Renyi curve."""
    curve = registered(f"{name}.renyi").apply(case(step)).curve
    with balls(160) as xp:
        return curve(xp, xp.number(ORDER)) * xp.number(ORDER - 1)


CASES = [
    ("laplace", "laplace:scale=2", laplace_moments, "laplace_mean"),
    ("discrete-laplace", "discrete-laplace:scale=2,sensitivity=3", laplace_moments, "discrete_laplace_mean"),
    ("randomized-response", "randomized-response:epsilon=1/2,k=4", randomized_response, "excess"),
]


@pytest.mark.parametrize(("name", "step", "module", "formula"), CASES, ids=[name for name, *_ in CASES])
def test_an_error_in_the_formula_shows_in_both(
    name: str, step: str, module: Any, formula: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They agree before and after it, and the value changes."""
    before = by_curve(name, step)
    assert before.overlaps(at_order(name, step))
    monkeypatch.setattr(module, formula, halved(getattr(module, formula)))
    after = by_curve(name, step)
    assert after.overlaps(at_order(name, step))
    assert not after.overlaps(before)


def test_gaussian_noise_is_linear_in_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """rho alpha, in the curve of zCDP and in the function of Gaussian DP."""

    def both() -> tuple[arb, arb]:
        given = registered("gaussian.gdp").apply(case("gaussian:sigma=3"))
        curve = registered("zcdp.renyi").apply(registered("gdp.zcdp").apply(given)).curve
        (((moments, _),),) = registered("gdp.characteristic").apply(given).directions
        with balls(128) as xp:
            return curve(xp, xp.number(ORDER)) * xp.number(ORDER - 1), xp.log(moments.at(ORDER, 60, 128))

    (curve, moment), line = both(), gaussian_moments.curve
    assert curve.overlaps(moment)
    monkeypatch.setattr(gaussian_moments, "curve", lambda rho, alpha: line(rho, alpha) * 2)
    again = both()
    assert again[0].overlaps(again[1])
    assert not again[0].overlaps(curve)


def test_complex_orders_are_read_by_the_same_nodes() -> None:
    """The first node of a line is the moment at its real order."""
    found = registered("poisson-gaussian.characteristic").apply(case(SAMPLED))
    ((removal, _),), _ = found.directions
    first, *_ = removal.along(Contour(ORDER, Fraction(1, 3), 5), 60, 128)
    with balls(160):
        assert first.real.overlaps(by_curve("poisson-gaussian", SAMPLED).exp())
