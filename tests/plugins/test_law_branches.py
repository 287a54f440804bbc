"""The logarithms in a law are those that are real on the real line, also where P or Q has no part at 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.mixture import NOTHING, Mixture, Ratio
from chartered_plugins.characteristic_function.laws.normal_noise import Normal
from flint import acb, arb
from mpmath import mp

HALF, ONE = Fraction(1, 2), Fraction(1)
AWAY = Mixture.of([(HALF, ONE), (HALF, Fraction(11, 10))])
FAR = Mixture.of([(HALF, Fraction(2)), (HALF, Fraction(5, 2))])
RATIOS = {
    "P has no part at 0": Ratio(AWAY, NOTHING),
    "Q has none": Ratio(NOTHING, AWAY.mirrored),
    "neither has": Ratio(FAR, AWAY.mirrored),
    "P has one": Ratio(Mixture.of([(HALF, Fraction(0)), (HALF, Fraction(2))]), NOTHING),
}


def direct(ratio: Ratio, z: Any) -> Any:
    """E_B[p^z q^(1-z)] under standard normal noise, with real logarithms on the real line."""

    def integrand(x: Any) -> Any:
        return mp.npdf(x) * mp.exp(z * logs[0](x) + (1 - z) * logs[1](x))

    logs = [_log(mixture) for mixture in (ratio.p, ratio.q)]
    return mp.quad(integrand, [mp.mpf(k) / 4 for k in range(-60, 100)])


def _log(mixture: Mixture) -> Any:
    parts = [[mp.mpf(x.numerator) / x.denominator for x in part] for part in mixture.parts]
    return lambda x: mp.log(sum(w * mp.exp(x * d - d * d / 2) for w, d in parts))


@pytest.mark.parametrize("name", RATIOS)
@pytest.mark.parametrize("height", [4, 20])
def test_a_line_that_is_shifted_far_up_encloses_the_integral(name: str, height: int) -> None:
    """High lines have nodes so far above the real axis that parts away from 0 turn by more than pi there."""
    line = Contour(Fraction(2), Fraction(height, 20), 21)
    found = Law(Normal(ONE), RATIOS[name]).along(line, 40, 200)
    with mp.workdps(40):
        for k in (1, 7, 20):
            truth = direct(RATIOS[name], mp.mpc(2, mp.mpf(k * height) / 20))
            near = mp.mpf(10) ** -20
            ball = acb(*(_ball(x, near) for x in (truth.real, truth.imag)))
            assert found[k].overlaps(ball)


def _ball(x: Any, radius: Any) -> Any:
    return arb(mp.nstr(x, 35), float(radius))


def test_an_order_whose_exponents_have_no_known_sign_is_refused() -> None:
    """An order next to 1 with few bits: bounds for q^(1-c) differ on either side."""
    law = Law(Normal(ONE), RATIOS["Q has none"])
    with pytest.raises(ArithmeticError, match="side of 0 or 1"):
        law.at(1 + Fraction(1, 2**200), 40, 80)
    assert law.at(1 + Fraction(1, 2**200), 40, 300).overlaps(law.at(ONE, 40, 300))
