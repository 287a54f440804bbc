"""Laplace noise on a Poisson sample where a record is replaced: its moment generating function at complex orders, by
those of a record that is removed and of one that is added.

Let R be Laplace noise around 0, P and P' around the sensitivity to either side, and e the largest loss without
sampling; let w = 1 - q + q P/R and w' = 1 - q + q P'/R, whose least value is u = 1 - q + q e^-e. To the right of 0 w'
is u, and to the left w is. So the mean of w^z w'^(1-z) is

    M(z) = u^(1-z) E_R[w^z] + u^z E_R[w^(1-z)] - u,

in which the two means are M of removal and of addition. The loss log w - log w' has the atoms log(w(e)/u) and its
negative, and a density between: from 0 on that of log w in `poisson_laplace`, and below 0, where it is log u - log w,
another one that rises to the same value at 0."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import Number, balls
from flint import acb

from ...subsampling.formulas.amplification import sampled_epsilon
from .contour import Contour
from .interval_losses import IntervalLoss
from .known_losses import UnknownLosses
from .on_interval import OnInterval
from .poisson_laplace import PoissonLaplace


@dataclass(frozen=True, slots=True)
class ReplacedLaplace(OnInterval, UnknownLosses):
    """The same in both directions. `rate`: q in (0, 1). `epsilon`: the largest loss of the noise without sampling."""

    rate: Fraction
    epsilon: Fraction
    infinity_mass: ClassVar[Fraction] = Fraction(0)
    tail_mu_squared: ClassVar[None] = None
    decays: ClassVar[bool] = False
    falls: ClassVar[bool] = True

    @property
    def max_loss(self) -> Number:
        """log(w(e)/u)."""
        return lambda xp: half_width(xp, xp.number(self.rate), xp.number(self.epsilon))

    @property
    def directions(self) -> tuple[PoissonLaplace, PoissonLaplace]:
        """Removal and addition."""
        return PoissonLaplace(self.rate, self.epsilon), PoissonLaplace(self.rate, self.epsilon, added=True)

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of both directions, and of two powers at each order."""
        own = contour.count * (6 + bits // 20)
        return own + sum(one.work(contour, accuracy, bits) for one in self.directions)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """From those of both directions."""
        removal, addition = (one.along(contour, accuracy + 2, bits) for one in self.directions)
        with balls(bits) as xp:
            log_least = sampled_epsilon(xp, xp.number(self.rate), -xp.number(self.epsilon))
            nodes = contour.nodes(xp)
            return tuple(
                together(log_least, z, one, other) for z, one, other in zip(nodes, removal, addition, strict=True)
            )

    def law(self, xp: Any, order: Fraction, log_moment: Any) -> IntervalLoss:
        """That of log w - log w'."""
        q, e, c = map(xp.number, (self.rate, self.epsilon, order))
        return replaced_laplace(xp, q, e, c, log_moment)

    def least_loss(self, xp: Any) -> Any:
        """The negative of the largest one."""
        return -half_width(xp, xp.number(self.rate), xp.number(self.epsilon))


def half_width(xp: Any, q: Any, e: Any) -> Any:
    """The largest loss."""
    return sampled_epsilon(xp, q, e) - sampled_epsilon(xp, q, -e)


def together(log_least: Any, z: Any, removal: Any, addition: Any) -> Any:
    """u^(1-z) M_removal + u^z M_addition - u, from log u."""
    return ((1 - z) * log_least).exp() * removal + (z * log_least).exp() * addition - log_least.exp()


def replaced_laplace(xp: Any, q: Any, e: Any, c: Any, log_moment: Any) -> IntervalLoss:
    """The law of the loss weighted by e^(c loss), c > 1. Above 0 its density is e^(-e/2) u^(1-c) w^(c+1) e^(-3x/2)/(4q)
    for an inner loss x from -e to e, which falls, and then rises or not; below 0 u^c w^(2-c) takes the place of the
    powers, and it rises to 0."""
    least = sampled_epsilon(xp, q, -e)
    largest, half = sampled_epsilon(xp, q, e), half_width(xp, q, e)

    def density(x: Any, power: Any) -> Any:
        rest = (2 - power) * least - (3 * x + e) / 2 - log_moment
        return xp.exp(power * sampled_epsilon(xp, q, x) + rest) / (4 * q)

    atoms = [xp.exp(p * largest + (1 - p) * least - e - log_moment) / 2 for p in (1 - c, c)]
    start, middle, end = density(e, 2 - c), density(-e, c + 1), density(e, c + 1)
    turn = xp.log(3 * (1 - q) / ((2 * c - 1) * q))
    lowest = middle if turn <= -e else end if turn >= e else density(turn, c + 1)
    least_density = xp.minimum(start, lowest)
    inside = 2 * (middle - start - lowest + least_density)
    return IntervalLoss(2 * half, (atoms[0], atoms[1]), (start, end), least_density, inside)
