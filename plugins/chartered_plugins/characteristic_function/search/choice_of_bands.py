"""The choice of the bands and of a line for few runs on Poisson samples, in floats. Any choice is sound; a good one has
few nodes, and parts below and above the band that add nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from chartered_verify.arithmetic import floats
from chartered_verify.catching import ignoring
from chartered_verify.large_packages import numpy
from chartered_verify.numeric.bracketing import bisect

from ..formulas.banded_line import BandedLine
from ..formulas.composed_moments import Composition, Line
from ..formulas.contour import Contour, log_kappa
from ..laws.analytic_law import Law
from ..laws.normal_window import Window
from .line_errors_in_floats import cancelled_nats, dyadic, height_where, least_period, nats_of
from .power_sums_in_floats import Array
from .window_runs_in_floats import Bands, WindowRuns, combined

_POWERS = numpy.exp2(numpy.arange(-2.0, 40.0))
"""|b - 1| or |b| of the orders outside the band."""
_FINE = numpy.exp2(numpy.arange(-8.0, 150.0) / 4)
"""c - 1 of the orders of lines."""
_MOST_CANCELLED = 60.0
"""The largest number of nats that may cancel in the sum."""
SMALLEST, LARGEST = math.log(1e-14), math.log(700.0)
"""Logarithms of the levels between which the ends of a band are sought."""
_HALVINGS = 14
_FARTHER = 4.0
"""By how many times the farthest shifts are apart the grid of a run reaches farther: orders of lines are at least about
so large."""
_SPARE = 1.02
"""The factor by which a period is longer than it has to be."""


class BandSearch:
    """A composition in one direction. `most_nodes`, `most_terms`: the largest numbers of nodes, and of terms of all
    sums, of a line."""

    def __init__(self, parts: Composition, reach: float, share: float, most_nodes: int, most_terms: int) -> None:
        self.parts, self.most_nodes, self.most_terms = parts, most_nodes, most_terms
        laws = ((m, times) for m, times in parts if isinstance(m, Law))
        self.runs = [WindowRuns(law, times, reach + _FARTHER * law.farthest, share) for law, times in laws]
        self.turned = self.runs[0].law.ends_at_most

    def difference(self, orders: Array, bands: Bands) -> Array:
        """log of V of the part in the bands."""
        pieces = []
        for run in self.runs:
            bulk = run.bulk(bands)
            rest = None if bulk is None else run.moments(orders, *bulk)
            pieces.append((run.times, rest, run.moments(orders, *run.between(bands))))
        return combined(pieces)

    def outside(self, bands: Bands, epsilon: float, *, reached: bool) -> tuple[float, float]:
        """(order, log of the bound on a part's delta) for losses that hardly reach eps or, if they are nearly all above
        it (`reached`), of the bound on what its delta exceeds V(1) - e^eps V(0) by."""
        orders = -_POWERS if reached else 1 + _POWERS
        logs = self.difference(orders, bands) + log_kappa(floats, 1 + _POWERS) - (orders - 1) * epsilon
        best = int(numpy.nanargmin(logs))
        return float(orders[best]), float(logs[best])

    def bands(self, epsilon: float, level: float) -> tuple[Bands, float | None, float | None]:
        """The narrowest bands such that what is outside adds e^level at most, with the orders outside."""

        def below(end: float) -> tuple[float, float]:
            return self.outside(Bands(None, math.exp(end)), epsilon, reached=self.turned)

        def above(end: float) -> tuple[float, float]:
            return self.outside(Bands(math.exp(end), None), epsilon, reached=not self.turned)

        near = _boundary(lambda end: below(end)[1] <= level, SMALLEST, LARGEST)
        far = _boundary(lambda end: above(end)[1] <= level, LARGEST, SMALLEST)
        found = Bands(None if near is None else math.exp(near), None if far is None else math.exp(far))
        if near is not None and far is not None and not near < far:
            raise ArithmeticError("no band of losses is left")
        return found, None if near is None else below(near)[0], None if far is None else above(far)[0]

    def rule(self, epsilon: float, log_delta: float, digits: float) -> BandedLine:
        """The rule for about `digits` digits of delta near eps: of the bands, or of those without the end next to
        nearly all outcomes, that with fewer nodes. Raises ArithmeticError."""
        nats = nats_of(digits)
        bands, below, above = self.bands(epsilon, log_delta - nats - 1)
        found = self._planned(bands, epsilon, log_delta, nats)
        if bands.near is not None and bands.far is not None:
            whole = Bands(None, bands.far)
            with ignoring(ArithmeticError):
                other = self._planned(whole, epsilon, log_delta, nats)
                if other.contour.count < found.contour.count:
                    bands, below, found = whole, None, other
        if found.contour.count > self.most_nodes:
            raise ArithmeticError(f"a band of losses needs {found.contour.count} nodes, more than {self.most_nodes}")
        windows = tuple(self._band(run, bands) for run in self.runs)
        rule = BandedLine(found, windows, _order(below), _order(above))
        if (terms := rule.terms(self.parts)) > self.most_terms:
            raise ArithmeticError(f"a band of losses needs {terms:.2g} terms, more than {self.most_terms}")
        return rule

    def _planned(self, bands: Bands, epsilon: float, log_delta: float, nats: float) -> Line:
        """A line for the part in the bands, of any number of nodes. Raises ArithmeticError."""
        orders = 1 + _FINE
        logs = self.difference(orders, bands)
        with numpy.errstate(all="ignore"):
            cancelled = cancelled_nats(logs, orders, epsilon, log_delta)
        given = (orders, logs), (orders, logs), epsilon, log_delta, nats
        period, index, best = least_period(*given, ~(cancelled < _MOST_CANCELLED))
        c, b = float(orders[index]), float(orders[best])
        spacing = 2 * math.pi / (period * _SPARE)
        height, shifts = self.height(c, bands, epsilon, log_delta, nats)
        count = max(3, math.ceil(height / spacing) + 1)
        loss = max(0.0, float(cancelled[index]))
        total = math.log(sum(run.times for run in self.runs))
        bits = 64 + math.ceil((nats + loss + total) / math.log(2))
        contour = Contour(dyadic(c), Fraction(float(f"{spacing:.4g}")), count)
        return Line(contour, dyadic(b), shifts, math.ceil(nats + total + loss + 3), bits)

    def height(
        self, c: float, bands: Bands, epsilon: float, log_delta: float, nats: float
    ) -> tuple[float, tuple[Fraction, ...]]:
        """(the height beyond which the terms are below e^-nats of delta, the shifts there)."""
        at = numpy.array([c])
        found = []
        for run in self.runs:
            bulk = run.bulk(bands)
            found.append((run, run.lines(*run.between(bands)), None if bulk is None else run.moments(at, *bulk)))

        def excess(y: float) -> float:
            bounds = (lines.best(c, y)[2] for _, lines, _ in found)
            whole = combined(
                [(run.times, rest, numpy.array([x])) for (run, _, rest), x in zip(found, bounds, strict=True)]
            )
            return float(whole[0]) - (c - 1) * epsilon - log_delta - math.log(math.pi * y) + nats

        height = height_where(excess, 8.0 / max(epsilon, bands.far or 0.0, 1e-12), 1.3, 120)
        shifts = tuple(Fraction(f"{lines.best(c, height)[1]:.3g}") for _, lines, _ in found)
        return height, shifts

    def _band(self, run: WindowRuns, bands: Bands) -> Window:
        low, high = (None if x is None else Fraction(f"{x:.4g}") for x in run.between(bands))
        return Window(low, high, Fraction(run.width))


def _order(x: float | None) -> Fraction | None:
    return None if x is None else Fraction(x)


def _boundary(holds: Callable[[float], bool], start: float, end: float) -> float | None:
    """The farthest place from `start` towards `end` up to which a condition holds; None if it does not at the start."""
    return bisect(holds, start, end, steps=_HALVINGS)[0] if holds(start) else None
