"""Hypothesis without a deadline: a shared machine is slow at times, and slowness is no failure.

The same examples in every run, so that a change that breaks nothing stays green; `.ci/full` wanders: its examples are
new each time."""

from hypothesis import settings

settings.register_profile("chartered", deadline=None, derandomize=True)
settings.register_profile("wandering", deadline=None)
settings.load_profile("chartered")
