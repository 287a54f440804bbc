"""A record that is replaced in a Poisson sample of a Gaussian, in floats: sums over the nodes of its normal variable,
and decay along a line. For choices only."""

from __future__ import annotations

import math
from typing import Any

from chartered_verify.heavy import numpy

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.replaced_gaussian import ReplacedGaussian
from .float_sums import Array, FloatSums

_NATS, _MOST_SHIFT = 38.0, 2.0
"""The accuracy of a moment in doubles, and the largest shift of a line, on which terms are larger by e^(b^2/2)."""
_LARGEST, _FARTHEST = 600.0, 2000.0
"""The exponent from which on 1 - q does not count, and the largest shift of the normal variable by a moment."""
_REACH = 9.5
"""Standard deviations to either side."""
_FINER = numpy.exp2(numpy.array([-0.5, -0.3, -0.15, 0.0, 0.15, 0.3, 0.5]))


class ReplacedFloats(FloatSums):
    """log w(t) - log w(-t) is the loss, and phi(t) w(-t) the density under Q."""

    added = False
    max_loss = math.inf

    def __init__(self, moments: ReplacedGaussian) -> None:
        self.q, self.s = float(moments.rate), float(moments.noise)

    def real_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On the real line."""
        step = min(0.25, 2 * math.pi / (2 * height / self.s + 9 + min(9.0, 40 / (math.pi * self.s))))
        return self._at(numpy.arange(math.floor(-_REACH / step), math.ceil(self._right(p) / step) + 1) * step, step)

    def line_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On a line above the real one."""
        rule = self._rule(p, height)
        t = numpy.arange(rule.first, rule.last + 1) * rule.spacing + 1j * rule.shift
        return self._at(t, rule.spacing)

    def terms(self, c: float, height: float) -> float:
        """The number of nodes of its normal variable."""
        rule = self._rule(c, height)
        return float(rule.last - rule.first)

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """The best of several shifts, refined once."""
        t = numpy.arange(-_REACH, self._right(c), 0.15)
        odds = [self.q * numpy.exp(numpy.minimum(x / self.s - 0.5 / self.s**2, 300)) for x in (t, -t)]
        most = min(0.98 * math.pi / 2, 8.0 / self.s)
        angles, best = most * numpy.exp2(-0.75 * numpy.arange(12)), (0.0, math.inf)
        for _ in range(2):
            terms = _log_density(t, 0.15) + numpy.zeros((len(angles), 1))
            for p, u in zip((c, 1 - c), odds, strict=True):
                real, imaginary = 1 - self.q + u * numpy.cos(angles[:, None]), u * numpy.sin(angles[:, None])
                terms += 0.5 * p * numpy.log(real**2 + imaginary**2) - height * numpy.arctan2(imaginary, real)
            high = terms.max(axis=1)
            logs = high + numpy.log(numpy.exp(terms - high[:, None]).sum(axis=1)) + (angles * self.s) ** 2 / 2
            place = int(numpy.argmin(logs))
            best = (float(angles[place]) * self.s, float(logs[place]))
            angles = numpy.minimum(angles[place] * _FINER, most)
        return best

    def _rule(self, p: float, height: float) -> Nodes:
        return quadrature.propose_nodes(self.s, 1 - p, 2 * height, _NATS, _MOST_SHIFT, place=self._right(p) - _REACH)

    def _right(self, p: float) -> float:
        """The last node of t that a moment of order p needs. Raises ArithmeticError if it is too far out."""
        if p / self.s > _FARTHEST:
            raise ArithmeticError(f"the contour would need the order {p:.3g}")
        return _REACH + max(0.0, p) / self.s

    def _at(self, t: Array, step: float) -> tuple[Array, Array]:
        ahead, back = (self._log_ratio(x) for x in (t, -t))
        return ahead - back, _log_density(t, step) + back

    def _log_ratio(self, t: Array) -> Array:
        """log w(t)."""
        e: Any = t / self.s - 0.5 / self.s**2
        far = e.real > _LARGEST
        found: Array = numpy.where(
            far, e + math.log(self.q), numpy.log1p(self.q * numpy.expm1(numpy.where(far, 0.0, e)))
        )
        return found


def _log_density(t: Array, step: float) -> Array:
    """log of a step times the normal density."""
    found: Array = -t * t / 2 + math.log(step) - math.log(2 * math.pi) / 2
    return found
