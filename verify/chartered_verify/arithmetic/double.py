"""Double precision floats for searches and plots. Scalars use `math` and load nothing; arrays are vectorised by NumPy
and SciPy.

Overflow gives inf instead of an error, because a search must be able to evaluate points out of range."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from fractions import Fraction
from typing import Any, Self

from flint import arb

from ..catching import ours
from ..held_exit import Held
from ..large_packages import numpy, whole
from .number_based import Points
from .protocol import Number

_ROOT2 = math.sqrt(2.0)


def _quiet(_: Any) -> Iterator[None]:
    """Switches off NumPy's warnings of overflow, division by zero and invalid values, if NumPy is loaded."""
    loaded = sys.modules.get("numpy")
    with nullcontext() if loaded is None else loaded.errstate(all="ignore"):
        yield


class Floats(Points):
    """Double precision, scalar or vectorised; not rigorous."""

    name = "floats"
    rest_bits = 60
    pi = math.pi
    inf = math.inf

    __exit__ = Held(_quiet)

    def __enter__(self) -> Self:
        return self

    def __reduce__(self) -> str:
        return "floats"

    def __repr__(self) -> str:
        return "floats"

    def number(self, x: Number | Any) -> Any:
        if isinstance(x, Fraction | int):
            try:
                return float(x)
            except ours(OverflowError):
                return math.inf if x > 0 else -math.inf
        if type(x) is arb:
            return float(x)
        return self.number(x(self)) if callable(x) else x

    def exp(self, x: Any) -> Any:
        if isinstance(x, float):
            return math.inf if x > 709.78 else math.exp(x)
        return numpy.exp(x)

    def expm1(self, x: Any) -> Any:
        if isinstance(x, float):
            return math.inf if x > 709.78 else math.expm1(x)
        return numpy.expm1(x)

    def log(self, x: Any) -> Any:
        if isinstance(x, float):
            return math.log(x) if x > 0 else (-math.inf if x == 0 else math.nan)
        return numpy.log(x)

    def log1p(self, x: Any) -> Any:
        if isinstance(x, float):
            return math.log1p(x) if x > -1 else (-math.inf if x == -1 else math.nan)
        return _complex_log1p(x) if numpy.iscomplexobj(x) else numpy.log1p(x)

    def sqrt(self, x: Any) -> Any:
        if isinstance(x, float):
            return math.sqrt(x) if x >= 0 else math.nan
        return numpy.sqrt(x)

    def erfc(self, x: Any) -> Any:
        return math.erfc(x) if isinstance(x, float) else _special().erfc(x)

    def ndtr(self, x: Any) -> Any:
        return math.erfc(-x / _ROOT2) / 2 if isinstance(x, float) else _special().ndtr(x)

    def log_ndtr(self, x: Any) -> Any:
        if not isinstance(x, float):
            return _special().log_ndtr(x)
        if x > 0:
            return math.log1p(-math.erfc(x / _ROOT2) / 2)
        if x > -35:
            return math.log(math.erfc(-x / _ROOT2) / 2)
        y = 1 / (x * x)  # beyond 35 standard deviations four terms of the asymptotic series reach full precision
        return -x * x / 2 - math.log(-x * math.sqrt(2 * math.pi)) + math.log1p(y * (-1 + y * (3 + y * (-15 + 105 * y))))

    def ndtri(self, p: Any) -> Any:
        if not isinstance(p, float):
            return _special().ndtri(p)
        if not 0 < p < 1:
            return {0.0: -math.inf, 1.0: math.inf}.get(p, math.nan)
        from statistics import NormalDist

        return NormalDist().inv_cdf(p)

    def gamma(self, x: Any) -> Any:
        if not isinstance(x, float):
            return _special().gamma(x)
        if x > 171.6:
            return math.inf
        return math.nan if x <= 0 and x == math.floor(x) else math.gamma(x)

    def lgamma(self, x: Any) -> Any:
        if not isinstance(x, float):
            return _special().gammaln(x)
        return math.inf if x > 1e305 or (x <= 0 and x == math.floor(x)) else math.lgamma(x)

    def maximum(self, x: Any, y: Any) -> Any:
        return max(x, y) if isinstance(x, float) and isinstance(y, float) else numpy.maximum(x, y)

    def minimum(self, x: Any, y: Any) -> Any:
        return min(x, y) if isinstance(x, float) and isinstance(y, float) else numpy.minimum(x, y)

    def positive(self, x: Any) -> Any:
        return self.maximum(x, 0.0)

    def logaddexp(self, x: Any, y: Any) -> Any:
        """Accurate also if the sum of the exponentials is close to 1, where NumPy's own version loses digits."""
        if isinstance(x, float) and isinstance(y, float):
            high = max(x, y)
            return math.log1p(math.expm1(x) + math.exp(y)) if high < 30 else high + math.log1p(math.exp(-abs(x - y)))
        high = numpy.maximum(x, y)
        near = numpy.log1p(numpy.expm1(numpy.minimum(x, 30.0)) + numpy.exp(numpy.minimum(y, 30.0)))
        return numpy.where(high < 30, near, high + numpy.log1p(numpy.exp(-numpy.abs(x - y))))

    def log1p_sum_exp(self, terms: Sequence[float]) -> float:
        """The exponentials are taken relative to the largest term, so that none overflows."""
        top = max(terms)
        return self.logaddexp(0.0, top + math.log(sum(math.exp(t - top) for t in terms))) if top > -math.inf else 0.0

    def floor_range(self, x: float, unit: int | Fraction = 1) -> range:
        """The floor of the quotient of doubles."""
        quotient = x / self.number(unit)
        return range(floor := math.floor(quotient), floor + 1) if math.isfinite(quotient) else range(0)


def _complex_log1p(x: Any) -> Any:
    """log(1 + x), to all digits however small x is: what NumPy finds for a complex x is off by the rounding of 1, which
    billions of runs multiply."""
    small = numpy.abs(x) < 1
    real, imaginary = (numpy.where(small, part, 0) for part in (x.real, x.imag))
    near = numpy.log1p(real * (2 + real) + imaginary**2) / 2 + 1j * numpy.arctan2(imaginary, 1 + real)
    return numpy.where(small, near, numpy.log(1 + x))


def _special() -> Any:
    return whole("scipy.special")


floats = Floats()
"""The only float arithmetic; its precision is fixed."""
