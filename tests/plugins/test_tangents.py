"""The search for tangent points: the second one is found to the last digits, in few steps."""

from __future__ import annotations

import math
from typing import Any

import pytest
from chartered_plugins.conversion.formulas import closed_forms as rc
from chartered_plugins.conversion.search import tangents
from chartered_verify.arithmetic import floats

SOLVE = rc.tangent_lambda


@pytest.mark.parametrize("alpha", [1.001, 1.5, 3.0, 40.0, 1e4])
@pytest.mark.parametrize("epsilon", [0.0, 1e-6, 0.1, 2.0, 50.0])
@pytest.mark.parametrize("v", [1e-9, 1e-4, 0.1, 3.0])
def test_the_second_tangent_meets_eps_in_few_steps(
    alpha: float, epsilon: float, v: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lambda(v, w) = e^eps, by false position that gains digits faster and faster."""
    asked: list[float] = []

    def counted(xp: Any, a: float, lower: float, w: float) -> Any:
        asked.append(w)
        return SOLVE(xp, a, lower, w)

    monkeypatch.setattr(rc, "tangent_lambda", counted)
    w = tangents.slope_one(alpha, epsilon, v)
    assert epsilon <= w <= epsilon - math.log1p(-1 / alpha)
    assert SOLVE(floats, alpha, v, w) == pytest.approx(epsilon, abs=1e-13 * max(1.0, epsilon))
    assert len(asked) <= 20
