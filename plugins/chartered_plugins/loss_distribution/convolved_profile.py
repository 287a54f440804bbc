"""The privacy profile of many runs by convolution of their losses: an upper bound, and a lower bound if the losses are
those of the mechanisms' worst pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, reduce
from typing import TypeAlias

import chartered as ch
from chartered.model.failure_event import some_failure_event
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.catching import ours
from chartered_verify.enclosure import START_BITS
from msgspec import Struct

from ..composition.formulas import finite_loss as losses
from .formulas import connect_the_dots, convolution, tangents_below
from .guarantee import MAX_TRUNCATION_BITS, GridWitness, LossDistribution, delta_bits
from .search import estimate, grid

OfLoss: TypeAlias = Callable[[losses.FiniteLoss, Value], Value]
"""The loss of all runs, and a margin of delta -> a number, delta or eps."""


class ManyRuns(Struct, frozen=True):
    """The losses of a composition. The witness: the grid spacing in each direction, and the probability mass that may
    be truncated (at the end of each profile and at both ends of each convolution)."""

    losses: LossDistribution

    @property
    def profile(self) -> ch.Profile:
        """The privacy profile. For eps >= the sum of the maximal losses, delta is delta at infinity and no witness is
        needed."""
        g = self.losses
        return ch.Profile(
            delta=self.delta,
            epsilon=self.epsilon,
            search=ch.WitnessSearch(for_epsilon=self.for_epsilon, for_delta=self.for_delta, fields=fields(g)),
            evaluation=ch.Evaluation(estimate=self.estimate, rough=True),
            from_above=self._from_above if g.side is ch.Side.EXACT else None,
            at_infinity=ch.AtInfinity(delta=self.delta_at_infinity, max_loss=g.max_loss),
        )

    def _from_above(self) -> ch.Profile:
        return ManyRuns(replace(self.losses, side=ch.Side.UPPER)).profile

    @property
    def delta_at_infinity(self) -> ch.Number:
        """The probability that at least one run fails."""
        return some_failure_event(self.losses.deltas_at_infinity, [k for _, k in self.losses.composition])

    def delta(self, xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        """delta(eps), at most 1."""
        if self._beyond(xp, epsilon):
            return xp.number(self.delta_at_infinity)
        return self._ends(xp, witness, 1, lambda loss, spare: losses.delta(xp, loss, epsilon) - spare)

    def epsilon(self, xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        """The least eps at a delta, at most the largest loss."""
        most = self.losses.max_loss
        return self._ends(xp, witness, most, lambda loss, spare: losses.epsilon(xp, loss, delta + spare))

    def for_epsilon(self, delta: Fraction) -> ch.Witness:
        """A witness for the eps at a delta."""
        return grid.for_epsilon(self.losses, delta)

    def for_delta(self, epsilon: Fraction) -> ch.Witness:
        """A witness for the delta at an eps."""
        most = self.losses.max_loss
        return {} if most is not None and epsilon >= most else grid.for_delta(self.losses, epsilon)

    def estimate(self, epsilon: float) -> float:
        """About delta(eps), on a coarse grid."""
        return estimate.delta(self.losses, epsilon)

    def _beyond(self, xp: Arithmetic, epsilon: Value) -> bool:
        most = self.losses.max_loss
        return most is not None and bool(epsilon >= xp.number(most))

    def _ends(self, xp: Arithmetic, witness: ch.Witness, most: ch.Number | None, value: OfLoss) -> Value:
        """The upper bound, at most `most`; together with the lower one, in the direction with the larger upper bound,
        if the losses are those of the worst pairs. `value`: takes as well by how much delta of all pairs from below may
        exceed that of the mechanisms, runs times slack."""
        g, shown, none = self.losses, GridWitness.read(witness), xp.number(0)
        above = [value(loss, none) for loss in _composed(xp, g, shown)]
        found = reduce(xp.maximum, above)
        found = found if most is None else xp.minimum(found, xp.number(most))
        if g.side is not ch.Side.EXACT:
            return found
        index, mass = 1 if len(above) > 1 and above[1] > above[0] else 0, shown.truncated_mass
        below = _below(g.directions[index], shown.spacing, mass)
        if below is None or mass is None:
            return xp.hull(none, found)
        return xp.hull(xp.positive(value(below, xp.number(g.runs * tangents_below.slack(mass)))), found)


def _composed(xp: Arithmetic, g: LossDistribution, shown: GridWitness) -> list[losses.FiniteLoss]:
    """The loss of the composition in each direction. Raises Unavailable for a witness without a grid."""
    directions, truncated_mass = g.directions, shown.truncated_mass
    spacings = [spacing for spacing in shown.spacings[: len(directions)] if spacing is not None and spacing > 0]
    if truncated_mass is None or not 0 < truncated_mass < 1 or len(spacings) < len(directions):
        mass, *steps = (field.name for field in fields(g))
        raise ch.Unavailable(
            "the witness of a privacy loss distribution is the grid spacing of each direction that differs "
            f"({' and '.join(steps)}), and the truncated mass ({mass})"
        )
    if not fields(g)[0].admits(truncated_mass):
        raise ch.Unavailable("the truncated mass is so small that no question needs it")
    # with two bounds, more bits change little: their gap is due to the grid
    bits = START_BITS if g.side is ch.Side.EXACT else xp.in_balls(START_BITS).bits
    return [
        convolution.cumulative(bits, parts, spacing, truncated_mass)
        for parts, spacing in zip(directions, spacings, strict=True)
    ]


@lru_cache(maxsize=48)
def _below(
    parts: connect_the_dots.Composition, spacing: Fraction | None, truncated_mass: Fraction | None
) -> losses.FiniteLoss | None:
    """The loss of the composition of pairs from below, in one direction; None if such pairs cannot be made, which takes
    as long to find, and each precision would look again."""
    assert spacing is not None
    assert truncated_mass is not None
    try:
        return convolution.cumulative(START_BITS, parts, spacing, truncated_mass, below=True)
    except ours(ArithmeticError):
        return None


def fields(g: LossDistribution) -> tuple[ch.Field, ...]:
    """The fields of the witness with their limits: a search rounds the truncated mass down to at most 3/2 times as many
    bits as it needs, and proposes no spacing above LOSS_CAP."""
    low = Fraction(1, 1 << min(MAX_TRUNCATION_BITS + 4, 32 + delta_bits(g.intervals) * 3 // 2))
    return GridWitness.fields(truncated_mass={"low": low})[: 1 + len(g.directions)]
