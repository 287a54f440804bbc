"""Discrete Gaussian noise on a Poisson sample where a record is replaced: its moment generating function at complex
orders, a sum over the integers whose tails are bounded.

R(k) ~ e^(-k^2/(2v)), and P and P' are shifted by d and by -d, so that with w_k = 1 - q + q e^((2kd - d^2)/(2v)) the
terms are R(k) w_k^z w_(-k)^(1-z). Let p = Re z > 1. To the left w_k^p and w_(-k)^(1-p) fall, and R(k) by the factor
e^((2k-1)/(2v)) from k to k - 1. To the right R(k) changes by e^(-(2k+1)/(2v)) and w_k^p grows at most by e^(pd/v);
w_(-k)^(1-p) is at most (1-q)^(1-p)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from flint import acb, arb

from ...basics.formulas.geometric_series import geometric
from .contour import Contour
from .known_losses import UnknownLosses
from .poisson_discrete_gaussian import PoissonDiscreteGaussian
from .trigonometric_sums import trigonometric_sums


@dataclass(frozen=True, slots=True)
class ReplacedDiscreteGaussian(UnknownLosses):
    """The same in both directions. `rate`: q in (0, 1); `variance`: v = sigma^2; `shift`: the whole sensitivity d."""

    rate: Fraction
    variance: Fraction
    shift: int = 1
    infinity_mass: ClassVar[Fraction] = Fraction(0)
    tail_mu_squared: ClassVar[None] = None
    decays: ClassVar[bool] = False
    falls: ClassVar[bool] = False
    max_loss: ClassVar[None] = None

    @property
    def removal(self) -> PoissonDiscreteGaussian:
        """The noise where a record is removed, whose likelihood ratio is w."""
        return PoissonDiscreteGaussian(self.rate, self.variance, self.shift)

    def integers(self, p: float, accuracy: float) -> range:
        """Those beyond which the terms are about e^-accuracy of the sum. Raises ArithmeticError for too many."""
        return self.removal.integers(p, accuracy)

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of a term for each integer at each order. Raises ArithmeticError for too many terms."""
        return 2 * self.removal.work(contour, accuracy, bits)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """By the sum."""
        charge(self.work(contour, accuracy, bits))
        integers = self.integers(float(contour.order), accuracy)
        with balls(bits) as xp:
            p, v = xp.number(contour.order), xp.number(self.variance)
            ahead, back = (self.removal.log_ratios(xp, [way * k for k in integers]) for way in (1, -1))
            plain = [xp.exp(-k * k / (2 * v)) for k in integers]
            weights = [r * xp.exp(p * x + (1 - p) * y) for r, x, y in zip(plain, ahead, back, strict=True)]
            ends = integers[0], integers[-1]
            beyond = self.removal.tails(xp, xp.number(0), ends, ahead, plain)
            whole = sum(plain, arb(0)) + arb(0).union(beyond)
            radius = (self.tails(xp, p, ends, (weights[0], weights[-1]), back[-1]) / whole).upper()
            error = acb((-radius).union(radius), (-radius).union(radius))
            shares = [weight / whole for weight in weights]
            if contour.count == 1:
                return (acb(sum(shares, arb(0))) + error,)
            angles = [xp.number(contour.spacing) * (x - y) for x, y in zip(ahead, back, strict=True)]
            return tuple(x + error for x in trigonometric_sums(shares, angles, contour.count))

    def tails(self, xp: Any, p: arb, ends: tuple[int, int], terms: tuple[arb, arb], back: arb) -> arb:
        """A bound on the terms beyond the first and the last integer, from those terms and from log w_(-k) at the last
        one. Raises ArithmeticError if a series diverges."""
        v, (first, last) = xp.number(self.variance), ends
        most = terms[1] * xp.exp((1 - p) * (xp.log(1 - xp.number(self.rate)) - back))
        right_ratio, left_ratio = (2 * (p * self.shift - last) - 1) / (2 * v), (2 * first - 1) / (2 * v)
        found: arb = geometric(xp, left_ratio) * terms[0] + geometric(xp, right_ratio) * most
        return found

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """M at a real order."""
        return self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """M(order): |M| may return to it, or nearly."""
        return self.at(order, math.ceil(4 - math.log(slack)), bits).upper()
