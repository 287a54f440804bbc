"""Gaussian noise on a Poisson sample within a band of losses, in floats: moments, and decay along a line. For choices
only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from chartered_verify.heavy import numpy

from ..formulas.poisson_gaussian import PoissonGaussian
from .float_sums import Array, unchanged
from .normal_sums import REACH, log_density, log_ratio

_LEFT = 2.0
"""More standard deviations to the left, in widths of an end."""
_MOST_PLACES = 30_000
"""The largest number of places of a grid."""
_FAR = 600.0
"""A logarithm of a ratio from which on e^x - 1 is e^x."""
_NEAR = 30.0
"""The same, negative, from which on it is x."""


class BandedRuns:
    """Some runs of one mechanism, on a grid of its normal variable. `share`: the width of a band's ends over that of
    the noise, or over 1 where that is less. Raises ArithmeticError for a grid of too many places."""

    def __init__(self, m: PoissonGaussian, times: int, reach: float, share: float) -> None:
        self.m, self.times, self.added = m, times, m.added
        self.q, self.s = float(m.rate), float(m.noise)
        self.width = float(f"{share * min(self.s, 1.0):.3g}")
        left = REACH * (2 if self.added and self.s > 1 else 1) + _LEFT * self.width
        if not 0 < self.q < 1:
            raise ArithmeticError("the rate is so near 0 or 1 that a double does not tell it")
        if not reach + left < _MOST_PLACES * self.width:
            raise ArithmeticError("the bands would need a grid of too many places")
        self.t = numpy.arange(-left, reach, self.width)
        self.logs, self.density = log_ratio(self.q, self.s, self.t), log_density(self.t, self.width)

    def place(self, loss: float) -> float:
        """t where log(1 + u) is this loss, u = q e^(t/s - 1/(2 s^2))."""
        grown = loss + math.log(-math.expm1(-loss)) if loss > 1e-300 else -700.0
        return self.s * (grown - math.log(self.q)) + 0.5 / self.s

    def chi(self, low: float | None, high: float | None) -> Array:
        """log of the window."""
        ahead = None if low is None else (self.t - low) / self.width
        back = None if high is None else (high - self.t) / self.width
        if ahead is None or back is None:
            side = back if ahead is None else ahead
            return numpy.zeros_like(self.t) if side is None else log_normal(side)
        right = self.t > ((low or 0.0) + (high or 0.0)) / 2
        one, other = numpy.where(right, back, ahead), numpy.where(right, -ahead, -back)
        larger, smaller = log_normal(one), log_normal(other)
        found: Array = larger + numpy.log(numpy.maximum(-numpy.expm1(smaller - larger), 1e-300))
        return found

    def moments(self, orders: Array, low: float | None, high: float | None) -> Array:
        """log M of a band at real orders; inf where that is larger far to the right of the grid."""
        p = 1 - orders if self.added else orders
        terms = numpy.multiply.outer(p, self.logs) + (self.density + self.chi(low, high))
        most = terms.max(axis=1)
        found: Array = most + numpy.log(numpy.exp(terms - most[:, None]).sum(axis=1))
        return numpy.where(self._far(p, high) < most - _NEAR, found, numpy.inf)

    def _far(self, p: Array, high: float | None) -> Array:
        """About log(phi chi w^p) where it may be largest to the right of the grid: where w is e^(t/s)."""
        square = math.inf if high is None else self.width**2
        t = (p / self.s + (0.0 if high is None else high / square)) / (1 + 1 / square)
        beyond = numpy.maximum(t, self.t[-1])
        cut = numpy.zeros_like(t) if high is None else log_normal((high - beyond) / self.width)
        found: Array = p * log_ratio(self.q, self.s, beyond) - beyond**2 / 2 + cut
        return found

    def profile(self, epsilon: float) -> float:
        """delta of one run at an eps."""
        losses = -self.logs if self.added else self.logs
        under_p = self.density if self.added else self.density + self.logs
        gains = numpy.exp(numpy.minimum(under_p, _FAR)) * -numpy.expm1(numpy.minimum(epsilon - losses, 0.0))
        return float(gains.sum())

    def decay(self, order: float, height: float, chi: Array) -> tuple[float, float]:
        """(a shift, the logarithm of the bound at all heights that it gives)."""
        p = 1 - order if self.added else order
        odds = self.q * numpy.exp(numpy.minimum(self.t / self.s - 0.5 / self.s**2, _FAR))
        most = 0.9 * math.pi / 2
        shifts = numpy.exp2(-numpy.arange(-8.0, 12.0) / 2) * self.width
        angles = numpy.unique(numpy.minimum(shifts / self.s, most))[:, None]
        real, imaginary = 1 - self.q + odds * numpy.cos(angles), odds * numpy.sin(angles)
        terms = 0.5 * p * numpy.log(real**2 + imaginary**2) - height * numpy.arctan2(imaginary, real)
        terms = terms + self.density + chi
        high = terms.max(axis=1)
        logs: Array = high + numpy.log(numpy.exp(terms - high[:, None]).sum(axis=1))
        logs = logs + (1 + 1 / self.width**2) * (angles[:, 0] * self.s) ** 2 / 2
        best = int(numpy.argmin(logs))
        return float(angles[best, 0]) * self.s, float(logs[best])


def log_normal(x: Array) -> Array:
    """log Phi(x), to about five digits."""
    places, logs = _table()
    far = numpy.minimum(x, places[0])
    beyond = -far * far / 2 - numpy.log(-far * math.sqrt(2 * math.pi)) + numpy.log1p(-1 / far**2)
    found: Array = numpy.where(x > places[0], numpy.interp(x, places, logs), beyond)
    return found


@lru_cache(maxsize=1)
def _table() -> tuple[Array, Array]:
    places = numpy.arange(-8.0, 8.0, 2.0**-7)
    return unchanged(places, numpy.array([math.log(math.erfc(-x / math.sqrt(2)) / 2) for x in places]))


def combined(pieces: Sequence[tuple[int, Array | None, Array]]) -> Array:
    """log of what bands add to several runs, from (runs, log M of the part below or None, log M in the band) of each
    mechanism; NaN where both are infinite."""
    with numpy.errstate(all="ignore"):
        return _combined(pieces)


def _combined(pieces: Sequence[tuple[int, Array | None, Array]]) -> Array:
    if any(below is None for _, below, _ in pieces):
        return sum(times * inside for times, _, inside in pieces)  # type: ignore[return-value]
    total, log_ratio = numpy.zeros(1), numpy.full(1, -numpy.inf)
    for times, below, inside in pieces:
        assert below is not None
        gap = inside - below
        log_gain = numpy.where(gap < -_NEAR, gap, numpy.log(numpy.logaddexp(0.0, numpy.maximum(gap, -_NEAR))))
        total, log_ratio = total + times * below, numpy.logaddexp(log_ratio, math.log(times) + log_gain)
    ratio = numpy.exp(numpy.clip(log_ratio, -_NEAR, math.log(_FAR)))
    added = numpy.where(log_ratio < -_NEAR, log_ratio, numpy.log(numpy.expm1(ratio)))
    found: Array = total + numpy.where(log_ratio < math.log(_FAR), added, numpy.exp(log_ratio))
    return found
