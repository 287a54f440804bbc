"""The guarantee "near a mechanism with a known Renyi curve": one such mechanism for every eps of a report, within a
total variation distance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..conversion.formulas import optimal as oc
from ..shuffling.formulas import closed_forms as shuffling

Curve: TypeAlias = Callable[[Arithmetic, Value, Fraction], Value]
"""gamma(xp, alpha, local): a Renyi curve for each eps `local` of a report."""
OfLocal: TypeAlias = Callable[[Arithmetic, Fraction], Value]


@dataclass(frozen=True, slots=True, eq=False)
class Clipped(ch.Guarantee):
    """For every eps of a report, `local`: the mechanism is within total variation distance `transfer` of one with the
    Renyi curve `curve`.

    `rho`: about the slope of the curve, for a search that begins at `points`. `least`: a lower bound on every
    transfer."""

    curve: Curve
    transfer: OfLocal
    rho: OfLocal
    least: ch.Number
    points: tuple[float, ...]

    def at(self, local: Fraction) -> ch.Renyi:
        """The Renyi curve of the nearby mechanism."""
        return ch.Renyi(curve=lambda xp, alpha: self.curve(xp, alpha, local))

    def rest(self, xp: Arithmetic, e: Value, local: Fraction) -> Value:
        """The increase of delta that is due to the distance."""
        return shuffling.cost(xp, self.transfer(xp, local), e)

    def spent(self, xp: Arithmetic, e: Value, witness: ch.Witness) -> Value:
        """delta at e, from the curve and the distance; inf for a witness without a valid bound."""
        local = witness.get("local")
        if local is None or not local > 0:
            raise ch.Unavailable("the witness of a clipped report names its eps, local")
        rest = self.rest(xp, e, Fraction(local))
        if not rest < 1:
            return xp.inf
        return rest + oc.one_sided_delta(xp, *self.at(Fraction(local)).at(xp, witness), e, witness)
