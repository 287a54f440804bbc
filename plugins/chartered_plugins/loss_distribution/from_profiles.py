"""Privacy loss distributions (PLD): made from privacy profiles, composed, and converted back to the privacy profile of
the composition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce

import chartered as ch
from chartered.model.failure_event import some_failure_event
from chartered_verify.arithmetic import Arithmetic, Value, floats
from chartered_verify.catching import ours
from chartered_verify.enclosure import enclose, fraction_of
from msgspec import structs

from . import convolved_profile
from .formulas import connect_the_dots, joint_distribution
from .guarantee import CLOSED_FORM, FINE, LossDistribution, intervals_for

SOURCE = "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"
WHY = (
    "The lower convex hull of upper bounds at grid points is the profile of a dominating pair, whose privacy loss "
    "distribution composes by convolution."
)


def from_profile(inner: ch.Profile, intervals: int = FINE) -> LossDistribution:
    """The privacy loss distribution of one run, from a symmetric privacy profile that needs no witness."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        return inner.delta(xp, epsilon, {})

    delta_at_infinity, max_loss = inner.at_infinity.delta, inner.at_infinity.max_loss
    above = None if max_loss is None else end_of(max_loss, above=True)
    direction = connect_the_dots.Direction(curve, end_of(delta_at_infinity, above=False), above)
    return LossDistribution((((direction, direction), 1),), (delta_at_infinity,), intervals)


def end_of(x: ch.Number, *, above: bool) -> Fraction:
    """The number itself if it is rational, otherwise a rational one just above or below it. Raises Unavailable."""
    if not callable(x):
        return Fraction(x)
    try:
        found = enclose(lambda xp: xp.number(x))
        return fraction_of(found.hi if above else found.lo)
    except ours(ArithmeticError) as why:
        raise ch.Unavailable(f"an end of its losses is no number that can be written: {why}") from why


def theorem(
    name: str,
    takes: ch.OnStep | ch.OnWrapper,
    bound: Callable[[ch.Case], ch.Profile],
    intervals: Callable[[ch.Case], int],
    conditions: Callable[[ch.Case], str | None],
    statement: str,
    source: str,
) -> ch.Theorem:
    """The theorem `name` that gives the privacy loss distribution of the profile `bound(case)` on a grid of about
    `intervals(case)` intervals."""
    return ch.Theorem(
        name=name,
        takes=takes,
        gives=LossDistribution,
        bound=lambda case: from_profile(bound(case), intervals(case)),
        conditions=conditions,
        statement=f"{statement} {WHY}",
        source=f"{source}; {SOURCE}",
    )


def beside(
    found: ch.Theorem, statement: str, intervals: Callable[[ch.Case], int] = intervals_for, source: str = ""
) -> ch.Theorem:
    """The same of the profile that a theorem about a step or a wrapper gives, from the same source or from `source`."""
    assert isinstance(found.takes, ch.OnStep | ch.OnWrapper)
    assert found.conditions is not None
    name, source = f"{found.name}-pld", source or found.source
    return theorem(name, found.takes, found.bound, intervals, found.conditions, statement, source)


def times(g: LossDistribution, n: int) -> LossDistribution:
    """The n-fold composition: n times as many runs of each mechanism."""
    return LossDistribution(tuple((pair, n * k) for pair, k in g.composition), g.deltas_at_infinity, g.intervals)


def compose(gs: Sequence[LossDistribution]) -> LossDistribution:
    """The composition: the union of the multisets, with runs of equal mechanisms added."""
    counts: Counter[connect_the_dots.DirectionPair] = Counter()
    limits = {}
    for g in gs:
        for (pair, n), limit in zip(g.composition, g.deltas_at_infinity, strict=True):
            counts[pair] += n
            limits[pair] = limit
    intervals = min(g.intervals for g in gs)
    return LossDistribution(tuple(counts.items()), tuple(limits[pair] for pair in counts), intervals)


def profile(g: LossDistribution) -> ch.Profile:
    """The privacy profile of the composition; of a single run, its own profile."""
    return _of_one_run(g) if g.runs == 1 else convolved_profile.ManyRuns(g).profile


def as_one_run(g: LossDistribution) -> LossDistribution:
    """The composition as the losses of one run, for a sample that is drawn once for all of it: its profile in each
    direction is that of the dominating pair on a fixed grid."""
    if g.runs == 1:
        return g
    limit = some_failure_event(g.deltas_at_infinity, [times for _, times in g.composition])
    least = end_of(limit, above=False)
    directions = [
        connect_the_dots.Direction(partial(joint_distribution.delta, parts), least, joint_distribution.largest(parts))
        for parts in g.directions
    ]
    return LossDistribution((((directions[0], directions[-1]), 1),), (limit,), min(g.intervals, CLOSED_FORM))


def _of_one_run(g: LossDistribution) -> ch.Profile:
    """The maximum of delta over both directions, without discretisation."""
    directions = [parts[0][0][0] for parts in g.directions]
    found = _largest(g, directions)
    if all(direction.below is None for direction in directions):
        return found
    return replace(found, from_above=lambda: _largest(g, [structs.replace(each, below=None) for each in directions]))


def _largest(g: LossDistribution, directions: Sequence[connect_the_dots.Direction]) -> ch.Profile:
    delta_at_infinity, max_loss = g.deltas_at_infinity[0], g.max_loss

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        if max_loss is not None and epsilon >= xp.number(max_loss):
            return xp.number(delta_at_infinity)
        return reduce(xp.maximum, [direction.enclosing(xp, epsilon) for direction in directions])

    rough = [direction.rough for direction in directions if direction.rough is not None]

    def estimate(epsilon: float) -> float:
        return max(float(curve(floats, epsilon)) for curve in rough)

    return ch.Profile(
        delta=delta,
        evaluation=ch.Evaluation(slow=True, estimate=estimate if len(rough) == len(directions) else None),
        at_infinity=ch.AtInfinity(delta=delta_at_infinity, max_loss=max_loss),
    )
