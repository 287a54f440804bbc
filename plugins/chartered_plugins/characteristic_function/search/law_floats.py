"""Laws in floats: sums over the nodes of their noise, and decay along a line. For choices only."""

from __future__ import annotations

import math

from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import enclose
from chartered_verify.heavy import numpy
from chartered_verify.outside import ours

from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.kept import Kept
from ..laws.law import Law
from ..laws.planning import between, ends, nodes
from .float_sums import NATS, Array, FloatSums, unchanged

_STEPS = 1
"""Of the grid of orders, and of heights, that share nodes."""
MOST_SHIFT = 2.0
"""The terms on a shifted line are larger by e^(b^2/2), and so is their rounding."""
_STEP, _FINER, _SHIFTS = 0.2, 4, 28
"""Spacing of the grid for decay, in standard deviations; shifts of a line of integration, each 2^(-0.35) of the one
before, of which every fourth is tried first."""
_WIDEST = 0.8
"""The largest shift, of half the widest strip: nearer to its end a bound takes very many nodes."""
_AROUND = numpy.exp2(numpy.array([-0.2, -0.1, 0.0, 0.1, 0.2]))
"""Shifts that are tried around a small one."""
_NODES, _MODULI = Kept[tuple[Array, Array]](2**21), Kept[tuple[Array, ...]](2**21)
"""Caches of nodes, and of logarithms above the real line: about 32 megabytes each."""


class LawFloats(FloatSums):
    """A law in floats. Raises ArithmeticError for a weight that is 0 or 1 as a double."""

    added = False

    def __init__(self, law: Law) -> None:
        if not all(0 < float(w) < 1 for m in (law.ratio.p, law.ratio.q) if m.spread for w, _ in m.parts):
            raise ArithmeticError("the rate is so near 0 or 1 that a double does not tell it")
        self.law, most = law, law.max_loss
        self.max_loss = math.inf if most is None else enclose(lambda xp: xp.number(most)).upper

    def log(self, z: Array) -> Array:
        """In two halves where all orders together need too many nodes; infinite at an order that alone does: M is so
        large there that no line has it."""
        try:
            return super().log(z)
        except ours(ArithmeticError):
            if numpy.size(z) == 1:
                return numpy.full(1, numpy.inf)
        return numpy.concatenate([self.log(half) for half in numpy.array_split(z, 2)])

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """On the real line: from the order 1 on, which many questions share, unless these are too many."""
        order, high = between(p, _STEPS)[1], between(1 + height, _STEPS)[1] - 1
        try:
            return self._read(nodes(self.law.noise, self.law.ratio, order, high, NATS, 0.0, min(p, 1.0)))
        except ours(ArithmeticError):
            return self._read(nodes(self.law.noise, self.law.ratio, order, high, NATS, 0.0, lowest))

    def line_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On a line above the real one."""
        return self._read(self._rule(p, height))

    def terms(self, c: float, height: float) -> float:
        """The number of nodes."""
        return float(self._rule(c, height).count)

    def _rule(self, c: float, height: float) -> Nodes:
        noise = self.law.noise
        return nodes(noise, self.law.ratio, c, height, NATS, MOST_SHIFT * noise.scale)

    def _read(self, at: Nodes) -> tuple[Array, Array]:
        """(losses, log of the weights under Q)."""

        def made() -> tuple[Array, Array]:
            with floats:
                ((p, q, weight),) = self.law.noise.terms(floats, self.law.ratio, at)
                whole = self.law.noise.whole(floats) if self.law.noise.integers else 1.0
            return unchanged(p - q, weight + q - math.log(whole))

        return _NODES.get((self.law, at), at.count, made)

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """The best of several shifts, refined once."""
        if not self.law.decays:
            return 0.0, self.cumulants(c)[0]
        order = between(c, _STEPS)[1]
        shifts, density, p, q, turn = self._above(order)
        if (small := self._small(c, height, shifts, density, p, q, turn)) < shifts[-1]:
            shifts = small * _AROUND
            density, p, q, turn = self._on_lines(order, shifts)
            logs = self._log_bounds(c, height, shifts, density, p, q, turn)
            place = int(numpy.argmin(logs))
            return float(shifts[place]), float(logs[place])
        coarse = slice(0, None, _FINER)
        logs = self._log_bounds(c, height, shifts[coarse], density, p[coarse], q[coarse], turn[coarse])
        best = int(numpy.argmin(logs)) * _FINER
        near = slice(max(0, best - _FINER + 1), best + _FINER)
        logs = self._log_bounds(c, height, shifts[near], density, p[near], q[near], turn[near])
        place = int(numpy.argmin(logs))
        return float(shifts[near][place]), float(logs[place])

    def _small(self, c: float, height: float, shifts: Array, density: Array, p: Array, q: Array, turn: Array) -> float:
        """The best shift where losses are so tiny that it is small: there arg p - arg q is linear in it, and the
        density grows by its square."""
        terms = density + c * p[-1] + (1 - c) * q[-1]
        weights = numpy.exp(terms - terms.max())
        slope = float((weights * turn[-1]).sum() / weights.sum() / shifts[-1])
        return float(height * slope / (2 * self.law.noise.grown_density(floats)(1.0)))

    def _log_bounds(
        self, c: float, height: float, shifts: Array, density: Array, p: Array, q: Array, turn: Array
    ) -> Array:
        """About the logarithm of the bound on M at all heights by lines of some shifts."""
        terms = density + c * p + (1 - c) * q - height * turn
        high = terms.max(axis=1)
        found: Array = high + numpy.log(numpy.exp(terms - high[:, None]).sum(axis=1))
        grown: Array = self.law.noise.grown_density(floats)(shifts)
        return found + grown

    def _above(self, c: float) -> tuple[Array, ...]:
        """(shifts, log density, log |p|, log |q|, arg p - arg q) on lines above the real one, for orders up to c."""
        noise = self.law.noise

        def made() -> tuple[Array, ...]:
            most = min(_WIDEST * noise.widest(floats, self.law.ratio) / 2, 8.0 * noise.scale)
            shifts = most * numpy.exp2(-0.35 * numpy.arange(_SHIFTS))
            return shifts, *self._on_lines(c, shifts)

        return _MODULI.get((self.law, c), 2**13, made)

    def _on_lines(self, c: float, shifts: Array) -> tuple[Array, ...]:
        """(log density, log |p|, log |q|, arg p - arg q) on lines of some shifts, for orders up to c."""
        noise, ratio = self.law.noise, self.law.ratio
        step = _STEP * noise.scale
        with floats:
            x = numpy.arange(*ends(noise, ratio, c, NATS, min(c, 1.0)), step)
            return noise.density(floats)(x) + math.log(step), *noise.parts_above(floats, ratio, shifts[:, None])(x)
