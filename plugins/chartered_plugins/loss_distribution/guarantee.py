"""The guarantee "privacy loss distribution" (PLD): mechanisms whose dominating pairs come from their privacy profiles.
The losses of all runs add up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

import chartered as ch
from chartered_verify.arithmetic import exact_sum
from msgspec import Struct

from ..composition.formulas.finite_loss import LOSS_CAP
from .formulas import connect_the_dots

VERY_FINE, CLOSED_FORM, FINE, MEDIUM, COARSE = 32768, 8192, 64, 32, 16
"""Target numbers of grid intervals: for a profile in closed form that is composed by a grid alone, for any in closed
form, and for profiles that are increasingly expensive."""
_LARGE, _LARGEST = 10**4, 10**7
MAX_TRUNCATION_BITS = 1060
"""-log2 of the least truncated mass that a search proposes, since the working precision grows with it."""


class GridWitness(ch.TypedWitness, Struct, frozen=True):
    """The grid on which the losses of all runs are convolved."""

    truncated_mass: Annotated[Fraction | None, ch.Field("tail", high=Fraction(1, 2))] = None
    """The probability mass that is truncated at the end of each profile and at both ends of each convolution."""
    spacing: Annotated[Fraction | None, ch.Field("step", high=LOSS_CAP, open_low=True)] = None
    """The grid spacing of the removal direction, in units of the loss."""
    spacing_addition: Annotated[Fraction | None, ch.Field("back", high=LOSS_CAP, open_low=True)] = None
    """The grid spacing of the addition direction; None if both directions are the same."""

    @property
    def spacings(self) -> tuple[Fraction | None, Fraction | None]:
        """The grid spacings of both directions."""
        return self.spacing, self.spacing_addition


def intervals_for(case: ch.Case) -> int:
    """The target number of grid intervals for a profile that is a sum over n reports."""
    n = case.number("n")
    return FINE if n <= _LARGE else MEDIUM if n <= _LARGEST else COARSE


def delta_bits(intervals: int) -> int:
    """log2(runs/(the least delta that is searched)): on a coarse grid, used for expensive profiles, tiny deltas are not
    searched."""
    return min(MAX_TRUNCATION_BITS, intervals**2 // 3)


@dataclass(frozen=True, slots=True, eq=False)
class LossDistribution(ch.Guarantee):
    """A composition, given by the privacy profiles of its mechanisms in both directions (removal, addition), from which
    a dominating pair on a grid is made.

    `composition`: the mechanisms, each with its number of runs. `deltas_at_infinity`: lim delta(eps) of each mechanism.
    `intervals`: the target number of grid intervals."""

    of_profiles: ClassVar[bool] = True

    composition: connect_the_dots.Composition
    deltas_at_infinity: tuple[ch.Number, ...]
    intervals: int = FINE

    @property
    def runs(self) -> int:
        """The number of runs."""
        return sum(times for _, times in self.composition)

    @property
    def directions(self) -> tuple[connect_the_dots.Composition, ...]:
        """The different directions: removal and addition, or only one if all pairs are symmetric."""
        swapped = connect_the_dots.swapped(self.composition)
        return (self.composition,) if swapped == self.composition else (self.composition, swapped)

    @property
    def max_loss(self) -> Fraction | None:
        """The sum of the maximal losses, in the direction with the larger one; None if that of some mechanism is not
        known."""
        sums = [[(removal.max_loss, times) for (removal, _), times in parts] for parts in self.directions]
        if any(loss is None for parts in sums for loss, _ in parts):
            return None
        return max(exact_sum(loss * times for loss, times in parts if loss is not None) for parts in sums)
