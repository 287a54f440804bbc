"""The sampled Gaussian in floats: sums over the nodes of its normal variable, and decay along a line. For choices
only."""

from __future__ import annotations

import math

from chartered_verify.heavy import numpy

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.kept import Kept
from ..formulas.poisson_gaussian import PoissonGaussian
from .float_sums import Array, FloatSums

_LOG_SCALE = math.log(2 * math.pi) / 2
_NATS = 38.0
"""Accuracy of a moment in doubles."""
_MOST_SHIFT = 2.0
"""The terms on a shifted line are larger by e^(b^2/2), and so is their rounding."""
_LARGEST = 600
"""Exponents from which on 1 - q does not count."""
_FARTHEST = 2000
"""The largest shift of the normal variable by a moment, in standard deviations."""


class SampledFloats(FloatSums):
    """The sampled Gaussian: sums over the nodes of its normal variable."""

    def __init__(self, moments: PoissonGaussian) -> None:
        self.q, self.s, self.added = float(moments.rate), float(moments.noise), moments.added
        self.max_loss = -math.log1p(-self.q) if self.added else math.inf

    def real_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On the real line."""
        step = self._step(height)
        return _nodes(self.q, self.s, step, round(self._right(p) / step))

    def line_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On a line above the real one."""
        return _on_line(self.q, self.s, self._rule(p, height))

    def terms(self, c: float, height: float) -> float:
        """The number of nodes of its normal variable."""
        rule = self._rule(self.exponent(c), height)
        return float(rule.last - rule.first)

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """The best of several shifts, refined once."""
        p = self.exponent(c)
        t = numpy.arange(-9.5, self._right(p), 0.15)
        odds = self.q * numpy.exp(numpy.minimum(t / self.s - 0.5 / self.s**2, 300))
        base = -t * t / 2 + math.log(0.15) - _LOG_SCALE
        most = min(0.98 * math.pi / 2, 8.0 / self.s)
        angles, best = most * numpy.exp2(-0.75 * numpy.arange(12)), (0.0, math.inf)
        for _ in range(2):
            turn = angles[:, None]
            real, imaginary = 1 - self.q + odds * numpy.cos(turn), odds * numpy.sin(turn)
            terms = base + 0.5 * p * numpy.log(real**2 + imaginary**2) - height * numpy.arctan2(imaginary, real)
            high = terms.max(axis=1)
            logs = high + numpy.log(numpy.exp(terms - high[:, None]).sum(axis=1)) + (angles * self.s) ** 2 / 2
            place = int(numpy.argmin(logs))
            best = (float(angles[place]) * self.s, float(logs[place]))
            angles = numpy.minimum(
                angles[place] * numpy.exp2(numpy.array([-0.5, -0.3, -0.15, 0.0, 0.15, 0.3, 0.5])), most
            )
        return best

    def _rule(self, p: float, height: float) -> Nodes:
        return quadrature.propose_nodes(self.s, p, height, _NATS, _MOST_SHIFT)

    def _right(self, p: float) -> float:
        """The last node of t that a moment of order p needs. Raises ArithmeticError if it is too far out."""
        if p / self.s > _FARTHEST:
            raise ArithmeticError(f"the contour would need the order {p:.3g}")
        return 9.5 + max(0.0, p) / self.s

    def _step(self, height: float) -> float:
        return min(0.25, 2 * math.pi / (height / self.s + 9 + min(9.0, 40 / (math.pi * self.s))))


_LINES = Kept[tuple[Array, Array]](2**20)
"""A cache of nodes on a shifted line, two complex numbers each: about 32 megabytes."""


def _on_line(q: float, s: float, rule: Nodes) -> tuple[Array, Array]:
    """(log w, log of step times density) at the nodes of a rule."""
    return _LINES.get((q, s, rule), rule.last - rule.first, lambda: _made_line(q, s, rule))


def _made_line(q: float, s: float, rule: Nodes) -> tuple[Array, Array]:
    t = numpy.arange(rule.first, rule.last + 1) * rule.spacing + 1j * rule.shift
    e = t / s - 0.5 / s**2
    far = e.real > _LARGEST
    logs = numpy.where(far, e + math.log(q), numpy.log1p(q * numpy.expm1(numpy.where(far, 0.0, e))))
    found = logs, -t * t / 2 + math.log(rule.spacing) - _LOG_SCALE
    for array in found:
        array.flags.writeable = False
    return found


_NODES = Kept[tuple[Array, Array]](2**20)
"""A cache of nodes, two doubles each: about 16 megabytes."""


def _nodes(q: float, s: float, step: float, last: int) -> tuple[Array, Array]:
    """(log w, log of step times density) at the multiples of a step."""
    size = last + 2 - math.floor(-9.5 / step)
    return _NODES.get((q, s, step, last), size, lambda: _made_nodes(q, s, step, last))


def _made_nodes(q: float, s: float, step: float, last: int) -> tuple[Array, Array]:
    t = numpy.arange(math.floor(-9.5 / step), last + 2) * step
    e = t / s - 0.5 / s**2
    logs = numpy.where(e < _LARGEST, numpy.log1p(q * numpy.expm1(numpy.minimum(e, _LARGEST))), e + math.log(q))
    found = logs, -t * t / 2 + math.log(step) - _LOG_SCALE
    for array in found:
        array.flags.writeable = False
    return found
