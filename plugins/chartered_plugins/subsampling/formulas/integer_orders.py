"""Renyi curves at integer orders: moments of an inner curve, their sums without overflow, and chords between integer
orders.

At order k a curve gamma bounds the moment E[x^k] of a likelihood ratio x by e^c(k), c(k) = (k-1) gamma(k). The cumulant
c of a pair of distributions is convex and 0 at order 1. So the chord between bounds at two adjacent integer orders is a
bound between them, and a bound c(2) at order 2 gives (alpha - 1) c(2) for 1 < alpha < 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.lazy_sequence import LazySequence
from chartered_verify.work_budget import charge
from msgspec import Struct, field

MOST = 1024
"""The largest order at which sums over all moments are worth their time."""

Inner: TypeAlias = Callable[[Arithmetic, Value], Value]
"""A Renyi curve: gamma(xp, alpha)."""


class Moments:
    """An inner curve at integer orders k in one arithmetic: cumulants, log(e^c(k) - 1), and log k!. Cached.

    Index k of a sequence belongs to order k; below order 2 only the factorials are defined. No order above `top` is
    used."""

    def __init__(self, xp: Arithmetic, inner: Inner, top: int = MOST) -> None:
        self.xp, self.inner, self.top = xp, inner, top
        self.cumulants = LazySequence(lambda k: None if k < 2 else (k - 1) * inner(xp, xp.number(k)))
        self.excesses = LazySequence(
            lambda k: None if k < 2 else log_excess(xp, self.cumulants.up_to(k)[k]), self.cumulants
        )
        self.factorials = LazySequence(lambda k: xp.lgamma(xp.number(k + 1)))

    def binomial(self, n: int, places: range, log_yes: Value, log_no: Value) -> list[Value]:
        """log of C(n,k) p^k r^(n-k), from log p and log r, for each k in `places`."""
        charge(8 * len(places))
        logs = self.factorials.up_to(n)
        return [logs[n] - logs[k] - logs[n - k] + k * log_yes + (n - k) * log_no for k in places]


def log_excess(xp: Arithmetic, cumulant: Value) -> Value:
    """log(e^c - 1), even if e^c overflows."""
    return cumulant + xp.log(-xp.expm1(-cumulant))


def chord(alpha: Value, n: Value, low: Value, high: Value) -> Value:
    """gamma(alpha) for n <= alpha <= n+1 on the chord of the cumulants `low` at n and `high` at n+1."""
    return (low + (alpha - n) * (high - low)) / (alpha - 1)


class Chords(Struct, eq=False):
    """A curve up to the integer order `top`, from cumulants at integer orders, which are cached for all questions; at
    most the curve `most`, which is a bound by itself at every order.

    Raises ValueError for an order above `top`, and for symbols, because SymPy may choose the wrong minimum of two
    bounds."""

    moments: Callable[[Arithmetic], Any]
    cumulant: Callable[[Any, int], Value]
    most: Inner
    top: int
    known: dict[tuple[Arithmetic, int], Value] = field(default_factory=dict)
    """The cumulants computed so far."""
    asked: dict[Arithmetic, Any] = field(default_factory=dict)
    """The moments in each arithmetic."""

    def __call__(self, xp: Arithmetic, alpha: Value) -> Value:
        """gamma(alpha)."""
        return xp.variant(self._number, symbols=self._refused)(xp, alpha)

    def _number(self, xp: Arithmetic, alpha: Value) -> Value:
        if alpha > self.top:
            raise ValueError(f"the curve ends at the order {self.top}")
        floors = xp.floor_range(alpha)
        if not floors or not alpha <= floors[0] + 1:
            return xp.inf - xp.inf  # the ball contains an integer order: NaN, so that more bits are tried
        n = floors[0]
        if alpha == n:
            return self.at(xp, n) / (n - 1)
        between = self.at(xp, 2) if n == 1 else chord(alpha, n, self.at(xp, n), self.at(xp, n + 1))
        return xp.minimum(between, self.most(xp, alpha))

    def _refused(self, xp: Arithmetic, alpha: Value) -> Value:
        raise ValueError("the curve is for numbers")

    def at(self, xp: Arithmetic, n: int) -> Value:
        """The cumulant at an integer order above 1."""
        known = self.known.get((xp, n))
        if known is None:
            moments = self.asked.get(xp) or self.asked.setdefault(xp, self.moments(xp))
            known = self.known[xp, n] = xp.minimum(self.cumulant(moments, n), (n - 1) * self.most(xp, xp.number(n)))
        return known
