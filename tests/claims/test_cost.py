"""What trying claims costs: how often something is computed that many cases share, and the seconds that were measured.
No test here is timed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from chartered_plugins.loss_distribution.formulas.convolution import cumulative
from chartered_plugins.mechanisms.claims import discrete_gaussian, laplace
from chartered_verify.boxes.region import Region
from chartered_verify.forms.identity import equality
from chartered_verify.large_packages import sympy
from chartered_verify.runs.suite import attempt
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Supported
from planting import CLAIMS

from tests.durations import measured

LONGEST, ALL = 10.0, 165.0
"""The processor seconds of a claim, and of all claims of half a second and more, as `python -m tests.durations
tests/claims` measured them: `chartered verify` is to take two minutes of two cores."""


def test_a_point_of_an_identity_is_evaluated_once_on_each_side() -> None:
    """Where both sides agree at the first precision, as they do at nearly all points."""
    calls = Counter[str]()

    def counted(xp: Any, x: Any) -> Any:
        calls[xp.name] += 1
        return xp.exp(x)

    found = equality(counted, lambda xp, x: xp.exp(x), ["x"], Region.interior([(0, 9)]), 50).spot_check(1)
    assert isinstance(found, int)
    assert found > 30
    assert calls["balls"] == found


@pytest.mark.parametrize(
    ("name", "cached", "most"),
    [
        ("laplace.profile.integral", laplace._integral, 3),
        ("discrete-gaussian.zcdp.shift", discrete_gaussian._integrals, 2),
    ],
)
def test_an_integral_is_taken_once_for_all_points(
    name: str, cached: Any, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SymPy integrates each formula once, not at each point."""
    taken, integrate = [], sympy.integrate

    def counted(*asked: Any) -> Any:
        taken.append(asked)
        return integrate(*asked)

    cached.cache_clear()
    monkeypatch.setattr(sympy, "integrate", counted)
    assert isinstance(attempt(CLAIMS[name], Effort()).verdict, Proved)
    assert len(taken) == most


@pytest.mark.parametrize(("name", "most"), [("loss-distribution.profile.exact-cases", 24), ("poisson.pld.runs", 48)])
def test_runs_are_convolved_once_for_every_eps(name: str, most: int) -> None:
    """Once for each mechanism, number of runs, grid and direction, from above and from below."""
    cumulative.cache_clear()
    assert isinstance(attempt(CLAIMS[name], Effort()).verdict, Supported)
    assert 0 < cumulative.cache_info().misses <= most


def test_claims_were_measured_to_be_cheap() -> None:
    """None takes very long, and all of them together no more than their share of two minutes of two cores."""
    tries = ("test_a_claim_that_says_proof_is_proved[", "test_a_sampled_claim_is_never", "test_a_claim_is_proved[")
    each = [took for name, took in measured().items() if any(f"::{one}" in name for one in tries)]
    assert max(each) <= LONGEST
    assert sum(each) <= ALL
