"""Laplace noise on a Poisson sample: its moment generating function at complex orders, by Gauss-Legendre quadrature
with a proved remainder (`sampled_laplace_quadrature`), and a bound of it for all heights (`interval_losses`)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from flint import acb, arb

from . import sampled_laplace_quadrature as quadrature
from .contour import Contour
from .interval_losses import over_heights, sampled_laplace
from .poisson_sums import PoissonSum
from .sampled_laplace_quadrature import Points


@dataclass(frozen=True, slots=True)
class PoissonLaplace(PoissonSum):
    """Laplace noise on a Poisson sample in one direction. `epsilon`: the largest loss of the noise without sampling.

    M does not decay along a line, because the two largest losses are atoms, but it has a bound that is below M(c)."""

    rate: Fraction
    epsilon: Fraction
    added: bool = False
    falls: ClassVar[bool] = True

    @property
    def largest(self) -> Fraction:
        """epsilon."""
        return self.epsilon

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of the nodes, and of a term for each of them at each order."""
        return self.points_along(contour, accuracy).work(contour.count, bits)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """By the atoms, and nodes that all orders share."""
        at = self.points_along(contour, accuracy)
        charge(at.work(contour.count, bits))
        with balls(bits) as xp:
            given = *self.values(xp, contour.order), at
            logs, weights = quadrature.terms(xp, *given)
            height = xp.number(contour.spacing) * (contour.count - 1)
            radius = quadrature.remainder(xp, *given, height).upper()
        return self.summed(logs, weights, contour, radius, bits)

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """|M(order + iy)| for y >= height, by its value there and the bounds of a loss in an interval. There is no
        shift."""
        accuracy = math.ceil(4 - math.log(slack))
        with balls(bits) as xp:
            moment = self.at(order, accuracy, bits)
            law = sampled_laplace(xp, *self.values(xp, order), moment.log())

            def sizes(spacing: Fraction, count: int) -> list[arb]:
                return [abs(x) / moment for x in self.along(Contour(order, spacing, count), accuracy, bits)]

            def by_steps() -> arb:
                found: arb = law.by_steps(xp, self._distance(xp, order, moment, law.width), sizes)
                return found

            here, far = lambda: sizes(height, 2)[1], lambda y, enough: law.far(xp, y, enough, by_steps)
            share = over_heights(xp, law.width, xp.number(height), here, far)
            bound: arb = moment * xp.minimum(share, xp.number(1))
            return bound.upper()

    def _distance(self, xp: Any, order: Fraction, moment: arb, width: arb) -> arb:
        """At most the width, and at least the mean of log w - log w(-1) under the law weighted by w^p. log M is convex,
        so that a difference quotient above the order p is at least its derivative."""
        step = Fraction(1, 8 * max(1, math.ceil(float(width))))
        above = self.at(order + (-step if self.added else step), 40, xp.bits)
        q, e, _ = self.values(xp, order)
        found: arb = xp.minimum(width, (above / moment).log() / xp.number(step) - xp.log1p(q * xp.expm1(-e)))
        return found

    def points_along(self, contour: Contour, accuracy: float) -> Points:
        """The rule of remainder about e^-accuracy, relative to M at the order, for all of the contour."""
        height = float(contour.spacing) * (contour.count - 1)
        p = float(self.exponent(contour.order))
        return quadrature.propose_points(float(self.rate), float(self.epsilon), p, height, accuracy)

    def values(self, xp: Any, order: Fraction) -> tuple[arb, arb, arb]:
        """(q, e, p)."""
        return xp.number(self.rate), xp.number(self.epsilon), xp.number(self.exponent(order))
