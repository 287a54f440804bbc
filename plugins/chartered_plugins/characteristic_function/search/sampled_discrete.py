"""Integer-valued noise on a Poisson sample in floats: sums over its losses. For choices only."""

from __future__ import annotations

import math

from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import enclose
from chartered_verify.heavy import numpy

from ..formulas.few_losses import FewLosses
from ..formulas.poisson_discrete import PoissonDiscreteLaplace
from ..formulas.poisson_discrete_gaussian import PoissonDiscreteGaussian
from ..formulas.replaced_discrete_gaussian import ReplacedDiscreteGaussian
from .float_sums import NATS, Array, FloatSums, log_mixture, unchanged


class DiscreteSums(FloatSums):
    """Integer-valued noise, whose M does not decay."""

    def terms(self, c: float, height: float) -> float:
        """The number of losses."""
        return float(len(self.real_nodes(self.exponent(c), height)[0]))

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """No shift, no decay."""
        return 0.0, self.cumulants(c)[0]


class SampledDiscreteLaplace(DiscreteSums):
    """Discrete Laplace noise on a Poisson sample."""

    def __init__(self, moments: PoissonDiscreteLaplace) -> None:
        self.added = moments.added
        self.max_loss = enclose(lambda xp: xp.number(moments.max_loss)).upper
        with floats:
            losses = numpy.array(moments.losses(floats))
        self._nodes = unchanged(losses[:, 0], numpy.log(losses[:, 1]))

    def real_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """The losses."""
        return self._nodes


class FewFloats(DiscreteSums):
    """A mechanism with few losses, some of which may be infinite."""

    added = False

    def __init__(self, moments: FewLosses) -> None:
        self.max_loss = enclose(lambda xp: xp.number(moments.max_loss)).upper
        with floats:
            losses = numpy.array([(loss, chance) for loss, chance in moments.losses(floats) if chance > 0])
        self._nodes = unchanged(losses[:, 0], numpy.log(losses[:, 1]))
        self.missing = 1 - math.fsum(losses[:, 1])

    def real_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """The losses."""
        return self._nodes


class ReplacedGaussianOnIntegers(DiscreteSums):
    """Discrete Gaussian noise on a Poisson sample where a record is replaced."""

    added = False
    max_loss = math.inf

    def __init__(self, moments: ReplacedDiscreteGaussian) -> None:
        self.moments = moments
        self._log_whole = float(numpy.log(numpy.exp(_plain(moments, moments.integers(0.0, NATS))).sum()))

    def real_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """At the integers that a moment of this order needs."""
        integers = self.moments.integers(p, NATS)
        with floats:
            losses = [numpy.array(self.moments.removal.losses(floats, [way * k for k in integers])) for way in (1, -1)]
        ahead, back = (log_mixture(float(self.moments.rate), each) for each in losses)
        return ahead - back, _plain(self.moments, integers) - self._log_whole + back


class SampledDiscreteGaussian(DiscreteSums):
    """Discrete Gaussian noise on a Poisson sample."""

    def __init__(self, moments: PoissonDiscreteGaussian) -> None:
        self.moments, self.added = moments, moments.added
        self.max_loss = -math.log1p(-float(moments.rate)) if self.added else math.inf
        own = _plain(moments, moments.integers(0.0, NATS))
        self._log_whole = float(numpy.log(numpy.exp(own).sum()))

    def real_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """At the integers that a moment of this order needs."""
        integers = self.moments.integers(p, NATS)
        with floats:
            losses = numpy.array(self.moments.losses(floats, integers))
        return log_mixture(float(self.moments.rate), losses), _plain(self.moments, integers) - self._log_whole


def _plain(moments: PoissonDiscreteGaussian | ReplacedDiscreteGaussian, integers: range) -> Array:
    """log of the weights of the noise."""
    found: Array = -(numpy.array(integers, dtype=float) ** 2) / (2 * float(moments.variance))
    return found
