"""Moments of the likelihood ratio of Laplace noise on a Poisson sample at complex exponents, by Gauss-Legendre
quadrature with a proved remainder.

With sampling rate q and largest loss e of the noise, the likelihood ratio under Q is w(t) = 1 - q + q e^(et) for t in
[-1, 1]. It is at t = -1 with the probability 1/2, at t = 1 with the probability e^-e/2, and has the density e^(1 +
t)(-e/2) e/4 between. So for an exponent z

    E[w^z] = w(-1)^z/2 + e^-e w(1)^z/2 + (e/4) e^(-e/2) int_-1^1 e^(-et/2) w(t)^z dt.

In an ellipse of parameter r, with half-axes a = (r + 1/r)/2 and b = (r - 1/r)/2, the angle of e^(et) is at most eb. Let
eb <= pi/2. As for the sampled Gaussian (`sampled_gaussian_quadrature`), w has no zero there, |w| <= w(Re t), |w| >=
w(Re t) cos(eb/2), and |arg w| is at most arg w(a + ib), since it rises with |Im t| and with Re t. With p = Re z and 0
<= |Im z| <= Y, |e^(-et/2) w^z| is at most

    max over t = -a, a of e^(-et/2) w(t)^p,    times e^(Y arg w(a + ib)), and cos(eb/2)^p where p < 0:

the logarithm of the first factor is convex in t where p >= 0, and decreases where p < 0."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from chartered_verify.budget import charge
from flint import arb

from ...subsampling.formulas.amplification import sampled_epsilon
from . import gauss_legendre

MOST_POINTS, MOST_TERMS = 2000, 20_000_000
"""The largest number of nodes of a sum, and of terms of all sums of a line."""
_MULTIPLE = 8
"""The number of nodes is a multiple of this, so that few rules serve many orders."""
_ELLIPSES = 40
"""Ellipses that are tried."""


@dataclass(frozen=True, slots=True)
class Points:
    """A rule of `count` nodes, and the parameter r > 1 of the ellipse that bounds its remainder, a double."""

    count: int
    ellipse: float

    def work(self, orders: int, bits: int) -> int:
        """Units of work of the sums at this number of orders. Raises ArithmeticError for too many terms."""
        if orders * self.count > MOST_TERMS:
            raise ArithmeticError(f"the integral needs {orders} orders of {self.count} nodes each")
        terms = orders * (self.count + 2) * (bits + 128) // 700
        return self.count * (4 + bits // 16) + terms + gauss_legendre.work(self.count, bits)


@lru_cache(maxsize=4096)
def propose_points(q: float, e: float, p: float, height: float, accuracy: float) -> Points:
    """The rule with the fewest nodes for a remainder of about e^-accuracy relative to E[w^p], at heights up to
    `height`. Any choice is sound. Raises ArithmeticError for too many nodes, and for a rate that is 0 or 1 as a
    double."""
    if not 0 < q < 1:
        raise ArithmeticError("the rate is so near 0 or 1 that a double does not tell it")
    largest = max(p * _log_ratio(q, -e), p * _log_ratio(q, e) - e) - math.log(2)
    fewest, best = math.inf, 2.0
    for k in range(_ELLIPSES):
        b = 0.999 * math.pi / (2 * e) * 2 ** (-k / 3)
        a = math.hypot(1.0, b)
        grown = math.exp(e * a) if e * a < 700 else math.inf
        turn = math.atan2(q * math.sin(e * b), (1 - q) / grown + q * math.cos(e * b))
        size = max(-e * t / 2 + p * _log_ratio(q, e * t) for t in (-a, a)) + height * turn
        size += p * math.log(math.cos(e * b / 2)) if p < 0 else 0.0
        spread = math.asinh(b)  # log r
        size += math.log(16 * e / 15) - e / 2 - math.log(-math.expm1(-2 * spread))
        needed = (size - largest + accuracy) / (2 * spread)
        fewest, best = min((fewest, best), (needed, math.exp(spread)))
    if not fewest <= MOST_POINTS:
        raise ArithmeticError(f"the moment generating function needs {fewest:.3g} nodes, more than {MOST_POINTS}")
    return Points(_MULTIPLE * max(1, math.ceil(fewest / _MULTIPLE)), best)


def _log_ratio(q: float, x: float) -> float:
    """log(1 - q + q e^x)."""
    return x + math.log(q + (1 - q) * math.exp(-x)) if x > 0 else math.log1p(q * math.expm1(x))


def terms(xp: Any, q: arb, e: arb, p: arb, at: Points) -> tuple[list[arb], list[arb]]:
    """log w and the weights times w^p at the two atoms and at each node."""
    charge(4 * at.count)
    ends = ((arb(-1), arb(1) / 2), (arb(1), xp.exp(-e) / 2))
    density = e * xp.exp(-e / 2) / 4
    inner = ((t, density * weight * xp.exp(-e * t / 2)) for t, weight in gauss_legendre.rule(at.count, xp.bits))
    logs, weights = [], []
    for t, weight in (*ends, *inner):
        log = sampled_epsilon(xp, q, e * t)
        logs.append(log)
        weights.append(weight * xp.exp(p * log))
    return logs, weights


def remainder(xp: Any, q: arb, e: arb, p: arb, at: Points, height: arb) -> arb:
    """That of the rule at heights up to `height`. Raises ArithmeticError for an ellipse in which it does not hold."""
    r = arb(at.ellipse)
    a, b = (r + 1 / r) / 2, (r - 1 / r) / 2
    if not (r > 1 and 2 * e * b < xp.pi):
        raise ArithmeticError("the ellipse is wider than the integrand allows")
    sine, cosine = (e * b).sin_cos()
    grown = q * xp.exp(e * a)
    turn = arb.atan2(grown * sine, 1 - q + grown * cosine)
    sizes = [xp.exp(p * sampled_epsilon(xp, q, e * t) - e * t / 2) for t in (-a, a)]
    size = xp.maximum(*sizes) * xp.exp(height * turn) * ((e * b / 2).cos() ** p if p < 0 else 1)
    found: arb = gauss_legendre.remainder(xp, at.count, r, e * xp.exp(-e / 2) / 4 * size)
    return found
