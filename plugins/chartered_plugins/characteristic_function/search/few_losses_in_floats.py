"""Mechanisms with few losses in floats: sums over these. For choices only."""

from __future__ import annotations

import math

from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import enclose
from chartered_verify.large_packages import numpy

from ..formulas.few_loss_moments import FewLosses
from .power_sums_in_floats import Array, FloatSums, unchanged


class FewFloats(FloatSums):
    """A mechanism with few losses, some of which may be infinite. M does not decay."""

    def __init__(self, moments: FewLosses) -> None:
        self.max_loss = enclose(lambda xp: xp.number(moments.max_loss)).upper
        with floats:
            losses = numpy.array([(loss, chance) for loss, chance in moments.losses(floats) if chance > 0])
        self._nodes = unchanged(losses[:, 0], numpy.log(losses[:, 1]))
        self.missing = 1 - math.fsum(losses[:, 1])

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """The losses."""
        return self._nodes

    def terms(self, c: float, height: float) -> float:
        """The number of losses."""
        return float(len(self._nodes[0]))

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """No shift, no decay."""
        return 0.0, self.cumulants(c)[0]
