"""Mechanisms near others whose Renyi curve is known: for every eps of a report there is one, at a distance in total
variation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.lazy_module import LazyModule

if TYPE_CHECKING:
    from ..conversion.formulas import optimal as oc
    from ..shuffling.formulas import closed_forms as shuffling
else:
    oc = LazyModule("..conversion.formulas.optimal", __package__)
    shuffling = LazyModule("..shuffling.formulas.closed_forms", __package__)


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
