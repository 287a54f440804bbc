"""The Poisson-sampled Gaussian mechanism: its moment generating function at complex orders, by a trapezoidal rule with
a proved remainder.

With sampling rate q, noise multiplier s (sigma over sensitivity) and t normal, the likelihood ratio under Q = N(0) is

    w(t) = 1 - q + q e^(t/s - 1/(2 s^2)).

Record removed: M(z) = E[w^z]; record added: M(z) = E[w^(1-z)]. Let p be the real part of the exponent. In the strip
|Im t| < pi s, w has no zero, and on t = x + iy:  |w| <= w(x),  |arg w| <= |y|/s,  |w| >= w(x) cos(y/2s). So for
exponents p + iv with |v| <= V the integrand is at most phi(x) w(x)^p E, with E = e^(a^2/2 + V a/s) for
|y| <= a < pi s, times cos(a/2s)^p where p < 0. By Trefethen, Weideman 2014, Theorem 5.1, the sum over all nodes jd
differs from the integral by at most 2 E M(p)/(e^(2 pi a/d) - 1).

Beyond the nodes: left of t_0 < 0 the density falls at least by e^(t_0 d) from node to node, and w^p is at most w(t_0)^p
(p >= 0) or (1-q)^p (p < 0); right of t_1 the product falls at least by e^(-(t_1 - p/s) d) (p >= 0; (log w)' <= 1/s) or
e^(-t_1 d) (p < 0).

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
from functools import lru_cache
from typing import Any, ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from flint import acb, arb

from .contour import Contour, geometric
from .trigonometric_sums import trigonometric_sums

MOST_NODES, MOST_TERMS = 20_000, 20_000_000
"""The largest number of nodes of one sum, and of terms of all sums on a line."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A trapezoidal rule: nodes j d for first <= j <= last, and the half-width a of the strip that bounds the
    remainder; spacing and strip are doubles."""

    spacing: float
    first: int
    last: int
    strip: float

    @classmethod
    def of(cls, strips: list[float], cost: Any, left: float, right: float) -> Rule:
        """The rule with the widest spacing 2 pi a/cost(a) over the half-widths a in `strips`, with nodes from -left to
        right. Any choice is sound. Raises ArithmeticError for too many nodes."""
        strip = max(strips, key=lambda a: a / cost(a))
        spacing = 2 * math.pi * strip / cost(strip)
        first, last = math.floor(-left / spacing), math.ceil(right / spacing)
        if last - first > MOST_NODES:
            raise ArithmeticError(f"the moment generating function needs {last - first} nodes, more than {MOST_NODES}")
        return cls(spacing, first, last, strip)

    def work(self, orders: int, bits: int) -> int:
        """Units of work of the sums at `orders` orders. Raises ArithmeticError for too many terms."""
        nodes = self.last - self.first
        if orders * nodes > MOST_TERMS:
            raise ArithmeticError(f"the integral needs {orders} orders of {nodes} nodes each")
        return nodes * (4 + bits // 16) + orders * nodes * (bits + 128) // 700


@lru_cache(maxsize=4096)
def _rule(s: float, p: float, height: float, accuracy: float) -> Rule:
    """A rule with remainder and tails of about e^-accuracy relative to M(p), for imaginary parts up to `height`."""
    acc = accuracy + 1.0
    widest = min(0.995 * math.pi * s, 1.6 * math.sqrt(2 * acc))

    def cost(a: float) -> float:
        return acc + a * a / 2 + height * a / s + (p * math.log(math.cos(a / (2 * s))) if p < 0 else 0.0)

    end = math.sqrt(2 * (acc + 2)) + 0.5
    return Rule.of([widest * i / 40 for i in range(1, 40)], cost, end, max(p, 0.0) / s + end)


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
            logs, weights = self._nodes(xp, rule, p)
            angle = xp.number(-contour.spacing if self.added else contour.spacing)
            if contour.count == 1:
                sums = [acb(sum(weights, arb(0)))]
            else:
                sums = trigonometric_sums(weights, [angle * log for log in logs], contour.count)
            tails = self._tails(xp, rule, p, weights)
            loss = self._loss(xp, rule, p, xp.number(contour.spacing) * (contour.count - 1))
            moment = (sums[0].real + tails) / (1 - loss)
            radius = (tails + loss * moment).upper()
            error = acb((-radius).union(radius), (-radius).union(radius))
            return tuple(found + error for found in sums)

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """One node."""
        return self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """A bound on |M(order + iy)| for y >= height, by a line of integration shifted by `shift` = b; nodes and tails
        lose a share of at most about `slack` of it. Raises ArithmeticError unless 0 < b < pi s/2."""
        accuracy, p = 8.0 - math.log(slack), float(self._exponent(order))
        for _ in range(6):
            rule = self._shifted_rule(p, float(shift), accuracy)
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
            lost = self._tails(xp, rule, p, weights) * on_line + remainder
            shifted = xp.exp(b * b / 2)
            return ((total + lost) * shifted).upper(), (lost * shifted).upper()

    def _shifted_rule(self, p: float, shift: float, accuracy: float) -> Rule:
        """A rule for the modulus of the shifted integrand: the height does not matter, and the strip is narrower."""
        s = float(self.noise)
        if not 0 < shift < 0.998 * math.pi * s / 2:
            raise ArithmeticError("the shift leaves the strip in which the bound holds")
        widest = min(0.999 * math.pi * s / 2 - shift, 1.6 * math.sqrt(2 * accuracy))

        def lost(x: float) -> float:
            return p * math.log(math.cos(x / (2 * s))) if p < 0 else 0.0

        def cost(a: float) -> float:
            return accuracy + 1 + (a * a + shift * shift) / 2 + lost(a + shift)

        end = math.sqrt(2 * (accuracy + shift * shift / 2 + 2 + lost(shift))) + 0.5
        return Rule.of([widest * i / 40 for i in range(1, 40)], cost, end, max(p, 0.0) / s + end)

    def _rule_along(self, contour: Contour, accuracy: int) -> Rule:
        height = float(contour.spacing) * (contour.count - 1)
        return self._rule(float(self._exponent(contour.order)), height, accuracy)

    def _exponent(self, order: Fraction) -> Fraction:
        return 1 - order if self.added else order

    def _rule(self, p: float, height: float, accuracy: float) -> Rule:
        """A rule with remainder and tails of about e^-accuracy relative to M(p), for imaginary parts up to `height`."""
        return _rule(float(self.noise), p, height, accuracy)

    def _nodes(self, xp: Any, rule: Rule, exponent: Fraction) -> tuple[list[arb], list[arb]]:
        """(log w, d phi w^p) at each node."""
        q, s, p, d = xp.number(self.rate), xp.number(self.noise), xp.number(exponent), arb(rule.spacing)
        density, curvature = d / xp.sqrt(2 * xp.pi), -d * d / 2
        shifted, shift = q * xp.exp(d * rule.first / s - 1 / (2 * s * s)), xp.exp(d / s)
        logs, weights = [], []
        for j in range(rule.first, rule.last + 1):
            log = xp.log(1 - q + shifted)
            logs.append(log)
            weights.append(density * xp.exp(p * log + curvature * (j * j)))
            shifted = shifted * shift
        return logs, weights

    def _tails(self, xp: Any, rule: Rule, exponent: Fraction, weights: list[arb]) -> arb:
        """A bound on the sum over the nodes beyond both ends, at height 0."""
        q, s, p, d = xp.number(self.rate), xp.number(self.noise), xp.number(exponent), arb(rule.spacing)
        start, end = d * rule.first, d * rule.last
        first, decay = weights[0], end
        if exponent >= 0:
            decay = end - p / s
        else:  # left of the nodes w^p still rises, to (1-q)^p
            first = first * (1 + q / (1 - q) * xp.exp(start / s - 1 / (2 * s * s))) ** (-p)
        return geometric(start * d) * first + geometric(-decay * d) * weights[-1]

    def _loss(self, xp: Any, rule: Rule, exponent: Fraction, height: arb) -> arb:
        """A bound on the remainder of the rule relative to M(p), for imaginary parts up to `height`. Raises
        ArithmeticError if it is 1/2 or more."""
        s, a = xp.number(self.noise), arb(rule.strip)
        if not a < xp.pi * s:
            raise ArithmeticError("the strip is wider than the integrand allows")
        in_strip = xp.exp(a * a / 2 + height * a / s)
        if exponent < 0:
            in_strip = in_strip * (a / (2 * s)).cos() ** xp.number(exponent)
        loss: arb = 2 * in_strip / xp.expm1(2 * xp.pi * a / arb(rule.spacing))
        if not loss < 0.5:
            raise ArithmeticError("the spacing is too wide for a remainder")
        return loss
