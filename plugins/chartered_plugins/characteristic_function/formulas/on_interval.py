"""Noise whose loss is in an interval, with an atom at either end: the bound on its moment generating function at all
heights from one on, by `interval_losses`."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls
from flint import acb, arb

from .contour import Contour
from .interval_losses import IntervalLoss, over_heights


class OnInterval:
    """Laplace noise on a Poisson sample.

    M does not decay along a line, because the two largest losses are atoms, but it has a bound that is below M(c)."""

    __slots__ = ()

    @property
    def turned(self) -> bool:
        """Whether the loss that is bounded is the negative one, as for the addition of a record."""
        return False

    def law(self, xp: Any, order: Fraction, log_moment: Any) -> IntervalLoss:
        """The law of the loss, or of its negative, weighted for a real order."""
        raise NotImplementedError

    def least_loss(self, xp: Any) -> Any:
        """The least value of that."""
        raise NotImplementedError

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """M at the nodes of a contour."""
        raise NotImplementedError

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """M at a real order."""
        return self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """|M(order + iy)| for y >= height, by its value there and the bounds of a loss in an interval. There is no
        shift."""
        accuracy = math.ceil(4 - math.log(slack))
        with balls(bits) as xp:
            moment = self.at(order, accuracy, bits)
            law = self.law(xp, order, moment.log())

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
        """At most the width, and at least the mean distance of the weighted loss from its least value. log M is convex,
        so that a difference quotient beyond the order is at least its derivative."""
        step = Fraction(1, 8 * max(1, math.ceil(float(width))))
        beyond = self.at(order - step if self.turned else order + step, 40, xp.bits)
        found: arb = xp.minimum(width, (beyond / moment).log() / xp.number(step) - self.least_loss(xp))
        return found
