"""The Poisson-sampled Gaussian mechanism: its moment generating function at complex orders, by a trapezoidal rule with
a proved remainder.

With sampling rate q, noise multiplier s (sigma over sensitivity) and t normal, the likelihood ratio under Q = N(0) is

    w(t) = 1 - q + q e^(t/s - 1/(2 s^2)).

Record removed: M(z) = E[w^z]; record added: M(z) = E[w^(1-z)]. Let p be the real part of the exponent. In the strip
|Im t| < pi s, w has no zero, and on t = x + iy:  |w| <= w(x),  arg w is between 0 and y/s,  |w| >= w(x) cos(y/2s).

The line of integration may be any line Im t = b in the strip, 0 <= b. The nodes are t_j = jd + ib, in a strip of
half-width a around them, a + b < pi s. There Im t is at least b - a, so that arg w >= -(a - b)_+/s, and for exponents
p + iv with 0 <= v <= V

    |phi w^(p+iv)| <= phi(x) w(x)^p E,        E = e^((a+b)^2/2 + V (a-b)_+/s), times cos((a+b)/2s)^p where p < 0.

By Trefethen, Weideman 2014, Theorem 5.1, the sum over all nodes differs from the integral by at most
2 E M(p)/(e^(2 pi a/d) - 1). On the real line, b = 0, the spacing has to fall with the height V; where b >= a it does
not, and the same nodes serve all heights: |e^(iv log w)| = e^(-v arg w) falls there, where on the real line it turns.
Exponents p - iv, of an added record, have the conjugate integral.

Beyond the nodes, for b = 0: left of t_0 < 0 the density falls at least by e^(t_0 d) from node to node, and w^p is at
most w(t_0)^p (p >= 0) or (1-q)^p (p < 0); right of t_1 the product falls at least by e^(-(t_1 - p/s) d) (p >= 0;
(log w)' <= 1/s) or e^(-t_1 d) (p < 0). On the line Im t = b either is at most e^(b^2/2) times that, and times
cos(b/2s)^p where p < 0.

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
from typing import Any, ClassVar, overload

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from flint import acb, arb

from .contour import Contour, geometric
from .trapezoidal_rule import Rule, rule_along, rule_beyond
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
        """The work for the nodes of t, and for one term for each node at each order."""
        return self._rule_along(contour, accuracy).work(contour.count, bits)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """By the trapezoidal rule, with nodes of t that all orders share."""
        p, rule = self._exponent(contour.order), self._rule_along(contour, accuracy)
        charge(rule.work(contour.count, bits))
        with balls(bits) as xp:
            sums = self._sums(xp, rule, p, contour)
            tails = self._tails(xp, rule, p) * self._growth(xp, rule.shift, p)
            loss = self._loss(xp, rule, p, xp.number(contour.spacing) * (contour.count - 1))
            moment = (sums[0].real + tails) / (1 - loss)
            radius = (tails + loss * moment).upper()
            error = acb((-radius).union(radius), (-radius).union(radius))
            return tuple(found + error for found in sums)

    def _sums(self, xp: Any, rule: Rule, p: Fraction, contour: Contour) -> list[acb]:
        """Those over the nodes, at each order."""
        h = xp.number(contour.spacing)
        if not rule.shift:
            logs, weights = self._nodes(xp, rule, p)
            if contour.count == 1:
                return [acb(sum(weights, arb(0)))]
            found = trigonometric_sums(weights, [h * log for log in logs], contour.count)
        else:
            shifted, turning = self._nodes(xp, rule, p, arb(rule.shift))
            found = decaying_sums(turning, [acb(0, h) * log for log in shifted], contour.count)
        return [x.conjugate() for x in found] if self.added else found

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """One node."""
        return self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """A bound on |M(order + iy)| for y >= height, by a line of integration shifted by `shift` = b; nodes and tails
        lose a share of at most about `slack` of it. Raises ArithmeticError unless 0 < b < pi s/2."""
        accuracy, p = 8.0 - math.log(slack), float(self._exponent(order))
        for _ in range(6):
            rule = rule_beyond(float(self.noise), p, float(shift), accuracy)
            bound, lost = self._shifted(order, height, shift, rule, bits)
            if lost <= slack * bound:
                break
            accuracy += 2.0 + max(0.0, float((lost / (slack * bound)).log().mid()))
        return bound

    def _shifted(self, order: Fraction, height: Fraction, shift: Fraction, rule: Rule, bits: int) -> tuple[arb, arb]:
        """(the bound by a rule, the part of it that is due to tails and remainder). Raises ArithmeticError if the strip
        is too wide for the bound."""
        p = self._exponent(order)
        with balls(bits) as xp:
            q, s, b = xp.number(self.rate), xp.number(self.noise), xp.number(shift)
            a, d = arb(rule.strip), arb(rule.spacing)
            if not (b > 0 and a > 0 and 2 * (a + b) < xp.pi * s):
                raise ArithmeticError("the strip is wider than the bound allows")
            charge((rule.last - rule.first) * (10 + bits // 16))
            logs, weights = self._nodes(xp, rule, p)
            sine, cosine = (b / s).sin_cos()
            total, decay, half = arb(0), xp.number(-height), xp.number(p) / 2
            for log, weight in zip(logs, weights, strict=True):
                share = 1 - (1 - q) * xp.exp(-log)  # u/w, so that w(t + ib)/w(t) = 1 - share + share e^(ib/s)
                real, imaginary = 1 - share + share * cosine, share * sine
                modulus = real * real + imaginary * imaginary
                total += weight * xp.exp(half * modulus.log() + decay * arb.atan2(imaginary, real))
            on_line, in_strip = arb(1), arb(1)
            if p < 0:
                on_line, in_strip = (b / (2 * s)).cos() ** xp.number(p), ((a + b) / (2 * s)).cos() ** xp.number(p)
            moment = self.at(order, 8, bits).upper()
            remainder = 2 * xp.exp(a * a / 2) * in_strip * moment / xp.expm1(2 * xp.pi * a / d)
            lost = self._tails(xp, rule, p) * on_line + remainder
            shifted = xp.exp(b * b / 2)
            return ((total + lost) * shifted).upper(), (lost * shifted).upper()

    def _rule_along(self, contour: Contour, accuracy: int) -> Rule:
        height = float(contour.spacing) * (contour.count - 1)
        return rule_along(float(self.noise), float(self._exponent(contour.order)), height, accuracy)

    def _exponent(self, order: Fraction) -> Fraction:
        return 1 - order if self.added else order

    @overload
    def _nodes(self, xp: Any, rule: Rule, exponent: Fraction) -> tuple[list[arb], list[arb]]: ...
    @overload
    def _nodes(self, xp: Any, rule: Rule, exponent: Fraction, shift: arb) -> tuple[list[acb], list[acb]]: ...
    def _nodes(self, xp: Any, rule: Rule, exponent: Fraction, shift: arb | None = None) -> tuple[list[Any], list[Any]]:
        """log w and d phi w^p at each node; on the real line, or on the line Im t = shift in [0, pi s), where w is
        above the real axis."""
        q, s, p, d = xp.number(self.rate), xp.number(self.noise), xp.number(exponent), arb(rule.spacing)
        density, above = d / xp.sqrt(2 * xp.pi), (lambda x: x) if shift is None else (lambda x: acb(x, shift))
        grown, growth = q * (above(d * rule.first) / s - 1 / (2 * s * s)).exp(), xp.exp(d / s)
        logs, weights = [], []
        for j in range(rule.first, rule.last + 1):
            log, t = (1 - q + grown).log(), above(d * j)
            logs.append(log)
            weights.append(density * (p * log - t * t / 2).exp())
            grown = grown * growth
        return logs, weights

    def _tails(self, xp: Any, rule: Rule, exponent: Fraction) -> arb:
        """A bound on the sum over the nodes beyond both ends, on the real line at height 0."""
        q, s, p, d = xp.number(self.rate), xp.number(self.noise), xp.number(exponent), arb(rule.spacing)
        ends = (self._nodes(xp, Rule(rule.spacing, j, j, rule.strip), exponent)[1][0] for j in (rule.first, rule.last))
        (first, last), start, end = ends, d * rule.first, d * rule.last
        decay = end
        if exponent >= 0:
            decay = end - p / s
        else:  # left of the nodes w^p still rises, to (1-q)^p
            first = first * (1 + q / (1 - q) * xp.exp(start / s - 1 / (2 * s * s))) ** (-p)
        return geometric(start * d) * first + geometric(-decay * d) * last

    def _growth(self, xp: Any, y: arb | float, exponent: Fraction) -> arb:
        """By how much phi w^p may be larger at the height y of the strip than on the real line."""
        y, s = arb(y), xp.number(self.noise)
        grown: arb = xp.exp(y * y / 2)
        if exponent < 0:
            grown *= (y / (2 * s)).cos() ** xp.number(exponent)
        return grown

    def _loss(self, xp: Any, rule: Rule, exponent: Fraction, height: arb) -> arb:
        """A bound on the remainder of the rule relative to M(p), for imaginary parts up to `height`. Raises
        ArithmeticError if it is 1/2 or more."""
        s, a, b = xp.number(self.noise), arb(rule.strip), arb(rule.shift)
        if not (a > 0 and b >= 0 and a + b < xp.pi * s):
            raise ArithmeticError("the strip is wider than the integrand allows")
        in_strip = self._growth(xp, a + b, exponent) * xp.exp(height * xp.positive(a - b) / s)
        loss: arb = 2 * in_strip / xp.expm1(2 * xp.pi * a / arb(rule.spacing))
        if not loss < 0.5:
            raise ArithmeticError("the spacing is too wide for a remainder")
        return loss
