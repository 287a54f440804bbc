"""The privacy profile, bounded by one moment of the loss.

Let m_0 = P(L < inf), and E over finite losses. delta(eps) = E_P[(1 - e^(eps - L))_+].

- For an order b > 1 it is at most Chernoff's bound (`composed_moments.chernoff`).
- As min(u, v) <= u^b v^(1-b) for 0 < b <= 1, it is m_0 - E_Q[min(e^L, e^eps)] >= m_0 - e^((1-b) eps) M(b), and
  at most m_0. The affinity M(b) falls with every run: of many runs, or of runs with little noise, the two ends are one
  number in all requested digits, where a line or a sum takes long.
- At every eps >= 0 it is at most the total variation distance of P and Q, which is delta(0). Those of independent runs
  add up, at most, as (ab - cd)_+ <= (a - c)_+ b + c (b - d)_+ for probabilities a and b under P, c and d under Q, also
  of finite losses alone.
- delta(0) = E_Q[(e^L - 1)_+] of finite losses is at most half of E_Q|e^L - 1|, as E_Q[e^L] <= 1, and so by the
  Cauchy-Schwarz inequality at most half the root of E_Q[(e^L - 1)^2] <= M(2) - 2 m_0 + 1: half the root of the
  chi-squared divergence. It grows with the root of the number of runs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .composed_moments import Composition, chernoff, finite_mass, moment_above
from .contour import Contour
from .rule_numbers import MOST_BITS, Inverse, Rule, RuleNumber

_BITS, _NATS = 256, 100
TWO = Fraction(2)
"""The order whose moment is the chi-squared divergence."""


class MomentBound(Rule, Struct, frozen=True):
    """The rule. `order`: b > 0; any is sound."""

    order: Fraction
    mark: ClassVar = "chernoff"
    numbers: ClassVar = (RuleNumber("chernoff", "order", open_low=True),)

    def inverse(self, parts: Composition) -> Inverse:
        """The bounds. Raises ArithmeticError where M has no value at an order that is at most 1."""
        if self.order > 1:
            return Bounds(lambda epsilon: arb(0).union(by_moment(parts, self.order, epsilon)))
        affinity, mass = moment_above(parts, self.order), finite_mass(parts)
        if not affinity.is_finite():
            raise ArithmeticError("the moment generating function has no value at this order")

        def delta(epsilon: arb | Fraction) -> arb:
            with balls(MOST_BITS) as xp:  # as next to 1 as it may be
                common = log_common(xp, self.order, xp.log(affinity), xp.number(epsilon))
                found: arb = mass.union(xp.positive(mass - xp.exp(common)))
                return found

        return Bounds(delta)


class Bounds(NamedTuple):
    """A profile as a function of eps."""

    delta: Callable[[arb | Fraction], arb]


def log_common(xp: Any, order: Any, log_affinity: Any, epsilon: Any) -> Any:
    """(1-b) eps + log M(b): the logarithm of the bound on what P and e^eps Q have in common, from log M(b)."""
    return (1 - xp.number(order)) * epsilon + log_affinity


def total_variation(parts: Composition) -> arb:
    """An upper bound on the delta of the finite losses at every eps >= 0. Raises ArithmeticError."""
    with balls(_BITS) as xp:
        product = xp.number(1)
        for m, times in parts:
            charge(m.work(Contour(TWO, Fraction(1), 1), _NATS, _BITS))
            product *= m.at(TWO, _NATS, _BITS) ** times
        found: arb = xp.sqrt(xp.positive(product - 2 * finite_mass(parts) + 1)).upper() / 2
        each = [(m.total_variation, times) for m, times in parts]
        if all(distance is not None for distance, _ in each):
            total = sum((times * xp.number(x) for x, times in each if x is not None), xp.number(0))
            found = xp.minimum(found, total.upper())
        return found.upper()


def by_moment(parts: Composition, order: Fraction, epsilon: arb | Fraction) -> arb:
    """An upper bound on the delta of the finite losses by a moment of the order b > 1: Chernoff's, and at the order 2
    and eps >= 0 the total variation distance, if that is less. Raises ArithmeticError."""
    bound = chernoff(parts, order, epsilon)
    if order != TWO:
        return bound
    with balls(_BITS) as xp:
        return min(bound, total_variation(parts)) if xp.number(epsilon) >= 0 else bound
