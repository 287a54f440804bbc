"""The Poisson-sampled Gaussian mechanism: its moment generating function at complex orders, by a trapezoidal rule with
a proved remainder.

Its integral, nodes, tails and remainder are those of `sampled_gaussian_quadrature`, the formula of the Renyi curve,
whose notation is used here.

A bound for all heights v >= V at once: on the line Im t = b, 0 < b <= pi s/2 (or -b, where the record is added), arg w
is in [0, b/s], so

    |E[w^(p + iv)]| <= e^(b^2/2) int phi(t) |w(t+ib)|^p e^(-V arg w(t+ib)) dt,

whose integrand falls as v rises. It is integrated by the same rule: in the strip |Im t| <= a with a + b <= pi s/2 its
continuation has modulus at most e^(a^2/2) phi(x) w(x)^p, times cos((a+b)/2s)^p where p < 0, as arg w(x + iy) rises with
y for |y| <= pi s/2."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from flint import acb, arb

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from .contour import Contour
from .trigonometric_sums import decaying_sums, trigonometric_sums


@dataclass(frozen=True, slots=True)
class PoissonGaussian:
    """The Poisson-sampled Gaussian in one direction. `rate`: q in (0, 1). `noise`: s = sigma/sensitivity > 0. `added`:
    the direction is addition of the record."""

    rate: Fraction
    noise: Fraction
    added: bool = False
    infinity_mass: ClassVar[Fraction] = Fraction(0)
    decays = True
    max_loss = None

    @property
    def tail_mu_squared(self) -> Fraction:
        """1/s^2, as for the Gaussian without sampling, which dominates this mechanism. The tail is no lighter, either:
        since w >= q e^(t/s - 1/(2 s^2)), the loss of n runs is at least that of n unsampled runs less the constant n
        log(1/q)."""
        return 1 / self.noise**2

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of the nodes of t, and of a term for each of them at each order."""
        return self.nodes_along(contour, accuracy).work(contour.count, bits)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """By the trapezoidal rule: nodes of t, shared by all orders."""
        at = self.nodes_along(contour, accuracy)
        charge(at.work(contour.count, bits))
        with balls(bits) as xp:
            q, s, p = self.values(xp, contour.order)
            logs, weights = quadrature.terms(xp, q, s, p, at)
            h = xp.number(contour.spacing)
            sums = self._sums(at, logs, weights, h, contour.count)
            radius = quadrature.radius(xp, q, s, p, at, weights, h * (contour.count - 1)).upper()
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
        return [x.conjugate() for x in found] if self.added else found

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """One node."""
        return self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """|M(order + iy)| for y >= height, by a line of integration shifted by `shift` = b; what nodes and tails lose
        is at most about `slack` of it. Raises ArithmeticError unless 0 < b < pi s/2."""
        accuracy = 8.0 - math.log(slack)
        p = float(self.exponent(order))
        for _ in range(6):
            at = quadrature.propose_nodes_beyond(float(self.noise), p, float(shift), accuracy)
            bound, lost = self.shifted(order, height, shift, at, bits)
            if lost <= slack * bound:
                break
            accuracy += 2.0 + max(0.0, float((lost / (slack * bound)).log().mid()))
        return bound

    def shifted(self, order: Fraction, height: Fraction, shift: Fraction, at: Nodes, bits: int) -> tuple[arb, arb]:
        """The bound by some nodes, and how much of it is tails and remainder. Raises ArithmeticError for a strip in
        which it does not hold."""
        with balls(bits) as xp:
            (q, s, p), b = self.values(xp, order), xp.number(shift)
            a, d = arb(at.strip), arb(at.spacing)
            if not (b > 0 and a > 0 and 2 * (a + b) < xp.pi * s):
                raise ArithmeticError("the strip is wider than the bound allows")
            charge(at.count * (10 + bits // 16))
            logs, weights = quadrature.terms(xp, q, s, p, at)
            sine, cosine = (b / s).sin_cos()
            total, decay, half = arb(0), xp.number(-height), p / 2
            for log, weight in zip(logs, weights, strict=True):
                share = 1 - (1 - q) * xp.exp(-log)  # u/w, so that w(t + ib)/w(t) = 1 - share + share e^(ib/s)
                real, imaginary = 1 - share + share * cosine, share * sine
                modulus = real * real + imaginary * imaginary
                total += weight * xp.exp(half * modulus.log() + decay * arb.atan2(imaginary, real))
            on_line, in_strip = (quadrature.smaller(s, p, y) for y in (b, a + b))
            moment = self.at(order, 8, bits).upper()
            remainder = 2 * xp.exp(a * a / 2) * in_strip * moment / xp.expm1(2 * xp.pi * a / d)
            lost = quadrature.tails(xp, q, s, p, at, weights) * on_line + remainder
            shifted = xp.exp(b * b / 2)
            return ((total + lost) * shifted).upper(), (lost * shifted).upper()

    def nodes_along(self, contour: Contour, accuracy: int) -> Nodes:
        """Nodes of remainder and tails of about e^-accuracy, relative to M at the order, for all of the contour."""
        height = float(contour.spacing) * (contour.count - 1)
        return quadrature.propose_nodes(float(self.noise), float(self.exponent(contour.order)), height, accuracy)

    def exponent(self, order: Fraction) -> Fraction:
        """p: the order, or 1 less the order."""
        return 1 - order if self.added else order

    def values(self, xp: Any, order: Fraction) -> tuple[arb, arb, arb]:
        """(q, s, p)."""
        return xp.number(self.rate), xp.number(self.noise), xp.number(self.exponent(order))
