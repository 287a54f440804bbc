"""The law of a privacy loss: a noise, and the mixtures P and Q of its shifts. M(z) = E_B[p^z q^(1-z)]."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import Number, balls, floats
from chartered_verify.budget import charge
from chartered_verify.outside import ours
from flint import acb, arb

from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.contour import Contour
from ..formulas.kept import Kept
from ..formulas.known_losses import UnknownLosses
from ..formulas.trigonometric_sums import decaying_sums, trigonometric_sums
from .analytic import Analytic
from .mixture import Ratio
from .normal import Normal
from .planning import nodes, nodes_above
from .window import Window, Windowed

_TRIES, _MORE = 8, 16.0
"""Turns in which a bound is given more accuracy, and nats that are added where it is all remainder."""
_READ = Kept[list[tuple[Any, Any, Any]]](2**17)
"""What laws are at their nodes, which does not depend on the order: about 40 megabytes."""


@dataclass(frozen=True, slots=True)
class Law(UnknownLosses):
    """A noise and a ratio, in one direction."""

    noise: Analytic
    ratio: Ratio
    infinity_mass: ClassVar[Fraction] = Fraction(0)

    @property
    def decays(self) -> bool:
        """Unless all positions are integers."""
        return not self.noise.integers

    falls = decays

    @property
    def max_loss(self) -> Number | None:
        """-log w where P is the noise itself, and Q has the weight w of it: far to the right only that is left of Q."""
        weight, shift = self.ratio.q.parts[-1]
        return None if self.ratio.p.spread or self.ratio.p.high or shift else lambda xp: -xp.log(xp.number(weight))

    @property
    def total_variation(self) -> Number:
        """What P and Q do not have in common, times the distance of the noise from itself with the farthest shifts."""
        share, apart = 1 - self.ratio.common, self.ratio.apart
        return lambda xp: xp.number(share) * self.noise.total_variation(xp, apart)

    @property
    def tail_mu_squared(self) -> Fraction | None:
        """That of the noise whose shift is the largest one of P, if parts of P and Q can be paired that are no farther
        apart: delta is at most a mean of theirs. The tail is no lighter: on the right log q <= 0, and p is at least the
        weight of that shift times its tilt, so that the loss of n runs is at least that of n such shifts less a
        constant."""
        high = self.ratio.p.high
        return self.noise.mu_squared(high) if high and self.ratio.distance <= high else None

    @property
    def farthest(self) -> float:
        """How far the farthest shifts of P and Q are apart, in standard deviations, in doubles."""
        return float(self.ratio.apart) / self.noise.scale

    @property
    def widest(self) -> float:
        """A height of the strip below which p and q have no zero, in doubles."""
        return float(self.noise.widest(floats, self.ratio))

    def count_atoms(self, nats: int) -> int | None:
        """One for each integer; None on the real line. Raises ArithmeticError for too many."""
        return nodes(self.noise, self.ratio, 1.0, 0.0, nats).count if self.noise.integers else None

    def atoms(self, xp: Any, nats: int) -> tuple[list[tuple[arb, arb, arb]], arb]:
        """Those of the likely integers."""
        at = nodes(self.noise, self.ratio, 1.0, 0.0, nats)
        whole, one = self.noise.whole(xp), xp.number(1)
        found = [
            (p - q, (w + p).exp() / whole, (w + q).exp() / whole) for p, q, w in self.noise.terms(xp, self.ratio, at)
        ]
        return found, (self.noise.tails(xp, self.ratio, one, at) / whole).upper()

    @property
    def has_windows(self) -> bool:
        """Whether parts of it, by windows of the noise, are laws as well."""
        return isinstance(self.noise, Normal) and not self.noise.integers

    @property
    def ends_at_most(self) -> bool:
        """Whether nearly all outcomes have about the largest loss: where P is the noise itself, on the right."""
        return not self.ratio.p.high

    def within(self, window: Window) -> Law:
        """The part in a window of normal noise."""
        assert isinstance(self.noise, Normal)
        return Law(Windowed(self.noise.variance, window), self.ratio)

    @property
    def swapped(self) -> Law:
        """The other direction."""
        return Law(self.noise.mirrored, self.ratio.swapped)

    def nodes_along(self, contour: Contour, accuracy: int) -> Nodes:
        """Nodes of remainder and tails of about e^-accuracy, relative to M at the order, for all of the contour."""
        height = float(contour.spacing) * (contour.count - 1)
        return nodes(self.noise, self.ratio, float(contour.order), height, accuracy)

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

    def terms(self, xp: Any, at: Nodes, order: Fraction) -> tuple[list[Any], list[Any]]:
        """(losses, weights times e^(order loss)) at the nodes."""
        read = _READ.get(
            (self, at, xp.bits), at.count, lambda: self.noise.terms(xp, self.ratio, at), lambda: 4 * at.count
        )
        c = xp.number(order)
        losses = [p - q for p, q, _ in read]
        return losses, [(w + q + c * x).exp() for x, (_, q, w) in zip(losses, read, strict=True)]

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """One node."""
        found: arb = self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real
        return found

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """|M(order + iy)| for y >= height, by a line of integration shifted by `shift`; what nodes and tails lose is at
        most about `slack` of it. Raises ArithmeticError for a shift that leaves the strip."""
        if self.noise.integers:
            return self.at(order, math.ceil(4 - math.log(slack)), bits).upper()
        accuracy, bound = 8.0 - math.log(slack), None
        for _ in range(_TRIES):
            try:
                at = nodes_above(self.noise, self.ratio, float(order), float(shift), accuracy)
            except ours(ArithmeticError):
                if bound is None:
                    raise
                break  # any nodes give a bound, and more of them are too many
            with balls(bits) as xp:
                c, b, y = map(xp.number, (order, shift, height))
                found, lost = self.noise.above(xp, self.ratio, c, at, b, y, self.at(order, 8, bits).upper())
            bound = found.upper()
            if lost <= slack * bound:
                break
            accuracy += 2.0 + max(0.0, float((lost / (slack * bound)).log().mid()))
            accuracy += _MORE if 2 * lost > bound else 0.0  # how small the bound is remains to be seen
        assert bound is not None
        return bound  # type: ignore[no-any-return]


def _sums(at: Nodes, losses: list[Any], weights: list[Any], spacing: arb, count: int) -> list[acb]:
    """sum_j weights_j e^(i k spacing losses_j), for each k."""
    if at.shift:
        return decaying_sums(weights, [acb(0, spacing) * loss for loss in losses], count)
    if count == 1:
        return [acb(sum(weights, arb(0)))]
    return trigonometric_sums(weights, [spacing * loss for loss in losses], count)
