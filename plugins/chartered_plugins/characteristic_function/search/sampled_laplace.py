"""Laplace noise on a Poisson sample in floats: sums over atoms and the nodes of its density, and the bound of what they
are along a line. For choices only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import enclose
from chartered_verify.heavy import numpy

from ..formulas import gauss_legendre, sampled_laplace_quadrature as quadrature
from ..formulas.interval_losses import IntervalLoss, over_heights
from ..formulas.poisson_laplace import PoissonLaplace, sampled_laplace
from ..formulas.replaced_laplace import ReplacedLaplace, replaced_laplace
from ..formulas.sampled_laplace_quadrature import Points
from .float_sums import NATS, Array, FloatSums, unchanged

_BITS = 64


class IntervalSums(FloatSums):
    """Laplace noise, whose losses have atoms at both ends of an interval and a density between."""

    q: float
    e: float

    def law_at(self, c: float, level: float) -> IntervalLoss:
        """The law of the loss weighted for a real order, from log M there."""
        raise NotImplementedError

    def distance(self, c: float) -> float:
        """The mean distance of the weighted loss from an end of the interval."""
        raise NotImplementedError

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


class SampledLaplaceFloats(IntervalSums):
    """Laplace noise on a Poisson sample."""

    def __init__(self, moments: PoissonLaplace) -> None:
        self.moments, self.added = moments, moments.added
        self.q, self.e = float(moments.rate), float(moments.epsilon)
        self.max_loss = enclose(lambda xp: xp.number(moments.max_loss)).upper

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """At the atoms and the nodes of the density."""
        return _nodes(self.q, self.e, self._points(p, height).count)

    def terms(self, c: float, height: float) -> float:
        """The number of these."""
        return float(self._points(self.exponent(c), height).count + 2)

    def law_at(self, c: float, level: float) -> IntervalLoss:
        """That of log w."""
        return sampled_laplace(floats, self.q, self.e, self.exponent(c), level)

    def distance(self, c: float) -> float:
        """From the least loss."""
        mean = self.cumulants(c)[1] * (-1 if self.added else 1)
        return mean - math.log1p(self.q * math.expm1(-self.e))

    def _points(self, p: float, height: float) -> Points:
        return quadrature.propose_points(self.q, self.e, p, height, NATS)


class ReplacedLaplaceFloats(IntervalSums):
    """Laplace noise on a Poisson sample where a record is replaced."""

    added = False

    def __init__(self, moments: ReplacedLaplace) -> None:
        self.q, self.e = float(moments.rate), float(moments.epsilon)
        self.max_loss = enclose(lambda xp: xp.number(moments.max_loss)).upper

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """At the atoms, and the nodes of the density on either side of 0."""
        return _nodes_of_both(self.q, self.e, self._count(p, height))

    def terms(self, c: float, height: float) -> float:
        """The number of these."""
        return float(2 * self._count(c, height) + 2)

    def law_at(self, c: float, level: float) -> IntervalLoss:
        """That of log w - log w'."""
        return replaced_laplace(floats, self.q, self.e, c, level)

    def distance(self, c: float) -> float:
        """From the least loss."""
        return self.cumulants(c)[1] + self.max_loss

    def _count(self, p: float, height: float) -> int:
        return max(quadrature.propose_points(self.q, self.e, power, height, NATS).count for power in (p, 1 - p))


@lru_cache(maxsize=512)
def _law(m: IntervalSums, c: float) -> tuple[float, IntervalLoss]:
    """(log M at a real order, the law of the loss weighted for it)."""
    level = m.cumulants(c)[0]
    return level, m.law_at(c, level)


@lru_cache(maxsize=512)
def _by_steps(m: IntervalSums, c: float) -> float:
    """The bound by heights in steps."""
    level, law = _law(m, c)

    def sizes(spacing: Fraction, count: int) -> Sequence[float]:
        found: Array = numpy.exp(m.along(c, float(spacing), count).real - level)
        return [float(x) for x in found]

    return float(law.by_steps(floats, m.distance(c), sizes))


@lru_cache(maxsize=64)
def _nodes_of_both(q: float, e: float, count: int) -> tuple[Array, Array]:
    """(log w - log w', log of the weights)."""
    logs, weights = _nodes(q, e, count)
    least, ahead, density = logs[0], logs[1:] - logs[0], weights[1:]
    return unchanged(numpy.concatenate([ahead, -ahead]), numpy.concatenate([density + least, density + logs[1:]]))


@lru_cache(maxsize=64)
def _nodes(q: float, e: float, count: int) -> tuple[Array, Array]:
    """(log w, log of the weights)."""
    inner = numpy.array([(float(t), float(weight)) for t, weight in gauss_legendre.rule(count, _BITS)])
    t = numpy.concatenate([[-1.0, 1.0], inner[:, 0]])
    density = numpy.log(inner[:, 1]) + math.log(e / 4) - e * (1 + inner[:, 0]) / 2
    weights = numpy.concatenate([[-math.log(2), -math.log(2) - e], density])
    return unchanged(numpy.log1p(q * numpy.expm1(e * t)), weights)
