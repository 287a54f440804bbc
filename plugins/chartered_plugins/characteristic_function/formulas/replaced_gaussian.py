"""A record that is replaced in a Poisson sample of a Gaussian mechanism: the moment generating function of the loss
between P = (1 - q) N(0) + q N(1/s) and Q = (1 - q) N(0) + q N(-1/s), at complex orders.

With the normal density phi and w(t) = 1 - q + q e^(t/s - 1/(2 s^2)) it is

    M(z) = int phi(t) w(t)^z w(-t)^(1-z) dt,

the same in both directions. Nodes and strips are those of `sampled_gaussian_quadrature`. In the strip |Im t| < pi s, on
t = x + iy and with z = p + iv, p > 1 and v >= 0,

    |w(t)| <= w(x),   |w(-t)| >= w(-x) cos(y/2s),   arg w(t) and -arg w(-t) are between 0 and y/s,

so that |w(t)^z w(-t)^(1-z)| is at most w(x)^p w(-x)^(1-p) cos(y/2s)^(1-p) e^(-v (arg w(t) - arg w(-t))): as there, with
the exponent 1 - p < 0 and two ratios that turn. On the line Im t = b, 0 < b <= pi s/2, both arguments are such that the
modulus falls as v rises, which bounds |M| at all heights above one.

Beyond the nodes: left of t_0 < 0 both w(x)^p and w(-x)^(1-p) fall; right of t_1 > p/s the first rises at most by e^(d
p/s) from node to node, and the second is at most (1-q)^(1-p)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from flint import arb

from ...basics.formulas.geometric_series import geometric
from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from .normal_integral import NormalIntegral, turned

_PLACES = 64


@lru_cache(maxsize=4096)
def farthest(q: float, s: float, p: float) -> float:
    """p/s, and farther by as much as the bound right of the nodes, which has (1-q)^(1-p) for w(-t)^(1-p), is above the
    integrand where either is largest. A choice in floats: any nodes are sound."""
    places = [(2 * p - 1) / s * k / _PLACES for k in range(_PLACES + 1)]
    ahead, back = ([log_ratio(q, sign * t / s - 0.5 / s**2) for t in places] for sign in (1, -1))
    least = math.log1p(-q)
    bound = max(p * x - t * t / 2 - (p - 1) * least for t, x in zip(places, ahead, strict=True))
    found = max(p * x - t * t / 2 - (p - 1) * y for t, x, y in zip(places, ahead, back, strict=True))
    return p / s + math.sqrt(2 * max(0.0, bound - found))


def log_ratio(q: float, loss: float) -> float:
    """log(1 - q + q e^loss)."""
    return loss + math.log(q + (1 - q) * math.exp(-loss)) if loss > 0 else math.log1p(q * math.expm1(loss))


@dataclass(frozen=True, slots=True)
class ReplacedGaussian(NormalIntegral):
    """The pair of a replaced record. `rate`: q in (0, 1). `noise`: s = sigma/sensitivity > 0."""

    rate: Fraction
    noise: Fraction
    turns: ClassVar[int] = 2

    @property
    def tail_mu_squared(self) -> Fraction | None:
        """1/s^2 for q <= 1/2, otherwise None. P and Q are mixtures, with the weights 1 - 2q, q and q, of N(0) and N(0),
        of N(1/s) and N(0), and of N(0) and N(-1/s), so that delta is at most 2q times that of 1/s-GDP. The tail is no
        lighter: for t >= 0 w(-t) is in [1-q, 1] and w(t) >= q e^(t/s - 1/(2 s^2)), and an unsampled sum that is large
        is so with all t_i >= 0."""
        return 1 / self.noise**2 if 2 * self.rate <= 1 else None

    def exponent(self, order: Fraction) -> Fraction:
        """1 - p, that of w(-t)."""
        return 1 - order

    def place(self, order: Fraction) -> float:
        """Where the nodes have to reach so that the bound right of them is as small as the integrand."""
        return farthest(float(self.rate), float(self.noise), float(order))

    def terms(self, xp: Any, order: Fraction, at: Nodes) -> tuple[list[Any], list[Any]]:
        """log w(t) - log w(-t), and d phi(t) w(t)^p w(-t)^(1-p)."""
        ahead, back = self._both(xp, at)
        p, one = xp.number(order), xp.number(0)
        density = quadrature.terms(xp, xp.number(self.rate), xp.number(self.noise), one, at)[1]
        weights = [w * xp.exp(p * x + (1 - p) * y) for w, x, y in zip(density, ahead, back, strict=True)]
        return [x - y for x, y in zip(ahead, back, strict=True)], weights

    def _both(self, xp: Any, at: Nodes) -> tuple[list[Any], list[Any]]:
        """log w(t) and log w(-t) at the nodes t."""
        q, s = xp.number(self.rate), xp.number(self.noise)
        mirrored = replace(at, first=-at.last, last=-at.first, shift=-at.shift)
        ahead, back = (quadrature.terms(xp, q, s, xp.number(0), nodes)[0] for nodes in (at, mirrored))
        return ahead, back[::-1]

    def tails(self, xp: Any, order: Fraction, at: Nodes, weights: list[Any]) -> arb:
        """By geometric series, as above."""
        p, b = xp.number(order), xp.number(at.shift)
        s, d = xp.number(self.noise), xp.number(at.spacing)
        ends = [replace(at, first=j, last=j, shift=0.0) for j in (at.first, at.last)]
        first, last = (self.terms(xp, order, end)[1][0] for end in ends)
        least = (self._both(xp, ends[1])[1][0] - xp.log(1 - xp.number(self.rate))) * (p - 1)
        left = geometric(xp, d * at.first * d) * first
        right = geometric(xp, -(d * at.last - p / s) * d) * last * xp.exp(least)
        found: arb = (left + right) * xp.exp(b * b / 2) * quadrature.smaller(s, 1 - p, b)
        return found

    def moduli(self, xp: Any, order: Fraction, height: Fraction, at: Nodes, angle: arb) -> Iterator[arb]:
        """Of phi w(t)^z w(-t)^(1-z)."""
        q, p, (sine, cosine) = xp.number(self.rate), xp.number(order), angle.sin_cos()
        for weight, *logs in zip(self.terms(xp, order, at)[1], *self._both(xp, at), strict=True):
            (ahead, one), (back, other) = (turned(xp, q, log, sine, cosine) for log in logs)
            yield weight * xp.exp(p * ahead + (1 - p) * back - xp.number(height) * (one + other))
