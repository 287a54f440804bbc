"""Moments of the Poisson-sampled Gaussian's likelihood ratio at real orders, which are its Renyi curve, by the
trapezoidal rule with a proved remainder.

With sampling rate q, noise multiplier s (sigma over sensitivity) and t normal, the likelihood ratio of a record that is
removed is w(t) = 1 - q + q e^(t/s - 1/(2 s^2)), and M(p) = E[w^p], p > 0. In the strip |Im t| < pi s, w has no zero,
and on t = x + iy |w| <= w(x). So for nodes jd and a strip of half-width a < pi s around the real line the integrand is
at most e^(a^2/2) phi(x) w(x)^p there, and by Trefethen, Weideman 2014, Theorem 5.1, the sum over all nodes differs from
the integral by at most 2 e^(a^2/2) M(p)/(e^(2 pi a/d) - 1).

Left of the first node t_0 < 0 the density falls at least by e^(t_0 d) from node to node, and w^p is at most w(t_0)^p;
right of the last one t_1 the product falls at least by e^(-(t_1 - p/s) d). At complex orders `characteristic_function`
has the same of any mixtures (`laws`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.work_budget import charge
from msgspec import Struct

from ...basics.formulas.geometric_series import geometric

MOST_NODES, MOST_TERMS = 20_000, 20_000_000
"""How many nodes a sum may have, and how many terms all sums of a line."""
_STRIPS = 40
"""The grid of half-widths."""


class Nodes(Struct, frozen=True):
    """Nodes jd + ib for first <= j <= last, and the half-width a of the strip around their line that bounds the
    remainder; all but j are doubles. `shift`: b >= 0."""

    spacing: float
    first: int
    last: int
    strip: float
    shift: float = 0.0

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


@lru_cache(maxsize=4096)
def propose_nodes(s: float, p: float, accuracy: float) -> Nodes:
    """Remainder and tails of about e^-accuracy, relative to M(p). Any choice is sound. Raises ArithmeticError for too
    many nodes."""
    acc = accuracy + 1.0
    widest = min(0.995 * math.pi * s, 1.6 * math.sqrt(2 * acc))

    def cost(a: float) -> float:
        return acc + a * a / 2

    strip, reach = _best([widest * i / _STRIPS for i in range(1, _STRIPS)], cost), math.sqrt(2 * (acc + 2)) + 0.5
    return Nodes.between(2 * math.pi * strip / cost(strip), -reach, p / s + reach, strip)


def _best(strips: list[float], cost: Callable[[float], float]) -> float:
    """The half-width with the largest a/cost(a), from coarse to fine: it hardly ever has a second maximum."""
    known: dict[int, float] = {}

    def worth(index: int) -> float:
        if index not in known:
            known[index] = strips[index] / cost(strips[index])
        return known[index]

    best = max(range(len(strips) % 10 // 2, len(strips), 10), key=worth)
    for stride in (5, 2, 1, 1):
        best = max((k for k in (best, best - stride, best + stride) if 0 <= k < len(strips)), key=worth)
    return strips[best]


def terms(xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes) -> list[Value]:
    """d phi w^p at each node."""
    charge(4 * at.count)
    d = xp.number(at.spacing)
    density = d / xp.sqrt(2 * xp.pi)
    grown, growth = q * xp.exp(d * at.first / s - 1 / (2 * s * s)), xp.exp(d / s)
    found = []
    for j in range(at.first, at.last + 1):
        t = d * j
        found.append(density * xp.exp(p * xp.log(1 - q + grown) - t * t / 2))
        grown = grown * growth
    return found


def tails(xp: Arithmetic, s: Value, p: Value, at: Nodes, weights: list[Value]) -> Value:
    """What the nodes beyond the ends add."""
    d = xp.number(at.spacing)
    left, right = geometric(xp, d * at.first * d), geometric(xp, (p / s - d * at.last) * d)
    return left * weights[0] + right * weights[-1]


def remainder(xp: Arithmetic, s: Value, at: Nodes) -> Value:
    """That of the rule over M(p). Raises ArithmeticError where it says nothing."""
    a = xp.number(at.strip)
    if at.shift or not (a > 0 and a < xp.pi * s):
        raise ArithmeticError("the strip is wider than the integrand allows")
    lost = 2 * xp.exp(a * a / 2) / xp.expm1(2 * xp.pi * a / xp.number(at.spacing))
    if not lost < 0.5:
        raise ArithmeticError("the spacing is too wide for a remainder")
    return lost


def moment(xp: Arithmetic, q: Value, s: Value, p: Value, at: Nodes) -> Value:
    """E[w^p]: enclosed in balls, close to all its digits in digits. With the share `lost` of M(p), that is at most (the
    sum + the tails)/(1 - lost)."""
    weights = terms(xp, q, s, p, at)
    total, outside, lost = sum(weights, xp.number(0)), tails(xp, s, p, at, weights), remainder(xp, s, at)
    error = outside + lost * (total + outside) / (1 - lost)
    return xp.within(total - error, total + error)
