"""Moment generating functions in floats: logarithms at many orders, cumulants, and decay along a line. For choices
only."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import floats
from chartered_verify.large_packages import numpy

from ..formulas.discrete_gaussian_moments import DiscreteGaussian
from ..formulas.loss_properties import FewLosses, LossMoments
from ..formulas.moments import ClosedForm
from ..laws.analytic_law import Law
from ..laws.laplace_law import LaplaceLaw
from .noise_law_in_floats import LaplaceFloats, LawFloats
from .power_sums_in_floats import Array, FewFloats, FloatMoments


class ClosedFloats(FloatMoments):
    """A moment generating function in closed form."""

    def __init__(self, moments: ClosedForm) -> None:
        super().__init__(moments)
        self.moments = moments

    def log(self, z: Array) -> Array:
        """The closed form's."""
        with floats:
            found: Array = self.moments.log(floats, z)
            return found

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """By differences along the imaginary axis, where real parts are even and imaginary parts odd in the step."""
        h = 1e-4 * max(1.0, c - 1)
        k0, k1 = self.log(numpy.array([complex(c), complex(c, h)]))
        return float(k0.real), float((k1 - k0).imag / h), max(1e-300, float(2 * (k0 - k1).real / h**2))

    def terms(self, c: float, height: float) -> float:
        """The cost of one node in units of terms."""
        return 20.0

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """No shift, and the bound that ships."""
        top = float(self.log(numpy.array([c]))[0].real)
        if not self.moments.falls:
            return 0.0, top
        with floats:
            return 0.0, min(top, float(self.moments.log_from(floats, c, height)))


class DiscreteFloats(ClosedFloats):
    """The discrete Gaussian: the exponent of a normal loss, and the logarithm of a periodic sum of few terms."""

    def __init__(self, moments: DiscreteGaussian) -> None:
        super().__init__(moments)
        self.noise = moments
        self._nearby = numpy.arange(-moments.reach(60), moments.reach(60) + 1)
        with floats:
            self._whole = float(numpy.log(numpy.exp(moments.term(floats, 0.0, self._nearby).real).sum()))

    def log(self, z: Array) -> Array:
        """The sum of both parts."""
        with floats:
            found: Array = self.noise.exponent(floats, z) + self._sum(z)
            return found

    def terms(self, c: float, height: float) -> float:
        """The cost of the terms, each of which is an exponential."""
        return 60.0 * len(self._nearby)

    def _sum(self, z: Array) -> Array:
        with floats:
            terms = self.noise.term(floats, z[:, None], numpy.round(self.noise.center(z))[:, None] + self._nearby)
        most = terms.real.max(axis=1)
        found: Array = numpy.log(numpy.exp(terms - most[:, None]).sum(axis=1)) + most - self._whole
        return found

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """Those of the normal loss in closed form, and those of the periodic sum by differences."""
        h, slope = 1e-3, float(self.noise.shift**2 / self.noise.variance)
        k0, k1 = self._sum(numpy.array([complex(c), complex(c, h)]))
        first, second = float((k1 - k0).imag / h), float(2 * (k0 - k1).real / h**2)
        return slope * c * (c - 1) / 2 + float(k0.real), slope * (c - 0.5) + first, max(1e-300, slope + second)


_FLOATS: dict[type, Callable[[Any], FloatMoments]] = {
    Law: LawFloats,
    LaplaceLaw: LaplaceFloats,
    DiscreteGaussian: DiscreteFloats,
    FewLosses: FewFloats,
    ClosedForm: ClosedFloats,
}
"""Kinds of mechanisms, the particular ones first."""


@lru_cache(maxsize=1024)
def in_floats(moments: LossMoments) -> FloatMoments:
    """The moment generating function in floats."""
    return next(made for kind, made in _FLOATS.items() if isinstance(moments, kind))(moments)
