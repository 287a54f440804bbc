"""Privacy profiles by inversion of the moment generating function of the loss along a vertical line, every remainder
bounded.

For a pair (P, Q) with loss L = log dP/dQ, M(z) = E_Q[e^(zL)] over finite losses, and delta(x) = E_Q[(e^L - e^x)_+] for
every real x,

    delta(x) = (1/2 pi i) int_{Re z = c} M(z) e^(-(z-1)x)/(z(z-1)) dz,        c > 1:

for each loss l the residues at z = 1 and z = 0 give (e^l - e^x)_+. With spacing h, W = 2 pi/h and F(z) the integrand,
Poisson's summation formula gives the error of the trapezoidal rule exactly:

    (h/2 pi) sum_{k in Z} F(c + ikh) = sum_{m in Z} e^((c-1) m W) delta(x + m W).

The copies m != 0 and the terms that are left out are bounded; m_0 = M(1) <= 1 is the mass of finite losses.
- Left copies (m < 0): delta <= m_0 there, and delta(x) >= m_0 - e^x. So they are between
  m_0 X/(1-X) - e^x X'/(1-X') and m_0 X/(1-X), with X = e^(-(c-1)W), X' = e^(-cW).
- Right copies (m > 0): for any b > c, (e^l - e^x)_+ <= kappa e^(bl - (b-1)x) with kappa = (b-1)^(b-1)/b^b. So they are
  at most kappa M(b) e^(-(b-1)x) R/(1-R), with R = e^(-(b-c)W).
- Terms |k| >= K: if |M(c + iy)| <= D for |y| >= Kh, at most D e^(-(c-1)x)/(pi h (K-1)), as |z(z-1)| >= y^2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct

from ...basics.formulas.geometric_series import geometric
from .trigonometric_sums import Waves

Losses: TypeAlias = list[tuple[Any, Any]]
"""(loss, its probability under Q)."""


class Contour(Struct, frozen=True):
    """The nodes c + ikh, 0 <= k < count, on the line Re z = c. Values below the real axis are the conjugates of those
    above.

    `order`: c > 1. `spacing`: h > 0. `count`: K."""

    order: Fraction
    spacing: Fraction
    count: int

    def nodes(self, xp: Any) -> Iterator[acb]:
        """The nodes in order."""
        c, h = xp.number(self.order), xp.number(self.spacing)
        return (acb(c, k * h) for k in range(self.count))

    @property
    def height(self) -> Fraction:
        """Kh: beyond it the integrand is truncated."""
        return self.count * self.spacing


class Inversion(Struct, frozen=True, dict=True):
    """A composition in one direction, prepared for delta at any eps.

    `integrand`: M(z)/(z(z-1)) at the nodes, the first one halved. `right_order`, `right_moment`: b > c and M(b).
    `mass`: m_0. `beyond`: D, a bound on |M| beyond the nodes. `bits`: the working precision."""

    contour: Contour
    integrand: tuple[acb, ...]
    right_order: Fraction
    right_moment: arb
    mass: arb
    beyond: arb
    bits: int

    @cached_property
    def waves(self) -> Waves:
        """The integrand, ready for sums."""
        return Waves.of(self.integrand)

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+] over finite losses. Raises ArithmeticError if a series of copies
        diverges."""
        charge(self.contour.count * (3 + self.bits // 40))
        with balls(self.bits) as xp:
            x, h, c = xp.number(epsilon), xp.number(self.contour.spacing), xp.number(self.contour.order)
            scale = xp.exp((1 - c) * x) / xp.pi
            truncated = (self.beyond * scale / (h * (self.contour.count - 1))).upper()
            total: arb = scale * h * self.waves.sum(h * x).real - self._copies(xp, x)
            return total + (-truncated).union(truncated)

    def _copies(self, xp: Any, x: arb) -> arb:
        """An enclosure of the sum of the copies of delta at the distances W, 2W, ... on both sides."""
        orders = xp.number(self.contour.order), xp.number(self.right_order)
        period = 2 * xp.pi / xp.number(self.contour.spacing)
        return copies(xp, orders, period, self.mass, self.right_moment, x)


def copies(xp: Any, orders: tuple[arb, arb], period: arb, mass: arb, right_moment: arb, x: arb) -> arb:
    """An enclosure of sum_(m != 0) e^((c-1) m W) delta(x + m W), for the orders (c, b), the period W, m_0 and M(b)."""
    c, b = orders
    left: arb = mass * geometric(xp, -(c - 1) * period)
    least: arb = xp.positive(left - xp.exp(x) * geometric(xp, -c * period))
    right = kappa(xp, b) * right_moment * xp.exp((1 - b) * x) * geometric(xp, -(b - c) * period)
    return least.union(left + right)


def kappa(xp: Any, b: Any) -> Any:
    """(b-1)^(b-1)/b^b: the least k with e^t - 1 <= k e^(bt) for every t >= 0; b > 1."""
    return xp.exp(log_kappa(xp, b))


def log_kappa(xp: Any, b: Any) -> Any:
    """log kappa, for orders at which kappa underflows in floats."""
    return (b - 1) * xp.log(b - 1) - b * xp.log(b)
