"""Hypothesis without a deadline: a shared machine is slow at times, and slowness is no failure."""

from hypothesis import settings

settings.register_profile("chartered", deadline=None)
settings.load_profile("chartered")
