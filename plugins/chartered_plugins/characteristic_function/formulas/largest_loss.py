"""The privacy profile next to the largest loss, where that has a probability of its own in every run.

With l the sum of the largest losses of all runs and p the product of their probabilities under P, and as E_P[(1 - e^(x
- L))_+] is delta of the finite losses, whose mass is m_0,

    p (1 - e^(x - l)) <= delta(x) <= m_0 (1 - e^(x - l))        for x <= l,

and delta(x) = 0 from l on. So where delta is tiny beside p, eps is l but for about delta/p."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from chartered_verify.arithmetic import balls
from flint import arb

from .composition import Composition, finite_mass, max_loss


@dataclass(frozen=True, slots=True)
class LargestLoss:
    """The rule. `bits`: the working precision; any is sound."""

    bits: int


@dataclass(frozen=True, slots=True)
class NextToLargest:
    """A composition in one direction. `bits`: the working precision."""

    parts: Composition
    bits: int

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+]. Raises ArithmeticError where the largest loss or its probability is not
        known."""
        share, most = chance(self.parts, self.bits), max_loss(self.parts)
        if share is None or most is None:
            raise ArithmeticError("the largest loss has no probability that is known")
        with balls(self.bits) as xp:
            left = xp.positive(-xp.expm1(xp.number(epsilon) - xp.number(most)))
            found: arb = (share * left).union(finite_mass(self.parts) * left)
            return found


def chance(parts: Composition, bits: int) -> arb | None:
    """The probability under P that every run has its largest loss; None if that of some run is not known."""
    with balls(bits) as xp:
        product = xp.number(1)
        for m, times in parts:
            if m.largest_chance is None:
                return None
            product *= xp.number(m.largest_chance) ** times
        return product
