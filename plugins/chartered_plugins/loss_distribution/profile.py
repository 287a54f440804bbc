"""Privacy loss distributions (PLD): made from privacy profiles, composed, and converted back to the privacy profile of
the composition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import START_BITS, enclose, fraction_of

from ..basics.formulas.failure_probability import some_failure_event
from ..composition.formulas import finite_loss as losses
from .formulas import connect_the_dots, self_convolution as convolution, tangents_below
from .guarantee import FINE, MAX_TRUNCATION_BITS, GridWitness, LossDistribution, delta_bits

SOURCE = "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"
OfLoss: TypeAlias = Callable[[losses.FiniteLoss], Value]
"""A number of the loss of all runs."""
WHY = (
    "The lower convex hull of upper bounds at grid points is the profile of a dominating pair, whose privacy loss "
    "distribution composes by convolution."
)


def from_profile(inner: ch.Profile, intervals: int = FINE) -> LossDistribution:
    """The privacy loss distribution of one run, from a symmetric privacy profile that needs no witness."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        return inner.delta(xp, epsilon, {})

    max_loss = Fraction(inner.at_infinity.max_loss) if isinstance(inner.at_infinity.max_loss, int | Fraction) else None
    delta_at_infinity = (
        Fraction(inner.at_infinity.delta)
        if isinstance(inner.at_infinity.delta, int | Fraction)
        else fraction_of(enclose(lambda xp: xp.number(inner.at_infinity.delta)).lo)
    )
    direction = connect_the_dots.Direction(curve, delta_at_infinity, max_loss)
    return LossDistribution((((direction, direction), 1),), (inner.at_infinity.delta,), intervals)


def theorem(
    name: str,
    takes: ch.OnStep | ch.OnWrapper,
    bound: Callable[[ch.Case], ch.Profile],
    intervals: Callable[[ch.Case], int],
    conditions: Callable[[ch.Case], str | None],
    statement: str,
    source: str,
) -> ch.Theorem:
    """The theorem `name` that gives the privacy loss distribution of the profile `bound`, on a grid of about so many
    intervals."""
    return ch.Theorem(
        name=name,
        takes=takes,
        gives=LossDistribution,
        bound=lambda case: from_profile(bound(case), intervals(case)),
        conditions=conditions,
        statement=f"{statement} {WHY}",
        source=f"{source}; {SOURCE}",
    )


def times(g: LossDistribution, n: int) -> LossDistribution:
    """n-fold composition: n times as many runs of each mechanism."""
    return LossDistribution(tuple((pair, n * k) for pair, k in g.composition), g.deltas_at_infinity, g.intervals)


def compose(gs: Sequence[LossDistribution]) -> LossDistribution:
    """Composition: the union of the multisets; runs of equal mechanisms are counted together."""
    counts: Counter[connect_the_dots.DirectionPair] = Counter()
    limits = {}
    for g in gs:
        for (pair, n), limit in zip(g.composition, g.deltas_at_infinity, strict=True):
            counts[pair] += n
            limits[pair] = limit
    return LossDistribution(tuple(counts.items()), tuple(limits[pair] for pair in counts), min(g.intervals for g in gs))


def profile(g: LossDistribution) -> ch.Profile:
    """The privacy profile of the composition; of a single run its own one."""
    return _of_one_run(g) if g.runs == 1 else _of_many_runs(g)


def _of_one_run(g: LossDistribution) -> ch.Profile:
    """The larger delta of both directions, as it is: nothing is put on a grid."""
    curves, max_loss = [parts[0][0][0].curve for parts in g.directions], g.max_loss
    delta_at_infinity = g.deltas_at_infinity[0]

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        if max_loss is not None and epsilon >= xp.number(max_loss):
            return xp.number(delta_at_infinity)
        return reduce(xp.maximum, [curve(xp, epsilon) for curve in curves])

    return ch.Profile(
        delta=delta,
        search=ch.WitnessSearch(expensive=True),
        at_infinity=ch.AtInfinity(delta=delta_at_infinity, max_loss=max_loss),
    )


def _of_many_runs(g: LossDistribution) -> ch.Profile:
    """The witness: the grid spacing in each direction, and the probability mass that may be truncated (at the end of
    each profile and at both ends of each convolution). For eps >= the sum of the maximal losses, delta is delta at
    infinity and no witness is needed."""
    max_loss = g.max_loss
    delta_at_infinity = some_failure_event(g.deltas_at_infinity, [k for _, k in g.composition])
    limits = fields(g)

    def from_above(xp: Arithmetic, witness: ch.Witness, value: OfLoss) -> list[Value]:
        return [value(loss) for loss in _composed(xp, g, witness, limits[0])]

    def with_below(xp: Arithmetic, witness: ch.Witness, above: list[Value], found: Value, value: OfLoss) -> Value:
        """With the value from below, where the losses are those of the mechanisms themselves: in the direction that has
        the larger value from above."""
        if g.side is not ch.Side.EXACT:
            return found
        place = 1 if len(above) > 1 and above[1] > above[0] else 0
        below = _below(g.directions[place], GridWitness.read(witness))
        return xp.hull(xp.number(0) if below is None else xp.positive(value(below)), found)

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        if max_loss is not None and epsilon >= xp.number(max_loss):
            return xp.number(delta_at_infinity)
        above = from_above(xp, witness, lambda loss: losses.delta(xp, loss, epsilon))
        found = xp.minimum(reduce(xp.maximum, above), xp.number(1))
        spare = _rounding(xp, g, witness)
        return with_below(xp, witness, above, found, lambda loss: losses.delta(xp, loss, epsilon) - spare)

    def inverse(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        above = from_above(xp, witness, lambda loss: losses.epsilon(xp, loss, delta))
        found = reduce(xp.maximum, above)
        found = found if max_loss is None else xp.minimum(found, xp.number(max_loss))
        spare = _rounding(xp, g, witness)
        return with_below(xp, witness, above, found, lambda loss: losses.epsilon(xp, loss, delta + spare))

    def for_epsilon(delta: Fraction) -> ch.Witness:
        from .search import grid

        return grid.for_epsilon(g, delta)

    def for_delta(epsilon: Fraction) -> ch.Witness:
        from .search import grid

        return {} if max_loss is not None and epsilon >= max_loss else grid.for_delta(g, epsilon)

    return ch.Profile(
        delta=delta,
        epsilon=inverse,
        search=ch.WitnessSearch(for_epsilon=for_epsilon, for_delta=for_delta, fields=limits),
        two_bounds=True,
        at_infinity=ch.AtInfinity(delta=delta_at_infinity, max_loss=max_loss),
    )


def _composed(
    xp: Arithmetic, g: LossDistribution, witness: ch.Witness, truncation: ch.Field
) -> list[losses.FiniteLoss]:
    """The loss of the composition in each direction. Raises Unavailable for a witness that names no grid."""
    directions = g.directions
    shown = GridWitness.read(witness)
    truncated_mass = shown.truncated_mass
    spacings = [spacing for spacing in shown.spacings[: len(directions)] if spacing is not None and spacing > 0]
    if truncated_mass is None or not 0 < truncated_mass < 1 or len(spacings) < len(directions):
        mass, *steps = (field.name for field in fields(g))
        raise ch.Unavailable(
            "the witness of a privacy loss distribution is the grid spacing of each direction that differs "
            f"({' and '.join(steps)}), and the truncated mass ({mass})"
        )
    if not truncation.admits(truncated_mass):
        raise ch.Unavailable("the truncated mass is so small that no question needs it")
    bits = START_BITS if g.side is ch.Side.EXACT else xp.in_balls(START_BITS).bits  # two ends: more bits change little
    return [
        convolution.cumulative(bits, parts, spacing, truncated_mass)
        for parts, spacing in zip(directions, spacings, strict=True)
    ]


def _below(parts: connect_the_dots.Composition, witness: GridWitness) -> losses.FiniteLoss | None:
    """The loss of the composition of pairs from below, in one direction; None where these cannot be made."""
    assert witness.spacing is not None
    assert witness.truncated_mass is not None
    try:
        return convolution.cumulative(START_BITS, parts, witness.spacing, witness.truncated_mass, below=True)
    except ArithmeticError:
        return None


def _rounding(xp: Arithmetic, g: LossDistribution, witness: ch.Witness) -> Value:
    """By how much more delta of the pairs from below may be than that of the mechanisms."""
    return xp.number(g.runs * tangents_below.slack(GridWitness.read(witness).truncated_mass or Fraction(1)))


def fields(g: LossDistribution) -> tuple[ch.Field, ...]:
    """The limits of a witness: a truncated mass is rounded up to half as many bits more than a search needs, and no
    spacing is longer than a search looks for one."""
    low = Fraction(1, 1 << min(MAX_TRUNCATION_BITS + 4, 32 + delta_bits(g.intervals) * 3 // 2))
    return GridWitness.fields(truncated_mass={"low": low})[: 1 + len(g.directions)]
