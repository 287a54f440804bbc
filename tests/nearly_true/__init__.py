"""Inequalities that are true, and the same ones made false where it is hard to see: far out, in a corner, in a narrow
dip, by a constant, an order of vanishing or a range that is a little too good; from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from .functions import bernoulli, coins, gammas, normal_tail, parameter, two_means, young
from .inequality import Nearly
from .places import boundary, contact_strict, corner, dip, far_out, pole, switches, undefined_end, vanishing

__all__ = ["FAMILIES", "Nearly", "nearly_true"]
FAMILIES = (
    *(vanishing, far_out, corner, dip, contact_strict, boundary, undefined_end, pole, gammas, switches, young),
    *(bernoulli, parameter, two_means, normal_tail, coins),
)


def nearly_true(seed: int) -> Iterator[Nearly]:
    """One of each family, true and false."""
    random = Random(seed)
    for make in FAMILIES:
        for true in (True, False):
            yield make(random, true)
