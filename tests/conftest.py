"""Hypothesis without a deadline: a shared machine is slow at times, and slowness is no failure.

The same examples in every run, so that a change that breaks nothing stays green; `.ci/full` wanders: its examples are
new each time."""

import pytest
from hypothesis import settings

from tests import draws, durations

settings.register_profile("chartered", deadline=None, derandomize=True)
settings.register_profile("wandering", deadline=None)
settings.load_profile("chartered")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is known to be slow is left to CI, or to the full tier, which draws from it."""
    durations.mark(items)
    if left := set(draws.left(items)):
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]
