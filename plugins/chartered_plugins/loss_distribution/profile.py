"""Privacy loss distributions (PLD): made from privacy profiles, composed, and converted back to the privacy profile of
the composition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import START_BITS, enclose, fraction_of

from ..basics.formulas.failure_probability import some_failure_event
from ..composition.formulas import finite_loss as losses
from .formulas import connect_the_dots, self_convolution as convolution
from .guarantee import FINE, MAX_TRUNCATION_BITS, SPACINGS, TRUNCATED_MASS, LossDistribution, delta_bits

SOURCE = "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"
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

    def sums(xp: Arithmetic, witness: ch.Witness) -> list[losses.FiniteLoss]:
        return _composed(xp, g, witness, limits[0])

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        if max_loss is not None and epsilon >= xp.number(max_loss):
            return xp.number(delta_at_infinity)
        return xp.minimum(
            reduce(xp.maximum, [losses.delta(xp, loss, epsilon) for loss in sums(xp, witness)]), xp.number(1)
        )

    def inverse(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        found = reduce(xp.maximum, [losses.epsilon(xp, loss, delta) for loss in sums(xp, witness)])
        return found if max_loss is None else xp.minimum(found, xp.number(max_loss))

    def propose(question: ch.Question) -> ch.Witness:
        if question.quantity == "delta" and max_loss is not None and question.at >= max_loss:
            return {}
        from .search import grid as search

        return search.propose(g, question)

    return ch.Profile(
        delta=delta,
        epsilon=inverse,
        search=ch.WitnessSearch(propose=propose, fields=limits),
        at_infinity=ch.AtInfinity(delta=delta_at_infinity, max_loss=max_loss),
    )


def _composed(
    xp: Arithmetic, g: LossDistribution, witness: ch.Witness, truncation: ch.Field
) -> list[losses.FiniteLoss]:
    """The loss of the composition in each direction. Raises Unavailable for a witness that names no grid."""
    directions = g.directions
    truncated_mass = witness.get(TRUNCATED_MASS)
    spacings = [witness.get(name) for name in SPACINGS[: len(directions)]]
    if (
        truncated_mass is None
        or not 0 < truncated_mass < 1
        or any(spacing is None or not spacing > 0 for spacing in spacings)
    ):
        raise ch.Unavailable(
            "the witness of a privacy loss distribution is the grid spacing of each direction that differs "
            f"({' and '.join(SPACINGS[: len(directions)])}), and the truncated mass ({TRUNCATED_MASS})"
        )
    if not truncation.admits(Fraction(truncated_mass)):
        raise ch.Unavailable("the truncated mass is so small that no question needs it")
    bits = xp.bits if xp.name in ("balls", "duals") else START_BITS  # type: ignore[attr-defined]
    return [
        convolution.cumulative(bits, parts, Fraction(spacing or 0), Fraction(truncated_mass))
        for parts, spacing in zip(directions, spacings, strict=True)
    ]


def fields(g: LossDistribution) -> tuple[ch.Field, ...]:
    """The limits of a witness: a truncated mass is rounded up to half as many bits more than a search needs, and no
    spacing is longer than a search looks for one."""
    low = Fraction(1, 1 << min(MAX_TRUNCATION_BITS + 4, 32 + delta_bits(g.intervals) * 3 // 2))
    truncation = ch.Field(TRUNCATED_MASS, low=low, high=Fraction(1, 2))
    spacings = SPACINGS[: len(g.directions)]
    return (truncation, *(ch.Field(name, high=losses.LOSS_CAP, open_low=True) for name in spacings))
