"""The privacy profile next to 1, by the Chernoff affinity of P and Q.

Let m_0 = P(L < inf), and E over finite losses. As min(a, b) <= a^z b^(1-z) for 0 <= z <= 1,

    delta(eps) = E_P[(1 - e^(eps - L))_+] = m_0 - E_Q[min(e^L, e^eps)] >= m_0 - e^((1-z) eps) M(z),

and delta is at most m_0. The affinity M(z) falls with every run: of many runs, or of runs with little noise, the two
ends are one number in all requested digits, where a line or a sum takes long."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import balls
from flint import arb
from msgspec import Struct

from .composed_moments import Composition, finite_mass, moment_above
from .rule_numbers import BITS, Rule, RuleNumber


class Affinity(Rule, Struct, frozen=True):
    """The rule. `order`: z. `bits`: the working precision; any is sound."""

    order: Fraction
    bits: int
    mark: ClassVar = "affinity"
    numbers: ClassVar = (RuleNumber("affinity", "order", high=1, open_low=True), BITS)

    def inverse(self, parts: Composition) -> NextToOne:
        """Both bounds. Raises ArithmeticError where M has no value at the order."""
        affinity = moment_above(parts, self.order)
        if not affinity.is_finite():
            raise ArithmeticError("the moment generating function has no value at this order")
        return NextToOne(self, finite_mass(parts), affinity)


class NextToOne(Struct, frozen=True):
    """A composition in one direction. `mass`: m_0. `affinity`: an upper bound on M at the order."""

    rule: Affinity
    mass: arb
    affinity: arb

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+]."""
        with balls(self.rule.bits) as xp:
            common = log_common(xp, self.rule.order, xp.log(self.affinity), xp.number(epsilon))
            found: arb = self.mass.union(xp.positive(self.mass - xp.exp(common)))
            return found


def log_common(xp: Any, order: Any, log_affinity: Any, epsilon: Any) -> Any:
    """(1-z) eps + log M(z): the logarithm of the bound on what P and e^eps Q have in common, from log M(z)."""
    return (1 - xp.number(order)) * epsilon + log_affinity
