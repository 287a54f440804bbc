"""Laplace noise on a Poisson sample: its moment generating function at complex orders, by Gauss-Legendre quadrature
with a proved remainder (`sampled_laplace_quadrature`), and a bound of it for all heights (`interval_losses`)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from flint import acb, arb

from ...subsampling.formulas.amplification import sampled_epsilon
from . import sampled_laplace_quadrature as quadrature
from .contour import Contour
from .interval_losses import IntervalLoss
from .on_interval import OnInterval
from .poisson_sums import PoissonSum
from .sampled_laplace_quadrature import Points


@dataclass(frozen=True, slots=True)
class PoissonLaplace(OnInterval, PoissonSum):
    """Laplace noise on a Poisson sample in one direction. `epsilon`: the largest loss of the noise without sampling."""

    rate: Fraction
    epsilon: Fraction
    added: bool = False
    falls: ClassVar[bool] = True

    @property
    def largest(self) -> Fraction:
        """epsilon."""
        return self.epsilon

    @property
    def share_at_ends(self) -> Fraction:
        """1/2."""
        return Fraction(1, 2)

    def near_largest(self, xp: Any, gap: Any) -> Any:
        """With the loss k of the noise at which that of the sample is `gap` below the largest one: P(x <= k) = 1 -
        e^(-(k+e)/2)/2 where the record is added, and (1-q) P(x >= k) + q P(x <= -k) where it is removed."""
        q, e = xp.number(self.rate), xp.number(self.epsilon)
        if self.added:
            rise = xp.exp(sampled_epsilon(xp, q, -e) + e) * xp.expm1(gap) / q
            return 1 - xp.exp(-xp.log1p(rise) / 2) / 2
        fall = -xp.exp(sampled_epsilon(xp, q, e) - e) * xp.expm1(-gap) / q
        if not fall < 1:
            return xp.number(1)
        below = xp.log1p(-fall)  # k - e
        return (1 - q) * xp.exp(-e - below / 2) / 2 + q * (1 - xp.exp(below / 2) / 2)

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

    def law(self, xp: Any, order: Fraction, log_moment: Any) -> IntervalLoss:
        """That of log w, weighted by w^p."""
        return sampled_laplace(xp, *self.values(xp, order), log_moment)

    def least_loss(self, xp: Any) -> Any:
        """log w(-1)."""
        return sampled_epsilon(xp, xp.number(self.rate), -xp.number(self.epsilon))

    @property
    def turned(self) -> bool:
        """Where the record is added, the loss is -log w."""
        return self.added

    def points_along(self, contour: Contour, accuracy: float) -> Points:
        """The rule of remainder about e^-accuracy, relative to M at the order, for all of the contour."""
        height = float(contour.spacing) * (contour.count - 1)
        p = float(self.exponent(contour.order))
        return quadrature.propose_points(float(self.rate), float(self.epsilon), p, height, accuracy)

    def values(self, xp: Any, order: Fraction) -> tuple[arb, arb, arb]:
        """(q, e, p)."""
        return xp.number(self.rate), xp.number(self.epsilon), xp.number(self.exponent(order))


def sampled_laplace(xp: Any, q: Any, e: Any, p: Any, log_moment: Any) -> IntervalLoss:
    """Laplace noise of largest loss e on a Poisson sample of rate q < 1, with w = 1 - q + q e^x for an inner loss x in
    [-e, e]. Weighted by w^p (p > 1, or p < 0: the other direction, with the same m) the atoms are w(-e)^p/2 and e^-e
    w(e)^p/2, and the density of log w is e^(-e/2) w^(p+1) e^(-3x/2)/(4q): its logarithm has a derivative of the sign of
    (p - 1/2) q e^x - 3 (1-q)/2."""

    def density(x: Any) -> Any:
        return xp.exp((p + 1) * sampled_epsilon(xp, q, x) - (3 * x + e) / 2 - log_moment) / (4 * q)

    low, high = sampled_epsilon(xp, q, -e), sampled_epsilon(xp, q, e)
    atoms = xp.exp(p * low - log_moment) / 2, xp.exp(p * high - e - log_moment) / 2
    ends = density(-e), density(e)
    if p < 0:
        return IntervalLoss(high - low, atoms, ends, ends[1])
    turn = xp.log(3 * (1 - q) / ((2 * p - 1) * q))
    least = ends[0] if turn <= -e else ends[1] if turn >= e else density(turn)
    return IntervalLoss(high - low, atoms, ends, least)
