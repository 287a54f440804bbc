"""Directions that differ in the probability of an infinite loss, as where a record with a failure is in a sample or
not: which one has the larger delta, and how much of a delta the finite losses may have."""

from __future__ import annotations

import math

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import enclose
from flint import arb

from ..formulas.composed_moments import Composition, infinity_mass

_BITS = 256


def log_total(parts: Composition, log_delta: float) -> float:
    """The logarithm of delta, from that of the finite losses."""
    mass = infinity_mass(parts)
    if mass == 0:
        return log_delta
    infinite = enclose(lambda xp: xp.log(xp.number(mass))).upper
    most, least = max(infinite, log_delta), min(infinite, log_delta)
    return most + math.log1p(math.exp(least - most)) if most > -math.inf else most


def surplus(lead: Composition, parts: Composition) -> arb:
    """By how much infinite losses are more probable in one direction than in another."""
    if lead is parts or (infinity_mass(lead) == 0 and infinity_mass(parts) == 0):
        return arb(0)
    with balls(_BITS) as xp:
        return xp.number(infinity_mass(lead)) - xp.number(infinity_mass(parts))
