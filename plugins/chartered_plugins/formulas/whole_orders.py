"""Renyi curves by their whole orders: moments of an inner curve, sums of them without overflow, and chords between whole orders.

At order k a curve gamma bounds the moment E[x^k] of a likelihood ratio by e^c(k), c(k) = (k-1) gamma(k). The cumulant c of a pair is
convex and 0 at order 1. So the chord between two whole orders at which it is bounded is a bound between them, and what a bound says at
order 2 it says, in proportion to the order less 1, below.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value

MOST = 1024
"""The order up to which sums over all moments are worth their time."""

Inner: TypeAlias = Callable[[Arithmetic, Value], Value]
"""A Renyi curve: gamma(xp, alpha)."""


@dataclass(slots=True)
class Moments:
    """In one arithmetic, at whole orders k: an inner curve's cumulants, log(e^c(k) - 1), and log k!. Kept once computed.

    Orders above `top` are not asked for.
    """

    xp: Arithmetic
    inner: Inner
    top: int = MOST
    cumulants: list[Value] = field(default_factory=list)
    excesses: list[Value] = field(default_factory=list)
    factorials: list[Value] = field(default_factory=list)

    def upto(self, n: int) -> Self:
        """With all values up to order n, which stand at their own places; there are none below the order 2."""
        xp = self.xp
        for k in range(len(self.cumulants), n + 1):
            cumulant = None if k < 2 else (k - 1) * self.inner(xp, xp.number(k))
            self.cumulants.append(cumulant)
            self.excesses.append(None if k < 2 else log_excess(xp, cumulant))
            self.factorials.append(xp.lgamma(xp.number(k + 1)))
        return self

    def binomial(self, n: int, places: range, log_yes: Value, log_no: Value) -> list[Value]:
        """log of C(n,k) p^k r^(n-k) for log p and log r, at each place k."""
        logs = self.factorials
        return [logs[n] - logs[k] - logs[n - k] + k * log_yes + (n - k) * log_no for k in places]


def log_excess(xp: Arithmetic, cumulant: Value) -> Value:
    """log(e^c - 1), also where e^c overflows."""
    return cumulant + xp.log(-xp.expm1(-cumulant))


def log_one_plus(xp: Arithmetic, terms: Sequence[Value]) -> Value:
    """log(1 + the sum of e^t): a small sum keeps its digits, and floats do not overflow."""
    if xp.name != "floats":
        return xp.log1p(sum((xp.exp(t) for t in terms[1:]), xp.exp(terms[0])))
    top = max(terms)
    return xp.logaddexp(0.0, top + math.log(sum(math.exp(t - top) for t in terms))) if top > -math.inf else 0.0


def chord(alpha: Value, n: Value, low: Value, high: Value) -> Value:
    """gamma at n <= alpha <= n+1 on the chord of the cumulants at n and n+1."""
    return (low + (alpha - n) * (high - low)) / (alpha - 1)


@dataclass(slots=True, eq=False)
class Chords:
    """A curve up to the whole order `top`, from cumulants at whole orders, which are kept for all questions; nowhere above `most`, which
    is a bound of its own at every order.

    Raises ValueError for an order above the top, and with symbols: SymPy has been seen to take the wrong one for the less of two bounds.
    """

    moments: Callable[[Arithmetic], Any]
    cumulant: Callable[[Any, int], Value]
    most: Inner
    top: int
    kept: dict[Arithmetic, tuple[Any, dict[int, Value]]] = field(default_factory=dict)

    def __call__(self, xp: Arithmetic, alpha: Value) -> Value:
        """gamma(alpha)."""
        if xp.name == "symbols" or alpha > self.top:
            raise ValueError(f"the curve is for numbers, and ends at the order {self.top}")
        n = _floor(xp, alpha)
        if alpha == n:
            return self.at(xp, n) / (n - 1)
        if not alpha <= n + 1:
            return xp.inf - xp.inf  # the ball holds a whole order: more bits tell on which side alpha is
        between = self.at(xp, 2) if n == 1 else chord(alpha, n, self.at(xp, n), self.at(xp, n + 1))
        return xp.minimum(between, self.most(xp, alpha))

    def at(self, xp: Arithmetic, n: int) -> Value:
        """The cumulant at a whole order above 1."""
        if xp not in self.kept:
            self.kept[xp] = self.moments(xp), {}
        moments, known = self.kept[xp]
        if n not in known:
            known[n] = xp.minimum(self.cumulant(moments, n), (n - 1) * self.most(xp, xp.number(n)))
        return known[n]


def _floor(xp: Arithmetic, alpha: Value) -> int:
    return int(alpha.lower().floor().unique_fmpz()) if xp.name == "balls" else math.floor(alpha)
