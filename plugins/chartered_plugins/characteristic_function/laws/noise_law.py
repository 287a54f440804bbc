"""The law of a privacy loss: a noise, and the mixtures P and Q of its shifts. M(z) = E_B[p^z q^(1-z)], by a sum over
nodes that all orders of a line share."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol, Self

from chartered_verify.arithmetic import Number, balls
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct
from msgspec.structs import replace

from ..formulas.bounded_cache import Kept
from ..formulas.contour import Contour
from ..formulas.loss_properties import LossMoments
from ..formulas.trigonometric_sums import decaying_sums, trigonometric_sums
from .mixture import Ratio

_READ = Kept[list[tuple[Any, Any, Any]]](2**17)
"""What laws are at their nodes, which does not depend on the order: about 40 megabytes."""


class Rule(Protocol):
    """Nodes of a noise."""

    @property
    def count(self) -> int:
        """How many there are."""

    @property
    def shift(self) -> float:
        """The height of their line."""

    def work(self, orders: int, bits: int) -> int:
        """Units of work of the sums at this number of orders. Raises ArithmeticError for too many terms."""


class NoiseLaw(LossMoments, Struct, frozen=True):
    """A noise and a ratio, in one direction."""

    noise: Any
    ratio: Ratio

    @property
    def total_variation(self) -> Number:
        """What P and Q do not have in common, times the distance of the noise from itself with the farthest shifts."""
        share, apart = 1 - self.ratio.common, self.ratio.apart
        return lambda xp: xp.number(share) * self.noise.total_variation(xp, apart)

    @property
    def swapped(self) -> Self:
        """The other direction."""
        return replace(self, noise=self.noise.mirrored, ratio=self.ratio.swapped)

    def nodes_along(self, contour: Contour, accuracy: int) -> Rule:
        """Nodes of remainder and tails of about e^-accuracy, relative to M at the order, for all of the contour."""
        height = float(contour.spacing) * (contour.count - 1)
        found: Rule = self.noise.plan(self.ratio, float(contour.order), height, accuracy)
        return found

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of the nodes, and of a term for each of them at each order."""
        return self.nodes_along(contour, accuracy).work(contour.count, bits)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """The sums over the nodes, which all orders share."""
        at = self.nodes_along(contour, accuracy)
        charge(at.work(contour.count, bits))
        with balls(bits) as xp:
            losses, weights = self.terms(xp, at, contour.order)
            height = xp.number(contour.spacing) * (contour.count - 1)
            total = sum((w.real for w in weights), arb(0))
            whole = self.noise.whole(xp) if self.noise.integers else arb(1)
            radius = (self.noise.radius(xp, self.ratio, xp.number(contour.order), at, height, total) / whole).upper()
            sums = _sums(at, losses, weights, xp.number(contour.spacing), contour.count)
            error = acb((-radius).union(radius), (-radius).union(radius))
            return tuple(x / whole + error for x in sums)

    def terms(self, xp: Any, at: Any, order: Fraction) -> tuple[list[Any], list[Any]]:
        """(losses, weights times e^(order loss)) at the nodes."""
        read = _READ.get(
            (self, at, xp.bits), at.count, lambda: self.noise.terms(xp, self.ratio, at), lambda: 4 * at.count
        )
        c = xp.number(order)
        losses = [p - q for p, q, _ in read]
        return losses, [(w + q + c * x).exp() for x, (_, q, w) in zip(losses, read, strict=True)]


def _sums(at: Rule, losses: list[Any], weights: list[Any], spacing: arb, count: int) -> list[acb]:
    """sum_j weights_j e^(i k spacing losses_j), for each k."""
    if at.shift:
        return decaying_sums(weights, [acb(0, spacing) * loss for loss in losses], count)
    return trigonometric_sums(weights, [spacing * loss for loss in losses], count)
