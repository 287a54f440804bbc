"""An upper bound on delta at every eps >= 0: the total variation distance of P and Q, which is delta(0).

- Those of independent runs add up, at most, as (ab - cd)_+ <= (a - c)_+ b + c (b - d)_+ for probabilities a and b
  under P, c and d under Q, also of finite losses alone.
- delta(0) = E_Q[(e^L - 1)_+] of finite losses is at most half of E_Q|e^L - 1|, as E_Q[e^L] <= 1, and so by the
  Cauchy-Schwarz inequality at most half the root of E_Q[(e^L - 1)^2] <= M(2) - 2 m_0 + 1, m_0 = M(1): half the root of
  the chi-squared divergence. It grows with the root of the number of runs."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb

from .composed_moments import Composition, chernoff, finite_mass
from .contour import Contour

_BITS, _NATS = 256, 100
TWO = Fraction(2)
"""The order whose moment is the chi-squared divergence."""


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
