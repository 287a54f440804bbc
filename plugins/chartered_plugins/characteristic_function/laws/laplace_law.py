"""Laws of Laplace noise: losses in an interval, with an atom at either end and a density between. M does not decay
along a line, because of the atoms, but it has a bound that is below M(c) (`bound_along_line`)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import Number, balls
from flint import arb

from ..formulas.contour import Contour
from ..formulas.loss_properties import Density
from .laplace_pieces import Laplace
from .mixture import Ratio
from .noise_law import NoiseLaw


class LaplaceLaw(NoiseLaw, frozen=True):
    """Laplace noise and a ratio, in one direction."""

    noise: Laplace
    falls: ClassVar[bool] = True

    @property
    def epsilon(self) -> Fraction:
        """The largest loss of the noise without sampling, for the farthest shift of one mixture."""
        return self.noise.rate * max(self.ratio.p.high, -self.ratio.q.low)

    @property
    def max_loss(self) -> Number:
        """That beyond all shifts on the right."""
        return lambda xp: self.end_loss(xp, 1)

    def end_loss(self, xp: Any, way: int) -> Any:
        """The largest loss, or the least one."""
        return self.noise.far(xp, self.ratio.p, way) - self.noise.far(xp, self.ratio.q, way)

    def below_largest(self, xp: Any) -> Density | None:
        """What is beyond the outermost kink, and the density on the last piece: with V the value of A + C e^(2r|x|) at
        its end with the largest loss, v = V e^-g times that on the right, where p varies, and V e^g on the left, where
        q does."""
        piece, r = self.noise.pieces(self.ratio)[-1], xp.number(self.noise.rate)
        fixed, rising = piece.values(xp, r)
        low, high = (xp.exp(2 * r * xp.number(x)) for x in (piece.low, piece.high))
        p, _, beyond = self.noise.end(xp, self.ratio, 1)
        mass, near, far = xp.exp(p + beyond), fixed + rising * low, fixed + rising * high
        reach = xp.log(far / near)
        if piece.way > 0:
            return Density(mass, far**2 / (4 * rising * high * xp.sqrt(high)), fixed / far, 2, 1, reach)
        constant = xp.exp(self.noise.far(xp, piece.constant, piece.way))
        return Density(mass, constant * near / (4 * rising), fixed / near, 1, -1, reach)

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """|M(order + iy)| for y >= height, by its value there and the bounds of a loss in an interval. There is no
        shift."""
        accuracy = math.ceil(4 - math.log(slack))
        with balls(bits) as xp:
            moment = self.at(order, accuracy, bits)
            law = self.noise.loss(xp, self.ratio, xp.number(order), moment.log())

            def here() -> arb:
                return abs(self.along(Contour(order, height, 2), accuracy, bits)[1]) / moment

            share = law.beyond(xp, xp.number(height), here)
            bound: arb = moment * xp.minimum(share, xp.number(1))
            return bound.upper()


def of_laplace(epsilon: Fraction, ratio: Ratio) -> LaplaceLaw:
    """The law of Laplace noise of which a shift by 1 has the largest loss epsilon."""
    return LaplaceLaw(Laplace(epsilon), ratio)
