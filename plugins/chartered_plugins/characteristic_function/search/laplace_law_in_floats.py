"""Laws of Laplace noise in floats: sums over atoms and the nodes of the density, and the bound of what they are along a
line. For choices only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from chartered_verify.arithmetic import floats
from chartered_verify.large_packages import numpy

from ..formulas.bound_along_line import IntervalLoss, over_heights
from ..laws.laplace_law import LaplaceLaw
from ..laws.laplace_pieces import Rule
from ..laws.moment_nodes import between
from .noise_law_in_floats import STEPS, NoiseFloats
from .power_sums_in_floats import NATS, Array


class LaplaceFloats(NoiseFloats):
    """Laplace noise, whose losses have atoms at both ends of an interval and a density between."""

    def __init__(self, law: LaplaceLaw) -> None:
        super().__init__(law)
        self._least, self._most = (float(law.end_loss(floats, way)) for way in (-1, 1))

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """Those of an order and a height of a coarse grid, which many questions share."""
        return self.read(self.rule(between(p, STEPS)[1], between(1 + height, STEPS)[1] - 1))

    def rule(self, c: float, height: float) -> Rule:
        """The rule for a line."""
        found: Rule = self.noise.plan(self.ratio, c, height, NATS)
        return found

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """No shift; the bound for a loss in an interval."""
        with floats:
            level, law = _law(self, c)

            def here() -> float:
                return math.exp(float(self.log(numpy.array([complex(c, height)]))[0].real) - level)

            def far(y: float, enough: float) -> float:
                return float(law.far(floats, y, enough, lambda: _by_steps(self, c)))

            share = over_heights(floats, law.width, height, here, far)
            return 0.0, level + math.log(min(1.0, share))

    def law_at(self, c: float, level: float) -> IntervalLoss:
        """The law of the loss weighted for a real order, from log M there."""
        found: IntervalLoss = self.noise.loss(floats, self.ratio, c, level)
        return found

    def distance(self, c: float) -> float:
        """The mean distance of the weighted loss from the nearer end."""
        mean = self.cumulants(c)[1]
        return min(mean - self._least, self._most - mean)


@lru_cache(maxsize=512)
def _law(m: LaplaceFloats, c: float) -> tuple[float, IntervalLoss]:
    """(log M at a real order, the law of the loss weighted for it)."""
    level = m.cumulants(c)[0]
    return level, m.law_at(c, level)


@lru_cache(maxsize=512)
def _by_steps(m: LaplaceFloats, c: float) -> float:
    """The bound by heights in steps."""
    level, law = _law(m, c)

    def sizes(spacing: Fraction, count: int) -> Sequence[float]:
        found: Array = numpy.exp(m.along(c, float(spacing), count).real - level)
        return [float(x) for x in found]

    return float(law.by_steps(floats, m.distance(c), sizes))
