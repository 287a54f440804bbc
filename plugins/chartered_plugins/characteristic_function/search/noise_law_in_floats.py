"""Laws in floats: sums over the nodes of their noise, and what they are along a line. For choices only."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import floats
from chartered_verify.catching import ours
from chartered_verify.large_packages import numpy
from msgspec import Struct
from msgspec.structs import replace

from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.bound_along_line import IntervalLoss
from ..formulas.bounded_cache import Kept
from ..laws.analytic_law import Law
from ..laws.laplace_law import LaplaceLaw
from ..laws.moment_nodes import between, ends, nodes
from ..laws.noise_law import NoiseLaw, Rule
from .power_sums_in_floats import NATS, Array, FloatSums, unchanged

STEPS = 1
"""Of the grid of orders, and of heights, that share nodes."""
MOST_SHIFT = 2.0
"""The terms on a shifted line are larger by e^(b^2/2), and so is their rounding."""
_STEP, _FINER, _SHIFTS = 0.2, 4, 28
"""Spacing of the grid for decay, in standard deviations; shifts of a line of integration, each 2^(-0.35) of the one
before, of which every fourth is tried first."""
WIDEST = 0.8
"""The largest shift, of half the widest strip: nearer to its end a bound takes very many nodes."""
_AROUND = numpy.exp2(numpy.array([-0.2, -0.1, 0.0, 0.1, 0.2]))
"""Shifts that are tried around a small one."""
_NODES = Kept[tuple[Array, Array]](2**21)
"""A cache of nodes: about 32 megabytes."""


class Lines(Struct, frozen=True):
    """Lines of some shifts above the real one: log density on that, log |p|, log |q| and arg p - arg q on each line,
    and by how much the density grows at a height."""

    shifts: Array
    density: Array
    p: Array
    q: Array
    turn: Array
    grown: Callable[[Any], Any]

    def part(self, which: slice) -> Lines:
        """Some of them."""
        return replace(self, shifts=self.shifts[which], p=self.p[which], q=self.q[which], turn=self.turn[which])

    def best(self, c: float, height: float) -> tuple[int, float, float]:
        """(the place of the line with the least bound on M at all heights, its shift, about the bound's logarithm)."""
        terms = self.density + c * self.p + (1 - c) * self.q - height * self.turn
        high = terms.max(axis=1)
        logs = high + numpy.log(numpy.exp(terms - high[:, None]).sum(axis=1)) + self.grown(self.shifts)
        index = int(numpy.argmin(logs))
        return index, float(self.shifts[index]), float(logs[index])

    def small(self, c: float, height: float) -> float:
        """The best shift where losses are so tiny that it is small: there arg p - arg q is linear in it, and the
        density grows by its square."""
        terms = self.density + c * self.p[-1] + (1 - c) * self.q[-1]
        weights = numpy.exp(terms - terms.max())
        slope = float((weights * self.turn[-1]).sum() / weights.sum() / self.shifts[-1])
        return float(height * slope / (2 * self.grown(1.0)))


_LINES = Kept[Lines](2**21)
"""A cache of lines: about 32 megabytes."""


class NoiseFloats(FloatSums):
    """A law in floats. Raises ArithmeticError for a weight that is 0 or 1 as a double."""

    def __init__(self, law: NoiseLaw) -> None:
        if not all(0 < float(w) < 1 for m in (law.ratio.p, law.ratio.q) if m.spread for w, _ in m.parts):
            raise ArithmeticError("the rate is so near 0 or 1 that a double does not tell it")
        super().__init__(law)
        self.noise, self.ratio = law.noise, law.ratio

    def log(self, z: Array) -> Array:
        """In two halves where all orders together need too many nodes; infinite at an order that alone does: M is so
        large there that no line has it."""
        try:
            return super().log(z)
        except ours(ArithmeticError):
            if numpy.size(z) == 1:
                return numpy.full(1, numpy.inf)
        return numpy.concatenate([self.log(half) for half in numpy.array_split(z, 2)])

    def line_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On a line above the real one."""
        return self.read(self.rule(p, height))

    def terms(self, c: float, height: float) -> float:
        """The number of nodes."""
        return float(self.rule(c, height).count)

    def rule(self, c: float, height: float) -> Rule:
        """The nodes for a line."""
        found: Rule = self.noise.plan(self.ratio, c, height, NATS)
        return found

    def read(self, at: Rule) -> tuple[Array, Array]:
        """(losses, log of the weights under Q)."""

        def made() -> tuple[Array, Array]:
            with floats:
                found = self.noise.terms(floats, self.ratio, at)
                whole = self.noise.whole(floats) if self.noise.integers else 1.0
            losses = numpy.concatenate([numpy.atleast_1d(p - q) for p, q, _ in found])
            weights = numpy.concatenate([numpy.atleast_1d(weight + q) for _, q, weight in found])
            return unchanged(losses, weights - math.log(whole))

        return _NODES.get((self.noise, self.ratio, at), at.count, made)


class LawFloats(NoiseFloats):
    """Analytic noise."""

    def __init__(self, law: Law) -> None:
        super().__init__(law)
        self.law = law

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """On the real line: from the order 1 on, which many questions share, unless these are too many."""
        order, high = between(p, STEPS)[1], between(1 + height, STEPS)[1] - 1
        try:
            return self.read(nodes(self.noise, self.ratio, order, high, NATS, 0.0, min(p, 1.0)))
        except ours(ArithmeticError):
            return self.read(nodes(self.noise, self.ratio, order, high, NATS, 0.0, lowest))

    def rule(self, c: float, height: float) -> Nodes:
        """The nodes for a line, which is shifted."""
        found: Nodes = self.noise.plan(self.ratio, c, height, NATS, MOST_SHIFT * self.noise.scale)
        return found

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """The best of several shifts, refined once; of a small one, those around it."""
        if not self.law.decays:
            return super().decay(c, height)
        order = between(c, STEPS)[1]
        lines = self._lines(order)
        small = lines.small(c, height)
        if small < lines.shifts[-1]:
            return self._on(order, small * _AROUND).best(c, height)[1:]
        index = _FINER * lines.part(slice(0, None, _FINER)).best(c, height)[0]
        return lines.part(slice(max(0, index - _FINER + 1), index + _FINER)).best(c, height)[1:]

    def _lines(self, c: float) -> Lines:
        """Lines of the shifts that are tried, for orders up to c."""

        def made() -> Lines:
            most = min(WIDEST * self.law.widest / 2, 8.0 * self.law.noise.scale)
            return self._on(c, most * numpy.exp2(-0.35 * numpy.arange(_SHIFTS)))

        return _LINES.get((self.law, c), 2**13, made)

    def _on(self, c: float, shifts: Array) -> Lines:
        """Lines of some shifts, for orders up to c."""
        noise, ratio = self.law.noise, self.ratio
        step = _STEP * noise.scale
        with floats:
            x = numpy.arange(*ends(noise, ratio, c, NATS, min(c, 1.0)), step)
            density, grown = noise.density(floats)(x) + math.log(step), noise.grown_density(floats)
            return Lines(shifts, density, *noise.parts_above(floats, ratio, shifts[:, None])(x), grown)


class LaplaceFloats(NoiseFloats):
    """Laplace noise, whose losses have atoms at both ends of an interval and a density between."""

    def __init__(self, law: LaplaceLaw) -> None:
        super().__init__(law)
        self._least, self._most = (float(law.end_loss(floats, way)) for way in (-1, 1))

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """Those of an order and a height of a coarse grid, which many questions share."""
        return self.read(self.rule(between(p, STEPS)[1], between(1 + height, STEPS)[1] - 1))

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """No shift; the bound for a loss in an interval."""
        level, law = _law(self, c)

        def here() -> float:
            return math.exp(float(self.log(numpy.array([complex(c, height)]))[0].real) - level)

        with floats:
            share = float(law.beyond(floats, height, here))
            return 0.0, level + math.log(min(1.0, share))


@lru_cache(maxsize=512)
def _law(m: LaplaceFloats, c: float) -> tuple[float, IntervalLoss]:
    """(log M at a real order, the law of the loss weighted for it)."""
    level = m.cumulants(c)[0]
    with floats:
        return level, m.noise.loss(floats, m.ratio, c, level)
