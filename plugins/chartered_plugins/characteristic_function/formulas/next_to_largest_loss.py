"""The privacy profile next to the largest loss, where that has a probability of its own in every run.

delta of the finite losses is E_P[(1 - e^(x - L))_+]. With l the sum of the largest losses of all runs and p the product
of their probabilities under P,

    p (1 - e^(x - l)) <= delta(x) <= P(L > x) (1 - e^(x - l))        for x <= l,

and delta(x) = 0 from l on. A sum is above x only if no loss is l - x or more below its largest value, so that P(L > x)
is at most the product of these probabilities. Where delta is tiny beside p, eps is below l
by about delta/p only."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Any, ClassVar, Self

from chartered_verify.arithmetic import balls
from flint import arb
from msgspec import Struct

from .composed_moments import Composition, max_loss
from .rule_numbers import BITS, Rule, RuleNumber


class LargestLoss(Rule, Struct, frozen=True):
    """The rule. `bits`: the working precision; any is sound. `largest`: a witness states it as its kind."""

    bits: int
    largest: ClassVar = 1
    mark: ClassVar = "largest"
    numbers: ClassVar = (RuleNumber("largest", low=1, high=1, whole=True), BITS)

    @classmethod
    def made(cls, **numbers: Any) -> Self:
        """The rule has its precision only."""
        return cls(numbers["bits"])

    def inverse(self, parts: Composition) -> NextToLargest:
        """Both bounds."""
        return NextToLargest(parts, self.bits)


class NextToLargest(Struct, frozen=True):
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
            gap = xp.positive(xp.number(most) - xp.number(epsilon))
            found: arb = share.union(near(xp, self.parts, gap)) * -xp.expm1(-gap)
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


def near(xp: Any, parts: Composition, gap: arb) -> arb:
    """An upper bound on the probability under P of a sum of losses that is less than `gap` below the largest one."""
    found: arb = reduce(lambda x, y: x * y, (m.near_largest(xp, gap) ** times for m, times in parts))
    return found
