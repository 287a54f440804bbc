"""Moment generating functions in floats: logarithms at many orders, cumulants, and decay along a line. For choices
only."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import enclose
from chartered_verify.large_packages import numpy

from ..formulas.bound_along_line import over_heights
from ..formulas.discrete_gaussian_moments import DiscreteGaussian
from ..formulas.few_loss_moments import FewLosses
from ..formulas.moments import ClosedForm, Gaussian, Laplace, LossMoments
from ..formulas.stated_moments import StatedMoments
from ..laws.analytic_law import Law
from ..laws.laplace_law import LaplaceLaw
from ..laws.logistic import LogisticLaw
from .few_losses_in_floats import FewFloats
from .laplace_law_in_floats import LaplaceFloats
from .noise_law_in_floats import LawFloats
from .power_sums_in_floats import Array


class FloatMoments(Protocol):
    """One mechanism in one direction, in floats. `max_loss`: an upper bound on the finite losses, inf if none is
    known."""

    max_loss: float

    def log(self, z: Array) -> Array:
        """log M at complex orders, on any branch."""

    def along(self, order: float, spacing: float, count: int) -> Array:
        """log M at the orders order + i k spacing, 0 <= k < count."""

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """log M and its first two derivatives at a real order."""

    def terms(self, c: float, height: float) -> float:
        """The approximate number of terms of M at c + i height."""

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """(a shift, about the logarithm of the bound on |M(c + iy)| for y >= height that this shift gives)."""


class ClosedFloats:
    """A moment generating function in closed form."""

    def __init__(self, moments: ClosedForm) -> None:
        self.moments = moments
        square = moments.mu_squared if isinstance(moments, Gaussian) else 0
        self.mu_squared = enclose(lambda xp: xp.number(square)).upper
        most = moments.max_loss
        self.max_loss = math.inf if most is None else enclose(lambda xp: xp.number(most)).upper

    def log(self, z: Array) -> Array:
        """The closed form's."""
        with floats:
            found: Array = self.moments.log(floats, z)
            return found

    def along(self, order: float, spacing: float, count: int) -> Array:
        """As `log` at these orders."""
        return self.log(order + 1j * spacing * numpy.arange(count))

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """By differences along the imaginary axis, where real parts are even and imaginary parts odd in the step."""
        h = 1e-4 * max(1.0, c - 1)
        k0, k1 = self.log(numpy.array([complex(c), complex(c, h)]))
        return float(k0.real), float((k1 - k0).imag / h), max(1e-300, float(2 * (k0 - k1).real / h**2))

    def terms(self, c: float, height: float) -> float:
        """The cost of one node in units of terms."""
        return 20.0

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """No shift; a Gaussian decays, and the bound for Laplace noise decreases to that of its atoms."""
        top = float(self.log(numpy.array([c]))[0].real)
        if isinstance(self.moments, Laplace):
            return 0.0, min(top, self._decay_of_laplace(self.moments, c, height))
        decay = self.mu_squared * height * height / 2
        return 0.0, top - decay

    def _decay_of_laplace(self, moments: Laplace, c: float, height: float) -> float:
        """The logarithm of the bound that ships, in floats."""
        with floats:

            def far(y: float, _: float) -> float:
                return float(moments.log_beyond(floats, c, y))

            def here() -> float:
                return float(self.log(numpy.array([complex(c, height)]))[0].real)

            return min(far(height, 0.0), float(over_heights(floats, 2 * self.max_loss, height, here, far)))


class StatedFloats(ClosedFloats):
    """A moment generating function that a plugin states."""

    def __init__(self, moments: StatedMoments) -> None:
        super().__init__(moments)
        self.stated = moments

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """No shift, and the stated bound."""
        with floats:
            return 0.0, min(float(self.stated.log(floats, c)), float(self.stated.log_beyond(floats, c, height)))


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
    LogisticLaw: LaplaceFloats,
    DiscreteGaussian: DiscreteFloats,
    StatedMoments: StatedFloats,
    FewLosses: FewFloats,
}
"""The classes of mechanisms that have more than a closed form, and of those made of them."""


@lru_cache(maxsize=1024)
def in_floats(moments: LossMoments) -> FloatMoments:
    """The moment generating function in floats."""
    given: Callable[[Any], FloatMoments] = ClosedFloats
    return next((_FLOATS[kind] for kind in type(moments).__mro__ if kind in _FLOATS), given)(moments)
