"""Gaussian noise on a Poisson sample in floats: what is common to a record that is removed, added or replaced. Sums
over the nodes of a normal variable, and decay along a line. For choices only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from chartered_verify.heavy import numpy

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from .float_sums import NATS, Array, FloatSums, log_mixture

MOST_SHIFT = 2.0
"""The terms on a shifted line are larger by e^(b^2/2), and so is their rounding."""
REACH = 9.5
"""Standard deviations to either side."""
FARTHEST = 8000.0
"""The largest shift of the normal variable by a moment, in standard deviations."""
_LOG_SCALE = math.log(2 * math.pi) / 2
_FINER = numpy.exp2(numpy.array([-0.5, -0.3, -0.15, 0.0, 0.15, 0.3, 0.5]))


class NormalSums(FloatSums):
    """A product of powers of w(t) = 1 - q + q e^(t/s - 1/(2 s^2)) and of w(-t) under a normal variable t."""

    q: float
    s: float
    turns: ClassVar[int] = 1
    """How many likelihood ratios turn with the height."""

    def powers(self, p: float) -> Sequence[tuple[int, float]]:
        """(1 or -1, the exponent of w(t) or of w(-t)), at an exponent of real part p."""
        raise NotImplementedError

    def rule(self, p: float, height: float) -> Nodes:
        """Nodes for all orders on a line."""
        raise NotImplementedError

    def terms(self, c: float, height: float) -> float:
        """The number of nodes of its normal variable."""
        rule = self.rule(self.exponent(c), height)
        return float(rule.last - rule.first)

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """The best of several shifts, refined once."""
        p = self.exponent(c)
        t = numpy.arange(-self.left(p), self.right(p), 0.15)
        ratios = [(power, sign * t / self.s - 0.5 / self.s**2) for sign, power in self.powers(p)]
        most = min(0.9 * math.pi / 2, 8.0 / self.s)  # nearer the end of the strip the bound takes very many nodes
        near = self.turns * self.q * height / self.s**2  # the best one where losses are tiny: b is that times s
        angles = numpy.concatenate([most * numpy.exp2(-0.75 * numpy.arange(12)), numpy.minimum(near * _FINER, most)])
        best = (0.0, math.inf)
        for _ in range(2):
            logs = self._log_moduli(t, ratios, angles, height)
            place = int(numpy.argmin(logs))
            best = (float(angles[place]) * self.s, float(logs[place]))
            angles = numpy.minimum(angles[place] * _FINER, most)
        return best

    def _log_moduli(self, t: Array, ratios: Sequence[tuple[float, Array]], angles: Array, height: float) -> Array:
        """About the logarithm of the integral of the moduli, on lines shifted by s times each angle."""
        terms = log_density(t, 0.15) + numpy.zeros((len(angles), 1))
        for power, loss in ratios:
            top = numpy.maximum(loss, 0.0)
            odds, rest = self.q * numpy.exp(loss - top), (1 - self.q) * numpy.exp(-top)
            real, imaginary = rest + odds * numpy.cos(angles[:, None]), odds * numpy.sin(angles[:, None])
            log = top + 0.5 * numpy.log(real**2 + imaginary**2)
            terms = terms + power * log - height * numpy.arctan2(imaginary, real)
        high = terms.max(axis=1)
        found: Array = high + numpy.log(numpy.exp(terms - high[:, None]).sum(axis=1)) + (angles * self.s) ** 2 / 2
        return found

    def propose(self, p: float, height: float, place: float | None = None, rise: float = 0.0) -> Nodes:
        """A rule for a likelihood ratio to the power p which in the strip may be smaller than on the real line."""
        return quadrature.propose_nodes(self.s, p, self.turns * height, NATS, MOST_SHIFT, place=place, rise=rise)

    def left(self, p: float) -> float:
        """How far to the left of 0 the nodes of t extend for a moment of order p."""
        return REACH

    def right(self, p: float) -> float:
        """The last node of t that a moment of order p needs. Raises ArithmeticError if it is too far out."""
        if p / self.s > FARTHEST:
            raise ArithmeticError(f"the contour would need the order {p:.3g}")
        return REACH + max(0.0, p) / self.s

    def step(self, height: float) -> float:
        """The spacing of nodes on the real line."""
        return min(0.25, 2 * math.pi / (self.turns * height / self.s + 9 + min(9.0, 40 / (math.pi * self.s))))


def log_ratio(q: float, s: float, t: Array) -> Array:
    """log w(t), of real or complex t."""
    return log_mixture(q, t / s - 0.5 / s**2)


def log_density(t: Array, step: float) -> Array:
    """log of a step times the normal density."""
    found: Array = -t * t / 2 + math.log(step) - _LOG_SCALE
    return found


def on_line(rule: Nodes) -> Array:
    """The nodes of a rule, complex numbers."""
    found: Array = numpy.arange(rule.first, rule.last + 1) * rule.spacing + 1j * rule.shift
    return found
