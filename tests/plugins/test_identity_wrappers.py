"""A wrapper that changes nothing never contradicts what it wraps, whatever a step's parameters say of relations."""

from __future__ import annotations

import chartered as ch
import pytest

NOISES = [
    f"{noise},{moved}" if moved else noise
    for noise in ("gaussian:sigma=2", "laplace:scale=2", "skellam:variance=9", "discrete-laplace:scale=2")
    for moved in ("", "sensitivity=2", "sensitivity=2,replace-sensitivity=1", "sensitivity=2,replace-sensitivity=3")
]
NOTHING = [
    "group:size=1/",
    "poisson:rate=1/",
    "allocation:steps=1/",
    "parts:count=1/",
    "repeat-and-select:count=fixed,mean=1/",
    "group:size=1/poisson:rate=1/",
]
SAMPLED = ["group:size=1/", "parts:count=1/"]


def ends(step: str, relation: ch.Neighbours) -> tuple[float, float]:
    """(lower end, upper end) of delta at eps = 0.3; all of [0, 1] where there is no answer."""
    try:
        found = ch.Ledger(step, relation).delta("0.3")
    except ch.CharteredError:
        return 0.0, 1.0
    return found.lower or 0.0, found.upper


@pytest.mark.parametrize("relation", ch.Neighbours)
@pytest.mark.parametrize("noise", NOISES)
def test_what_changes_nothing_contradicts_nothing(noise: str, relation: ch.Neighbours) -> None:
    """No lower end of the one is above the upper end of the other, unsampled and on a sample."""
    for inner, wrappers in ((noise, NOTHING), (f"poisson:rate=0.1/{noise}", SAMPLED)):
        low, high = ends(inner, relation)
        for wrapper in wrappers:
            if wrapper.startswith("parts") and "replace-sensitivity=1" in noise:
                continue  # a record may be in no part, and so farther from another one than two records are
            below, above = ends(f"{wrapper}{inner}", relation)
            assert below <= high, (wrapper, inner)
            assert low <= above, (wrapper, inner)
