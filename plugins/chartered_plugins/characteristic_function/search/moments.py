"""Moment generating functions in floats: logarithms at many orders, cumulants, and decay along a line. For choices
only."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Protocol

from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import enclose
from chartered_verify.heavy import numpy

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.discrete_moments import DiscreteGaussian
from ..formulas.kept import Kept
from ..formulas.moments import ClosedForm, Gaussian, Laplace, LossMoments
from ..formulas.poisson_gaussian import PoissonGaussian

Array = numpy.ndarray[Any, Any]
_LOG_SCALE = math.log(2 * math.pi) / 2
_TILE = 2**15
"""Multiplications of complex numbers up to which OpenBLAS starts no threads."""
_NATS = 38.0
"""Accuracy of a moment in doubles."""
_MOST_SHIFT = 2.0
"""The terms on a shifted line are larger by e^(b^2/2), and so is their rounding."""
_LARGEST = 600
"""Exponents from which on 1 - q does not count."""
_FARTHEST = 2000
"""The largest shift of the normal variable by a moment, in standard deviations."""


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
            with floats:
                return 0.0, min(top, float(self.moments.log_beyond(floats, c, height)))
        decay = self.mu_squared * height * height / 2
        return 0.0, top - decay


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


class SampledFloats:
    """The sampled Gaussian: sums over the nodes of its normal variable."""

    def __init__(self, moments: PoissonGaussian) -> None:
        self.q, self.s, self.added = float(moments.rate), float(moments.noise), moments.added
        self.max_loss = -math.log1p(-self.q) if self.added else math.inf

    def exponent(self, z: Any) -> Any:
        """z for removal, 1 - z for addition."""
        return 1 - z if self.added else z

    def nodes(self, step: float, right: float) -> tuple[Array, Array, Array]:
        """(t, log w, log of step times density)."""
        return _nodes(self.q, self.s, step, round(right / step))

    def log(self, z: Array) -> Array:
        """log sum_j e^(p log w_j + log weight_j), for a block of orders at a time."""
        p = numpy.atleast_1d(self.exponent(z))
        height = float(numpy.max(numpy.abs(p.imag))) if numpy.iscomplexobj(p) else 0.0
        _, logs, weights = self.nodes(self._step(height), self._right(float(numpy.max(p.real))))
        found = []
        for block in numpy.array_split(p, 1 + p.size * logs.size // 2**20):
            terms = numpy.multiply.outer(block, logs) + weights
            most = terms.real.max(axis=1)
            found.append(numpy.log(numpy.exp(terms - most[:, None]).sum(axis=1)) + most)
        return numpy.concatenate(found)

    def along(self, order: float, spacing: float, count: int) -> Array:
        """The factors w_j^(i k spacing) as a product of two matrices, by k = m n + r, since an exponential costs much
        more than a product. If M is near 1, M - 1 is summed instead, which rounds less: (1 + f)(1 + g) - 1 = f + g +
        fg."""
        p = self.exponent(order)
        rule = self._rule(p, spacing * (count - 1))
        logs, weights = _on_line(self.q, self.s, rule)
        n = math.isqrt(count) + 1
        turns = [1j * spacing * numpy.outer(k, logs) for k in (n * numpy.arange(n), numpy.arange(n))]
        terms = p * logs + weights
        most = float(terms.real.max())
        if most > 0:
            far, near = (numpy.exp(turn) for turn in turns)
            sums = _product(far * numpy.exp(terms - most), near)
            shifted: Array = numpy.log(sums.ravel()[:count]) + most
            return shifted.conj() if self.added else shifted
        chances, moderate = numpy.exp(weights), (p * logs).real < 1.0
        small = numpy.expm1(numpy.where(moderate, p * logs, 0.0) + turns[0]) * chances
        far = numpy.where(moderate, small, numpy.exp(terms + turns[0]) - chances)
        near = numpy.expm1(turns[1])
        sums = _product(far, near) + far.sum(axis=1)[:, None] + (near * chances).sum(axis=1)
        found: Array = numpy.log1p(sums.ravel()[:count])
        return found.conj() if self.added else found

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """Mean and variance of the loss under the tilted density."""
        p = self.exponent(c)
        _, logs, weights = self.nodes(self._step(0.0), self._right(p))
        terms = p * logs + weights
        most = float(terms.max())
        tilted = numpy.exp(terms - most)
        total = float(tilted.sum())
        mean = float((tilted * logs).sum()) / total
        variance = float((tilted * (logs - mean) ** 2).sum()) / total
        return math.log(total) + most, -mean if self.added else mean, variance

    def terms(self, c: float, height: float) -> float:
        """The number of nodes of its normal variable."""
        rule = self._rule(self.exponent(c), height)
        return float(rule.last - rule.first)

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """The best of several shifts, refined once."""
        p = self.exponent(c)
        t = numpy.arange(-9.5, self._right(p), 0.15)
        odds = self.q * numpy.exp(numpy.minimum(t / self.s - 0.5 / self.s**2, 300))
        base = -t * t / 2 + math.log(0.15) - _LOG_SCALE
        most = min(0.98 * math.pi / 2, 8.0 / self.s)
        angles, best = most * numpy.exp2(-0.75 * numpy.arange(12)), (0.0, math.inf)
        for _ in range(2):
            turn = angles[:, None]
            real, imaginary = 1 - self.q + odds * numpy.cos(turn), odds * numpy.sin(turn)
            terms = base + 0.5 * p * numpy.log(real**2 + imaginary**2) - height * numpy.arctan2(imaginary, real)
            high = terms.max(axis=1)
            logs = high + numpy.log(numpy.exp(terms - high[:, None]).sum(axis=1)) + (angles * self.s) ** 2 / 2
            place = int(numpy.argmin(logs))
            best = (float(angles[place]) * self.s, float(logs[place]))
            angles = numpy.minimum(
                angles[place] * numpy.exp2(numpy.array([-0.5, -0.3, -0.15, 0.0, 0.15, 0.3, 0.5])), most
            )
        return best

    def _rule(self, p: float, height: float) -> Nodes:
        return quadrature.propose_nodes(self.s, p, height, _NATS, _MOST_SHIFT)

    def _right(self, p: float) -> float:
        """The last node of t that a moment of order p needs. Raises ArithmeticError if it is too far out."""
        if p / self.s > _FARTHEST:
            raise ArithmeticError(f"the contour would need the order {p:.3g}")
        return 9.5 + max(0.0, p) / self.s

    def _step(self, height: float) -> float:
        return min(0.25, 2 * math.pi / (height / self.s + 9 + min(9.0, 40 / (math.pi * self.s))))


_LINES = Kept[tuple[Array, Array]](2**20)
"""A cache of nodes on a shifted line, two complex numbers each: about 32 megabytes."""


def _on_line(q: float, s: float, rule: Nodes) -> tuple[Array, Array]:
    """(log w, log of step times density) at the nodes of a rule."""
    return _LINES.get((q, s, rule), rule.last - rule.first, lambda: _made_line(q, s, rule))


def _made_line(q: float, s: float, rule: Nodes) -> tuple[Array, Array]:
    t = numpy.arange(rule.first, rule.last + 1) * rule.spacing + 1j * rule.shift
    e = t / s - 0.5 / s**2
    far = e.real > _LARGEST
    logs = numpy.where(far, e + math.log(q), numpy.log1p(q * numpy.expm1(numpy.where(far, 0.0, e))))
    found = logs, -t * t / 2 + math.log(rule.spacing) - _LOG_SCALE
    for array in found:
        array.flags.writeable = False
    return found


_NODES = Kept[tuple[Array, Array, Array]](2**20)
"""A cache of nodes, three doubles each: about 25 megabytes."""


def _nodes(q: float, s: float, step: float, last: int) -> tuple[Array, Array, Array]:
    size = last + 2 - math.floor(-9.5 / step)
    return _NODES.get((q, s, step, last), size, lambda: _made_nodes(q, s, step, last))


def _made_nodes(q: float, s: float, step: float, last: int) -> tuple[Array, Array, Array]:
    t = numpy.arange(math.floor(-9.5 / step), last + 2) * step
    e = t / s - 0.5 / s**2
    logs = numpy.where(e < _LARGEST, numpy.log1p(q * numpy.expm1(numpy.minimum(e, _LARGEST))), e + math.log(q))
    found = t, logs, -t * t / 2 + math.log(step) - _LOG_SCALE
    for array in found:
        array.flags.writeable = False
    return found


def _product(far: Array, near: Array) -> Array:
    """far times near transposed, in tiles so small that BLAS starts no threads, whose synchronisation would cost more
    processor time than it saves."""
    wide = max(16, min(512, _TILE // (8 * len(near))))
    high = max(2, _TILE // (wide * len(near)))
    found = numpy.zeros((len(far), len(near)), dtype=complex)
    for row in range(0, len(far), high):
        for column in range(0, far.shape[1], wide):
            found[row : row + high] += far[row : row + high, column : column + wide] @ near[:, column : column + wide].T
    return found


@lru_cache(maxsize=1024)
def in_floats(moments: LossMoments) -> FloatMoments:
    """The moment generating function in floats."""
    if isinstance(moments, PoissonGaussian):
        return SampledFloats(moments)
    assert isinstance(moments, ClosedForm)
    return DiscreteFloats(moments) if isinstance(moments, DiscreteGaussian) else ClosedFloats(moments)
