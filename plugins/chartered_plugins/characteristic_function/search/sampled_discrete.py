"""Integer-valued noise on a Poisson sample in floats: sums over its losses. For choices only."""

from __future__ import annotations

import math

from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import enclose
from chartered_verify.heavy import numpy

from ..formulas.few_losses import FewLosses
from ..formulas.poisson_discrete import PoissonDiscreteLaplace
from .float_sums import Array, FloatSums, unchanged


class DiscreteSums(FloatSums):
    """Integer-valued noise, whose M does not decay."""

    def terms(self, c: float, height: float) -> float:
        """The number of losses."""
        p = self.exponent(c)
        return float(len(self.real_nodes(p, height, p)[0]))

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

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
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

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """The losses."""
        return self._nodes
