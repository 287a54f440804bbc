"""Compositions by joined dots: how runs are made of profiles and counted, and the profile that the sum of their losses
has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import START_BITS, enclose, fraction_of

from ..basics.formulas.failure_probability import all_fail
from ..composition.formulas import finite_loss as losses
from .formulas import connect_the_dots as dots, self_convolution as loss_sums
from .guarantee import DEEPEST, MANY, STEPS, Joined, deepest

DOTS = "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"
WHY = (
    "Joined by lines they are nowhere below the mechanism's own profile, which is convex in e^eps: by them rounds "
    "compose."
)


def of(inner: ch.Profile, few: int = MANY) -> Joined:
    """One run of a profile that needs no witness."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        return inner.delta(xp, epsilon, {})

    most = Fraction(inner.attains) if isinstance(inner.attains, int | Fraction) else None
    level = (
        Fraction(inner.floor)
        if isinstance(inner.floor, int | Fraction)
        else fraction_of(enclose(lambda xp: xp.number(inner.floor)).lo)
    )
    side = dots.Side(curve, level, most)
    return Joined((((side, side), 1),), (inner.floor,), few)


def theorem(
    name: str,
    takes: ch.OnStep | ch.OnWrapper,
    bound: Callable[[ch.Case], ch.Profile],
    few: Callable[[ch.Case], int],
    conditions: Callable[[ch.Case], str | None],
    statement: str,
    source: str,
) -> ch.Theorem:
    """That about so many steps have dots of the profile which the theorem of this name bounds."""
    return ch.Theorem(
        name=f"{name}-joined",
        takes=takes,
        gives=Joined,
        bound=lambda case: of(bound(case), few(case)),
        conditions=conditions,
        statement=f"{statement} {WHY}",
        source=f"{source}; {DOTS}",
    )


def times(g: Joined, n: int) -> Joined:
    """So many of each."""
    return Joined(tuple((run, n * k) for run, k in g.parts), g.floors, g.few)


def together(gs: Sequence[Joined]) -> Joined:
    """One after the other; like ones are counted together."""
    counts: Counter[dots.Run] = Counter()
    floors = {}
    for g in gs:
        for (run, n), floor in zip(g.parts, g.floors, strict=True):
            counts[run] += n
            floors[run] = floor
    return Joined(tuple(counts.items()), tuple(floors[run] for run in counts), min(g.few for g in gs))


def profile(g: Joined) -> ch.Profile:
    """The profile of the composition; of a single run its own one."""
    return _of_one_run(g) if g.runs == 1 else _of_many_runs(g)


def _of_one_run(g: Joined) -> ch.Profile:
    """The larger delta of both directions, as it is: nothing is put on a grid."""
    curves, max_loss, delta_at_infinity = [way[0][0][0].curve for way in g.ways], g.attains, g.floors[0]

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        if max_loss is not None and epsilon >= xp.number(max_loss):
            return xp.number(delta_at_infinity)
        return reduce(xp.maximum, [curve(xp, epsilon) for curve in curves])

    return ch.Profile(delta=delta, propose=ch.each_anew, floor=delta_at_infinity, attains=max_loss)


def _of_many_runs(g: Joined) -> ch.Profile:
    """A witness names the step between dots, the one for the other neighbour where that sees something else, and the
    tail: what a run's last dot may have, and either end of a sum of losses. From the sum of all ends on the profile is
    its floor, and needs none."""
    ways, most, floor = g.ways, g.attains, all_fail(g.floors, [k for _, k in g.parts])
    limits = fields(g)

    def tables(xp: Arithmetic, witness: ch.Witness) -> list[losses.Losses]:
        tail, steps = witness.get("tail"), [witness.get(name) for name in STEPS[: len(ways)]]
        if tail is None or not 0 < tail < 1 or any(step is None or not step > 0 for step in steps):
            raise ch.Unavailable(
                "the witness of joined dots is the step between them, as either neighbour sees them, and the tail"
            )
        if not limits[0].admits(Fraction(tail)):
            raise ch.Unavailable("the tail is so small that no question needs it")
        bits = xp.bits if xp.name in ("balls", "slopes") else START_BITS  # type: ignore[attr-defined]
        return [
            loss_sums.table(bits, way, Fraction(step or 0), Fraction(tail))
            for way, step in zip(ways, steps, strict=True)
        ]

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        if most is not None and epsilon >= xp.number(most):
            return xp.number(floor)
        return xp.minimum(
            reduce(xp.maximum, [losses.delta(xp, table, epsilon) for table in tables(xp, witness)]), xp.number(1)
        )

    def inverse(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        found = reduce(xp.maximum, [losses.epsilon(xp, table, delta) for table in tables(xp, witness)])
        return found if most is None else xp.minimum(found, xp.number(most))

    def propose(question: ch.Question) -> ch.Witness:
        if question.quantity == "delta" and most is not None and question.at >= most:
            return {}
        from .search import grid as search

        return search.propose(g, question)

    return ch.Profile(delta=delta, epsilon=inverse, propose=propose, floor=floor, attains=most, fields=limits)


def fields(g: Joined) -> tuple[ch.Field, ...]:
    """A tail is rounded up to half as many bits more than that; no step is longer than a search looks for one."""
    tail = ch.Field("tail", low=Fraction(1, 1 << min(DEEPEST + 4, 32 + deepest(g.few) * 3 // 2)), high=Fraction(1, 2))
    return (tail, *(ch.Field(name, high=losses.FARTHEST, open_low=True) for name in STEPS[: len(g.ways)]))
