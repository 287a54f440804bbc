"""Some runs of a law within a window, in floats: moments, and decay along a line. For choices only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from chartered_verify.arithmetic import floats
from chartered_verify.large_packages import numpy
from msgspec import Struct

from ..laws.analytic_law import Law
from ..laws.moment_nodes import falling_from
from .noise_law_in_floats import Lines
from .power_sums_in_floats import Array, unchanged

_LEFT = 2.0
"""More standard deviations to the left, in widths of an end."""
_INSIDE = 5.0
"""How far within the grid the ends of a band are, in standard deviations."""
_MOST_PLACES = 30_000
"""The largest number of places of a grid."""
_FAR = 600.0
"""A logarithm of a ratio from which on e^x - 1 is e^x."""
_NEAR = 30.0
"""The same, negative, from which on it is x."""
_SHIFTS, _WIDEST = numpy.exp2(-numpy.arange(-8.0, 12.0) / 2), 0.9
"""Shifts of a line of integration, in widths of a window's ends, and the largest one, of half the widest strip."""


class Bands(Struct, frozen=True):
    """Two levels, that which is nearer to the losses of nearly all outcomes first; None for none."""

    near: float | None
    far: float | None


class WindowRuns:
    """Some runs of one law, on a grid of its noise. `reach`: how far to both sides, in standard deviations; `share`:
    the width of a window's ends over the standard deviation, or over the shift of a record where that is less. Raises
    ArithmeticError for a grid of too many places."""

    def __init__(self, law: Law, times: int, reach: float, share: float) -> None:
        self.law, self.times, scale = law, times, law.noise.scale
        if not all(0 < float(w) < 1 for m in (law.ratio.p, law.ratio.q) if m.spread for w, _ in m.parts):
            raise ArithmeticError("the rate is so near 0 or 1 that a double does not tell it")
        self.width = float(f"{share * min(scale, scale**2 / float(law.ratio.spread)):.3g}")
        if not 2 * reach * scale < _MOST_PLACES * self.width:
            raise ArithmeticError("the bands would need a grid of too many places")
        self.t = numpy.arange(-reach * scale - _LEFT * self.width, reach * scale, self.width)
        with floats:
            self.p, self.q = law.noise.logs(floats, law.ratio)(self.t)
            self.density = law.noise.density(floats)(self.t) + math.log(self.width)
        self.losses = self.p - self.q
        self.levels = levels_of(law, self.losses)

    def place(self, level: float) -> float:
        """The place of the noise at this level, or the nearest one that is well within the grid."""
        rising, inside = slice(None, None, -1 if self.law.ends_at_most else 1), _INSIDE * self.law.noise.scale
        place = numpy.interp(level, self.levels[rising], self.t[rising])
        return float(numpy.clip(place, self.t[0] + inside, self.t[-1] - inside))

    def between(self, bands: Bands) -> tuple[float | None, float | None]:
        """The places between which the levels are."""
        near, far = (None if level is None else self.place(level) for level in (bands.near, bands.far))
        return (far, near) if self.law.ends_at_most else (near, far)

    def bulk(self, bands: Bands) -> tuple[float | None, float | None] | None:
        """The places beside these bands between which nearly all outcomes are; None for no end there."""
        if bands.near is None:
            return None
        place = self.place(bands.near)
        return (place, None) if self.law.ends_at_most else (None, place)

    def chi(self, low: float | None, high: float | None) -> Array:
        """log of the window."""
        return _log_window(self.t, low, high, self.width)

    def moments(self, orders: Array, low: float | None, high: float | None) -> Array:
        """log M of a window at real orders; inf where that is larger outside the grid."""
        terms = numpy.multiply.outer(orders, self.losses) + (self.density + self.q + self.chi(low, high))
        most = terms.max(axis=1)
        found: Array = most + numpy.log(numpy.exp(terms - most[:, None]).sum(axis=1))
        return numpy.where(self._outside(orders, low, high) < most - _NEAR, found, numpy.inf)

    def _outside(self, orders: Array, low: float | None, high: float | None) -> Array:
        """The logarithm of the integrand where it may be largest beyond the grid, on either side: where both mixtures
        are their farthest parts."""
        found = numpy.full_like(orders, -numpy.inf)
        square, v = self.width**2, float(self.law.noise.scale) ** 2
        for way, end in ((-1, low), (1, high)):
            (_, p), (_, q) = self.law.ratio.powers(0)
            ahead, back = (float(m.high if way > 0 else m.low) for m in (p, q))
            pull = orders * ahead + (1 - orders) * back
            x = pull if end is None else (pull / v + end / square) / (1 / v + 1 / square)
            x = numpy.maximum(x, self.t[-1]) if way > 0 else numpy.minimum(x, self.t[0])
            with floats:
                one, other = self.law.noise.logs(floats, self.law.ratio)(x)
                log = self.law.noise.density(floats)(x) + orders * one + (1 - orders) * other
            cut = _log_window(x, low if way < 0 else None, high if way > 0 else None, self.width)
            found = numpy.maximum(found, log + cut)
        return found

    def profile(self, epsilon: float) -> float:
        """delta of one run at an eps."""
        gains = numpy.exp(numpy.minimum(self.density + self.p, _FAR)) * -numpy.expm1(
            numpy.minimum(epsilon - self.losses, 0.0)
        )
        return float(gains.sum())

    def lines(self, low: float | None, high: float | None) -> Lines:
        """Lines above the real one, on which the law within a window is bounded at all heights."""
        grown = self.law.noise.grown_density(floats)
        p, q, turn = self._above
        return Lines(
            self._shifts,
            self.density + self.chi(low, high),
            p,
            q,
            turn,
            lambda shifts: grown(shifts) + (shifts / self.width) ** 2 / 2,
        )

    @cached_property
    def _shifts(self) -> Array:
        most = _WIDEST * self.law.noise.widest(floats, self.law.ratio) / 2
        return numpy.unique(numpy.minimum(_SHIFTS * self.width, most))

    @cached_property
    def _above(self) -> tuple[Array, Array, Array]:
        """log |p|, log |q| and arg p - arg q on each of these lines."""
        with floats:
            return self.law.noise.parts_above(floats, self.law.ratio, self._shifts[:, None])(self.t)


def levels_of(law: Law, losses: Any) -> Any:
    """How far losses are from that of nearly all outcomes, which is the largest loss or the least one, if there is one,
    or 0."""
    if law.ends_at_most:
        return -math.log(law.ratio.q.parts[-1][0]) - losses
    least, shift = law.ratio.p.parts[0]
    return losses if shift or law.ratio.q.spread else losses - math.log(least)


def place_of(law: Law, loss: float) -> float:
    """The place of the noise from which on losses, which rise along it, are at least this one: to a standard deviation
    or less, and at most 2^20 of them away from 0."""
    logs, scale = law.noise.logs(floats, law.ratio), law.noise.scale

    def less(x: float) -> bool:
        p, q = logs(x)
        return bool(p - q < loss)

    low, high = -scale, scale
    for _ in range(20):
        low, high = (2 * low, high) if not less(low) else (low, 2 * high) if less(high) else (low, high)
    return falling_from(lambda x: 1.0 if less(x) else -1.0, low, high, scale)


def _log_window(x: Array, low: float | None, high: float | None, width: float) -> Array:
    """log chi."""
    ahead = None if low is None else (x - low) / width
    back = None if high is None else (high - x) / width
    if ahead is None or back is None:
        side = back if ahead is None else ahead
        return numpy.zeros_like(x) if side is None else log_normal(side)
    right = x > ((low or 0.0) + (high or 0.0)) / 2
    one, other = numpy.where(right, back, ahead), numpy.where(right, -ahead, -back)
    larger, smaller = log_normal(one), log_normal(other)
    found: Array = larger + numpy.log(numpy.maximum(-numpy.expm1(smaller - larger), 1e-300))
    return found


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


@numpy.errstate(all="ignore")
def combined(pieces: Sequence[tuple[int, Array | None, Array]]) -> Array:
    """log of what bands add to several runs, from (runs, log M of the part below or None, log M in the band) of each
    mechanism; NaN where both are infinite."""
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
