"""The losses of an epoch in which each record is used in one step: the lattice of ratios that a witness states, and the
distribution of losses that follows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..loss_distribution.formulas import connect_the_dots
from ..loss_distribution.guarantee import CLOSED_FORM, LossDistribution
from ..loss_distribution.profile import end_of
from .formulas import random_allocation

MOST_POINTS, MOST_BITS, WIDEST = 1 << 26, 256, 1 << 30
"""The largest number of points up to the sum of all ratios, and of bits; and the largest spacing."""


@dataclass(frozen=True, slots=True)
class LatticeWitness(ch.TypedWitness):
    """The lattice of ratios on which the steps of an epoch are added up."""

    spacing: Annotated[Fraction | None, ch.Field("spacing", low=0, high=WIDEST, open_low=True)]
    """The distance of two points; wider ones are used for larger ratios, as far as they matter."""
    points: Annotated[Fraction | None, ch.Field("points", low=2, high=MOST_POINTS, whole=True)]
    """How many points there are up to the largest sum of ratios on the finest lattice."""
    bits: Annotated[Fraction | None, ch.Field("bits", low=32, high=MOST_BITS, whole=True)]
    """The bits of each probability."""


def of_epoch(inner: ch.Profile, steps: int, witness: LatticeWitness) -> LossDistribution:
    """The losses of `steps` steps with the profile `inner`, in a random one of which a record is used. Raises
    Unavailable for a witness without a lattice."""
    if witness.spacing is None or witness.points is None or witness.bits is None:
        raise ch.Unavailable("the witness of an allocation is a lattice: its spacing, points and bits")

    def delta(xp: Arithmetic, epsilon: Value) -> Value:
        return inner.delta(xp, epsilon, {})

    ratios = random_allocation.Allocation(delta, steps, witness.spacing, int(witness.points), int(witness.bits))
    largest = inner.at_infinity.max_loss
    end = None if largest is None else end_of(largest, above=True)
    removal, addition = (
        connect_the_dots.Direction(of(ratios, above=True), Fraction(0), end, of(ratios, above=False))
        for of in (random_allocation.removal, random_allocation.addition)
    )
    return LossDistribution((((removal, addition), 1),), (0,), CLOSED_FORM)
