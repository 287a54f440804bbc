"""Compositions of clipped reports at a common eps of a report, and the profile of a mechanism that is near one with a
known Renyi curve."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, nextafter

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from .near_renyi_guarantee import Clipped, OfLocal
from .search import near_renyi as search

FIELDS = (
    ch.Field("local", open_low=True),
    ch.Field("at"),
    ch.Field("alpha", low=1, open_low=True),
    ch.Field("v", low=None),
    ch.Field("w", low=None),
    ch.Field("edge", high=1, whole=True),
)
"""The eps of a report, the eps of the whole, and the order and tangent points of the conversion."""


def locals_of(inner: ch.Profile) -> tuple[float, ...]:
    """The values of a report's eps among which the search begins, including that from which on its delta is
    constant."""
    level = (
        [nextafter(float(min(inner.at_infinity.max_loss, 1000)), inf)]
        if isinstance(inner.at_infinity.max_loss, int | Fraction)
        else []
    )
    return tuple(sorted([*(2.0 ** (k / 2) for k in range(-60, 13)), *level]))


def together(gs: Sequence[Clipped], counts: Sequence[int]) -> Clipped:
    """The composition, g_i run counts[i] times, at a common eps of a report."""

    def curve(xp: Arithmetic, alpha: Value, local: Fraction) -> Value:
        return sum((n * g.curve(xp, alpha, local) for g, n in zip(gs, counts, strict=True)), xp.number(0))

    def summed(parts: Sequence[OfLocal]) -> OfLocal:
        return lambda xp, local: sum((n * part(xp, local) for part, n in zip(parts, counts, strict=True)), xp.number(0))

    return Clipped(
        curve=curve,
        transfer=summed([g.transfer for g in gs]),
        rho=summed([g.rho for g in gs]),
        least=ch.total(ch.scale(g.least, n) for g, n in zip(gs, counts, strict=True)),
        points=tuple(sorted({point for g in gs for point in g.points})),
    )


def profile(g: Clipped) -> ch.Profile:
    """The privacy profile. A witness states the eps of a report, the eps of the whole, and the order and tangent points
    of the optimal conversion at that eps."""

    def end(witness: ch.Witness) -> Fraction:
        at = witness.get("at")
        if at is None or not at >= 0:
            raise ch.Unavailable("the witness of a clipped report names an eps, at")
        return Fraction(at)

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return g.spent(xp, xp.minimum(epsilon, xp.number(end(witness))), witness)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        at = xp.number(end(witness))
        return at if g.spent(xp, at, witness) <= delta else xp.inf

    def propose(question: ch.Question) -> ch.Witness:
        return search.propose(g, question)

    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        search=ch.WitnessSearch(propose=propose, fields=FIELDS),
        at_infinity=ch.AtInfinity(delta=g.least),
    )
