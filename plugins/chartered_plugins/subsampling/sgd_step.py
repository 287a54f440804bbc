"""A Poisson sample of a Gaussian step, the step of noisy SGD."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch


def sampled(case: ch.Case) -> str | None:
    """Add-or-remove or zero-out neighbours, and a rate above 0 and below 1."""
    if not case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE):
        return "a Poisson sample is compared under add-or-remove neighbours"
    if case.number("rate") <= 0:
        return "the rate is 0: nothing is released"
    return "the rate is 1: the step is what it wraps" if case.number("rate") >= 1 else None


def noise_multiplier(case: ch.Case) -> Fraction:
    """sigma of the inner step divided by its sensitivity."""
    return case.within.number("sigma") / case.within.sensitivity
