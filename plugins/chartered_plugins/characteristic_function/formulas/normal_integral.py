"""Moment generating functions that are integrals over a normal variable, by a trapezoidal rule with a proved
remainder: what is common to those of a record that is removed, added or replaced in a Poisson sample."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from chartered_verify.outside import ours
from flint import acb, arb

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from .contour import Contour
from .known_losses import UnknownLosses
from .trigonometric_sums import decaying_sums, trigonometric_sums

_TRIES, _MORE = 8, 16.0
"""Turns in which a bound is given more accuracy, and nats that are added where it is all remainder."""


class NormalIntegral(UnknownLosses):
    """M(z), or its conjugate, as a sum of weights_j e^(i y log_j) at z = c + iy over nodes of a normal variable."""

    __slots__ = ()
    infinity_mass: ClassVar[Fraction] = Fraction(0)
    decays = falls = True
    conjugate: bool = False
    turns: ClassVar[int] = 1
    """How many likelihood ratios turn with the height, each at most by y/s at the height y of the strip."""
    noise: Fraction
    """s."""

    @property
    def growth(self) -> Fraction:
        """k, where the integrand without likelihood ratios grows at most by e^(k y^2/2) at the height y of the strip: 1
        for the normal density alone."""
        return Fraction(1)

    def exponent(self, order: Fraction) -> Fraction:
        """That of a likelihood ratio which in the strip may be smaller than on the real line, by its cosine."""
        raise NotImplementedError

    def place(self, order: Fraction) -> float:
        """The farthest place where the integrand may be largest."""
        raise NotImplementedError

    def rise(self, order: Fraction) -> float:
        """The nats by which the bound on the terms before the first node may exceed M(order)."""
        return 0.0

    def terms(self, xp: Any, order: Fraction, at: Nodes) -> tuple[list[Any], list[Any]]:
        """The logs, and the weights at a real order: real numbers on the real line, complex balls above it."""
        raise NotImplementedError

    def tails(self, xp: Any, order: Fraction, at: Nodes, weights: list[Any]) -> arb:
        """What the nodes beyond the ends add, at height 0."""
        raise NotImplementedError

    def moduli(self, xp: Any, order: Fraction, height: Fraction, at: Nodes, angle: arb) -> Iterator[arb]:
        """The modulus of each weight times e^(i y log), y = height, where the line is shifted by s times an angle;
        without the factor of the density."""
        raise NotImplementedError

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of the nodes of t, and of a term for each of them at each order."""
        return self.nodes_along(contour, accuracy).work(contour.count, bits)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """By the trapezoidal rule: nodes of t, shared by all orders."""
        at = self.nodes_along(contour, accuracy)
        charge(at.work(contour.count, bits))
        with balls(bits) as xp:
            logs, weights = self.terms(xp, contour.order, at)
            radius = self._radius(xp, contour, at, weights)
            sums = self._sums(at, logs, weights, xp.number(contour.spacing), contour.count)
            error = acb((-radius).union(radius), (-radius).union(radius))
            return tuple(found + error for found in sums)

    def _sums(self, at: Nodes, logs: list[Any], weights: list[Any], spacing: arb, count: int) -> list[acb]:
        """Those over the nodes, at each order."""
        if at.shift:
            found = decaying_sums(weights, [acb(0, spacing) * log for log in logs], count)
        elif count == 1:
            return [acb(sum(weights, arb(0)))]
        else:
            found = trigonometric_sums(weights, [spacing * log for log in logs], count)
        return [x.conjugate() for x in found] if self.conjugate else found

    def _radius(self, xp: Any, contour: Contour, at: Nodes, weights: list[Any]) -> arb:
        """How far the sums along a contour are at most from the integral."""
        height = self.turns * xp.number(contour.spacing) * (contour.count - 1)
        lost = self.lost(xp, contour.order, at, height)
        radius: arb = quadrature.error(xp, at, weights, self.tails(xp, contour.order, at, weights), lost)
        return radius.upper()

    def lost(self, xp: Any, order: Fraction, at: Nodes, height: arb) -> arb:
        """The remainder of the rule at heights up to `height`, over M at the order. Raises ArithmeticError."""
        found: arb = quadrature.remainder(xp, xp.number(self.noise), xp.number(self.exponent(order)), at, height)
        return found

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """One node."""
        return self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """|M(order + iy)| for y >= height, by a line of integration shifted by `shift` = b; what nodes and tails lose
        is at most about `slack` of it. Raises ArithmeticError unless 0 < b < pi s/2."""
        accuracy, bound = 8.0 - math.log(slack), None
        for _ in range(_TRIES):
            try:
                at = self.nodes_beyond(order, shift, accuracy)
            except ours(ArithmeticError):
                if bound is None:
                    raise
                break  # any nodes give a bound, and more of them are too many
            bound, lost = self.shifted(order, height, shift, at, bits)
            if lost <= slack * bound:
                break
            accuracy += 2.0 + max(0.0, float((lost / (slack * bound)).log().mid()))
            accuracy += _MORE if 2 * lost > bound else 0.0  # how small the bound is remains to be seen
        assert bound is not None
        return bound

    def shifted(self, order: Fraction, height: Fraction, shift: Fraction, at: Nodes, bits: int) -> tuple[arb, arb]:
        """The bound by some nodes, and how much of it is tails and remainder. Raises ArithmeticError for a strip in
        which it does not hold."""
        with balls(bits) as xp:
            s, p, b = xp.number(self.noise), xp.number(self.exponent(order)), xp.number(shift)
            a, d = arb(at.strip), arb(at.spacing)
            if not (b > 0 and a > 0 and 2 * (a + b) < xp.pi * s):
                raise ArithmeticError("the strip is wider than the bound allows")
            charge(at.count * (10 + bits // 16))
            _, weights = self.terms(xp, order, at)
            total = sum(self.moduli(xp, order, height, at, b / s), arb(0))
            on_line, in_strip = (quadrature.smaller(s, p, y) for y in (b, a + b))
            moment = self.at(order, 8, bits).upper()
            growth = xp.number(self.growth) / 2
            remainder = 2 * xp.exp(growth * a * a) * in_strip * moment / xp.expm1(2 * xp.pi * a / d)
            lost = self.tails(xp, order, at, weights) * on_line + remainder
            on_shifted = xp.exp(growth * b * b)
            return ((total + lost) * on_shifted).upper(), (lost * on_shifted).upper()

    def nodes_along(self, contour: Contour, accuracy: int) -> Nodes:
        """Nodes of remainder and tails of about e^-accuracy, relative to M at the order, for all of the contour."""
        height = self.turns * float(contour.spacing) * (contour.count - 1)
        p, place, rise = float(self.exponent(contour.order)), self.place(contour.order), self.rise(contour.order)
        return quadrature.propose_nodes(float(self.noise), p, height, accuracy, math.inf, place, rise)

    def nodes_beyond(self, order: Fraction, shift: Fraction, accuracy: float) -> Nodes:
        """Nodes for the bound at all heights. Raises ArithmeticError where there is none for the shift."""
        p, place, rise = float(self.exponent(order)), self.place(order), self.rise(order)
        return quadrature.propose_nodes_beyond(float(self.noise), p, float(shift), accuracy, place, rise)


def turned(xp: Any, q: arb, log: arb, sine: arb, cosine: arb) -> tuple[arb, arb]:
    """(log |x|, arg x) for x = w(t + ib)/w(t) = 1 - share + share e^(ib/s), where the share of w = 1 - q + u is u/w."""
    share = 1 - (1 - q) * xp.exp(-log)
    real, imaginary = 1 - share + share * cosine, share * sine
    return (real * real + imaginary * imaginary).log() / 2, arb.atan2(imaginary, real)
