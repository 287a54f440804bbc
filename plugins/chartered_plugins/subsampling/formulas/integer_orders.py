"""Renyi curves by their whole orders: moments of an inner curve, sums of them without overflow, and chords between
whole orders.

At order k a curve gamma bounds the moment E[x^k] of a likelihood ratio by e^c(k), c(k) = (k-1) gamma(k). The cumulant c
of a pair is convex and 0 at order 1. So the chord between two whole orders at which it is bounded is a bound between
them, and what a bound says at order 2 it says, in proportion to the order less 1, below."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.budget import charge
from chartered_verify.lazy_sequence import LazySequence

MOST = 1024
"""The order up to which sums over all moments are worth their time."""

Inner: TypeAlias = Callable[[Arithmetic, Value], Value]
"""A Renyi curve: gamma(xp, alpha)."""


class Moments:
    """In one arithmetic, at whole orders k: an inner curve's cumulants, log(e^c(k) - 1), and log k!. Kept once
    computed.

    Values stand at their own places; below the order 2 only the factorials do. Orders above `top` are not asked for.
    """

    def __init__(self, xp: Arithmetic, inner: Inner, top: int = MOST) -> None:
        self.xp, self.inner, self.top = xp, inner, top
        self.cumulants = LazySequence(lambda k: None if k < 2 else (k - 1) * inner(xp, xp.number(k)))
        self.excesses = LazySequence(
            lambda k: None if k < 2 else log_excess(xp, self.cumulants.up_to(k)[k]), self.cumulants
        )
        self.factorials = LazySequence(lambda k: xp.lgamma(xp.number(k + 1)))

    def binomial(self, n: int, places: range, log_yes: Value, log_no: Value) -> list[Value]:
        """log of C(n,k) p^k r^(n-k) for log p and log r, at each place k."""
        charge(8 * len(places))
        logs = self.factorials.up_to(n)
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
    """A curve up to the whole order `top`, from cumulants at whole orders, which are kept for all questions; nowhere
    above `most`, which is a bound of its own at every order.

    Raises ValueError for an order above the top, and with symbols: SymPy has been seen to take the wrong one for the
    less of two bounds."""

    moments: Callable[[Arithmetic], Any]
    cumulant: Callable[[Any, int], Value]
    most: Inner
    top: int
    known: dict[tuple[Arithmetic, int], Value] = field(default_factory=dict, init=False)
    """The cumulants so far."""
    asked: dict[Arithmetic, Any] = field(default_factory=dict, init=False)
    """The moments of each arithmetic."""

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
        known = self.known.get((xp, n))
        if known is None:
            moments = self.asked.get(xp) or self.asked.setdefault(xp, self.moments(xp))
            known = self.known[xp, n] = xp.minimum(self.cumulant(moments, n), (n - 1) * self.most(xp, xp.number(n)))
        return known


def _floor(xp: Arithmetic, alpha: Value) -> int:
    return int(alpha.lower().floor().unique_fmpz()) if xp.name == "balls" else math.floor(alpha)
