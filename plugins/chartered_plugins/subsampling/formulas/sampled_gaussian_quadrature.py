"""Moments of the Poisson-sampled Gaussian's likelihood ratio at real and complex exponents, by the trapezoidal rule
with a proved remainder: at real exponents its Renyi curve, along a vertical line what determines its profile.

With sampling rate q, noise multiplier s (sigma over sensitivity) and t normal, the likelihood ratio under Q = N(0) is

    w(t) = 1 - q + q e^(t/s - 1/(2 s^2)).

Record removed: M(z) = E[w^z]; record added: M(z) = E[w^(1-z)]. Let p be the real part of the exponent. In the strip
|Im t| < pi s, w has no zero, and on t = x + iy:  |w| <= w(x),  arg w is between 0 and y/s,  |w| >= w(x) cos(y/2s).

The line of integration may be any line Im t = b in the strip, 0 <= b. The nodes are jd + ib, in a strip of half-width a
around them, a + b < pi s. There Im t is at least b - a, so that arg w >= -(a - b)_+/s, and for exponents p + iv with
0 <= v <= V

    |phi w^(p+iv)| <= phi(x) w(x)^p E,        E = e^((a+b)^2/2 + V (a-b)_+/s), times cos((a+b)/2s)^p where p < 0.

By Trefethen, Weideman 2014, Theorem 5.1, the sum over all nodes differs from the integral by at most
2 E M(p)/(e^(2 pi a/d) - 1). On the real line, b = 0, the spacing has to fall with the height V; where b >= a it does
not, and the same nodes serve all heights: |e^(iv log w)| = e^(-v arg w) falls there, where on the real line it turns.
Exponents p - iv, of an added record, have the conjugate integral.

Beyond the nodes, for b = 0: left of t_0 < 0 the density falls at least by e^(t_0 d) from node to node, and w^p is at
most w(t_0)^p (p >= 0) or (1-q)^p (p < 0); right of t_1 the product falls at least by e^(-(t_1 - p/s) d) (p >= 0). With
u = w - 1 + q, (log w)' = u/(w s), which rises from 0 to 1/s: where p < 0, w^p rises at most by e^(-p d u_0/(w_0 s))
from node to node left of t_0, and falls at least by e^(p d u_1/(w_1 s)) right of t_1. On the line Im t = b either is at
most e^(b^2/2) times that, and times cos(b/2s)^p where p < 0."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.budget import charge
from flint import acb

from ...basics.formulas.geometric_series import geometric

MOST_NODES, MOST_TERMS = 20_000, 20_000_000
"""How many nodes a sum may have, and how many terms all sums of a line."""
_STRIPS, _HALVINGS, _FARTHEST = 40, 30, 100.0
"""The grid of half-widths, steps of a bisection, and how far it goes."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """Nodes jd + ib for first <= j <= last, and the half-width a of the strip around their line that bounds the
    remainder; all but j are doubles. `shift`: b >= 0."""

    spacing: float
    first: int
    last: int
    strip: float
    shift: float = 0.0

    @classmethod
    def of(cls, strips: list[float], cost: Any, left: float, right: float, shift: float = 0.0) -> Nodes:
        """The widest spacing, 2 pi a/cost(a), over half-widths a. Any choice is sound. Raises ArithmeticError for too
        many nodes."""
        strip = _best(strips, cost)
        return cls.between(2 * math.pi * strip / cost(strip), -left, right, strip, shift)

    @classmethod
    def between(cls, spacing: float, start: float, end: float, strip: float, shift: float = 0.0) -> Nodes:
        """The multiples of a spacing between two places, and one beyond each. Raises ArithmeticError for too many."""
        first, last = math.floor(start / spacing), math.ceil(end / spacing)
        if last - first > MOST_NODES:
            raise ArithmeticError(f"the moment generating function needs {last - first} nodes, more than {MOST_NODES}")
        return cls(spacing, first, last, strip, shift)

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


@dataclass(frozen=True, slots=True)
class Window:
    """A further factor of the integrand, for the choice of nodes. `growth`: k, by e^(k y^2/2) at the height y of the
    strip, that of the density included. `low`, `high`: places left and right of which the integrand falls by e^(-k
    (t - place)^2/2), or None."""

    growth: float = 1.0
    low: float | None = None
    high: float | None = None

    def ends(self, place: float | None, slope: float, nats: float, rise: float | None) -> tuple[float, float]:
        """(left, right): beyond these the integrand has fallen by e^-nats; without a window left of 0, or of `place` if
        that is negative, and right of `place`, by default that of the `slope` p/s. If a `rise` is known, left of where
        the density alone has fallen by e^-(nats + rise) nothing is needed."""
        wide, narrow = math.sqrt(2 * nats) + 0.5, math.sqrt(2 * nats / self.growth)
        left = min(place or 0.0, 0.0) - wide
        if rise is not None:
            far = -math.sqrt(2 * (nats + rise)) - 0.5
            left = far if place is None else max(left, far)
        right = (max(slope, 0.0) if place is None else place) + wide
        left = left if self.low is None else max(left, self.low - narrow)
        return left, right if self.high is None else min(self.high + narrow, right)


_EVERYWHERE = Window()


@lru_cache(maxsize=4096)
def largest_at(q: float, s: float, p: float) -> float:
    """The place right of which phi w^p falls, p/s where p >= 0; where p < 0 that where it is largest: t = (p/s) u/w, or
    -100 where that is farther."""
    if p >= 0:
        return p / s
    low, high = max(p / s, -_FARTHEST), 0.0
    for _ in range(_HALVINGS):
        t = (low + high) / 2
        odds = q / (1 - q) * math.exp(t / s - 0.5 / s**2)
        low, high = (low, t) if t > p / s * odds / (1 + odds) else (t, high)
    return (low + high) / 2


@lru_cache(maxsize=4096)
def propose_nodes(
    s: float,
    p: float,
    height: float,
    accuracy: float,
    most_shift: float = math.inf,
    place: float | None = None,
    rise: float | None = None,
    window: Window = _EVERYWHERE,
) -> Nodes:
    """Remainder and tails of about e^-accuracy, relative to M(p), at heights up to `height`; b is at most `most_shift`.
    `place`: the farthest place where the integrand may be largest, unless that is p/s or 0. `rise`: the nats by which
    the bound on w^p left of the nodes may exceed M(p). Raises ArithmeticError for too many nodes.

    On the line Im t = b the integrand grows with the height only in the part of the strip that is below the real axis:
    where that costs more than the density, which grows with b, the line is shifted."""
    acc, most, lost = accuracy + 1.0, 0.995 * math.pi * s, _lost(s, p)
    k = window.growth
    curvature = k + (-p / (4 * s * s) if p < 0 else 0.0)  # of the cost in a + b

    def shift(a: float) -> float:
        return max(0.0, min(height / (s * curvature) - a, a, most - a, most_shift))

    def cost(a: float) -> float:
        b = shift(a)
        return acc + k * (a + b) * (a + b) / 2 + height * (a - b) / s + lost(a + b)

    strips = _strips(min(most, 1.6 * math.sqrt(2 * acc / k)))
    b = shift(_best(strips, cost))
    nats = acc + 2 + k * b * b / 2 + lost(b)
    left, right = window.ends(place, p / s, nats, rise)
    return Nodes.of(strips, cost, -left, right, b)


def propose_nodes_beyond(
    s: float,
    p: float,
    shift: float,
    accuracy: float,
    place: float | None = None,
    rise: float | None = None,
    window: Window = _EVERYWHERE,
) -> Nodes:
    """The same, on the real line, for the modulus of the integrand at t + i `shift`: no height, a narrower strip.
    Raises ArithmeticError where that has no bound, or for too many nodes."""
    if not 0 < shift < 0.998 * math.pi * s / 2:
        raise ArithmeticError("the shift leaves the strip in which the bound holds")
    lost = _lost(s, p)

    k = window.growth

    def cost(a: float) -> float:
        return accuracy + 1 + k * (a * a + shift * shift) / 2 + lost(a + shift)

    strips = _strips(min(0.999 * math.pi * s / 2 - shift, 1.6 * math.sqrt(2 * accuracy / k)))
    nats = accuracy + k * shift * shift / 2 + 2 + lost(shift)
    left, right = window.ends(place, p / s, nats, rise)
    return Nodes.of(strips, cost, -left, right)


@lru_cache(maxsize=4096)
def propose_rise(q: float, s: float, p: float) -> float:
    """log((1-q)^p/M(p)) at most, in floats, for p < 0; 0 otherwise. By Jensen's inequality, under a normal variable
    around m, log M(p) >= p log(1 - q + q e^(m/s)) - m^2/2 for every m, and it is at least 0."""
    if p >= 0:
        return 0.0
    farthest = min(-p * q / s, math.sqrt(2 * p * math.log1p(-q)))
    shifts = (-farthest * k / 16 for k in range(17))
    least = max(p * math.log1p(q * math.expm1(m / s)) - m * m / 2 for m in shifts)
    return p * math.log1p(-q) - max(0.0, least)


def _strips(widest: float) -> list[float]:
    return [widest * i / _STRIPS for i in range(1, _STRIPS)]


def _best(strips: list[float], cost: Callable[[float], float]) -> float:
    """The half-width with the largest a/cost(a), from coarse to fine: it hardly ever has a second maximum."""
    known: dict[int, float] = {}

    def worth(place: int) -> float:
        if place not in known:
            known[place] = strips[place] / cost(strips[place])
        return known[place]

    best = max(range(len(strips) % 10 // 2, len(strips), 10), key=worth)
    for stride in (5, 2, 1, 1):
        best = max((k for k in (best, best - stride, best + stride) if 0 <= k < len(strips)), key=worth)
    return strips[best]


def _lost(s: float, p: float) -> Callable[[float], float]:
    """log `smaller` in floats."""
    return lambda y: p * math.log(math.cos(y / (2 * s))) if p < 0 else 0.0


def terms(xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes) -> tuple[list[Value], list[Value]]:
    """log w and d phi w^p at each node: real numbers on the real line, complex balls above it."""
    charge(4 * at.count)
    d, above = xp.number(at.spacing), acb(0, at.shift) if at.shift else 0
    density = d / xp.sqrt(2 * xp.pi)
    grown, growth = q * xp.exp((d * at.first + above) / s - 1 / (2 * s * s)), xp.exp(d / s)
    logs, weights = [], []
    for j in range(at.first, at.last + 1):
        log, t = xp.log(1 - q + grown), d * j + above
        logs.append(log)
        weights.append(density * xp.exp(p * log - t * t / 2))
        grown = grown * growth
    return logs, weights


def tails(
    xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes, weights: list[Value], falls: tuple[Value, Value] = (0, 0)
) -> Value:
    """What the nodes beyond the ends add, at height 0. `falls`: by how much the logarithm of a further factor of the
    integrand falls at least from node to node, left and right of the nodes, all of which are real then."""
    if at.shift:
        real, b = replace(at, shift=0.0), xp.number(at.shift)
        ends = [terms(xp, q, s, p, replace(real, first=j, last=j))[1][0] for j in (at.first, at.last)]
        return tails(xp, q, s, p, real, ends) * xp.exp(b * b / 2) * smaller(s, p, b)
    d, (left, right) = xp.number(at.spacing), falls
    start, end = d * at.first, d * at.last
    if p >= 0:
        return geometric(xp, start * d - left) * weights[0] + geometric(xp, (p / s - end) * d - right) * weights[-1]
    odds, odds_right = (q / (1 - q) * xp.exp(t / s - 1 / (2 * s * s)) for t in (start, end))
    tail = geometric(xp, start * d - left) * weights[0] * (1 + odds) ** (-p) if start * d - left < 0 else None
    if (rising := (start - p / s * odds / (1 + odds)) * d - left) < 0:
        other = geometric(xp, rising) * weights[0]
        tail = other if tail is None else xp.minimum(tail, other)
    if tail is None:
        raise ArithmeticError("the integrand does not fall left of the nodes")
    return tail + geometric(xp, (p / s * odds_right / (1 + odds_right) - end) * d - right) * weights[-1]


def smaller(s: Value, p: Value, y: Value) -> Value:
    """What |w|^p gains where |w| may be smaller, at the height y of the strip, than on the real line: cos(y/2s)^p
    where p < 0, in balls alone."""
    return (y / (2 * s)).cos() ** p if p < 0 else 1


def remainder(xp: Arithmetic, s: Value, p: Value, at: Nodes, height: Value, growth: Value = 1) -> Value:
    """That of the rule over M(p), at heights up to `height`; p < 0 in balls alone. `growth`: k, where the integrand
    without w grows at most by e^(k y^2/2) at the height y of the strip: 1 for the density alone. Raises ArithmeticError
    where it says nothing."""
    a, b = xp.number(at.strip), xp.number(at.shift)
    if not (a > 0 and b >= 0 and a + b < xp.pi * s):
        raise ArithmeticError("the strip is wider than the integrand allows")
    in_strip = xp.exp(growth * (a + b) * (a + b) / 2 + height * xp.positive(a - b) / s) * smaller(s, p, a + b)
    lost = 2 * in_strip / xp.expm1(2 * xp.pi * a / xp.number(at.spacing))
    if not lost < 0.5:
        raise ArithmeticError("the spacing is too wide for a remainder")
    return lost


def radius(xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes, weights: list[Value], height: Value) -> Value:
    """How far the sum over the nodes is at most from the integral, at heights up to `height`: tails and remainder."""
    return error(xp, at, weights, tails(xp, q, s, p, at, weights), remainder(xp, s, p, at, height))


def error(xp: Arithmetic, at: Nodes, weights: list[Value], outside: Value, lost: Value) -> Value:
    """How far a sum is at most from the integral: what the nodes beyond the ends add, and the share `lost` of M(p),
    which is at most (the sum + what they add)/(1 - lost)."""
    total = sum(weights, xp.number(0))
    return outside + lost * ((total.real if at.shift else total) + outside) / (1 - lost)


def moment(xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes) -> Value:
    """E[w^p] at a real exponent: enclosed in balls, close to all its digits in digits."""
    _, weights = terms(xp, q, s, p, at)
    total, error = sum(weights, xp.number(0)), radius(xp, q, s, p, at, weights, xp.number(0))
    return xp.within(total - error, total + error)
