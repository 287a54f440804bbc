"""About delta of many runs, for searches: near what grids of their own prove."""

from __future__ import annotations

from math import isnan

import chartered as ch
import pytest
from chartered.enclose.evaluation import evaluate
from chartered_plugins.basics.formulas import gaussian_profile
from chartered_plugins.loss_distribution import convolved_profile, from_profiles
from chartered_plugins.loss_distribution.guarantee import CLOSED_FORM, FINE


def _runs(intervals: int) -> ch.Profile:
    """Thirty runs of Gaussian noise, as losses on a grid."""
    one = ch.Profile(delta=lambda xp, epsilon, witness: gaussian_profile.delta_mu(xp, xp.number(1) / 4, epsilon))
    losses = from_profiles.times(from_profiles.from_profile(one, intervals), 30)
    return convolved_profile.ManyRuns(losses).profile.bounding(ch.Side.UPPER)


@pytest.mark.parametrize("intervals", [FINE, CLOSED_FORM])
@pytest.mark.parametrize("epsilon", [0, 1, 4, 9])
def test_it_is_near_what_a_grid_of_its_own_proves(intervals: int, epsilon: int) -> None:
    """On coarse intervals and on fine ones, from delta about 0.5 down to 1e-11."""
    profile, question = _runs(intervals), ch.Question.delta(epsilon)
    proved = evaluate(profile, question, profile.search(question)).bound.upper
    estimate = profile.evaluation.estimate
    assert estimate is not None
    assert estimate(float(epsilon)) == pytest.approx(proved, rel=0.1)


def test_where_no_coarse_grid_reaches_it_is_no_large_number() -> None:
    """A search that asks there learns that delta is tiny, or nothing."""
    estimate = _runs(FINE).evaluation.estimate
    assert estimate is not None
    found = estimate(1e4)
    assert isnan(found) or 0 <= found < 1e-6
