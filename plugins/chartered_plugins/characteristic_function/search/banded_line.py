"""The choice of bands and of a line for few runs on Poisson samples, in floats. Any choice is sound; a good one has few
nodes, and a part below and above that adds nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from chartered_verify.heavy import numpy
from flint import arb

from ..formulas.banded_gaussian import Band
from ..formulas.banded_line import BandedLine, banded_inversion
from ..formulas.composition import Composition, Line
from ..formulas.contour import Contour, log_kappa
from ..formulas.poisson_gaussian import PoissonGaussian
from chartered_verify.arithmetic import floats
from .ends import Enclosed, log_of
from .float_sums import Array
from .line_choice import dyadic, left_period
from .normal_sums import log_density, log_ratio

_SHARE, _WIDEST = 0.15, 0.15
"""The width of a band's ends as a share of the noise, and the largest."""
_FINER = 3.0
"""Nodes of the float sums in the width of an end."""
_POWERS = numpy.exp2(numpy.arange(-2.0, 40.0))
"""|b - 1| or |b| of the orders that are tried."""
_FINE = numpy.exp2(numpy.arange(-8.0, 150.0) / 4)
"""c - 1 of the orders of lines."""
_MOST_CANCELLED = 60.0
_MOST_COUNT = 20_000
ROUGH = 2
_HALVINGS, _TURNS, _CLOSER, _NEAR = 14, 12, 3, 0.5
_TOO_MANY = "the bands of few runs need too many nodes"


class _Run:
    """One mechanism, with its number of runs, on a grid of its normal variable."""

    def __init__(self, m: PoissonGaussian, times: int, reach: float) -> None:
        self.m, self.times, self.added = m, times, m.added
        self.q, self.s = float(m.rate), float(m.noise)
        self.width = float(f"{min(_SHARE * self.s, _WIDEST):.3g}")
        step = self.width / _FINER
        self.t = numpy.arange(-9.5 - 2 * self.width, reach, step)
        self.logs, self.density = log_ratio(self.q, self.s, self.t), log_density(self.t, step)
        self.sign = -1.0 if self.added else 1.0

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
        return larger + numpy.log(numpy.maximum(-numpy.expm1(smaller - larger), 1e-300))

    def moments(self, orders: Array, chi: Array) -> Array:
        """log E[chi w^p] at real orders; inf where the grid does not reach what matters."""
        p = 1 - orders if self.added else orders
        terms = numpy.multiply.outer(p, self.logs) + (self.density + chi)
        most = terms.max(axis=1)
        found: Array = most + numpy.log(numpy.exp(terms - most[:, None]).sum(axis=1))
        return numpy.where(terms.argmax(axis=1) < len(self.t) - 1, found, numpy.inf)

    def decay(self, order: float, height: float, chi: Array, growth: float) -> tuple[float, float]:
        """(a shift, the logarithm of the bound at all heights that it gives)."""
        p = 1 - order if self.added else order
        odds = self.q * numpy.exp(numpy.minimum(self.t / self.s - 0.5 / self.s**2, 600))
        most = 0.9 * math.pi / 2
        shifts = numpy.exp2(-numpy.arange(-8.0, 12.0) / 2) * self.width
        angles = numpy.unique(numpy.minimum(shifts / self.s, most))[:, None]
        real, imaginary = 1 - self.q + odds * numpy.cos(angles), odds * numpy.sin(angles)
        terms = 0.5 * p * numpy.log(real**2 + imaginary**2) - height * numpy.arctan2(imaginary, real)
        terms = terms + self.density + chi
        high = terms.max(axis=1)
        logs = high + numpy.log(numpy.exp(terms - high[:, None]).sum(axis=1)) + growth * (angles[:, 0] * self.s) ** 2 / 2
        best = int(numpy.argmin(logs))
        return float(angles[best, 0]) * self.s, float(logs[best])


def log_normal(x: Array) -> Array:
    """log Phi(x), to a few digits."""
    near = numpy.array([math.erfc(-y / math.sqrt(2)) / 2 if y > -8 else 1.0 for y in x])
    far = numpy.minimum(x, -8.0)
    return numpy.where(x > -8, numpy.log(near), -far * far / 2 - numpy.log(-far * math.sqrt(2 * math.pi)))


def combined(pieces: Sequence[tuple[int, Array | None, Array]]) -> Array:
    """log of what bands add to several runs, from (runs, log M of the part below or None, log M in the band) of each
    mechanism."""
    if any(below is None for _, below, _ in pieces):
        return sum(times * inside for times, _, inside in pieces)  # type: ignore[return-value]
    total, log_ratio = numpy.zeros(1), numpy.full(1, -numpy.inf)
    for times, below, inside in pieces:
        assert below is not None
        gap = inside - below
        log_gain = numpy.where(gap < -30, gap, numpy.log(numpy.logaddexp(0.0, numpy.maximum(gap, -30.0))))
        total, log_ratio = total + times * below, numpy.logaddexp(log_ratio, math.log(times) + log_gain)
    ratio = numpy.exp(numpy.clip(log_ratio, -30.0, math.log(600.0)))
    added = numpy.where(log_ratio < -30, log_ratio, numpy.log(numpy.expm1(ratio)))
    found: Array = total + numpy.where(log_ratio < math.log(600.0), added, numpy.exp(log_ratio))
    return found


@dataclass(frozen=True, slots=True)
class _Bands:
    """Two ends as losses, None for none."""

    low: float | None
    high: float | None


class BandSearch:
    """A composition in one direction."""

    def __init__(self, parts: Composition, log_delta: float) -> None:
        reach = 12.0 + math.sqrt(2 * max(0.0, 60.0 - log_delta))
        self.parts = parts
        self.runs = [_Run(m, times, reach + 8 / float(m.noise)) for m, times in parts if isinstance(m, PoissonGaussian)]
        self.added = self.runs[0].added

    # the split in floats

    def difference(self, orders: Array, bands: _Bands) -> Array:
        """log of V of the part in the bands."""
        pieces = []
        for run in self.runs:
            low, high = (None if x is None else run.place(x) for x in (bands.low, bands.high))
            beneath = None if low is None else run.moments(orders, run.chi(None, low))
            pieces.append((run.times, beneath, run.moments(orders, run.chi(low, high))))
        return combined(pieces)

    def outside(self, bands: _Bands, epsilon: float, *, reached: bool) -> tuple[float, float]:
        """(order, log of what the profile of a part is at most) for losses that hardly reach eps, or that are beyond it
        but for that."""
        orders = -_POWERS if reached else 1 + _POWERS
        logs = self.difference(orders, bands) + log_kappa(floats, 1 + _POWERS) - (orders - 1) * epsilon
        best = int(numpy.nanargmin(logs))
        return float(orders[best]), float(logs[best])

    def bands(self, epsilon: float, level: float) -> tuple[_Bands, float | None, float | None]:
        """The narrowest bands such that what is outside adds e^level at most, with the orders outside."""
        first, last = math.log(1e-14), math.log(700.0)

        def below(end: float) -> tuple[float, float]:
            return self.outside(_Bands(None, math.exp(end)), epsilon, reached=self.added)

        def above(end: float) -> tuple[float, float]:
            return self.outside(_Bands(math.exp(end), None), epsilon, reached=not self.added)

        low = _boundary(lambda end: below(end)[1] <= level, first, last)
        high = _boundary(lambda end: above(end)[1] <= level, last, first)
        found = _Bands(None if low is None else math.exp(low), None if high is None else math.exp(high))
        if low is not None and high is not None and not low < high:
            raise ArithmeticError("no band of losses is left")
        return found, None if low is None else below(low)[0], None if high is None else above(high)[0]

    # the line

    def rule(self, epsilon: float, log_delta: float, digits: float) -> BandedLine:
        """The rule for about `digits` digits of delta near eps. Raises ArithmeticError."""
        nats = digits * math.log(10) + 2
        bands, below, above = self.bands(epsilon, log_delta - nats - 1)
        orders = 1 + _FINE
        logs = self.difference(orders, bands)
        with numpy.errstate(all="ignore"):
            cancelled = logs - _FINE * epsilon - numpy.log(orders * _FINE) - log_delta
            weight = logs + log_kappa(floats, orders) - _FINE * epsilon - log_delta + nats
            gaps = orders[None, :] - orders[:, None]
            right = numpy.where(gaps > 0, weight[None, :] / gaps, numpy.inf)
            right = numpy.maximum(numpy.where(numpy.isfinite(right), right, numpy.inf), 0)
            best = right.argmin(axis=1)
            period = numpy.maximum(left_period(orders, epsilon, nats - log_delta), right[range(len(orders)), best])
            period[~(cancelled < _MOST_CANCELLED)] = numpy.inf
        place = int(numpy.argmin(period))
        if not math.isfinite(period[place]):
            raise ArithmeticError("no line inverts the part in the bands")
        c, b = float(orders[place]), float(orders[best[place]])
        spacing = 2 * math.pi / (float(period[place]) * 1.02)
        height, shifts = self.height(c, bands, epsilon, log_delta, nats)
        count = max(3, math.ceil(height / spacing) + 1)
        if count > _MOST_COUNT:
            raise ArithmeticError(f"{_TOO_MANY}: {count}")
        loss = max(0.0, float(cancelled[place]))
        total = math.log(sum(run.times for run in self.runs))
        bits = 64 + math.ceil((nats + loss + total) / math.log(2))
        contour = Contour(dyadic(c), Fraction(float(f"{spacing:.4g}")), count)
        line = Line(contour, dyadic(b), shifts, math.ceil(nats + total + loss + 3), bits)
        windows = tuple(self._band(run, bands) for run in self.runs)
        return BandedLine(line, windows, _order(below), _order(above))

    def height(
        self, c: float, bands: _Bands, epsilon: float, log_delta: float, nats: float
    ) -> tuple[float, tuple[Fraction, ...]]:
        """(the height beyond which the terms are below e^-nats of delta, the shifts there)."""
        at = numpy.array([c])
        found = []
        for run in self.runs:
            low, high = (None if x is None else run.place(x) for x in (bands.low, bands.high))
            beneath = None if low is None else run.moments(at, run.chi(None, low))
            found.append((run, run.chi(low, high), beneath))

        def excess(y: float) -> float:
            bounds = (run.decay(c, y, chi, 1 + 1 / run.width**2)[1] for run, chi, _ in found)
            whole = combined([(run.times, rest, numpy.array([x])) for (run, _, rest), x in zip(found, bounds, strict=True)])
            return float(whole[0]) - (c - 1) * epsilon - log_delta - math.log(math.pi * y) + nats

        height = 8.0 / max(1e-12, epsilon)
        steps, rising = 0, excess(height) > 0
        while steps < 80 and (excess(height * 1.3) > 0 if rising else excess(height / 1.15) < 0):
            height, steps = height * 1.3 if rising else height / 1.15, steps + 1
        if steps == 80 and rising:
            raise ArithmeticError("the part in the bands does not decay")
        height = height * 1.3 if rising else height
        shifts = tuple(Fraction(f"{run.decay(c, height, chi, 1 + 1 / run.width**2)[0]:.3g}") for run, chi, _ in found)
        return height, shifts

    def _band(self, run: _Run, bands: _Bands) -> Band:
        low, high = (None if x is None else Fraction(f"{run.place(x):.4g}") for x in (bands.low, bands.high))
        return Band(low, high, Fraction(run.width))


def _order(x: float | None) -> Fraction | None:
    return None if x is None else Fraction(x)


def _boundary(holds, start: float, end: float) -> float | None:
    """The farthest place from `start` towards `end` up to which a condition holds; None if it does not at the start."""
    if not holds(start):
        return None
    for _ in range(_HALVINGS):
        middle = (start + end) / 2
        start, end = (middle, end) if holds(middle) else (start, middle)
    return start


def sum_of_runs(search: BandSearch, log_delta: float) -> float:
    """About the eps at which the profiles of all runs, each alone, add up to delta."""

    def total(x: float) -> float:
        found = 0.0
        for run in search.runs:
            losses = run.sign * run.logs
            over = numpy.where(losses > x, numpy.exp(numpy.minimum(run.density + losses, 700)) * -numpy.expm1(numpy.minimum(x - losses, 0)), 0.0)
            found += run.times * float(over.sum())
        return found

    low, high = math.log(1e-16), math.log(700.0)
    for _ in range(50):
        middle = (low + high) / 2
        value = total(math.exp(middle))
        low, high = (middle, high) if value > 0 and math.log(value) > log_delta else (low, middle)
    return math.exp((low + high) / 2)


def rule_at(parts: Composition, epsilon: Fraction, digits: int) -> BandedLine:
    """The rule for delta at an eps. Raises ArithmeticError."""
    raise NotImplementedError


def bracket(parts: Composition, target: arb, digits: int) -> tuple[Fraction, Fraction, BandedLine]:
    """(below, above, rule) with delta(below) >= target >= delta(above). Raises ArithmeticError."""
    log_target = log_of(target)
    search = BandSearch(parts, log_target)
    epsilon, slope = _near(search, sum_of_runs(search, log_target), log_target)
    for _ in range(_CLOSER):
        rule = search.rule(epsilon, log_target, digits)
        found = banded_inversion(parts, rule)
        enclosed = Enclosed(found.delta, found.delta, found.delta, target, rule.line.bits)
        above = enclosed.above(epsilon, slope)
        moved, epsilon = abs(float(above) - epsilon), float(above)
        if moved * slope < _NEAR:
            return *enclosed.ends(epsilon, slope), rule
    raise ArithmeticError("no band of losses encloses eps")


def _near(search: BandSearch, epsilon: float, log_target: float) -> tuple[float, float]:
    """(about eps, about -d log delta/d eps) by the secant rule, with lines of few digits."""
    before: tuple[float, float] | None = None
    for _ in range(_TURNS):
        rule = search.rule(epsilon, log_target, ROUGH)
        found = banded_inversion(search.parts, rule).delta(Fraction(epsilon))
        if not found > 0:
            raise ArithmeticError("a line of few digits says nothing")
        miss, slope = log_of(found) - log_target, float(rule.line.order - 1)
        if before is not None and (before[1] - miss) * (epsilon - before[0]) > 0:
            slope = (before[1] - miss) / (epsilon - before[0])
        if abs(miss) < _NEAR:
            break
        before = epsilon, miss
        epsilon = min(max(epsilon + miss / slope, epsilon / 2), 2 * epsilon)
    return epsilon, slope
