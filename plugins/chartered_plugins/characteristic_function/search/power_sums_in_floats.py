"""Moment generating functions in floats, of one mechanism in one direction, and those that are sums of weights times
powers of likelihood ratios. For choices only."""

from __future__ import annotations

import math
from typing import Any

from chartered_verify.arithmetic import balls, floats
from chartered_verify.enclosure import enclose
from chartered_verify.large_packages import numpy

from ..formulas.loss_properties import FewLosses, LossMoments

Array = numpy.ndarray[Any, Any]
NATS = 38.0
"""Accuracy of a moment in doubles."""
_LARGE, _MOSTLY = 30.0, 0.5
"""The logarithm of a term, and what infinite losses have, from which on M is not near 1."""
_BITS, _TILE = 64, 2**15
"""The precision of a probability; and multiplications of complex numbers up to which OpenBLAS starts no threads."""


class FloatMoments:
    """One mechanism in one direction, in floats. `max_loss`: an upper bound on the finite losses, inf if none is
    known."""

    def __init__(self, moments: LossMoments) -> None:
        most = moments.max_loss
        self.max_loss = math.inf if most is None else enclose(lambda xp: xp.number(most)).upper

    def log(self, z: Array) -> Array:
        """log M at complex orders, on any branch."""
        raise NotImplementedError

    def along(self, order: float, spacing: float, count: int) -> Array:
        """log M at the orders order + i k spacing, 0 <= k < count."""
        return self.log(order + 1j * spacing * numpy.arange(count))

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """log M and its first two derivatives at a real order."""
        raise NotImplementedError

    def terms(self, c: float, height: float) -> float:
        """The approximate number of terms of M at c + i height."""
        raise NotImplementedError

    def decay(self, c: float, height: float) -> tuple[float, float]:
        """(a shift, about the logarithm of the bound on |M(c + iy)| for y >= height that this shift gives); no shift,
        and M(c), unless more is known."""
        return 0.0, self.cumulants(c)[0]


class FloatSums(FloatMoments):
    """log M and cumulants of one mechanism, from log w and the logarithms of the weights at the nodes of its sum."""

    missing = 0.0
    """What the probabilities of the finite losses under Q lack of 1."""

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """(log w, log of the weights), real numbers, for exponents of real parts from the lowest to p up to a
        height."""
        raise NotImplementedError

    def line_nodes(self, p: float, height: float) -> tuple[Array, Array]:
        """The same for many orders on a line, perhaps complex numbers."""
        return self.real_nodes(p, height, p)

    def log(self, z: Array) -> Array:
        """log sum_j e^(p log w_j + log weight_j), for a block of orders at a time."""
        p = numpy.atleast_1d(z)
        height = float(numpy.max(numpy.abs(p.imag))) if numpy.iscomplexobj(p) else 0.0
        logs, weights = self.real_nodes(float(numpy.max(p.real)), height, float(numpy.min(p.real)))
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
        logs, weights = self.line_nodes(order, spacing * (count - 1))
        n = math.isqrt(count) + 1
        turns = [1j * spacing * numpy.outer(k, logs) for k in (n * numpy.arange(n), numpy.arange(n))]
        tilts = order * logs
        terms = tilts + weights
        most = float(terms.real.max())
        if most > _LARGE or self.missing > _MOSTLY:
            far, near = (numpy.exp(turn) for turn in turns)
            sums = _product(far * numpy.exp(terms - most), near)
            shifted: Array = numpy.log(sums.ravel()[:count]) + most
            return shifted
        chances, moderate = numpy.exp(weights), tilts.real < 1.0
        small = numpy.expm1(numpy.where(moderate, tilts, 0.0) + turns[0]) * chances
        far = numpy.where(moderate, small, numpy.exp(terms + turns[0]) - chances)
        near = numpy.expm1(turns[1])
        sums = _product(far, near) + far.sum(axis=1)[:, None] + (near * chances).sum(axis=1)
        found: Array = floats.log1p(sums.ravel()[:count] - self.missing)
        return found

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """log M, and mean and variance of the loss under the tilted law."""
        logs, weights = self.real_nodes(c, 0.0, c)
        terms = c * logs + weights
        most = float(terms.max())
        tilted = numpy.exp(terms - most)
        total = float(tilted.sum())
        mean = float((tilted * logs).sum()) / total
        variance = float((tilted * (logs - mean) ** 2).sum()) / total
        return math.log(total) + most, mean, variance


class FewFloats(FloatSums):
    """A mechanism with few losses, some of which may be infinite. M does not decay. Raises ArithmeticError for one
    whose losses are all infinite."""

    def __init__(self, moments: FewLosses) -> None:
        super().__init__(moments)
        with balls(_BITS) as xp:  # a probability under Q may be smaller than any double
            known = [(loss, chance) for loss, chance in moments.losses(xp) if chance > 0]
            if not known:
                raise ArithmeticError("no finite loss has a probability that is known to be positive")
            losses, logs = numpy.array([(float(loss), float(chance.log())) for loss, chance in known]).T
            self.missing = float(1 - sum(chance for _, chance in known))
        self._nodes = unchanged(losses, logs)

    def real_nodes(self, p: float, height: float, lowest: float) -> tuple[Array, Array]:
        """The losses."""
        return self._nodes

    def terms(self, c: float, height: float) -> float:
        """The number of losses."""
        return float(len(self._nodes[0]))


def unchanged(logs: Array, weights: Array) -> tuple[Array, Array]:
    """Nodes that are cached, and so may not be written to."""
    for array in (logs, weights):
        array.flags.writeable = False
    return logs, weights


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
