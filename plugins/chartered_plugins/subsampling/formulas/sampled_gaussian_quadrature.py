"""Moments of the Poisson-sampled Gaussian's likelihood ratio at real and complex exponents, by the trapezoidal rule
with a proved remainder: at real exponents its Renyi curve, along a vertical line what determines its profile.

With sampling rate q, noise multiplier s (sigma over sensitivity) and t normal, the likelihood ratio under Q = N(0) is

    w(t) = 1 - q + q e^(t/s - 1/(2 s^2)).

Record removed: M(z) = E[w^z]; record added: M(z) = E[w^(1-z)]. Let p be the real part of the exponent. In the strip
|Im t| < pi s, w has no zero, and on t = x + iy:  |w| <= w(x),  |arg w| <= |y|/s,  |w| >= w(x) cos(y/2s). So for
exponents p + iv with |v| <= V the integrand is at most phi(x) w(x)^p E, with E = e^(a^2/2 + V a/s) for
|y| <= a < pi s, times cos(a/2s)^p where p < 0. By Trefethen, Weideman 2014, Theorem 5.1, the sum over all nodes jd
differs from the integral by at most 2 E M(p)/(e^(2 pi a/d) - 1).

Beyond the nodes: left of t_0 < 0 the density falls at least by e^(t_0 d) from node to node, and w^p is at most w(t_0)^p
(p >= 0) or (1-q)^p (p < 0); right of t_1 the product falls at least by e^(-(t_1 - p/s) d) (p >= 0; (log w)' <= 1/s) or
e^(-t_1 d) (p < 0)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.budget import charge

from ...basics.formulas.geometric_series import geometric

MOST_NODES, MOST_TERMS = 20_000, 20_000_000
"""How many nodes a sum may have, and how many terms all sums of a line."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """Nodes j d for first <= j <= last, and the half-width a of the strip that bounds the remainder; all but j are
    doubles."""

    spacing: float
    first: int
    last: int
    strip: float

    @classmethod
    def of(cls, strips: list[float], cost: Any, left: float, right: float) -> Nodes:
        """The widest spacing, 2 pi a/cost(a), over half-widths a. Any choice is sound. Raises ArithmeticError for too
        many nodes."""
        strip = max(strips, key=lambda a: a / cost(a))
        spacing = 2 * math.pi * strip / cost(strip)
        first, last = math.floor(-left / spacing), math.ceil(right / spacing)
        if last - first > MOST_NODES:
            raise ArithmeticError(f"the moment generating function needs {last - first} nodes, more than {MOST_NODES}")
        return cls(spacing, first, last, strip)

    @property
    def count(self) -> int:
        """How many there are."""
        return self.last - self.first + 1

    def work(self, orders: int, bits: int) -> int:
        """Units of work of the sums at this number of orders. Raises ArithmeticError for too many terms."""
        nodes = self.last - self.first
        if orders * nodes > MOST_TERMS:
            raise ArithmeticError(f"the integral needs {orders} orders of {nodes} nodes each")
        return nodes * (4 + bits // 16) + orders * nodes * (bits + 128) // 700


@lru_cache(maxsize=4096)
def nodes(s: float, p: float, height: float, accuracy: float) -> Nodes:
    """Remainder and tails of about e^-accuracy, relative to M(p), at heights up to `height`. Raises ArithmeticError for
    too many nodes."""
    acc = accuracy + 1.0
    widest = min(0.995 * math.pi * s, 1.6 * math.sqrt(2 * acc))

    def cost(a: float) -> float:
        return acc + a * a / 2 + height * a / s + (p * math.log(math.cos(a / (2 * s))) if p < 0 else 0.0)

    end = math.sqrt(2 * (acc + 2)) + 0.5
    return Nodes.of([widest * i / 40 for i in range(1, 40)], cost, end, max(p, 0.0) / s + end)


def terms(xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes) -> tuple[list[Value], list[Value]]:
    """log w and d phi w^p at each node."""
    charge(4 * at.count)
    d = xp.number(at.spacing)
    density, curvature = d / xp.sqrt(2 * xp.pi), -d * d / 2
    shifted, shift = q * xp.exp(d * at.first / s - 1 / (2 * s * s)), xp.exp(d / s)
    logs, weights = [], []
    for j in range(at.first, at.last + 1):
        log = xp.log(1 - q + shifted)
        logs.append(log)
        weights.append(density * xp.exp(p * log + curvature * (j * j)))
        shifted = shifted * shift
    return logs, weights


def tails(xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes, weights: list[Value]) -> Value:
    """What the nodes beyond the ends add, at height 0."""
    d = xp.number(at.spacing)
    start, end = d * at.first, d * at.last
    first, decay = weights[0], end
    if p >= 0:
        decay = end - p / s
    else:  # left of the nodes w^p still rises, to (1-q)^p
        first = first * (1 + q / (1 - q) * xp.exp(start / s - 1 / (2 * s * s))) ** (-p)
    return geometric(xp, start * d) * first + geometric(xp, -decay * d) * weights[-1]


def remainder(xp: Arithmetic, s: Value, p: Value, at: Nodes, height: Value) -> Value:
    """That of the rule over M(p), at heights up to `height`; p < 0 in balls alone. Raises ArithmeticError where it says
    nothing."""
    a = xp.number(at.strip)
    if not a < xp.pi * s:
        raise ArithmeticError("the strip is wider than the integrand allows")
    in_strip = xp.exp(a * a / 2 + height * a / s)
    if p < 0:
        in_strip = in_strip * (a / (2 * s)).cos() ** p
    lost = 2 * in_strip / xp.expm1(2 * xp.pi * a / xp.number(at.spacing))
    if not lost < 0.5:
        raise ArithmeticError("the spacing is too wide for a remainder")
    return lost


def radius(xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes, weights: list[Value], height: Value) -> Value:
    """How far the sum over the nodes is at most from the integral, at heights up to `height`: tails and remainder."""
    outside, lost = tails(xp, q, s, p, at, weights), remainder(xp, s, p, at, height)
    return outside + lost * (sum(weights, xp.number(0)) + outside) / (1 - lost)


def moment(xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes) -> Value:
    """E[w^p] at a real exponent: enclosed in balls, close to all its digits in digits."""
    _, weights = terms(xp, q, s, p, at)
    total, error = sum(weights, xp.number(0)), radius(xp, q, s, p, at, weights, xp.number(0))
    return xp.within(total - error, total + error)
