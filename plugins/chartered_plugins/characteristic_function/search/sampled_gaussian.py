"""The sampled Gaussian in floats, where a record is removed or added. For choices only."""

from __future__ import annotations

import math
from collections.abc import Sequence

from chartered_verify.heavy import numpy

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.kept import Kept
from ..formulas.poisson_gaussian import PoissonGaussian
from .float_sums import Array, unchanged
from .normal_sums import FARTHEST, REACH, NormalSums, log_density, log_ratio, on_line


class SampledFloats(NormalSums):
    """The sampled Gaussian: sums over the nodes of its normal variable. Raises ArithmeticError for a rate that is 0 or
    1 as a double."""

    def __init__(self, moments: PoissonGaussian) -> None:
        self.q, self.s, self.added = float(moments.rate), float(moments.noise), moments.added
        if not 0 < self.q < 1:
            raise ArithmeticError("the rate is so near 0 or 1 that a double does not tell it")
        self.max_loss = -math.log1p(-self.q) if self.added else math.inf

    def powers(self, p: float) -> Sequence[tuple[int, float]]:
        """That of w(t) alone."""
        return ((1, p),)

    def real_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On the real line."""
        step = self.step(height)
        return _nodes(self.q, self.s, step, math.floor(-self.left(p) / step), round(self.right(p) / step))

    def line_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """On a line above the real one."""
        return _on_line(self.q, self.s, self.rule(p, height))

    def rule(self, p: float, height: float) -> Nodes:
        """For w(t)^p."""
        return self.propose(p, height, rise=quadrature.propose_rise(self.q, self.s, p))

    def left(self, p: float) -> float:
        """Beyond the place where phi w^p is largest. Its distance from 0 is the derivative of |p| log w there, which is
        at most that at 0, and half its square is at most |p| log(w(0)/(1-q)). Raises ArithmeticError if it is too far
        out."""
        if p >= 0:
            return REACH
        place = min(-p * self.q / self.s, math.sqrt(2 * p * math.log1p(-self.q)))
        if place > FARTHEST:
            raise ArithmeticError(f"the contour would need the order {p:.3g}")
        return REACH + place


_LINES = Kept[tuple[Array, Array]](2**18)
"""A cache of nodes on a shifted line, two complex numbers each: about 8 megabytes."""
_NODES = Kept[tuple[Array, Array]](2**18)
"""A cache of nodes, two doubles each: about 4 megabytes."""


def _on_line(q: float, s: float, rule: Nodes) -> tuple[Array, Array]:
    """(log w, log of step times density) at the nodes of a rule."""
    return _LINES.get((q, s, rule), rule.last - rule.first, lambda: _made(q, s, on_line(rule), rule.spacing))


def _nodes(q: float, s: float, step: float, first: int, last: int) -> tuple[Array, Array]:
    """(log w, log of step times density) at the multiples of a step."""
    return _NODES.get(
        (q, s, step, first, last), last + 2 - first, lambda: _made(q, s, numpy.arange(first, last + 2) * step, step)
    )


def _made(q: float, s: float, t: Array, step: float) -> tuple[Array, Array]:
    return unchanged(log_ratio(q, s, t), log_density(t, step))
