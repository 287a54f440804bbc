"""Mechanisms near others whose Renyi curve is known: for every eps of a report there is one, at a distance in total variation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter
from typing import TypeAlias

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..formulas import optimal_conversion as oc, shuffling

FIELDS = (
    ch.Field("local", open_low=True),
    ch.Field("at"),
    ch.Field("alpha", low=1, open_low=True),
    ch.Field("v", low=None),
    ch.Field("w", low=None),
    ch.Field("edge", high=1, whole=True),
)
"""The eps of a report, the eps of the whole, and the order and tangents of the conversion."""

Curve: TypeAlias = Callable[[Arithmetic, Value, Fraction], Value]
"""A Renyi curve for each eps of a report: gamma(xp, alpha, local)."""
OfLocal: TypeAlias = Callable[[Arithmetic, Fraction], Value]


@dataclass(frozen=True, slots=True, eq=False)
class Clipped(ch.Guarantee):
    """For every eps of a report, `local`: within `transfer` in total variation of a mechanism with the Renyi `curve`.

    `rho` is about the slope of the curve, for a search that begins among the `points`; `least` is below every transfer.
    """

    curve: Curve
    transfer: OfLocal
    rho: OfLocal
    least: ch.Number
    points: tuple[float, ...]

    def at(self, local: Fraction) -> ch.Renyi:
        """The curve of the mechanism that is near."""
        return ch.Renyi(curve=lambda xp, alpha: self.curve(xp, alpha, local))

    def rest(self, xp: Arithmetic, e: Value, local: Fraction) -> Value:
        """What the distance adds to delta."""
        return shuffling.cost(xp, self.transfer(xp, local), e)

    def spent(self, xp: Arithmetic, e: Value, witness: ch.Witness) -> Value:
        """The delta at e, of the curve and of the distance; inf where the witness shows nothing."""
        local = witness.get("local")
        if local is None or not local > 0:
            raise ch.Unavailable("the witness of a clipped report names its eps, local")
        rest = self.rest(xp, e, Fraction(local))
        if not rest < 1:
            return xp.inf
        return rest + oc.one_sided_delta(xp, *self.at(Fraction(local)).at(xp, witness), e, witness)


def locals_of(inner: ch.Profile) -> tuple[float, ...]:
    """The eps of a report among which the search begins, also that from which its delta is level."""
    level = [nextafter(float(min(inner.attains, 1000)), inf)] if isinstance(inner.attains, int | Fraction) else []
    return tuple(sorted([*(2.0 ** (k / 2) for k in range(-60, 13)), *level]))


def together(gs: Sequence[Clipped], counts: Sequence[int]) -> Clipped:
    """All of them, each so often, at one and the same eps of a report."""

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
    """A witness names the eps of a report, the eps of the whole, and the order and tangents of the optimal conversion there."""

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
        from ..search import nearby as search

        return search.propose(g, question)

    return ch.Profile(delta=delta, epsilon=epsilon, propose=propose, floor=g.least, fields=FIELDS)
