"""Moment generating functions of the loss of integer-valued noise, between the shifts 0 (Q) and d (P), d an integer.

Discrete Laplace noise, Q(k) = (1-a)/(1+a) a^|k| with a = e^-rate: the loss is rate (|k| - |k-d|), that is -rate d for k
<= 0, rate d for k >= d, and rate (2k - d) between. Discrete Gaussian noise, Q(k) ~ e^(-k^2/(2v)): the loss is (2kd -
d^2)/(2v), and with w = zd

    M(z) = e^(z(z-1) d^2/(2v)) sum_k e^(-(k-w)^2/(2v)) / sum_k e^(-k^2/(2v)).

By Poisson's summation formula either sum equals sqrt(2 pi v) sum_j e^(-2 pi^2 v j^2 + 2 pi i j w), which needs few
terms for a large variance v; the sum over k needs few for a small one. The reflection k -> d - k maps (P, Q) to (Q, P),
so both directions are the same."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct

from ...basics.formulas.geometric_series import geometric
from ...mechanisms.formulas import laplace_moments as two_ratios
from ...mechanisms.formulas.laplace_moments import Mean
from .contour import Contour
from .lattice import Lattice
from .loss_properties import Density
from .moments import ClosedForm, MeanForm

_FEW = Fraction(1, 6)
"""The variance from which the sum over j has fewer terms than the sum over k: about 1/(2 pi)."""


class DiscreteLaplace(MeanForm, Struct, frozen=True):
    """Discrete Laplace noise. `rate`: 1/scale; `shift`: the whole sensitivity d."""

    rate: Fraction
    shift: int

    @property
    def max_loss(self) -> Fraction:
        """rate d."""
        return self.rate * self.shift

    def below_largest(self, xp: Any) -> Density:
        """1/(1 + e^-rate), that of k <= 0, and nothing up to the next loss."""
        rate = xp.number(self.rate)
        return Density(1 / (1 + xp.exp(-rate)), reach=2 * rate)

    @property
    def lattice(self) -> Lattice:  # type: ignore[override]
        """rate d + 2 rate Z."""
        return Lattice(self.max_loss, 2 * self.rate)

    def falls_along(self, spacing: Fraction) -> bool:
        """True for d = 1, when it is randomized response."""
        return self.shift == 1 and self.lattice.spacing == spacing

    def mean(self, xp: Any, z: Any) -> Mean:
        """As for the Renyi curve."""
        return two_ratios.discrete_laplace_mean(xp, xp.number(self.rate), xp.number(self.max_loss), z)


class DiscreteGaussian(ClosedForm, Struct, frozen=True):
    """Discrete Gaussian noise with variance parameter v = sigma^2 and an integer sensitivity d."""

    variance: Fraction
    shift: int

    @property
    def lattice(self) -> Lattice:  # type: ignore[override]
        """d^2/(2v) + (d/v) Z."""
        return Lattice(self.shift**2 / (2 * self.variance), self.shift / self.variance)

    def falls_along(self, spacing: Fraction) -> bool:
        """True on the full lattice spacing: by Jacobi's triple product, M is a product of terms 1 + r e^(zd/v) and 1 +
        r e^(-zd/v) with r > 0."""
        return self.lattice.spacing == spacing

    @property
    def dual(self) -> bool:
        """Whether the sum over j is used."""
        return self.variance >= _FEW

    def reach(self, bits: int) -> int:
        """The number of terms on each side of the largest one."""
        width = 2 * math.pi**2 * float(self.variance) if self.dual else 1 / (2 * float(self.variance))
        return 2 + math.ceil(math.sqrt(bits / width))

    def center(self, z: Any) -> Any:
        """The approximate index of the largest term of the sum at z, a real number."""
        return -z.imag * self.shift / (2 * math.pi * float(self.variance)) if self.dual else z.real * self.shift

    def exponent(self, xp: Any, z: Any) -> Any:
        """z(z-1) d^2/(2v)."""
        return z * (z - 1) * self.shift**2 / (2 * xp.number(self.variance))

    def term(self, xp: Any, z: Any, k: Any) -> Any:
        """The logarithm of the term with index k of the sum at z (index j of the sum over j)."""
        v, w = xp.number(self.variance), z * self.shift
        if self.dual:
            return 2j * (xp.pi * k * w) - 2 * xp.pi**2 * v * k * k
        return -((k - w) ** 2) / (2 * v)

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """The work for the terms at each node."""
        return contour.count * 2 * self.reach(bits) * (3 + bits // 40)

    def values(self, xp: Any, nodes: Iterable[acb]) -> tuple[acb, ...]:
        """M by sums of few terms; the truncated terms are bounded by a geometric series on either side."""
        whole = self._sum(xp, acb(0))
        return tuple(self._sum(xp, z) / whole for z in nodes)

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """M at a real order, by one sum."""
        with balls(bits) as xp:
            return self.values(xp, [acb(xp.number(order))])[0].real

    def _sum(self, xp: Any, z: acb) -> acb:
        """The sum from its largest term to both sides. The ratio of successive terms decreases by a constant factor."""
        middle, reach = round(float(self.center(z.mid()))), self.reach(xp.bits)
        charge(2 * reach)
        terms = [self.term(xp, z, middle + k) for k in (-1, 0, 1)]
        falling = (terms[0] + terms[2] - 2 * terms[1]).exp()
        left, right = (_geometric_like(xp, (terms[k] - terms[1]).exp(), falling, reach) for k in (0, 2))
        found: acb = (self.exponent(xp, z) + terms[1]).exp() * (1 + left + right)
        return found


def _geometric_like(xp: Any, ratio: acb, falling: acb, count: int) -> acb:
    """r + r^2 f + r^3 f^3 + r^4 f^6 + ..., |f| < 1: `count` terms, and a geometric bound on the others. Raises
    ArithmeticError if that series diverges."""
    total, term = acb(0), acb(1)
    for _ in range(count):
        term, ratio = term * ratio, ratio * falling
        total += term
    left_out = (term.abs_upper() * geometric(xp, arb(ratio.abs_upper()).log())).upper()
    ball = (-left_out).union(left_out)
    return total + acb(ball, ball)
