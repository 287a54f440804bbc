"""A record that is replaced in a Poisson sample of a Gaussian, in floats. For choices only."""

from __future__ import annotations

import math
from collections.abc import Sequence

from chartered_verify.heavy import numpy

from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.replaced_gaussian import ReplacedGaussian, farthest
from .float_sums import Array
from .normal_sums import REACH, NormalSums, log_density, log_ratio, on_line


class ReplacedFloats(NormalSums):
    """log w(t) - log w(-t) is the loss, and phi(t) w(-t) the density under Q."""

    added = False
    max_loss = math.inf
    turns = ReplacedGaussian.turns

    def __init__(self, moments: ReplacedGaussian) -> None:
        self.q, self.s = float(moments.rate), float(moments.noise)

    def powers(self, p: float) -> Sequence[tuple[int, float]]:
        """w(t)^p w(-t)^(1-p)."""
        return (1, p), (-1, 1 - p)

    def right(self, p: float) -> float:
        """As far as the bounds that ship need them. Raises ArithmeticError if that is too far out."""
        return super().right(p) - p / self.s + farthest(self.q, self.s, p)

    def real_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On the real line."""
        step = self.step(height)
        return self._at(numpy.arange(math.floor(-REACH / step), math.ceil(self.right(p) / step) + 1) * step, step)

    def line_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On a line above the real one."""
        rule = self.rule(p, height)
        return self._at(on_line(rule), rule.spacing)

    def rule(self, p: float, height: float) -> Nodes:
        """For w(-t)^(1-p), which in the strip may be smaller than on the real line."""
        return self.propose(1 - p, height, self.right(p) - REACH)

    def _at(self, t: Array, step: float) -> tuple[Array, Array]:
        ahead, back = (log_ratio(self.q, self.s, x) for x in (t, -t))
        return ahead - back, log_density(t, step) + back
