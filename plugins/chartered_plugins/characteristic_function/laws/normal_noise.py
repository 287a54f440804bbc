"""Normal noise, on the real line or on the integers, and within a window.

The tilt of a shift d is e^((2xd - d^2)/(2v)), v the variance. In a strip it neither grows nor shrinks, and at the
height y it turns by yd/v. So, as the weights of a mixture are positive, at the height y of the strip

- |p| is at most p(x), and at least p(x) cos(y spread/(2v)) while that angle is below pi/2: all terms are within half
  the spread of angles around its middle. The same holds for q;
- arg p is between y low/v and y high/v, the least and the largest angle of its terms, while these are less than pi
  apart;
- arg p rises with y while they are less than pi/2 apart: its derivative is Re(p'/p), and Re(p' conj p) is a sum of d_i
  r_i r_j cos(theta_i - theta_j) with d_i >= 0. For q, whose shifts are negative, arg q falls.

On the real line log p and log q are convex, with slopes between their extreme shifts over v. So the outward slope of x
-> log B + c log p + (1-c) log q is bounded beyond a place by that of the density, by an extreme shift for a power with
a positive exponent, and by the slope at the place for one with a negative exponent.

A window chi(x) = Phi((x - l)/w) - Phi((x - h)/w) is a mixture of normal densities of the width w: |chi(x + iy)| is at
most e^(y^2/(2w^2)) chi(x), and outside its ends log chi falls outward at least by the distance to the end over w^2."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import floats
from flint import arb
from msgspec import Struct

from ...basics.formulas.geometric_series import geometric
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from .mixture import Function, Mixture, Ratio
from .moment_nodes import falling_from, nodes
from .trapezoidal_rule import Analytic


class Normal(Analytic, Struct, frozen=True):
    """Normal noise. `variance`: v > 0. `replaced_profile`: whether one run on a sample with a replaced record has an
    exact profile."""

    variance: Fraction
    integers: ClassVar[bool] = False
    replaced_profile: ClassVar[bool] = True

    @property
    def scale(self) -> float:
        """The standard deviation, in doubles: a length over which the density changes by a factor of a few."""
        return math.sqrt(self.variance)

    def density(self, xp: Any) -> Function:
        """x -> the logarithm of the density, or of a multiple of it on the integers: -x^2/(2v) - log sqrt(2 pi v)."""
        v = xp.number(self.variance)
        scale, less = -1 / (2 * v), xp.log(2 * xp.pi * v) / 2
        return lambda x: x * x * scale - less

    def tilt(self, xp: Any, shift: Fraction) -> Function:
        """x -> log B(x - d)/B(x), (2xd - d^2)/(2v)."""
        d = xp.number(shift)
        slope = d / xp.number(self.variance)
        less = slope * d / 2
        return lambda x: x * slope - less

    @property
    def mirrored(self) -> Normal:
        """The noise of -x."""
        return self

    def total_variation(self, xp: Any, shift: Fraction) -> Any:
        """The distance of the noise from itself with a shift, or an upper bound."""
        return 1 - xp.erfc(xp.number(shift) / xp.sqrt(8 * xp.number(self.variance)))

    def mu_squared(self, shift: Fraction) -> Fraction | None:
        """mu^2, if the noise with a shift and without are mu-GDP and no less; None otherwise."""
        return shift * shift / self.variance

    def whole(self, xp: Any) -> Any:
        """The integral of the density, or its sum over all integers."""
        return xp.number(1)

    def widest(self, xp: Any, ratio: Ratio) -> Any:
        """A height below which p and q have no zero, and below half of which arg p and -arg q rise with the height: pi
        v over the larger spread, or more than is ever of use."""
        return xp.pi * xp.number(self.variance) / xp.number(ratio.spread)

    def turning(self, xp: Any, ratio: Ratio) -> Any:
        """How fast arg p - arg q falls at most below the real axis: the largest distance of shifts over v."""
        return xp.number(ratio.apart) / xp.number(self.variance)

    def grown_density(self, xp: Any) -> Function:
        """y -> by how much log |B| is at most larger at the height y than on the real line: y^2/(2v)."""
        v = 2 * xp.number(self.variance)
        return lambda y: y * y / v

    def grown_ratio(self, xp: Any, ratio: Ratio, order: Any) -> Function:
        """y -> the same of log |p^c q^(1-c)|: the logarithms of cosines, times the exponents that are negative."""
        v = 2 * xp.number(self.variance)
        wide = ((power, mixture.spread) for power, mixture in ratio.powers(order) if power < 0)
        falling = [(power, xp.number(spread) / v) for power, spread in wide if spread]
        return lambda y: sum((power * log_cosine(xp, y * angle) for power, angle in falling), xp.number(0))

    def outward(self, xp: Any, ratio: Ratio, order: Any, way: int) -> Function:
        """x -> an upper bound on the slope of the integrand's logarithm in the direction `way`, 1 or -1, at x and
        beyond: that of the density, and of both powers."""
        v, falling, farthest = xp.number(self.variance), list[tuple[Any, Function]](), xp.number(0)
        for power, mixture in ratio.powers(order):
            if power >= 0 or not mixture.spread:
                farthest = farthest + power * xp.number(mixture.high if way > 0 else mixture.low)
            else:
                falling.append((power, self.mean_shift(xp, mixture)))
        return lambda x: way * (farthest - x + sum((power * mean(x) for power, mean in falling), xp.number(0))) / v

    def mean_shift(self, xp: Any, mixture: Mixture) -> Function:
        """x -> v times the slope of the logarithm of a mixture's density relative to the noise: a mean of its
        shifts."""
        whole = mixture.log(xp, self.tilt)
        parts = [(xp.number(weight * shift), self.tilt(xp, shift)) for weight, shift in mixture.parts if shift]

        def mean(x: Any) -> Any:
            log = whole(x)
            return sum([share * xp.exp(tilt(x) - log) for share, tilt in parts])

        return mean

    def plan(self, ratio: Ratio, order: float, height: float, nats: float, most_shift: float = math.inf) -> Nodes:
        """Nodes of remainder and tails of about e^-nats, relative to M at the order, at heights up to `height`."""
        return nodes(self, ratio, order, height, nats, most_shift)

    def falls_from(self, ratio: Ratio, order: float, way: int) -> float:
        """The place from which on the integrand certainly falls in the direction `way`, in floats."""
        return falling_from(
            self.outward(floats, ratio, order, way), *self.falls_between(ratio, order, way), self.scale / 8
        )

    def falls_between(self, ratio: Ratio, order: float, way: int) -> tuple[float, float]:
        """Two places between which that is."""
        start = end = 0.0
        for power, mixture in ratio.powers(order):
            out, into = (mixture.high, mixture.low) if way > 0 else (mixture.low, mixture.high)
            start += power * float(out)
            end += power * float(out if power >= 0 else into)
        return start, end


def log_cosine(xp: Any, angle: Any) -> Any:
    """log cos of an angle below pi/2, by floats or balls."""
    cosine = xp.variant(arb.cos, floats=math.cos)(angle)
    if not cosine > 0:
        raise ArithmeticError("the strip is wider than the integrand allows")
    return xp.log(cosine)


class Integers(Normal, frozen=True):
    """The discrete Gaussian: the same density on the integers, where the rule is the sum itself."""

    integers = True

    def total_variation(self, xp: Any, shift: Fraction) -> Any:
        """At most 1."""
        return xp.number(1)

    def mu_squared(self, shift: Fraction) -> Fraction | None:
        """None is known."""
        return None

    def whole(self, xp: Any) -> Any:
        """The sum from -n to n, and what is beyond."""
        n, log = math.ceil(self.scale * math.sqrt(2 * xp.rest_bits)) + 1, self.density(xp)
        terms = [xp.exp(log(xp.number(k))) for k in range(n + 1)]
        rest = 2 * terms[-1] * geometric(xp, xp.number(-n / self.variance))
        return terms[0] + 2 * sum(terms[1:], xp.number(0)) + xp.within(0 * rest, rest)
